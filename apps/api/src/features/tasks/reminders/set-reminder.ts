import { isDeepStrictEqual } from 'node:util';
import type { Reminder } from '@handover/contract/tasks/task-rules.ts';
import { toInstant } from '@handover/domain/local-time.ts';
import { invalidField } from '#lib/errors.ts';
import type { Work } from '#platform/work.ts';
import { dropReminder, saveReminder } from './reminders.queries.ts';

export type RemindedTask = {
  readonly reminder: Reminder | null;
  readonly due_date: string | null;
  readonly isPending: boolean;
};

/** Rejects a reminder that can never be sent. Throws INVALID_INPUT. */
export function checkReminder(
  { now }: Work,
  {
    reminder,
    before,
    dueDate,
    timeZone,
  }: { reminder: Reminder | null; before: Reminder | null; dueDate: string | null; timeZone: string },
): void {
  if (reminder === null || isDeepStrictEqual(reminder, before)) return;
  if (reminder.kind === 'dueDay' && dueDate === null)
    throw invalidField('dueDate', 'A reminder on the due date needs a due date');
  if (reminder.kind === 'at' && toInstant(reminder.at, timeZone) <= now)
    throw invalidField('reminder', 'This time has passed');
}

/**
 * Queues, replaces, or removes the reminder of a changed task. A reminder in the past is dropped; an unchanged reminder
 * is kept.
 */
export async function setReminder(
  work: Work,
  {
    taskId,
    workspaceId,
    timeZone,
    before,
    after,
  }: {
    taskId: string;
    workspaceId: string;
    timeZone: string;
    before: RemindedTask | null;
    after: RemindedTask;
  },
): Promise<void> {
  if (before !== null && isDeepStrictEqual(before, after)) return;
  const localTime = findLocalTime(after);
  const firesAt = localTime === null ? null : toInstant(localTime, timeZone);
  if (localTime !== null && firesAt !== null && firesAt > work.now)
    await saveReminder(work.db, {
      task_id: taskId,
      workspace_id: workspaceId,
      local_time: localTime,
      time_zone: timeZone,
      fires_at: firesAt,
    });
  else await dropReminder(work.db, taskId);
}

function findLocalTime({ reminder, due_date, isPending }: RemindedTask): string | null {
  if (reminder === null || !isPending) return null;
  if (reminder.kind === 'at') return reminder.at;
  return due_date === null ? null : `${due_date}T${reminder.time}`;
}
