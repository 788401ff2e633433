import type { createTaskBody, Task, updateTaskBody } from '@handover/contract/tasks.ts';
import type * as z from 'zod/mini';
import { invalidField, notFound, staleVersion } from '../../lib/errors.ts';
import { newId } from '../../lib/ids.ts';
import { byMember, changeCounts, recordActivity } from '../../platform/activities.ts';
import { getCustomerRef } from '../../platform/customers/customer.queries.ts';
import { notify } from '../../platform/notifications.ts';
import type { Member } from '../../platform/session/actor.ts';
import type { Work } from '../../platform/work.ts';
import { findTaskRow, insertTask, isAssignable, updateTaskRow, type TaskRow } from './tasks.queries.ts';

type CreateTask = z.infer<typeof createTaskBody>;
type UpdateTask = z.infer<typeof updateTaskBody>;

/** Creates a task for a customer; without an assignee named it is the creator's own. Throws NOT_FOUND, INVALID_INPUT. */
export async function createTask(
  work: Work,
  actor: Member,
  { customerId, input }: { customerId: string; input: CreateTask },
): Promise<Task> {
  const customer = await getCustomerRef(work.db, actor, customerId);
  const assigneeId =
    input.assigneeId === undefined ? await ownIdIfAssignable(work, actor, customerId) : input.assigneeId;
  await checkAssignee(work, actor, { assigneeId, customerId });
  const id = newId();
  const audience = input.audience ?? 'staff';
  await insertTask(work.db, {
    workspace_id: actor.workspaceId,
    id,
    customer_id: customerId,
    title: input.title,
    description: input.description ?? null,
    priority: input.priority ?? 'normal',
    audience,
    due_date: input.dueDate ?? null,
    assignee_id: assigneeId,
    created_by: actor.userId,
    completed_at: null,
    deleted_at: null,
    created_at: work.now,
    updated_at: work.now,
  });
  await recordActivity(
    work,
    {
      ...byMember(actor, customerId),
      type: 'task.created',
      subject: { kind: 'task', id },
      audience: audience === 'client' ? 'client' : 'staff',
    },
    { openTasks: 1 },
  );
  await tellAssignee(work, actor, { assigneeId, title: input.title, customerId: customer.id });
  return afterWrite(work, actor, id);
}

/** Changes, completes or reopens a task. Throws NOT_FOUND, INVALID_INPUT, STALE_VERSION with the task as it stands. */
export async function updateTask(
  work: Work,
  actor: Member,
  { taskId, input }: { taskId: string; input: UpdateTask },
): Promise<Task> {
  const before = await loadTask(work, actor, taskId);
  const { version, status, title, description, dueDate, priority, audience, assigneeId } = input;
  if (assigneeId !== undefined && assigneeId !== before.assignee_id)
    await checkAssignee(work, actor, { assigneeId, customerId: before.customer_id });
  const isMoved = status !== undefined && status !== before.status;
  const change = {
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
    ...(dueDate === undefined ? {} : { due_date: dueDate }),
    ...(priority === undefined ? {} : { priority }),
    ...(audience === undefined ? {} : { audience }),
    ...(assigneeId === undefined ? {} : { assignee_id: assigneeId }),
    ...(isMoved ? { status, completed_at: status === 'done' ? work.now : null } : {}),
  };
  const isCurrent = await updateTaskRow(work.db, {
    workspaceId: actor.workspaceId,
    taskId,
    version,
    change,
    now: work.now,
  });
  if (!isCurrent) throw staleVersion(presentTask(await loadTask(work, actor, taskId)));
  if (isMoved) await tellTimeline(work, actor, { task: before, isDone: status === 'done' });
  if (assigneeId !== undefined && assigneeId !== before.assignee_id)
    await tellAssignee(work, actor, {
      assigneeId,
      title: title ?? before.title,
      customerId: before.customer_id,
    });
  return afterWrite(work, actor, taskId);
}

