import {
  defaultChannels,
  type DigestChoice,
  type KindChoice,
  listNotificationTypes,
  type Channels,
} from '@handover/contract/notifications/notification-choices.ts';
import type { NotificationType } from '@handover/contract/notifications/notifications.ts';
import {
  type NotificationTarget,
  findNotificationPath,
} from '@handover/contract/notifications/notification-links.ts';
import type { Selectable } from 'kysely';
import type { Db } from '#db/client.ts';
import type { NotificationsTable } from '#db/schema/customers.ts';
import { listChoices, listChosenChannels } from './notification-channels.queries.ts';

/** The channel of each active member among the users; others get no notification. */
export async function findChannels(
  db: Db,
  { type, ...among }: { workspaceId: string; userIds: readonly string[]; type: NotificationType },
): Promise<(Channels & { readonly userId: string })[]> {
  const rows = await listChosenChannels(db, { ...among, type });
  return rows.map((row) => ({
    userId: row.user_id,
    inApp: row.is_in_app ?? defaultChannels[type].inApp,
    email: row.email ?? defaultChannels[type].email,
  }));
}

/** Notification types for a role, with the member's settings. */
export async function loadChoices(
  db: Db,
  { role, ...key }: { workspaceId: string; userId: string; role: string },
): Promise<KindChoice[]> {
  const chosen = new Map((await listChoices(db, key)).map((row) => [row.type, row]));
  return listNotificationTypes(role).map((type) => {
    const row = chosen.get(type);
    return row === undefined
      ? { type, ...defaultChannels[type] }
      : { type, inApp: row.is_in_app, email: row.email };
  });
}

/** Default schedule: working days at 8 a.m. */
export const defaultDigest: DigestChoice = { hour: 8, weekdays: [1, 2, 3, 4, 5], withTasks: true };

type Where = { readonly workspaceId: string; readonly publicUrl: string };

/** The page that a notification opens, or null. */
export function findNotificationUrl(
  notification: NotificationTarget,
  { role, ...where }: Where & { role: string },
): string | null {
  const place = findNotificationPath(notification, role);
  return place === null ? null : addWorkspace(place, where);
}

export const targetColumns = [
  'customer_id',
  'business_id',
  'deal_id',
  'record_type',
  'subject_kind',
  'subject_id',
] as const;

/** The record and the item on it that a stored notification opens. */
export function toTarget({
  customer_id: customerId,
  business_id: businessId,
  deal_id: dealId,
  record_type: recordType,
  subject_kind: kind,
  subject_id: id,
}: Pick<Selectable<NotificationsTable>, (typeof targetColumns)[number]>): Omit<NotificationTarget, 'type'> {
  const subject = kind === null || id === null ? null : { kind, id };
  return { customerId, businessId, dealId, recordType, subject };
}

/** URL of the notification settings. */
export function getChoicesUrl(where: Where): string {
  return addWorkspace('/account#notifications', where);
}

/** Adds the workspace to the URL, because the reader may have another one open. */
export function addWorkspace(place: string, { workspaceId, publicUrl }: Where): string {
  const url = new URL(place, publicUrl);
  url.searchParams.set('w', workspaceId);
  return url.href;
}
