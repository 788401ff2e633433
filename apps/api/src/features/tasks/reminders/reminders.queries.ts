import type { Db } from '#db/client.ts';
import { isActiveWorkspace } from '#platform/installation/archived.queries.ts';
import type { TaskRemindersTable } from '#db/schema/customers.ts';

/** Queues a reminder, replacing the task's earlier one. */
export async function saveReminder(db: Db, reminder: TaskRemindersTable): Promise<void> {
  const { local_time, time_zone, fires_at } = reminder;
  await db
    .insertInto('task_reminders')
    .values(reminder)
    .onConflict((conflict) => conflict.column('task_id').doUpdateSet({ local_time, time_zone, fires_at }))
    .execute();
}

export async function dropReminder(db: Db, taskId: string): Promise<void> {
  await db.deleteFrom('task_reminders').where('task_id', '=', taskId).execute();
}

/** Reminders of workspaces with a changed time zone, with the new time zone. */
export function listMovedReminders(db: Db, limit: number) {
  return db
    .selectFrom('task_reminders')
    .innerJoin('workspaces', 'workspaces.id', 'task_reminders.workspace_id')
    .select(['task_reminders.task_id', 'task_reminders.local_time', 'workspaces.time_zone'])
    .whereRef('task_reminders.time_zone', '<>', 'workspaces.time_zone')
    .limit(limit)
    .execute();
}

export async function moveReminder(
  db: Db,
  {
    taskId,
    localTime,
    timeZone,
    firesAt,
  }: { taskId: string; localTime: string; timeZone: string; firesAt: Date },
): Promise<void> {
  await db
    .updateTable('task_reminders')
    .set({ time_zone: timeZone, fires_at: firesAt })
    .where('task_id', '=', taskId)
    .where('local_time', '=', localTime)
    .execute();
}

/** Removes the earliest due reminder from the queue, skipping those locked by others. */
export async function claimDueReminder(
  db: Db,
  now: Date,
): Promise<{ taskId: string; workspaceId: string } | null> {
  const row = await db
    .deleteFrom('task_reminders')
    // "=" evaluates the subquery once; "IN" may repeat it for each row and claim too many.
    .where('task_id', '=', (eb) =>
      eb
        .selectFrom('task_reminders as due')
        .select('due.task_id')
        .where('due.fires_at', '<=', now)
        .where(isActiveWorkspace('due.workspace_id'))
        .orderBy('due.fires_at')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returning(['task_id', 'workspace_id'])
    .executeTakeFirst();
  return row === undefined ? null : { taskId: row.task_id, workspaceId: row.workspace_id };
}

/** Postpones due reminders of a task until `until`, so that others go first. */
export async function postponeReminder(
  db: Db,
  { taskId, until }: { taskId: string; until: Date },
): Promise<void> {
  await db.updateTable('task_reminders').set({ fires_at: until }).where('task_id', '=', taskId).execute();
}

/** Text and recipients of a reminder; null if the task is done or deleted. */
export async function findRemindedTask(
  db: Db,
  { taskId, workspaceId }: { taskId: string; workspaceId: string },
) {
  const row = await db
    .selectFrom('tasks')
    .innerJoin('workspaces', 'workspaces.id', 'tasks.workspace_id')
    .innerJoin('users', (join) =>
      join.on((eb) => eb('users.id', '=', eb.fn.coalesce('tasks.assignee_id', 'tasks.created_by'))),
    )
    .select([
      'users.id as user_id',
      'users.email',
      'users.is_sample as is_sample_user',
      'workspaces.is_sample as is_sample_workspace',
      'tasks.reminder',
    ])
    .where('tasks.workspace_id', '=', workspaceId)
    .where('tasks.id', '=', taskId)
    .where('tasks.completed_at', 'is', null)
    .where('tasks.deleted_at', 'is', null)
    .executeTakeFirst();
  return row ?? null;
}
