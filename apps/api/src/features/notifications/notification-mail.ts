import type { JobDefinition } from '#platform/jobs.ts';
import { findAddressee } from '#platform/notification-channels.queries.ts';
import {
  getChoicesUrl,
  findChannels,
  findNotificationUrl,
  toTarget,
} from '#platform/notification-channels.ts';
import { notificationMailQueue } from '#platform/notifications.ts';
import type { Platform } from '#platform/platform.ts';
import { isBlocked } from '#platform/session/access.ts';
import { findMember } from '#platform/session/find-member.ts';
import { queueSystemMail } from '#platform/system-mail.ts';
import type { Work } from '#platform/work.ts';
import { addToDigest, claimPendingMail, type PendingMail } from './notifications.queries.ts';

type Parts = Pick<Platform, 'config' | 'keyring' | 'mail' | 'runner'>;

/**
 * Emails a notification immediately, unless its recipient is no longer active or has turned it off; in their digest if
 * they must set up two-step sign-in first.
 */
export function notificationMailJobs(parts: Parts): JobDefinition[] {
  const handler: JobDefinition['handler'] = async (data) => {
    const key = { workspaceId: String(data['workspaceId']), notificationId: String(data['notificationId']) };
    await parts.runner.transact(async (work) => {
      const waiting = await claimPendingMail(work.db, key);
      if (waiting !== null) await write(work, parts, { waiting, ...key });
    });
  };
  return [{ queue: notificationMailQueue, handler }];
}

async function write(
  work: Work,
  parts: Parts,
  { waiting, ...key }: { waiting: PendingMail; workspaceId: string; notificationId: string },
): Promise<void> {
  const { workspaceId } = key;
  const { user_id: userId, type, title } = waiting;
  const { publicUrl } = parts.config;
  const [channels] = await findChannels(work.db, { workspaceId, userIds: [userId], type });
  const addressee = await findAddressee(work.db, { workspaceId, userId });
  const member = await findMember(work.db, { workspaceId, userId, now: work.now, access: 'view' });
  if (channels?.email !== 'now' || addressee === null || member === null) return;
  if (isBlocked(member)) return addToDigest(work.db, key);
  if (addressee.is_sample && !parts.mail.isLocal) return;
  const url = findNotificationUrl(
    { type, ...toTarget(waiting) },
    { role: member.role, workspaceId, publicUrl },
  );
  const lines = [
    `Hello ${addressee.name},`,
    '',
    title,
    ...(url === null ? [] : ['', url]),
    '',
    '-- ',
    addressee.workspace,
    `Notification settings: ${getChoicesUrl({ workspaceId, publicUrl })}`,
    '',
  ];
  await queueSystemMail(work, parts, { to: addressee.email, subject: title, text: lines.join('\n') });
}
