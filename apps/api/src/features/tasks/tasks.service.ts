import { toCalendarDate } from '@handover/domain/local-time.ts';
import type {
  createFreeTaskBody,
  Task,
  updateTaskBody,
  TaskFilter,
  TaskTotals,
} from '@handover/contract/tasks/tasks.ts';
import { taskTransitions } from '@handover/contract/tasks/task-rules.ts';
import type * as z from 'zod/mini';
import { AppError, invalidField, staleVersion } from '#lib/errors.ts';
import { changeCounts } from '#platform/activities.ts';
import type { Member } from '#platform/session/actor.ts';
import type { Work } from '#platform/work.ts';
import { addTask, toJson, type NewTask } from './add-task.ts';
import { checkReminder, setReminder } from './reminders/set-reminder.ts';
import { makeNextTask, withdrawNextTask } from './repeat/next-task.ts';
import {
  publishAndReload,
  indexTask,
  loadTask,
  publishTask,
  toRemindedTask,
  notifyClient,
  notifyAssignee,
  recordOnTimeline,
} from './task-effects.ts';
import { checkLinks, findAssignableId } from './task-links.ts';
import { presentTask } from './tasks.presenter.ts';
import { authorize } from './tasks.policy.ts';
import { findTaskRow, type TaskRow, countByDay, countByGroup } from './tasks.queries.ts';
import { updateTaskRow } from './task-writes.queries.ts';
import { addDays, daysBetween } from '@handover/domain/calendar-dates.ts';

type CreateTask = Omit<z.infer<typeof createFreeTaskBody>, 'customerId'>;
type UpdateTask = z.infer<typeof updateTaskBody>;

/**
 * Creates a task for a customer or for none; without an assignee, it is assigned to the creator. Throws NOT_FOUND,
 * INVALID_INPUT.
 */
export async function createTask(
  work: Work,
  actor: Member,
  { customerId, input }: { customerId: string | null; input: CreateTask },
): Promise<Task> {
  const task: NewTask = {
    title: input.title,
    description: input.description ?? null,
    priority: input.priority ?? 'normal',
    audience: input.audience ?? 'staff',
    requests_files: input.requestsFiles ?? false,
    due_date: input.dueDate ?? null,
    assignee_id:
      input.assigneeId === undefined ? await findAssignableId(work, actor, customerId) : input.assigneeId,
    customer_id: customerId,
    business_id: input.businessId ?? null,
    deal_id: input.dealId ?? null,
    recurrence: input.recurrence ?? null,
    reminder: input.reminder ?? null,
    created_by: actor.userId,
  };
  await checkLinks(work, actor, { before: null, after: task });
  checkPlan(work, actor, { before: null, after: task });
  const id = await addTask(work, actor, task);
  await notifyAssignee(work, actor, { ...task, id });
  await notifyClient(work, actor, { ...task, id });
  return publishAndReload(work, actor, id);
}

/** Changes, completes or reopens a task. Throws NOT_FOUND, INVALID_INPUT, RULE_BROKEN, STALE_VERSION with the current task. */
export async function updateTask(
  work: Work,
  actor: Member,
  { taskId, input }: { taskId: string; input: UpdateTask },
): Promise<Task> {
  const { workspaceId } = actor;
  const isStatusOnly = Object.keys(input).every((field) => field === 'version' || field === 'status');
  const ability = isStatusOnly ? 'task:complete' : 'task:update';
  const before = authorize(actor, ability, await findTaskRow(work.db, actor, taskId));
  const after = withChange(before, input);
  if (after.status !== before.status && !taskTransitions[before.status].includes(after.status))
    throw new AppError(
      'RULE_BROKEN',
      `This task cannot move from ${before.status.replaceAll('_', ' ')} to ${after.status.replaceAll('_', ' ')}.`,
    );
  await checkLinks(work, actor, { before, after });
  checkPlan(work, actor, { before, after });
  const isCurrent = await updateTaskRow(work.db, {
    workspaceId,
    taskId,
    version: input.version,
    change: toColumns(after, { before, now: work.now }),
    now: work.now,
  });
  if (!isCurrent) throw staleVersion(presentTask(await loadTask(work, actor, taskId)));
  await followUp(work, actor, { before, after });
  return publishAndReload(work, actor, taskId);
}

/** Recurrence needs a start date, and a reminder needs a time in the future. */
function checkPlan(
  work: Work,
  { timeZone }: Member,
  { before, after }: { before: TaskRow | null; after: Pick<TaskRow, 'due_date' | 'recurrence' | 'reminder'> },
): void {
  const { due_date: dueDate, recurrence, reminder } = after;
  if (recurrence !== null && dueDate === null)
    throw invalidField('dueDate', 'A repeating task needs a due date');
  checkReminder(work, { reminder, before: before?.reminder ?? null, dueDate, timeZone });
}

