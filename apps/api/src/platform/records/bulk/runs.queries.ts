import type { BulkAction, BulkStatus } from '@handover/contract/records/bulk.ts';
import type { RecordType } from '@handover/contract/records/records.ts';
import { roleLevels } from '@handover/contract/auth/roles.ts';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#db/client.ts';
import type { Position } from '#lib/pagination.ts';
import type { LiveSpec } from '#platform/live/audience.ts';
import type { Member } from '#platform/session/actor.ts';

export type RunKey = { readonly workspaceId: string; readonly runId: string };

export type NewRun = {
  readonly id: string;
  readonly recordType: RecordType;
  readonly action: BulkAction;
  readonly input: unknown;
  readonly undoOf: string | null;
};

/**
 * The runs that a member may see, as a condition on `bulk_runs`: their own, or all of the workspace for administrators.
 */
function inBulkScope(member: Member): RawBuilder<boolean> {
  const inWorkspace = sql<boolean>`bulk_runs.workspace_id = ${member.workspaceId}`;
  return member.level >= roleLevels.ADMIN
    ? inWorkspace
    : sql<boolean>`(${inWorkspace} AND bulk_runs.created_by = ${member.userId})`;
}

/** A run changes everyone's lists, but only those who may see it are sent its ID. */
export const bulkLive: LiveSpec = {
  noun: 'bulk',
  audience: 'attached',
  changesLists: true,
  readable: { table: 'bulk_runs', from: () => sql`bulk_runs`, scope: inBulkScope },
};

export async function insertRun(
  db: Db,
  actor: Pick<Member, 'workspaceId' | 'userId'>,
  { id, recordType, action, input, undoOf, now }: NewRun & { now: Date },
): Promise<void> {
  await db
    .insertInto('bulk_runs')
    .values({
      workspace_id: actor.workspaceId,
      id,
      record_type: recordType,
      action,
      input: JSON.stringify(input),
      undo_of: undoOf,
      total_count: 0,
      created_by: actor.userId,
      created_at: now,
    })
    .execute();
}

function fromRuns(db: Db) {
  return db
    .selectFrom('bulk_runs')
    .innerJoin('users', 'users.id', 'bulk_runs.created_by')
    .leftJoin('bulk_runs as undone', (join) =>
      join
        .onRef('undone.workspace_id', '=', 'bulk_runs.workspace_id')
        .onRef('undone.id', '=', 'bulk_runs.undo_of'),
    )
    .select([
      'bulk_runs.workspace_id',
      'bulk_runs.id',
      'bulk_runs.record_type',
      'bulk_runs.action',
      'bulk_runs.input',
      'bulk_runs.undo_of',
      'bulk_runs.status',
      'bulk_runs.status_detail',
      'bulk_runs.position',
      'bulk_runs.total_count',
      'bulk_runs.done_count',
      'bulk_runs.skipped_count',
      'bulk_runs.undone_count',
      'bulk_runs.created_by',
      'bulk_runs.created_at',
      'bulk_runs.finished_at',
      'users.display_name as creator_name',
      'undone.action as undone_action',
      sql<boolean>`EXISTS (SELECT FROM bulk_runs u WHERE u.workspace_id = bulk_runs.workspace_id AND u.undo_of = bulk_runs.id AND u.status IN ('queued', 'running', 'done'))`.as(
        'has_undo',
      ),
    ]);
}

/** A run that the member may see. */
export function findRun(db: Db, member: Member, runId: string) {
  return fromRuns(db).where('bulk_runs.id', '=', runId).where(inBulkScope(member)).executeTakeFirst();
}

/** A run, without an access check. */
export function findRunToWorkOn(db: Db, { workspaceId, runId }: RunKey) {
  return fromRuns(db)
    .where('bulk_runs.workspace_id', '=', workspaceId)
    .where('bulk_runs.id', '=', runId)
    .executeTakeFirst();
}

export type RunRow = NonNullable<Awaited<ReturnType<typeof findRun>>>;

/** Up to `limit` runs on records of a type after a position, newest first. */
export function listRunRows(
  db: Db,
  member: Member,
  { recordType, after, limit }: { recordType: RecordType; after: Position | null; limit: number },
) {
  let query = fromRuns(db).where('bulk_runs.record_type', '=', recordType).where(inBulkScope(member));
  if (after !== null)
    query = query.where(sql<boolean>`(bulk_runs.created_at, bulk_runs.id) < (${after[0]}, ${after[1]})`);
  return query.orderBy('bulk_runs.created_at', 'desc').orderBy('bulk_runs.id', 'desc').limit(limit).execute();
}

export async function countRuns(db: Db, member: Member, recordType: RecordType): Promise<number> {
  const { count } = await db
    .selectFrom('bulk_runs')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('record_type', '=', recordType)
    .where(inBulkScope(member))
    .executeTakeFirstOrThrow();
  return count;
}

/** Moves a run to another status; false if it is no longer in one of the expected statuses. */
export async function moveRun(
  db: Db,
  { workspaceId, runId }: RunKey,
  change: {
    from: readonly BulkStatus[];
    to: BulkStatus;
    detail: string | null;
    finishedAt: Date | null;
  },
): Promise<boolean> {
  const row = await db
    .updateTable('bulk_runs')
    .set({ status: change.to, status_detail: change.detail, finished_at: change.finishedAt })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', runId)
    .where('status', 'in', [...change.from])
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** The state that a batch depends on, locked until the transaction ends. */
export function lockRun(db: Db, { workspaceId, runId }: RunKey) {
  return db
    .selectFrom('bulk_runs')
    .select(['status', 'position'])
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', runId)
    .forUpdate()
    .executeTakeFirst();
}

/** Moves the position of a run past a batch, in the transaction that wrote the batch. */
export async function advanceRun(
  db: Db,
  { workspaceId, runId }: RunKey,
  { done, skipped }: { done: number; skipped: number },
): Promise<void> {
  await db
    .updateTable('bulk_runs')
    .set((eb) => ({
      position: eb('position', '+', 1),
      done_count: eb('done_count', '+', done),
      skipped_count: eb('skipped_count', '+', skipped),
      status_detail: null,
    }))
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', runId)
    .execute();
}

export async function addUndone(db: Db, { workspaceId, runId }: RunKey, count: number): Promise<void> {
  await db
    .updateTable('bulk_runs')
    .set((eb) => ({ undone_count: eb('undone_count', '+', count) }))
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', runId)
    .execute();
}

export async function setRunDetail(db: Db, { workspaceId, runId }: RunKey, detail: string): Promise<void> {
  await db
    .updateTable('bulk_runs')
    .set({ status_detail: detail })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', runId)
    .execute();
}

/** Every queued or unfinished run, in all workspaces. */
export async function listUnfinishedRuns(db: Db): Promise<RunKey[]> {
  const workspaces = await db.selectFrom('workspaces').select('id').execute();
  return db
    .selectFrom('bulk_runs')
    .select(['workspace_id as workspaceId', 'id as runId'])
    .where(sql<boolean>`workspace_id = ANY(${workspaces.map(({ id }) => id)})`)
    .where('status', 'in', ['queued', 'running'])
    .execute();
}

/** Sets how many records a run is for, and returns it. */
export async function setTotal(db: Db, { workspaceId, runId }: RunKey, total: number): Promise<number> {
  await db
    .updateTable('bulk_runs')
    .set({ total_count: total })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', runId)
    .execute();
  return total;
}
