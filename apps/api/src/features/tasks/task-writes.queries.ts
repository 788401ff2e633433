import type { ClosingDateKind } from '@handover/contract/deals/deal-closing.ts';
import { sql, type Insertable, type Selectable, type Updateable } from 'kysely';
import type { Db } from '#db/client.ts';
import type { TasksTable } from '#db/schema/customers.ts';
import { updateVersion } from '#db/statements/update-version.ts';

export async function insertTask(db: Db, row: Insertable<TasksTable>): Promise<void> {
  await db.insertInto('tasks').values(row).execute();
}

/** Changes a task and its version; false when the version was not the current one. */
export function updateTaskRow(
  db: Db,
  {
    workspaceId,
    taskId,
    version,
    change,
    now,
  }: { workspaceId: string; taskId: string; version: number; change: Updateable<TasksTable>; now: Date },
): Promise<boolean> {
  return updateVersion(db, 'tasks', {
    workspaceId,
    id: taskId,
    version,
    change: { ...change, updated_at: now },
  });
}

/**
 * Whether a task on this customer can be assigned to the user: active staff of the workspace who see the customer. If
 * the workspace's scope is "own", these are admins and the customer's broker.
 */
export async function isAssignable(
  db: Db,
  { workspaceId, userId, customerId }: { workspaceId: string; userId: string; customerId: string | null },
): Promise<boolean> {
  const row = await db
    .selectFrom('memberships')
    .innerJoin('workspaces', 'workspaces.id', 'memberships.workspace_id')
    .select('memberships.user_id')
    .where('memberships.workspace_id', '=', workspaceId)
    .where('memberships.user_id', '=', userId)
    .where('memberships.role', '<>', 'CLIENT')
    .where('memberships.status', '=', 'active')
    .where(
      sql<boolean>`(memberships.role = 'ADMIN' OR workspaces.record_scope = 'all' OR ${customerId}::uuid IS NULL OR EXISTS (
        SELECT FROM customers WHERE customers.workspace_id = ${workspaceId} AND customers.id = ${customerId}::uuid AND customers.broker_id = ${userId}))`,
    )
    .executeTakeFirst();
  return row !== undefined;
}

/** The latest task for a date after the closing of a deal that is not in the trash; null without one. */
export async function findClosingTask(
  db: Db,
  { workspaceId, dealId, kind }: { workspaceId: string; dealId: string; kind: ClosingDateKind },
): Promise<Pick<Selectable<TasksTable>, 'id' | 'status' | 'due_date' | 'version'> | null> {
  const row = await db
    .selectFrom('tasks')
    .select(['id', 'status', 'due_date', 'version'])
    .where('workspace_id', '=', workspaceId)
    .where('deal_id', '=', dealId)
    .where('closing_date', '=', kind)
    .where('deleted_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst();
  return row ?? null;
}
