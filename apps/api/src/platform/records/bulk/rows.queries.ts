import type { bulkOutcomes } from '@handover/contract/records/bulk.ts';
import type { RecordType } from '@handover/contract/records/records.ts';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#db/client.ts';
import type { Position } from '#lib/pagination.ts';
import type { Member } from '#platform/session/actor.ts';
import { matchesSelection, type Filterable, type ResolvedSelection } from '../list/filter.queries.ts';
import type { RecordDescriptor } from '../record.ts';
import type { ChangeMark, CompletedRow, RowResult } from './bulk.ts';
import { setTotal, type RunKey } from './runs.queries.ts';

type Outcome = (typeof bulkOutcomes)[number];

type Snapshot = { readonly runId: string; readonly batchSize: number };

type SelectionInput = {
  readonly record: Filterable;
  /** The FROM clause. */
  readonly from: RawBuilder<unknown>;
  readonly selection: ResolvedSelection;
};

/** Stores which records a run is for: those that match at this moment. Returns how many. */
export async function snapshotSelection(
  db: Db,
  member: Member,
  { runId, batchSize, ...selected }: SelectionInput & Snapshot,
): Promise<number> {
  const { workspaceId } = member;
  return insertBatches(db, { workspaceId, runId, batchSize, matching: selectIds(member, selected) });
}

/** The ids of the first records of a selection, in the order of a run. */
export async function listFirst(
  db: Db,
  member: Member,
  { limit, ...selected }: SelectionInput & { limit: number },
): Promise<string[]> {
  const { rows } = await sql<{
    id: string;
  }>`${selectIds(member, selected)} ORDER BY 1 LIMIT ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

function selectIds(member: Member, { record, from, selection }: SelectionInput): RawBuilder<unknown> {
  return sql`SELECT ${sql.ref(`${record.table}.id`)} AS id FROM ${from}
    WHERE ${sql.ref(`${record.table}.workspace_id`)} = ${member.workspaceId} AND ${matchesSelection(record, member, selection)}`;
}

/** The same for an undo: the records that a run has changed, without those undone already. */
export async function snapshotDone(
  db: Db,
  { workspaceId, runId, batchSize, undoOf }: RunKey & Snapshot & { undoOf: string },
): Promise<number> {
  return insertBatches(db, {
    workspaceId,
    runId,
    batchSize,
    matching: sql`SELECT record_id AS id FROM bulk_rows WHERE workspace_id = ${workspaceId} AND run_id = ${undoOf} AND outcome = 'done' AND NOT is_undone`,
  });
}

/** Stores hundreds of IDs per row, so that the records of a whole workspace are stored within one call. */
async function insertBatches(
  db: Db,
  { workspaceId, runId, batchSize, matching }: RunKey & Snapshot & { matching: RawBuilder<unknown> },
): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    WITH matching AS (${matching}),
    numbered AS (SELECT id, (row_number() OVER (ORDER BY id) - 1) / ${batchSize}::int AS position FROM matching),
    batches AS (
      INSERT INTO bulk_batches (workspace_id, run_id, position, record_ids)
      SELECT ${workspaceId}::uuid, ${runId}::uuid, position, array_agg(id ORDER BY id) FROM numbered GROUP BY position
      RETURNING cardinality(record_ids) AS size
    )
    SELECT coalesce(sum(size), 0)::int AS total FROM batches`.execute(db);
  return setTotal(db, { workspaceId, runId }, rows[0]?.total ?? 0);
}

/** The records of one of a run's batches; null after the last. */
export async function findBatch(
  db: Db,
  { workspaceId, runId }: RunKey,
  position: number,
): Promise<string[] | null> {
  const row = await db
    .selectFrom('bulk_batches')
    .select('record_ids')
    .where('workspace_id', '=', workspaceId)
    .where('run_id', '=', runId)
    .where('position', '=', position)
    .executeTakeFirst();
  return row?.record_ids ?? null;
}

