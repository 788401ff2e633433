import { sendTaskFile, sendTaskReply } from '@handover/contract/tasks/client-tasks.ts';
import type { Task } from '@handover/contract/tasks/tasks.ts';
import { writeAsClient } from '#features/conversations/incoming/client-message.service.ts';
import { getCustomerRef } from '#features/customers/customers.public.ts';
import { uploadDocument } from '#features/documents/documents.service.ts';
import { loadTask } from '#features/tasks/task-effects.ts';
import { updateTask } from '#features/tasks/tasks.service.ts';
import { presentTask } from '#features/tasks/tasks.presenter.ts';
import type { TaskRow } from '#features/tasks/tasks.queries.ts';
import { AppError, notFound } from '#lib/errors.ts';
import type { Routes } from '#platform/http/routes.ts';
import { notify } from '#platform/notifications.ts';
import type { Platform } from '#platform/platform.ts';
import type { Member } from '#platform/session/actor.ts';
import type { Work } from '#platform/work.ts';

/** Clients send what a task asks for: files, which are added to their record, or a message to their broker. */
export function answerClientTaskRoutes(
  routes: Routes,
  platform: Pick<Platform, 'limits' | 'records' | 'storage'>,
): void {
  routes.add(sendTaskFile, async ({ actor, params, query, request, work, writeOnce }) => {
    const { task, customerId } = await loadRequest(work, actor, params.id);
    if (task.requests.length > 0)
      throw new AppError('RULE_BROKEN', 'Upload each document to its request, so that it can be verified.');
    const input = { ...query, recordType: 'customer', recordId: customerId } as const;
    const document = await uploadDocument(actor, {
      input,
      platform,
      request,
      work,
      writeOnce,
      audience: 'client',
      action: 'sendTaskFile',
      onAdded: async (write) => void (await markSent(write, actor, params.id)),
    });
    return { document };
  });
  routes.add(sendTaskReply, async ({ actor, params, body, work }) => {
    const { task, customerId } = await loadRequest(work, actor, params.id);
    const input = { subject: task.title, text: body.text };
    await writeAsClient(work, actor, { customerId, input, limits: platform.limits });
    return { task: await markSent(work, actor, params.id) };
  });
}

/** An open task of the client that asks for documents. Throws NOT_FOUND, RULE_BROKEN. */
async function loadRequest(
  work: Work,
  actor: Member,
  taskId: string,
): Promise<{ task: TaskRow; customerId: string }> {
  // A client's scope contains only their own tasks.
  if (actor.scope !== 'client') throw notFound('task');
  const task = await loadTask(work, actor, taskId);
  const { customer_id: customerId } = task;
  if (customerId === null || !task.requests_files)
    throw new AppError('RULE_BROKEN', 'This task does not ask for documents.');
  if (task.status === 'done') throw new AppError('RULE_BROKEN', 'Your broker has completed this task.');
  return { task, customerId };
}

/** The task is waiting for the broker, who is notified. */
async function markSent(work: Work, actor: Member, taskId: string): Promise<Task> {
  const { task, customerId } = await loadRequest(work, actor, taskId);
  const { brokerId } = await getCustomerRef(work.db, actor, customerId);
  const userId = task.assignee_id ?? brokerId;
  if (userId !== null)
    await notify(work, {
      workspaceId: actor.workspaceId,
      userIds: [userId],
      type: 'task.sent',
      title: `${actor.displayName} replied to “${task.title}”`,
      customerId,
      subject: { kind: 'task', id: taskId },
      renewsUnread: true,
    });
  if (task.status === 'waiting') return presentTask(task);
  return updateTask(work, actor, { taskId, input: { version: task.version, status: 'waiting' } });
}
