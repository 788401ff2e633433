import type { Task } from '@handover/contract/tasks/tasks.ts';
import type { TaskStatus } from '@handover/contract/tasks/task-rules.ts';
import type { Member } from '#platform/session/actor.ts';
import type { Work } from '#platform/work.ts';
import { publishTask } from './task-effects.ts';
import { findTaskRow } from './tasks.queries.ts';
import { createTask, updateTask } from './tasks.service.ts';

/** Creates a client task that asks for documents of a business, and notifies the client. Throws NOT_FOUND, INVALID_INPUT. */
export function askClient(
  work: Work,
  actor: Member,
  { customerId, ...input }: { customerId: string; businessId: string; title: string; dueDate: string | null },
): Promise<Task> {
  return createTask(work, actor, {
    customerId,
    input: { ...input, audience: 'client', requestsFiles: true },
  });
}

/**
 * Gives a task of the client another status, with its timeline and live updates, if its status is one of `from`; does
 * nothing if it is deleted or not visible to the member.
 */
export async function moveClientTask(
  work: Work,
  actor: Member,
  { taskId, from, to }: { taskId: string; from: readonly TaskStatus[]; to: TaskStatus },
): Promise<void> {
  const task = await findTaskRow(work.db, actor, taskId);
  if (task === null || task.deleted_at !== null) return;
  // Its requests have changed, even if its status has not.
  if (!from.includes(task.status)) return publishTask(work, actor, task);
  await updateTask(work, actor, { taskId, input: { version: task.version, status: to } });
}