/** Up to `limit` rows after a record, with the names that the viewer may see and the status of messages. */
export async function listRows(
  db: Db,
  member: Member,
  {
    record,
    runId,
    outcome,
    after,
    limit,
  }: {
    record: RecordDescriptor;
    runId: string;
    outcome: Outcome | undefined;
    after: Position | null;
    limit: number;
  },
): Promise<BulkRowRow[]> {
  const { table, bulk } = record;
  const { workspaceId } = member;
  const name = sql`SELECT ${sql.ref(bulk?.nameColumn ?? `${table}.id`)} AS name FROM ${record.from(member)}
    WHERE ${sql.ref(`${table}.workspace_id`)} = ${workspaceId} AND ${record.scope(member)} AND ${sql.ref(`${table}.id`)} = r.record_id`;
  const { rows } = await sql<BulkRowRow>`
    SELECT r.record_id, named.name, r.outcome, r.reason, messages.status AS message_status, messages.status_detail AS message_detail
    FROM bulk_rows r LEFT JOIN LATERAL (${name}) AS named ON true
    LEFT JOIN messages ON messages.workspace_id = r.workspace_id AND messages.id = r.message_id
    WHERE r.workspace_id = ${workspaceId} AND r.run_id = ${runId}
      AND ${outcome === undefined ? sql`true` : sql`r.outcome = ${outcome}`}
      AND ${after === null ? sql`true` : sql`r.record_id > ${after[0]}`}
    ORDER BY r.record_id LIMIT ${limit}`.execute(db);
  return rows;
}

export type BulkRowRow = {
  readonly record_id: string;
  readonly name: string | null;
  readonly outcome: Outcome;
  readonly reason: string | null;
  readonly message_status: string | null;
  readonly message_detail: string | null;
};

/** The changes of a run to these records, for its undo. */
export async function listDoneRows(
  db: Db,
  { workspaceId, runId }: RunKey,
  recordIds: readonly string[],
): Promise<CompletedRow[]> {
  const { rows } = await sql<CompletedRow>`
    SELECT record_id, before, version_after, done_at FROM bulk_rows
    WHERE workspace_id = ${workspaceId} AND run_id = ${runId} AND record_id = ANY(${recordIds}) AND outcome = 'done' AND NOT is_undone`.execute(
    db,
  );
  return rows;
}

/** Writes the results of a batch. */
export async function writeResults(
  db: Db,
  { workspaceId, runId }: RunKey,
  { results, now }: { results: readonly RowResult[]; now: Date },
): Promise<void> {
  await sql`
    INSERT INTO bulk_rows (workspace_id, run_id, record_id, outcome, reason, before, version_after, message_id, done_at)
    SELECT ${workspaceId}::uuid, ${runId}::uuid, r.record_id, r.outcome, r.reason, r.before, r.version_after, r.message_id, ${now}::timestamptz
    FROM json_populate_recordset(NULL::bulk_rows, ${JSON.stringify(results)}::json) AS r`.execute(db);
}

/** Marks changes of a run as undone. */
export async function markUndone(
  db: Db,
  { workspaceId, runId }: RunKey,
  recordIds: readonly string[],
): Promise<void> {
  await sql`
    UPDATE bulk_rows SET is_undone = true
    WHERE workspace_id = ${workspaceId} AND run_id = ${runId} AND record_id = ANY(${recordIds})`.execute(db);
}

/** The records whose timeline shows a change of the value since the run, made by anyone. */
export async function listChangedSince(
  db: Db,
  { workspaceId, runId }: RunKey,
  { type, rows, mark }: { type: RecordType; rows: readonly CompletedRow[]; mark: ChangeMark },
): Promise<Set<string>> {
  const done = rows.map(({ record_id, done_at }) => ({ record_id, done_at }));
  const found = await sql<{ record_id: string }>`
    SELECT DISTINCT c.record_id FROM json_to_recordset(${JSON.stringify(done)}::json) AS c (record_id uuid, done_at timestamptz)
    JOIN activities a ON a.workspace_id = ${workspaceId} AND a.${sql.ref(`${type}_id`)} = c.record_id AND a.occurred_at >= c.done_at
    WHERE a.subject_kind = ${type} AND a.subject_id = c.record_id AND a.detail->>'bulkRunId' IS DISTINCT FROM ${runId}
      AND (a.type = ANY(${mark.types}) OR (${mark.column}::text IS NOT NULL AND a.detail->'changed' ? ${mark.column}::text))`.execute(
    db,
  );
  return new Set(found.rows.map((row) => row.record_id));
}
