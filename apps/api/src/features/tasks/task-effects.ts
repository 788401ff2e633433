import type { Task } from '@handover/contract/tasks/tasks.ts';
import type { ActivityType } from '@handover/contract/records/activities.ts';
import { notFound } from '#lib/errors.ts';
import { byMember, recordActivity } from '#platform/activities.ts';
import { notify } from '#platform/notifications.ts';
import { indexForSearch } from '#platform/search/search-entries.ts';
import type { Member } from '#platform/session/actor.ts';
import type { Work } from '#platform/work.ts';
import type { RemindedTask } from './reminders/set-reminder.ts';
import { presentTask } from './tasks.presenter.ts';
import { findTaskRow, getWrittenTaskRow, type TaskRow } from './tasks.queries.ts';
import { getCustomerRef } from '#features/customers/customers.public.ts';

/** A task that the member may see and that is not deleted. Throws NOT_FOUND otherwise. */
export async function loadTask(work: Work, actor: Member, taskId: string): Promise<TaskRow> {
  const row = await findTaskRow(work.db, actor, taskId);
  if (row === null || row.deleted_at !== null) throw notFound('task');
  return row;
}

/** Publishes a written task to open screens and returns its current state. */
export async function publishAndReload(work: Work, actor: Member, taskId: string): Promise<Task> {
  const row = await getWrittenTaskRow(work.db, actor, taskId);
  publishTask(work, actor, row);
  return presentTask(row);
}

export function publishTask(
  work: Work,
  { workspaceId }: Member,
  task: Pick<TaskRow, 'id' | 'customer_id' | 'business_id' | 'deal_id' | 'version' | 'audience'>,
): void {
  work.publish({
    workspaceId,
    noun: 'task',
    id: task.id,
    customerId: task.customer_id,
    businessId: task.business_id,
    dealId: task.deal_id,
    version: task.version,
    isForClient: task.audience === 'client',
  });
}

/** Records what happened to a task on its customer and its business, and updates the customer's count of open tasks. */
export async function recordOnTimeline(
  work: Work,
  actor: Member,
  {
    task,
    type,
    openTasks,
  }: {
    task: Pick<TaskRow, 'id' | 'customer_id' | 'business_id' | 'deal_id' | 'audience'>;
    type: Extract<ActivityType, `task.${string}`>;
    openTasks: number;
  },
): Promise<void> {
  if (task.customer_id === null && task.business_id === null && task.deal_id === null) return;
  await recordActivity(
    work,
    {
      ...byMember(actor, task.customer_id),
      businessId: task.business_id,
      dealId: task.deal_id,
      type,
      subject: { kind: 'task', id: task.id },
      audience: task.audience === 'client' ? 'client' : 'staff',
    },
    { openTasks },
  );
}

type NotifiedTask = Pick<
  TaskRow,
  'id' | 'title' | 'assignee_id' | 'audience' | 'customer_id' | 'business_id' | 'deal_id'
>;

/** Notifies a member to whom another member assigned a task. */
export async function notifyAssignee(
  work: Work,
  actor: Member,
  {
    id,
    title,
    assignee_id: assigneeId,
    customer_id: customerId,
    business_id: businessId,
    deal_id: dealId,
  }: NotifiedTask,
): Promise<void> {
  if (assigneeId === null || assigneeId === actor.userId) return;
  await notify(work, {
    workspaceId: actor.workspaceId,
    userIds: [assigneeId],
    type: 'task.assigned',
    title: `${actor.displayName} assigned you a task: ${title}`,
    customerId,
    businessId,
    dealId,
    subject: { kind: 'task', id },
  });
}

/** Notifies the client of a task that they have to do. */
export async function notifyClient(
  work: Work,
  actor: Member,
  { id, audience, title, customer_id: customerId }: NotifiedTask,
): Promise<void> {
  if (audience !== 'client' || customerId === null) return;
  const { userId } = await getCustomerRef(work.db, actor, customerId);
  if (userId === null || userId === actor.userId) return;
  await notify(work, {
    workspaceId: actor.workspaceId,
    userIds: [userId],
    type: 'task.asked',
    title: `New task from ${actor.displayName}: ${title}`,
    customerId,
    subject: { kind: 'task', id },
  });
}

export async function indexTask(
  { db }: Work,
  { workspaceId }: Member,
  { id, title, description }: Pick<TaskRow, 'id' | 'title' | 'description'>,
): Promise<void> {
  await indexForSearch(db, { workspaceId, kind: 'task', recordId: id, parts: [title, description] });
}

/** The data that determines when a reminder is due. */
export function toRemindedTask({
  reminder,
  due_date,
  status,
  deleted_at,
}: Pick<TaskRow, 'reminder' | 'due_date' | 'status' | 'deleted_at'>): RemindedTask {
  return { reminder, due_date, isPending: status !== 'done' && deleted_at === null };
}
