import { formatLongDate } from '@handover/domain/format-date.ts';
import { toInstant } from '@handover/domain/local-time.ts';
import { addMinutes } from '#lib/clock.ts';
import { addWorkspace } from '#platform/notification-channels.ts';
import { notify } from '#platform/notifications.ts';
import type { Platform } from '#platform/platform.ts';
import { roleLevels } from '@handover/contract/auth/roles.ts';
import { findMember } from '#platform/session/find-member.ts';
import { queueSystemMail } from '#platform/system-mail.ts';
import type { Work } from '#platform/work.ts';
import { findTaskRow, type TaskRow } from '../tasks.queries.ts';
import {
  findRemindedTask,
  listMovedReminders,
  moveReminder,
  postponeReminder,
  claimDueReminder,
} from './reminders.queries.ts';
import { isBlocked, isOpenTo } from '#platform/session/access.ts';

const movedAtOnce = 500;
const retryMinutes = 1;

type Parts = Pick<Platform, 'config' | 'keyring' | 'logger' | 'mail' | 'runner'>;

/**
 * Sends due reminders, each once: a reminder leaves the queue in the transaction that writes the
 * notification and queues the email. Overdue reminders are sent after the next start. Returns the number
 * removed from the queue.
 */
export async function sendDueReminders(parts: Parts): Promise<number> {
  await followTimeZones(parts);
  const { clock } = parts.runner;
  let fired = 0;
  for (;;) {
    const now = clock.now();
    const taken = await sendNext(parts, now);
    if (taken === null) return fired;
    fired += 1;
  }
}

/** After a change of the workspace's time zone, 09:00 remains 09:00. */
async function followTimeZones({ runner }: Parts): Promise<void> {
  for (const { task_id, local_time, time_zone } of await listMovedReminders(runner.db, movedAtOnce))
    await moveReminder(runner.db, {
      taskId: task_id,
      localTime: local_time,
      timeZone: time_zone,
      firesAt: toInstant(local_time, time_zone),
    });
}

async function sendNext(parts: Parts, now: Date): Promise<string | null> {
  const { runner, logger } = parts;
  let taskId: string | null = null;
  try {
    await runner.transact(async (work) => {
      const taken = await claimDueReminder(work.db, now);
      if (taken === null) return;
      ({ taskId } = taken);
      await sendReminder(work, parts, taken);
    });
  } catch (error) {
    if (taskId === null) throw error;
    logger.error({ err: error, taskId }, 'a reminder failed and is tried again');
    await postponeReminder(runner.db, { taskId, until: addMinutes(now, retryMinutes) });
  }
  return taskId;
}

/** Notifies the assignee, otherwise the creator, if they may still see the task. */
async function sendReminder(
  work: Work,
  parts: Parts,
  { taskId, workspaceId }: { taskId: string; workspaceId: string },
): Promise<void> {
  const reminded = await findRemindedTask(work.db, { taskId, workspaceId });
  if (reminded === null) return;
  const member = await findMember(work.db, {
    workspaceId,
    userId: reminded.user_id,
    now: work.now,
    access: 'view',
  });
  if (member === null || member.level < roleLevels.STAFF || !isOpenTo(member, 'tasks')) return;
  const task = await findTaskRow(work.db, member, taskId);
  if (task === null) return;
  const toWriteTo = await notify(work, {
    workspaceId,
    userIds: [reminded.user_id],
    type: 'task.reminder',
    title: `Reminder: ${task.title}`,
    customerId: task.customer_id,
    businessId: task.business_id,
    dealId: task.deal_id,
    subject: { kind: 'task', id: taskId },
    // The usual email is held back until an overdue two-step sign-in is set up.
    email: reminded.reminder?.byEmail !== true ? 'none' : isBlocked(member) ? 'usual' : 'by-caller',
  });
  work.publish({
    workspaceId,
    noun: 'task',
    id: taskId,
    customerId: task.customer_id,
    businessId: task.business_id,
    dealId: task.deal_id,
    version: task.version,
  });
  const isSample = reminded.is_sample_user || reminded.is_sample_workspace;
  if (toWriteTo.length === 0 || (isSample && !parts.mail.isLocal)) return;
  await queueSystemMail(work, parts, {
    to: reminded.email,
    subject: `Reminder: ${task.title}`,
    text: formatMail(task, { workspaceId, publicUrl: parts.config.publicUrl }),
  });
}

function formatMail(
  { id, title, due_date, customer_name }: TaskRow,
  where: { workspaceId: string; publicUrl: string },
): string {
  return [
    title,
    ...(due_date === null ? [] : [`Due: ${formatLongDate(due_date)}`]),
    ...(customer_name === null ? [] : [`Customer: ${customer_name}`]),
    '',
    addWorkspace(`/admin/tasks?task=${id}`, where),
    '',
  ].join('\n');
}
