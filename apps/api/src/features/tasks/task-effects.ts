import type { Task } from '@handover/contract/tasks.ts';
import type { ActivityType } from '@handover/contract/activities.ts';
import { notFound } from '#lib/errors.ts';
import { byMember, recordActivity } from '#platform/activities.ts';
import { getCustomerRef } from '#platform/customers/customer.queries.ts';
import { notify } from '#platform/notifications.ts';
import { indexForSearch } from '#platform/search.ts';
import type { Member } from '#platform/session/actor.ts';
import type { Work } from '#platform/work.ts';
import type { RemindedTask } from './reminders/set-reminder.ts';
import { presentTask } from './tasks.presenter.ts';
import { findTaskRow, getWrittenTaskRow, type TaskRow } from './tasks.queries.ts';

/** A task that the member may see and that is not deleted. Throws NOT_FOUND otherwise. */
export async function loadTask(work: Work, actor: Member, taskId: string): Promise<TaskRow> {
  const row = await findTaskRow(work.db, actor, taskId);
  if (row === null || row.deleted_at !== null) throw notFound('task');
  return row;
}

/** Tells open screens of a task that was written and returns it as it is now. */
export async function afterWrite(work: Work, actor: Member, taskId: string): Promise<Task> {
  const row = await getWrittenTaskRow(work.db, actor, taskId);
  publishTask(work, actor, row);
  return presentTask(row);
}

export function publishTask(
  work: Work,
  { workspaceId }: Member,
  { id, customer_id, version, audience }: Pick<TaskRow, 'id' | 'customer_id' | 'version' | 'audience'>,
): void {
  work.publish({
    workspaceId,
    noun: 'task',
    id,
    customerId: customer_id,
    version,
    isForClient: audience === 'client',
  });
}

/** Writes what happened to a task into its customer's timeline, and moves the count of open tasks. */
export async function recordOnTimeline(
  work: Work,
  actor: Member,
  {
    task,
    type,
    openTasks,
  }: {
    task: Pick<TaskRow, 'id' | 'customer_id' | 'audience'>;
    type: Extract<ActivityType, `task.${string}`>;
    openTasks: number;
  },
): Promise<void> {
  if (task.customer_id === null) return;
  await recordActivity(
    work,
    {
      ...byMember(actor, task.customer_id),
      type,
      subject: { kind: 'task', id: task.id },
      audience: task.audience === 'client' ? 'client' : 'staff',
    },
    { openTasks },
  );
}

/** Tells somebody else that a task is theirs now. */
export async function notifyAssignee(
  work: Work,
  actor: Member,
  { assigneeId, title, customerId }: { assigneeId: string | null; title: string; customerId: string | null },
): Promise<void> {
  if (assigneeId === null || assigneeId === actor.userId) return;
  await notify(work, {
    workspaceId: actor.workspaceId,
    userIds: [assigneeId],
    type: 'task.assigned',
    title: `${actor.displayName} gave you a task: ${title}`,
    customerId,
  });
}

/** Tells the login of a customer what is asked of them now. */
export async function notifyClient(
  work: Work,
  actor: Member,
  { audience, title, customer_id: customerId }: Pick<TaskRow, 'audience' | 'title' | 'customer_id'>,
): Promise<void> {
  if (audience !== 'client' || customerId === null) return;
  const { userId } = await getCustomerRef(work.db, actor, customerId);
  if (userId === null || userId === actor.userId) return;
  await notify(work, {
    workspaceId: actor.workspaceId,
    userIds: [userId],
    type: 'task.asked',
    title: `${actor.displayName} asks you: ${title}`,
    customerId,
  });
}

export async function indexTask(
  { db }: Work,
  { workspaceId }: Member,
  { id, title, description }: Pick<TaskRow, 'id' | 'title' | 'description'>,
): Promise<void> {
  await indexForSearch(db, { workspaceId, kind: 'task', recordId: id, parts: [title, description] });
}

/** What decides when a task reminds. */
export function remindedTask({
  reminder,
  due_date,
  status,
  deleted_at,
}: Pick<TaskRow, 'reminder' | 'due_date' | 'status' | 'deleted_at'>): RemindedTask {
  return { reminder, due_date, isPending: status !== 'done' && deleted_at === null };
}
