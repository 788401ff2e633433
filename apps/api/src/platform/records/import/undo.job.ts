import { getUndoResult } from '@handover/contract/records/imports.ts';
import { slicedJob, type JobDefinition } from '#platform/jobs.ts';
import { notify } from '#platform/notifications.ts';
import type { Platform } from '#platform/platform.ts';
import type { WorkRunner } from '#platform/work.ts';
import { getErrorCode } from '#lib/error-codes.ts';
import {
  listChanges,
  resolveChanges,
  revertActivities,
  revertSearch,
  type ChangeRow,
} from './changes.queries.ts';
import type { Importable, ImportKey, RecordNow } from './import-spec.ts';
import { getImportable } from './imports.policy.ts';
import { findImportToRun, moveImport, type ImportRow } from './imports.queries.ts';
import { undoQueue } from './imports.service.ts';
import { clearKeys, lockRun } from './runs.queries.ts';

const batchRows = 200;

type Undo = { readonly runner: WorkRunner; readonly key: ImportKey; readonly importable: Importable };

/** The job that undoes an import, the last row first, 200 per transaction; it resumes where it was interrupted. */
export function undoJob({ runner, records }: Pick<Platform, 'runner' | 'records'>): JobDefinition {
  return {
    queue: undoQueue,
    ...slicedJob,
    handler: async (data, { isTimeUp }) => {
      const key = { workspaceId: String(data['workspaceId']), importId: String(data['importId']) };
      const row = await findImportToRun(runner.db, key);
      if (row?.status !== 'undoing') return;
      const undo = { runner, key, importable: getImportable(records, row.record_type) };
      if (!(await undoSlice(undo, row, isTimeUp)))
        await runner.transact((work) => work.enqueue(undoQueue, key));
    },
  };
}

async function undoSlice(undo: Undo, row: ImportRow, isTimeUp: () => boolean): Promise<boolean> {
  while (!isTimeUp()) {
    const changes = await listChanges(undo.runner.db, undo.key, batchRows);
    if (changes.length === 0) {
      await endUndo(undo, row);
      return true;
    }
    await undoBatch(undo, changes);
  }
  return false;
}

/**
 * Undoes the changes of some rows in one transaction. Records that were changed since are kept, with the reason.
 * Records that others refer to are found by splitting the batch in half.
 */
async function undoBatch(undo: Undo, changes: readonly ChangeRow[]): Promise<void> {
  try {
    await undoTogether(undo, { changes, reason: null });
  } catch (error) {
    if (!isForeignKeyError(error)) throw error;
    const middle = Math.ceil(changes.length / 2);
    const { one } = undo.importable.labels;
    if (changes.length === 1)
      return undoTogether(undo, { changes, reason: `Other records refer to this ${one}.` });
    await undoBatch(undo, changes.slice(0, middle));
    await undoBatch(undo, changes.slice(middle));
  }
}

/** If there is a `reason`, all of them are kept. */
function undoTogether(
  { runner, key, importable }: Undo,
  { changes, reason }: { changes: readonly ChangeRow[]; reason: string | null },
): Promise<void> {
  const { type: recordType, labels, spec } = importable;
  return runner.transact(async ({ db, publish }) => {
    const state = await lockRun(db, key);
    if (state?.status !== 'undoing') return;
    const rows = changes.map(({ row_number }) => row_number);
    const records = new Map((await spec.undo.lock(db, key, rows)).map((record) => [record.id, record]));
    const judged = changes.map((change) => ({
      change,
      reason: reason ?? findRetentionReason(change, records.get(change.record_id), labels.one),
    }));
    const undone = judged.flatMap(({ change, reason: why }) => (why === null ? [change] : []));
    const deleted = undone.filter(({ kind }) => kind === 'created').map(({ record_id }) => record_id);
    const updatedRows = undone.filter(({ kind }) => kind === 'updated').map(({ row_number }) => row_number);
    await revertActivities(
      db,
      key,
      undone.map(({ record_id }) => record_id),
    );
    await revertSearch(db, { ...key, recordType }, { deleted, updatedRows });
    await spec.undo.remove(db, key, deleted);
    await spec.undo.restore(db, key, updatedRows);
    const kept = judged.flatMap(({ change, reason: why }) =>
      why === null ? [] : [{ row: change.row_number, reason: why }],
    );
    await resolveChanges(db, key, { undone: undone.map(({ row_number }) => row_number), kept });
    publish({ workspaceId: key.workspaceId, noun: 'import', id: key.importId });
  });
}

/** Why a record is kept; null if it has not been changed since. */
function findRetentionReason(
  { kind, version_after: version }: ChangeRow,
  now: RecordNow | undefined,
  noun: string,
): string | null {
  if (now === undefined) return `The ${noun} no longer exists.`;
  if (version !== null && now.version !== version) return 'Changed after the import.';
  return kind === 'created' ? now.keepReason : null;
}

/** Marks an import as undone and notifies its creator. */
async function endUndo({ runner, key, importable }: Undo, row: ImportRow): Promise<void> {
  await runner.transact(async (work) => {
    const isEnded = await moveImport(work.db, key, {
      from: ['undoing'],
      to: 'undone',
      detail: null,
      finishedAt: work.now,
    });
    if (!isEnded) return;
    await importable.spec.undo.end?.(work.db, key);
    await clearKeys(work.db, key);
    work.publish({ workspaceId: key.workspaceId, noun: 'import', id: key.importId });
    const ended = await findImportToRun(work.db, key);
    if (ended === undefined) return;
    const result = getUndoResult({ created: ended.created_count, updated: ended.updated_count });
    const kept = ended.kept_count === 0 ? '' : `, ${ended.kept_count.toLocaleString('en-US')} not undone`;
    await notify(work, {
      workspaceId: key.workspaceId,
      userIds: [row.created_by],
      type: 'import.finished',
      title: `Import of ${row.file_name} undone: ${ended.undone_count.toLocaleString('en-US')} ${ended.undone_count === 1 ? 'row' : 'rows'} ${result}${kept}`,
      customerId: null,
      recordType: row.record_type,
    });
  });
}

function isForeignKeyError(error: unknown): boolean {
  return getErrorCode(error) === '23503';
}
