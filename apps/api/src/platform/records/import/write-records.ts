import { isDeepStrictEqual } from 'node:util';
import type { ActivityType } from '@handover/contract/records/activities.ts';
import type { ImportRun } from '@handover/contract/records/imports.ts';
import type { RecordType } from '@handover/contract/records/records.ts';
import { recordActivities } from '../bulk/write-changes.queries.ts';
import { createSearchText } from '#platform/search/search-entries.ts';
import type { Work } from '#platform/work.ts';
import { writeSearchEntries } from './changes.queries.ts';
import type { Change, WriteBatch } from './import-spec.ts';
import { insertRecords, updateRecords, type Columns, type RecordTable } from './record-table.queries.ts';

type Written<C> = { readonly row: number; readonly recordId: string; readonly columns: C };

/** The rows that a batch writes to the table of a record type. */
export type RecordWrites<C extends Columns> = {
  readonly type: RecordType;
  readonly table: RecordTable;
  readonly created: readonly Written<C>[];
  /** `before` are the stored columns for the undo. */
  readonly updated: readonly (Written<C> & {
    readonly version: number;
    readonly before: Columns;
    readonly changed: readonly string[];
    readonly extra?: Change['extra'];
  })[];
  readonly activityType: ActivityType;
  /** The records that the timeline entry of a record concerns. */
  concerns(record: Written<C>): {
    readonly customer_id?: string | null;
    readonly business_id?: string | null;
  };
  searchParts(columns: C): readonly (string | null | undefined)[];
};

/** Creates and updates the records of a batch, with search entries, timeline entries, and the data for the undo. */
export async function writeRecords<C extends Columns>(
  work: Work,
  { actor, key, note }: Pick<WriteBatch, 'actor' | 'key' | 'note'>,
  { type, table, created, updated, activityType, concerns, searchParts }: RecordWrites<C>,
): Promise<void> {
  const { db, now } = work;
  const { workspaceId } = key;
  const changedRecords = updated.filter(({ changed }) => changed.length > 0);
  await insertRecords(
    db,
    table,
    created.map(({ columns, recordId }) => ({
      ...columns,
      workspace_id: workspaceId,
      id: recordId,
      created_at: now,
    })),
  );
  await note(toChanges(created, changedRecords));
  await updateRecords(db, table, {
    workspaceId,
    rows: changedRecords.map(({ columns, recordId }) => ({ ...columns, id: recordId })),
  });
  const written = [...created.map((record) => ({ ...record, changed: undefined })), ...changedRecords];
  await writeSearchEntries(
    db,
    { workspaceId, recordType: type },
    written.map(({ recordId, columns }) => ({
      record_id: recordId,
      text: createSearchText(searchParts(columns)),
    })),
  );
  const entries = written.map((record) => ({
    customer_id: null,
    business_id: null,
    ...concerns(record),
    subject_id: key.importId,
    type: activityType,
    detail: { row: record.row, ...(record.changed !== undefined && { changed: record.changed }) },
  }));
  await recordActivities(work, { workspaceId, userId: actor.userId, kind: 'import', entries });
}

/** The data for the undo. */
function toChanges<C extends Columns>(
  created: RecordWrites<C>['created'],
  updated: RecordWrites<C>['updated'],
): Change[] {
  return [
    ...created.map(({ row, recordId }): Change => ({
      row,
      recordId,
      kind: 'created',
      versionAfter: 1,
      before: null,
    })),
    ...updated.map(({ row, recordId, version, before, columns, extra = {} }): Change => ({
      row,
      recordId,
      kind: 'updated',
      versionAfter: version + 1,
      before: pickChanged(before, columns),
      extra,
    })),
  ];
}

/** The columns that a row changes; the others may change later, such as in a merge, and are not restored. */
function pickChanged(before: Columns, columns: Columns): Columns {
  return Object.fromEntries(
    Object.entries(before).filter(([column, value]) => !isDeepStrictEqual(value, columns[column])),
  );
}

/** Chooses between the value of a row and the stored one. Blank cells change nothing. */
export function pickFor(overwrite: ImportRun['overwrite']) {
  return <T>(given: T | null | undefined, stored: T): T =>
    overwrite === 'empty' && stored !== null ? stored : (given ?? stored);
}

/** The columns that differ, except derived columns. */
export function listChangedColumns(before: Columns, columns: Columns): string[] {
  return Object.entries(columns).flatMap(([column, value]) =>
    /_(sort|key|at|reason)$|^custom$/.test(column) || isDeepStrictEqual(before[column], value)
      ? []
      : [column],
  );
}
