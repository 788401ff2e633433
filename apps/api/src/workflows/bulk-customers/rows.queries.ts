import type { bulkOutcomes } from '@handover/contract/bulk.ts';
import type { CustomerFilter } from '@handover/contract/customer-list.ts';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#db/client.ts';
import { filterableCustomers, needsStats } from '#features/customers/customer-filter.queries.ts';
import { inCustomerScope } from '#platform/customers/scope.ts';
import { matchesSelection, type ResolvedSelection } from '#platform/records/list/filter.queries.ts';
import type { Member } from '#platform/session/actor.ts';
import { setTotal, type RunKey } from './runs.queries.ts';

type Outcome = (typeof bulkOutcomes)[number];

type Snapshot = { readonly runId: string; readonly batchSize: number };

/** Holds fast which customers a run is for: those that match at this moment. Returns how many. */
export async function snapshotSelection(
  db: Db,
  member: Member,
  { runId, batchSize, ...asked }: ResolvedSelection<CustomerFilter> & Snapshot,
): Promise<number> {
  const { workspaceId } = member;
  return insertBatches(db, {
    workspaceId,
    runId,
    batchSize,
    matching: sql`SELECT customers.id FROM customers ${statsFor(asked)} WHERE ${matchesSelection(filterableCustomers, member, asked)}`,
  });
}

/** The ids of the first customers of a selection, in the order of a run. */
export async function listFirst(
  db: Db,
  member: Member,
  { limit, ...asked }: ResolvedSelection<CustomerFilter> & { limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT customers.id FROM customers ${statsFor(asked)}
    WHERE ${matchesSelection(filterableCustomers, member, asked)} ORDER BY customers.id LIMIT ${limit}`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

/** The same for an undo: the customers for whom the run did something that has not been taken back. */
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

function statsFor({ filter: { filter } }: ResolvedSelection<CustomerFilter>): RawBuilder<unknown> {
  return needsStats(filter)
    ? sql`JOIN customer_stats ON customer_stats.workspace_id = customers.workspace_id AND customer_stats.customer_id = customers.id`
    : sql``;
}

/** Hundreds of ids to a row: a snapshot of a whole workspace is taken within the time of a call. */
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

/** The customers of one of a run's batches; null behind the last. */
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

/** Up to `limit` rows behind a customer, with the names that the viewer may see and what became of the e-mails. */
export function listRows(
  db: Db,
  member: Member,
  {
    runId,
    outcome,
    after,
    limit,
  }: { runId: string; outcome: Outcome | undefined; after: string | null; limit: number },
) {
  let query = db
    .selectFrom('bulk_rows')
    .leftJoin('customers', (join) =>
      join
        .onRef('customers.workspace_id', '=', 'bulk_rows.workspace_id')
        .onRef('customers.id', '=', 'bulk_rows.record_id')
        .on(inCustomerScope(member)),
    )
    .leftJoin('messages', (join) =>
      join
        .onRef('messages.workspace_id', '=', 'bulk_rows.workspace_id')
        .onRef('messages.id', '=', 'bulk_rows.message_id'),
    )
    .select([
      'bulk_rows.record_id',
      'customers.name',
      'bulk_rows.outcome',
      'bulk_rows.reason',
      'messages.status as message_status',
      'messages.status_detail as message_detail',
    ])
    .where('bulk_rows.workspace_id', '=', member.workspaceId)
    .where('bulk_rows.run_id', '=', runId);
  if (outcome !== undefined) query = query.where('bulk_rows.outcome', '=', outcome);
  if (after !== null) query = query.where('bulk_rows.record_id', '>', after);
  return query.orderBy('bulk_rows.record_id').limit(limit).execute();
}

export type BulkRowRow = Awaited<ReturnType<typeof listRows>>[number];

export type DoneRow = {
  readonly record_id: string;
  readonly before: unknown;
  readonly version_after: number;
  readonly done_at: Date;
};

/** What a run did to these customers, for its undo. */
export async function listDoneRows(
  db: Db,
  { workspaceId, runId }: RunKey,
  customerIds: readonly string[],
): Promise<DoneRow[]> {
  const { rows } = await sql<DoneRow>`
    SELECT record_id, before, version_after, done_at FROM bulk_rows
    WHERE workspace_id = ${workspaceId} AND run_id = ${runId} AND record_id = ANY(${customerIds}) AND outcome = 'done' AND NOT is_undone`.execute(
    db,
  );
  return rows;
}

export type RowResult = {
  readonly record_id: string;
  readonly outcome: 'done' | 'skipped';
  readonly reason: string | null;
  readonly before: unknown;
  readonly version_after: number | null;
  readonly message_id: string | null;
};

/** Writes down what became of the customers of a batch. */
export async function writeResults(
  db: Db,
  { workspaceId, runId }: RunKey,
  { results, now }: { results: readonly RowResult[]; now: Date },
): Promise<void> {
  // Who was removed for good meanwhile is counted, but there is nobody left to name.
  await sql`
    INSERT INTO bulk_rows (workspace_id, run_id, record_id, outcome, reason, before, version_after, message_id, done_at)
    SELECT ${workspaceId}::uuid, ${runId}::uuid, r.record_id, r.outcome, r.reason, r.before, r.version_after, r.message_id, ${now}::timestamptz
    FROM json_populate_recordset(NULL::bulk_rows, ${JSON.stringify(results)}::json) AS r
    JOIN customers ON customers.workspace_id = ${workspaceId} AND customers.id = r.record_id`.execute(db);
}

/** Marks what a run did as taken back. */
export async function markUndone(
  db: Db,
  { workspaceId, runId }: RunKey,
  customerIds: readonly string[],
): Promise<void> {
  await sql`
    UPDATE bulk_rows SET is_undone = true
    WHERE workspace_id = ${workspaceId} AND run_id = ${runId} AND record_id = ANY(${customerIds})`.execute(
    db,
  );
}