/** Deletes a task so that it can be restored. Throws NOT_FOUND. */
export async function deleteTask(work: Work, actor: Member, taskId: string): Promise<void> {
  await setDeleted(work, actor, { task: await loadTask(work, actor, taskId), isDeleted: true });
}

/** Restores a deleted task. Throws NOT_FOUND when it is not deleted. */
export async function restoreTask(work: Work, actor: Member, taskId: string): Promise<Task> {
  const task = await findTaskRow(work.db, actor, taskId);
  if (task === null || task.deleted_at === null) throw notFound('task');
  await setDeleted(work, actor, { task, isDeleted: false });
  return presentTask(await loadTask(work, actor, taskId));
}

/** A task as the contract shows it. */
export function presentTask(row: TaskRow): Task {
  return {
    id: row.id,
    title: row.title,
    description: row.description,
    status: row.status,
    priority: row.priority,
    audience: row.audience,
    dueDate: row.due_date,
    assignee:
      row.assignee_id === null || row.assignee_name === null
        ? null
        : { id: row.assignee_id, displayName: row.assignee_name },
    customer:
      row.customer_id === null || row.customer_name === null
        ? null
        : { id: row.customer_id, name: row.customer_name },
    createdBy: { id: row.created_by, displayName: row.creator_name },
    completedAt: row.completed_at?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    version: row.version,
  };
}

async function loadTask(work: Work, actor: Member, taskId: string): Promise<TaskRow> {
  const row = await findTaskRow(work.db, actor, taskId);
  if (row === null || row.deleted_at !== null) throw notFound('task');
  return row;
}

async function afterWrite(work: Work, actor: Member, taskId: string): Promise<Task> {
  const row = await loadTask(work, actor, taskId);
  publish(work, actor, row);
  return presentTask(row);
}

function publish(work: Work, actor: Member, { id, customer_id, version, audience }: TaskRow): void {
  work.publish({
    workspaceId: actor.workspaceId,
    noun: 'task',
    id,
    customerId: customer_id,
    version,
    isForClient: audience === 'client',
  });
}

async function setDeleted(
  work: Work,
  actor: Member,
  { task, isDeleted }: { task: TaskRow; isDeleted: boolean },
): Promise<void> {
  const { workspaceId } = actor;
  const isCurrent = await updateTaskRow(work.db, {
    workspaceId,
    taskId: task.id,
    version: task.version,
    change: { deleted_at: isDeleted ? work.now : null },
    now: work.now,
  });
  if (!isCurrent) throw staleVersion(null);
  if (task.customer_id !== null && task.status === 'open')
    await changeCounts(work, {
      workspaceId,
      customerId: task.customer_id,
      counts: { openTasks: isDeleted ? -1 : 1 },
    });
  publish(work, actor, task);
}

async function tellTimeline(
  work: Work,
  actor: Member,
  { task, isDone }: { task: TaskRow; isDone: boolean },
): Promise<void> {
  if (task.customer_id === null) return;
  const type = isDone ? 'task.completed' : 'task.reopened';
  await recordActivity(
    work,
    {
      ...byMember(actor, task.customer_id),
      type,
      subject: { kind: 'task', id: task.id },
      audience: task.audience === 'client' ? 'client' : 'staff',
    },
    { openTasks: isDone ? -1 : 1 },
  );
}

async function tellAssignee(
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

/** A superadmin works in workspaces without being a member, and then the task starts unassigned. */
async function ownIdIfAssignable(work: Work, actor: Member, customerId: string): Promise<string | null> {
  return (await isAssignable(work.db, { ...actor, customerId })) ? actor.userId : null;
}

async function checkAssignee(
  work: Work,
  { workspaceId }: Member,
  { assigneeId, customerId }: { assigneeId: string | null; customerId: string | null },
): Promise<void> {
  if (assigneeId === null || (await isAssignable(work.db, { workspaceId, userId: assigneeId, customerId })))
    return;
  throw invalidField('assigneeId', 'This person does not work on this customer');
}