function withChange(before: TaskRow, input: UpdateTask): TaskRow {
  return {
    ...before,
    ...(input.title === undefined ? {} : { title: input.title }),
    ...(input.description === undefined ? {} : { description: input.description }),
    ...(input.status === undefined ? {} : { status: input.status }),
    ...(input.dueDate === undefined ? {} : { due_date: input.dueDate }),
    ...(input.priority === undefined ? {} : { priority: input.priority }),
    ...(input.audience === undefined ? {} : { audience: input.audience }),
    ...(input.requestsFiles === undefined ? {} : { requests_files: input.requestsFiles }),
    ...(input.assigneeId === undefined ? {} : { assignee_id: input.assigneeId }),
    ...(input.customerId === undefined ? {} : { customer_id: input.customerId }),
    ...(input.businessId === undefined ? {} : { business_id: input.businessId }),
    ...(input.dealId === undefined ? {} : { deal_id: input.dealId }),
    ...(input.recurrence === undefined ? {} : { recurrence: input.recurrence }),
    ...(input.reminder === undefined ? {} : { reminder: input.reminder }),
  };
}

function toColumns(
  after: TaskRow,
  { before, now }: { before: TaskRow; now: Date },
): Parameters<typeof updateTaskRow>[1]['change'] {
  const { title, description, status, due_date, priority, audience, requests_files } = after;
  const { assignee_id, customer_id, business_id, deal_id } = after;
  return {
    title,
    description,
    status,
    due_date,
    priority,
    audience,
    requests_files,
    assignee_id,
    customer_id,
    business_id,
    deal_id,
    recurrence: toJson(after.recurrence),
    reminder: toJson(after.reminder),
    completed_at: status === 'done' ? (before.completed_at ?? now) : null,
  };
}

/** Side effects of a task change, in the same transaction. */
async function followUp(
  work: Work,
  actor: Member,
  { before, after }: { before: TaskRow; after: TaskRow },
): Promise<void> {
  const { workspaceId, timeZone } = actor;
  if (after.title !== before.title || after.description !== before.description)
    await indexTask(work, actor, after);
  const isMoved = after.customer_id !== before.customer_id;
  const isRelinked = isMoved || after.business_id !== before.business_id || after.deal_id !== before.deal_id;
  if (isRelinked) await moveToRecords(work, actor, { before, after, isMoved });
  // Removes the task from the client's open dashboard, because clients are not notified of staff tasks.
  else if (before.audience === 'client' && after.audience !== 'client') publishTask(work, actor, before);
  await setReminder(work, {
    taskId: after.id,
    workspaceId,
    timeZone,
    before: toRemindedTask(before),
    after: toRemindedTask(after),
  });
  if (after.assignee_id !== before.assignee_id) await notifyAssignee(work, actor, after);
  // A member who loses a task without a record is notified only that the list changed, not about the task.
  const isLost = isRelinked || after.assignee_id !== before.assignee_id;
  if (isLost && before.customer_id === null && before.business_id === null && before.deal_id === null)
    work.publish({ workspaceId, noun: 'task', id: workspaceId });
  const isNewClientRequest = after.audience !== before.audience || after.customer_id !== before.customer_id;
  if (isNewClientRequest) await notifyClient(work, actor, after);
  const wasDone = before.status === 'done';
  const isDone = after.status === 'done';
  if (isDone === wasDone) return;
  await recordOnTimeline(work, actor, {
    task: after,
    type: isDone ? 'task.completed' : 'task.reopened',
    openTasks: isDone ? -1 : 1,
  });
  if (isDone) await makeNextTask(work, actor, after);
  else await withdrawNextTask(work, actor, after);
}

/** The task is removed from the counts and open screens of its former records and added to those of its new ones. */
async function moveToRecords(
  work: Work,
  actor: Member,
  { before, after, isMoved }: { before: TaskRow; after: TaskRow; isMoved: boolean },
): Promise<void> {
  const openTasks = before.status === 'done' || !isMoved ? 0 : 1;
  if (isMoved && before.customer_id !== null)
    await changeCounts(work, {
      workspaceId: actor.workspaceId,
      customerId: before.customer_id,
      counts: { openTasks: -openTasks },
    });
  publishTask(work, actor, before);
  // Each record gets the entry of the task's creation only once.
  const joined = {
    ...after,
    customer_id: isMoved ? after.customer_id : null,
    business_id: after.business_id === before.business_id ? null : after.business_id,
    deal_id: after.deal_id === before.deal_id ? null : after.deal_id,
  };
  await recordOnTimeline(work, actor, { task: joined, type: 'task.created', openTasks });
}

const maxRangeDays = 62;

/** How many tasks match, in groups relative to today in the workspace; by day only for a range of at most 62 days. */
export async function loadTotals(work: Work, actor: Member, filter: TaskFilter): Promise<TaskTotals> {
  const today = toCalendarDate(work.now, actor.timeZone);
  const days = { today, tomorrow: addDays(today, 1), in7Days: addDays(today, 7) };
  const groups = await countByGroup(work.db, actor, { filter, days });
  const { dueFrom, dueTo } = filter;
  const isByDay = dueFrom !== undefined && dueTo !== undefined && daysBetween(dueFrom, dueTo) < maxRangeDays;
  return { ...groups, days: isByDay ? await countByDay(work.db, actor, filter) : [] };
}
