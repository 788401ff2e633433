import type { ClosingDateKind } from '@handover/contract/deals/deal-closing.ts';
import { sql, type Insertable, type Selectable, type Updateable } from 'kysely';
import type { Db } from '#db/client.ts';
import type { TasksTable } from '#db/schema/customers.ts';
import { updateVersion } from '#db/statements/update-version.ts';
import { staffMaySee } from '#platform/session/brokers.queries.ts';
import { isStaffMember } from '#platform/session/session.queries.ts';

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

/** Whether a task can be assigned to the user: active staff of the workspace who can see its customer, if it has one. */
export async function isAssignable(
  db: Db,
  { workspaceId, userId, customerId }: { workspaceId: string; userId: string; customerId: string | null },
): Promise<boolean> {
  if (customerId === null) return isStaffMember(db, { workspaceId, userId });
  const { rows } = await sql`
    SELECT FROM memberships m
    JOIN workspaces w ON w.id = m.workspace_id
    JOIN customers ON customers.workspace_id = m.workspace_id AND customers.id = ${customerId}
    WHERE m.workspace_id = ${workspaceId} AND m.user_id = ${userId} AND m.status = 'active'
      AND ${staffMaySee({ area: 'users', broker: sql`customers.broker_id` })}`.execute(db);
  return rows.length > 0;
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
