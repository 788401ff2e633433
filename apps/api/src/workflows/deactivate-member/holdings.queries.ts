import type { Holdings } from '@handover/contract/members.ts';
import { sql } from 'kysely';
import type { Db } from '#db/client.ts';
import { newId } from '#lib/ids.ts';

const rowsPerInsert = 1_000;

type Key = { readonly workspaceId: string; readonly userId: string };
type HandOver = Key & { readonly to: string | null; readonly now: Date };

/** How much stands with a person; what lies in the trash does not count. */
export async function countHoldings(db: Db, { workspaceId, userId }: Key): Promise<Holdings> {
  const { rows } = await sql<Holdings>`
    SELECT (SELECT count(*) FROM customers WHERE workspace_id = ${workspaceId} AND broker_id = ${userId} AND deleted_at IS NULL)::int AS customers,
           (SELECT count(*) FROM tasks WHERE workspace_id = ${workspaceId} AND assignee_id = ${userId} AND status <> 'done' AND deleted_at IS NULL)::int AS "openTasks",
           (SELECT count(*) FROM businesses WHERE workspace_id = ${workspaceId} AND broker_id = ${userId} AND deleted_at IS NULL)::int AS businesses,
           (SELECT count(*) FROM mailboxes WHERE workspace_id = ${workspaceId} AND owner_id = ${userId})::int AS mailboxes`.execute(
    db,
  );
  return rows[0] ?? { customers: 0, openTasks: 0, businesses: 0, mailboxes: 0 };
}

/** Gives customers another broker, or none; returns their ids. */
export async function moveCustomers(db: Db, { workspaceId, userId, to, now }: HandOver): Promise<string[]> {
  const rows = await db
    .updateTable('customers')
    .set((eb) => ({ broker_id: to, version: eb('version', '+', 1), updated_at: now }))
    .where('workspace_id', '=', workspaceId)
    .where('broker_id', '=', userId)
    .where('deleted_at', 'is', null)
    .returning('id')
    .execute();
  return rows.map((row) => row.id);
}

/** Gives businesses another broker, or none; returns their ids with their owners. */
export function moveBusinesses(db: Db, { workspaceId, userId, to, now }: HandOver) {
  return db
    .updateTable('businesses')
    .set((eb) => ({ broker_id: to, version: eb('version', '+', 1), updated_at: now }))
    .where('workspace_id', '=', workspaceId)
    .where('broker_id', '=', userId)
    .where('deleted_at', 'is', null)
    .returning(['id', 'owner_id'])
    .execute();
}

/** Assigns open tasks to somebody else, or nobody; returns how many. */
export async function moveOpenTasks(db: Db, { workspaceId, userId, to, now }: HandOver): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('tasks')
    .set((eb) => ({ assignee_id: to, version: eb('version', '+', 1), updated_at: now }))
    .where('workspace_id', '=', workspaceId)
    .where('assignee_id', '=', userId)
    .where('status', '<>', 'done')
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Gives personal mailboxes to somebody else; returns how many. */
export async function moveMailboxes(
  db: Db,
  { workspaceId, userId, to }: Key & { to: string },
): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('mailboxes')
    .set({ owner_id: to })
    .where('workspace_id', '=', workspaceId)
    .where('owner_id', '=', userId)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** The same timeline entry for many customers, whose last activity it is. */
export async function recordCustomerChanges(
  db: Db,
  {
    workspaceId,
    actorId,
    ids,
    detail,
    now,
  }: {
    workspaceId: string;
    actorId: string;
    ids: readonly string[];
    detail: Record<string, unknown>;
    now: Date;
  },
): Promise<void> {
  for (let start = 0; start < ids.length; start += rowsPerInsert) {
    const slice = ids.slice(start, start + rowsPerInsert);
    const rows = slice.map((id) => ({
      workspace_id: workspaceId,
      id: newId(),
      customer_id: id,
      type: 'customer.updated' as const,
      subject_kind: 'customer',
      subject_id: id,
      actor_id: actorId,
      audience: 'staff' as const,
      detail: JSON.stringify(detail),
      occurred_at: now,
    }));
    await db.insertInto('activities').values(rows).execute();
    await sql`
      UPDATE customer_stats SET activity_count = activity_count + 1, last_activity_at = greatest(last_activity_at, ${now})
      WHERE workspace_id = ${workspaceId} AND customer_id = ANY(${slice}::uuid[])`.execute(db);
  }
}
