import * as z from 'zod/mini';
import { flag, id, idParams, page, paging, timestamp } from '../http/common.ts';
import { defineEndpoint, member } from '../http/endpoint.ts';
import { recordTypes } from '../records/records.ts';

export const notificationTypes = [
  'mention',
  'task.assigned',
  'task.reminder',
  'task.asked',
  'task.sent',
  'agreement.requested',
  'agreement.answered',
  'agreement.expiring',
  'profile.requested',
  'profile.answered',
  'room.requested',
  'room.uploaded',
  'room.overdue',
  'question.asked',
  'question.answered',
  'question.requested',
  'question.published',
  'document.quarantined',
  'diligence.added',
  'diligence.answered',
  'deal.approval',
  'deal.decided',
  'offer.made',
  'offer.answered',
  'offer.ending',
  'access.shared',
  'valuation.released',
  'email.received',
  'email.failed',
  'email.unknown',
  'inquiry.received',
  'buyer.expiring',
  'proof.sent',
  'proof.answered',
  'import.finished',
  'bulk.finished',
  'announcement',
  'webhook.disabled',
  'mailbox.refused',
  'shared-mailbox.refused',
  'mailbox.lost',
  'shared-mailbox.lost',
  'mailbox.set-aside',
  'shared-mailbox.set-aside',
  'backup.failed',
  'license.expiring',
  'engagement.ending',
] as const;
export type NotificationType = (typeof notificationTypes)[number];

/** The subject of a notification, and the record whose page shows it. */
const subject = z.object({ kind: z.enum(['note', 'task', 'message', 'question']), id });
export type NotificationSubject = z.infer<typeof subject>;

export const notification = z.object({
  id,
  title: z.string(),
  type: z.enum(notificationTypes),
  time: timestamp,
  isRead: z.boolean(),
  customerId: z.nullable(id),
  businessId: z.nullable(id),
  dealId: z.nullable(id),
  /** The record type of a finished import or bulk action. */
  recordType: z.nullable(z.enum(recordTypes)),
  subject: z.nullable(subject),
});
export type Notification = z.infer<typeof notification>;

export const listNotifications = defineEndpoint({
  method: 'GET',
  path: '/notifications',
  summary: 'List your notifications, newest first',
  access: member('CLIENT'),
  status: 200,
  query: z.strictObject({ unread: z.optional(flag), ...paging }),
  response: z.object({ notifications: z.array(notification), unreadCount: z.int(), ...page }),
});
export const readNotification = defineEndpoint({
  method: 'POST',
  path: '/notifications/{id}/read',
  summary: 'Mark a notification as read',
  access: member('CLIENT'),
  status: 204,
  params: idParams,
});
export const readAllNotifications = defineEndpoint({
  method: 'POST',
  path: '/notifications/read-all',
  summary: 'Mark all your notifications as read',
  access: member('CLIENT'),
  status: 204,
});
