import { toCalendarDate } from '@handover/domain/local-time.ts';
import type { Reminder } from '@handover/contract/tasks/task-rules.ts';
import { addDays, daysBetween } from '@handover/domain/calendar-dates.ts';
import { findNextDue } from '@handover/domain/recurrence.ts';
import { changeCounts } from '#platform/activities.ts';
import type { Member } from '#platform/session/actor.ts';
import type { Work } from '#platform/work.ts';
import { addTask } from '../add-task.ts';
import { publishAndReload, publishTask } from '../task-effects.ts';
import { isAssignable } from '../task-writes.queries.ts';
import type { TaskRow } from '../tasks.queries.ts';
import { deleteUntouchedTask, findNextTask } from './next-task.queries.ts';

/** Creates the next occurrence of a completed repeating task, at most once. */
export async function makeNextTask(work: Work, actor: Member, done: TaskRow): Promise<void> {
  const { workspaceId } = actor;
  if (done.recurrence === null || done.due_date === null) return;
  if ((await findNextTask(work.db, { workspaceId, taskId: done.id })) !== null) return;
  const due = findNextDue(done.recurrence, {
    due: done.due_date,
    today: toCalendarDate(work.now, actor.timeZone),
  });
  if (due === null) return;
  const {
    title,
    description,
    priority,
    audience,
    customer_id,
    business_id,
    deal_id,
    recurrence,
    created_by,
  } = done;
  const id = await addTask(work, actor, {
    title,
    description,
    priority,
    audience,
    requests_files: done.requests_files,
    customer_id,
    business_id,
    deal_id,
    recurrence,
    created_by,
    due_date: due,
    reminder: moveReminder(done.reminder, daysBetween(done.due_date, due)),
    assignee_id: await findAssignable(work, workspaceId, done),
    repeats_from: done.id,
  });
  await publishAndReload(work, actor, id);
}

/** Removes what `makeNextTask` created unless it was changed. */
export async function withdrawNextTask(work: Work, actor: Member, reopened: TaskRow): Promise<void> {
  const { workspaceId } = actor;
  const next = await findNextTask(work.db, { workspaceId, taskId: reopened.id });
  if (next === null || !(await deleteUntouchedTask(work.db, { workspaceId, taskId: next.id }))) return;
  if (next.customer_id !== null)
    await changeCounts(work, { workspaceId, customerId: next.customer_id, counts: { openTasks: -1 } });
  publishTask(work, actor, next);
}

/** The reminder moved by the same number of days as the due date. */
function moveReminder(reminder: Reminder | null, days: number): Reminder | null {
  if (reminder?.kind !== 'at') return reminder;
  return { ...reminder, at: `${addDays(reminder.at.slice(0, 10), days)}${reminder.at.slice(10)}` };
}

async function findAssignable(
  { db }: Work,
  workspaceId: string,
  { assignee_id: userId, customer_id: customerId }: TaskRow,
): Promise<string | null> {
  return userId !== null && (await isAssignable(db, { workspaceId, userId, customerId })) ? userId : null;
}
