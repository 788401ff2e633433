import type { Task } from '@handover/contract/tasks/tasks.ts';
import { notFound, staleVersion } from '#lib/errors.ts';
import { changeCounts } from '#platform/activities.ts';
import type { Member } from '#platform/session/actor.ts';
import type { Work } from '#platform/work.ts';
import { setReminder } from './reminders/set-reminder.ts';
import { loadTask, publishTask, toRemindedTask } from './task-effects.ts';
import { presentTask } from './tasks.presenter.ts';
import { authorize } from './tasks.policy.ts';
import { findTaskRow, type TaskRow } from './tasks.queries.ts';
import { updateTaskRow } from './task-writes.queries.ts';

/** Soft-deletes a task; returns its new version. Throws NOT_FOUND. */
export async function deleteTask(work: Work, actor: Member, taskId: string): Promise<number> {
  const task = authorize(actor, 'task:delete', await loadTask(work, actor, taskId));
  await setDeleted(work, actor, { task, isDeleted: true });
  return task.version + 1;
}

/** Restores a deleted task. Throws NOT_FOUND unless deleted, STALE_VERSION. */
export async function restoreTask(
  work: Work,
  actor: Member,
  { taskId, version }: { taskId: string; version?: number },
): Promise<Task> {
  const task = await findTaskRow(work.db, actor, taskId);
  if (task === null || task.deleted_at === null) throw notFound('task');
  authorize(actor, 'task:delete', task);
  if (version !== undefined && version !== task.version) throw staleVersion(null);
  await setDeleted(work, actor, { task, isDeleted: false });
  return presentTask(await loadTask(work, actor, taskId));
}

async function setDeleted(
  work: Work,
  actor: Member,
  { task, isDeleted }: { task: TaskRow; isDeleted: boolean },
): Promise<void> {
  const { workspaceId, timeZone } = actor;
  const deletedAt = isDeleted ? work.now : null;
  const isCurrent = await updateTaskRow(work.db, {
    workspaceId,
    taskId: task.id,
    version: task.version,
    change: { deleted_at: deletedAt },
    now: work.now,
  });
  if (!isCurrent) throw staleVersion(null);
  if (task.customer_id !== null && task.status !== 'done')
    await changeCounts(work, {
      workspaceId,
      customerId: task.customer_id,
      counts: { openTasks: isDeleted ? -1 : 1 },
    });
  await setReminder(work, {
    taskId: task.id,
    workspaceId,
    timeZone,
    before: toRemindedTask(task),
    after: toRemindedTask({ ...task, deleted_at: deletedAt }),
  });
  publishTask(work, actor, task);
}
