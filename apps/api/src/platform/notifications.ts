import type { Channels } from '@handover/contract/notifications/notification-choices.ts';
import type {
  NotificationSubject,
  NotificationType,
} from '@handover/contract/notifications/notifications.ts';
import type { RecordType } from '@handover/contract/records/records.ts';
import { sql } from 'kysely';
import { newId } from '#lib/ids.ts';
import { findChannels } from './notification-channels.ts';
import type { Work } from './work.ts';

/** Queue of notifications emailed immediately; data: `workspaceId` and `notificationId`. */
export const notificationMailQueue = 'notification.mail';

export type NewNotification = {
  readonly workspaceId: string;
  readonly userIds: readonly string[];
  readonly type: NotificationType;
  readonly title: string;
  /** The record to open and the item to show on it. */
  readonly customerId: string | null;
  readonly businessId?: string | null;
  readonly dealId?: string | null;
  /** The type of the records in the list to open. */
  readonly recordType?: RecordType;
  readonly subject?: NotificationSubject | null;
  /** Moves an unread notification with the same title about the same record to the top instead of adding another. */
  readonly renewsUnread?: boolean;
  /** `none`: no email; `by-caller`: the caller sends the immediate email. */
  readonly email?: 'usual' | 'none' | 'by-caller';
};

/**
 * Notifies members of a workspace in the current transaction, by the channels each has chosen. Returns the
 * members that the caller sends an email to.
 */
export async function notify(work: Work, notification: NewNotification): Promise<string[]> {
  const { userIds, workspaceId, type, email = 'usual' } = notification;
  if (userIds.length === 0) return [];
  const toWriteTo: string[] = [];
  for (const { userId, ...chosen } of await findChannels(work.db, { workspaceId, userIds, type })) {
    const channels = email === 'none' ? { ...chosen, email: 'no' as const } : chosen;
    if (email === 'by-caller' && channels.email === 'now') {
      toWriteTo.push(userId);
      if (channels.inApp)
        await notifyUser(work, { notification, userId, channels: { ...channels, email: 'no' } });
    } else if (channels.inApp || channels.email !== 'no')
      await notifyUser(work, { notification, userId, channels });
  }
  return toWriteTo;
}

type Recipient = {
  readonly notification: NewNotification;
  readonly userId: string;
  readonly channels: Channels;
};

async function notifyUser(work: Work, recipient: Recipient): Promise<void> {
  if (recipient.notification.renewsUnread === true && (await renewUnread(work, recipient))) return;
  const { notification, userId, channels } = recipient;
  const {
    workspaceId,
    type,
    title,
    customerId,
    businessId = null,
    dealId = null,
    recordType = null,
    subject = null,
  } = notification;
  const id = newId();
  await work.db
    .insertInto('notifications')
    .values({
      workspace_id: workspaceId,
      id,
      user_id: userId,
      type,
      title,
      customer_id: customerId,
      business_id: businessId,
      deal_id: dealId,
      record_type: recordType,
      subject_kind: subject?.kind ?? null,
      subject_id: subject?.id ?? null,
      created_at: work.now,
      is_in_app: channels.inApp,
      waits_for: findPendingChannel(channels),
    })
    .execute();
  if (channels.email === 'now')
    await work.enqueue(notificationMailQueue, { workspaceId, notificationId: id });
  if (channels.inApp) work.publish({ workspaceId, noun: 'notification', id, userId });
}

function findPendingChannel({ email }: Channels): 'mail' | 'digest' | null {
  if (email === 'no') return null;
  return email === 'now' ? 'mail' : 'digest';
}

/** False if the notification does not exist, or the member can no longer see it in the app or by email. */
async function renewUnread(work: Work, { notification, userId, channels }: Recipient): Promise<boolean> {
  const {
    workspaceId,
    type,
    title,
    customerId,
    businessId = null,
    dealId = null,
    recordType = null,
    subject = null,
  } = notification;
  const renewed = await work.db
    .updateTable('notifications')
    .set({
      created_at: work.now,
      subject_kind: subject?.kind ?? null,
      subject_id: subject?.id ?? null,
      is_in_app: channels.inApp,
      ...(channels.email === 'digest' ? { waits_for: sql<'digest'>`'digest'` } : {}),
    })
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .where('type', '=', type)
    .where('title', '=', title)
    .where('customer_id', 'is not distinct from', customerId)
    .where('business_id', 'is not distinct from', businessId)
    .where('deal_id', 'is not distinct from', dealId)
    .where('record_type', 'is not distinct from', recordType)
    .where('read_at', 'is', null)
    .where(sql<boolean>`((is_in_app AND ${channels.inApp}) OR waits_for = ${findPendingChannel(channels)})`)
    .returning('id')
    .execute();
  for (const { id } of renewed) work.publish({ workspaceId, noun: 'notification', id, userId });
  return renewed.length > 0;
}
