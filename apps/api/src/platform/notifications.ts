import type { Ways } from '@handover/contract/notification-choices.ts';
import type { NotificationSubject, NotificationType } from '@handover/contract/notifications.ts';
import { sql } from 'kysely';
import { newId } from '#lib/ids.ts';
import { findChannels } from './notification-channels.ts';
import type { Work } from './work.ts';

/** The queue of notifications that go by email at once; its data are `workspaceId` and `notificationId`. */
export const notificationMailQueue = 'notification.mail';

export type NewNotification = {
  readonly workspaceId: string;
  readonly userIds: readonly string[];
  readonly type: NotificationType;
  readonly title: string;
  /** The record to open, and what on it is shown. */
  readonly customerId: string | null;
  readonly businessId?: string | null;
  readonly subject?: NotificationSubject | null;
  /**
   * Brings what a member was told of the customer, and has not read, to the top again instead of telling
   * it once more.
   */
  readonly renewsUnread?: boolean;
  /** `none` leaves email out; with `by-caller` the caller writes the email that goes at once. */
  readonly email?: 'usual' | 'none' | 'by-caller';
};

/**
 * Tells members of a workspace, in the transaction of what they are told of, and in the ways each has
 * chosen: nothing goes out past it. Returns whom the caller is to write to at once.
 */
export async function notify(work: Work, notification: NewNotification): Promise<string[]> {
  const { userIds, workspaceId, type, email = 'usual' } = notification;
  if (userIds.length === 0) return [];
  const toWriteTo: string[] = [];
  for (const { userId, ...chosen } of await findChannels(work.db, { workspaceId, userIds, type })) {
    const ways = email === 'none' ? { ...chosen, email: 'no' as const } : chosen;
    if (email === 'by-caller' && ways.email === 'now') {
      toWriteTo.push(userId);
      if (ways.inApp) await tell(work, { notification, userId, ways: { ...ways, email: 'no' } });
    } else if (ways.inApp || ways.email !== 'no') await tell(work, { notification, userId, ways });
  }
  return toWriteTo;
}

type Told = { readonly notification: NewNotification; readonly userId: string; readonly ways: Ways };

async function tell(work: Work, told: Told): Promise<void> {
  if (told.notification.renewsUnread === true && (await renewUnread(work, told))) return;
  const { notification, userId, ways } = told;
  const { workspaceId, type, title, customerId, businessId = null, subject = null } = notification;
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
      subject_kind: subject?.kind ?? null,
      subject_id: subject?.id ?? null,
      created_at: work.now,
      is_in_app: ways.inApp,
      waits_for: ways.email === 'no' ? null : ways.email === 'now' ? 'mail' : 'digest',
    })
    .execute();
  if (ways.email === 'now') await work.enqueue(notificationMailQueue, { workspaceId, notificationId: id });
  if (ways.inApp) work.publish({ workspaceId, noun: 'notification', id, userId });
}

/** False when there is nothing like it that is unread. */
async function renewUnread(work: Work, { notification, userId, ways }: Told): Promise<boolean> {
  const { workspaceId, type, customerId, subject = null } = notification;
  const renewed = await work.db
    .updateTable('notifications')
    .set({
      created_at: work.now,
      subject_kind: subject?.kind ?? null,
      subject_id: subject?.id ?? null,
      is_in_app: ways.inApp,
      ...(ways.email === 'digest' ? { waits_for: sql<'digest'>`'digest'` } : {}),
    })
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .where('type', '=', type)
    .where('customer_id', '=', customerId)
    .where('read_at', 'is', null)
    .returning('id')
    .execute();
  for (const { id } of renewed) work.publish({ workspaceId, noun: 'notification', id, userId });
  return renewed.length > 0;
}
