import * as z from 'zod/mini';
import { timestamp } from '../http/common.ts';
import { defineEndpoint, member } from '../http/endpoint.ts';
import { notificationTypes, type NotificationType } from './notifications.ts';
import { getRoleLevel } from '../auth/roles.ts';

/** By email: never, immediately, or in the digest together with others. */
export const emailChoices = ['no', 'now', 'digest'] as const;
export type EmailChoice = (typeof emailChoices)[number];

/** How a member wants to be notified about a kind of event. */
export type Channels = { readonly inApp: boolean; readonly email: EmailChoice };

const inAppOnly = { inApp: true, email: 'no' } as const;
const gathered = { inApp: true, email: 'digest' } as const;
const atOnce = { inApp: true, email: 'now' } as const;

/** The defaults until a user changes them. */
export const defaultChannels = {
  mention: gathered,
  'task.assigned': gathered,
  // Sent by email only if the reminder asks for it.
  'task.reminder': atOnce,
  'task.asked': gathered,
  'task.sent': gathered,
  // The signing link is sent in a separate email.
  'agreement.requested': inAppOnly,
  'agreement.answered': gathered,
  'agreement.expiring': gathered,
  // The approval link is sent in a separate email.
  'profile.requested': inAppOnly,
  'profile.answered': gathered,
  'room.requested': gathered,
  'room.uploaded': gathered,
  'room.overdue': gathered,
  'question.asked': gathered,
  'question.answered': gathered,
  'question.requested': gathered,
  'question.published': gathered,
  'document.quarantined': gathered,
  'diligence.added': gathered,
  'diligence.answered': gathered,
  // A sale is blocked until these are handled.
  'deal.approval': atOnce,
  'deal.decided': gathered,
  'offer.made': atOnce,
  'offer.answered': atOnce,
  'offer.ending': gathered,
  'access.shared': gathered,
  'valuation.released': gathered,
  'email.received': gathered,
  'email.failed': gathered,
  'email.unknown': gathered,
  'inquiry.received': gathered,
  'buyer.expiring': gathered,
  'proof.sent': gathered,
  'proof.answered': gathered,
  'import.finished': inAppOnly,
  'bulk.finished': inAppOnly,
  announcement: inAppOnly,
  'webhook.disabled': gathered,
  'mailbox.refused': gathered,
  'shared-mailbox.refused': gathered,
  'mailbox.lost': gathered,
  'shared-mailbox.lost': gathered,
  'mailbox.set-aside': gathered,
  'shared-mailbox.set-aside': gathered,
  // A failed backup should not be reported a day late.
  'backup.failed': atOnce,
  'license.expiring': gathered,
  'engagement.ending': gathered,
} as const satisfies Record<NotificationType, Channels>;

const ofStaff = [
  'mention',
  'task.assigned',
  'task.reminder',
  'agreement.answered',
  'agreement.expiring',
  'profile.answered',
  'room.uploaded',
  'room.overdue',
  'question.asked',
  'question.answered',
  'document.quarantined',
  'diligence.added',
  'diligence.answered',
  'deal.decided',
  'offer.answered',
  'offer.ending',
  'access.shared',
  'email.received',
  'email.failed',
  'inquiry.received',
  'buyer.expiring',
  'proof.sent',
  'import.finished',
  'bulk.finished',
  'mailbox.refused',
  'mailbox.lost',
  'mailbox.set-aside',
  'license.expiring',
  'engagement.ending',
] as const satisfies readonly NotificationType[];

const ofAdmins = [
  ...ofStaff,
  'email.unknown',
  'webhook.disabled',
  'shared-mailbox.refused',
  'shared-mailbox.lost',
  'shared-mailbox.set-aside',
] as const satisfies readonly NotificationType[];

/** The kinds of notifications that a role can receive, in display order. */
export function listNotificationTypes(role: string | null): readonly NotificationType[] {
  const level = getRoleLevel(role);
  if (level >= getRoleLevel('SUPERADMIN')) return [...ofAdmins, 'backup.failed'];
  if (level >= getRoleLevel('ADMIN')) return ofAdmins;
  if (level >= getRoleLevel('STAFF')) return ofStaff;
  return level >= getRoleLevel('CLIENT')
    ? [
        'task.asked',
        'agreement.requested',
        'profile.requested',
        'deal.approval',
        'offer.made',
        'offer.answered',
        'diligence.added',
        'diligence.answered',
        'room.requested',
        'question.requested',
        'question.published',
        'valuation.released',
        'buyer.expiring',
        'proof.answered',
      ]
    : [];
}

const kindChoice = z.strictObject({
  type: z.enum(notificationTypes),
  inApp: z.boolean(),
  email: z.enum(emailChoices),
});
export type KindChoice = z.infer<typeof kindChoice>;

const digestChoice = z.strictObject({
  /** In the workspace's time zone. */
  hour: z.int().check(z.minimum(0), z.maximum(23)),
  /** 1 for Monday to 7 for Sunday. */
  weekdays: z
    .array(z.int().check(z.minimum(1), z.maximum(7)))
    .check(z.minLength(1, 'Choose at least one day'), z.maxLength(7)),
  /** Whether the digest lists the user's own tasks that are overdue or due that day; clients have none. */
  withTasks: z.boolean(),
});
export type DigestChoice = z.infer<typeof digestChoice>;

export const notificationChoices = z.object({
  /** 0 before the user has chosen anything. */
  version: z.int(),
  /** Empty for non-members of the workspace, who receive none. */
  kinds: z.array(kindChoice),
  digest: digestChoice,
  timeZone: z.string(),
  /** When the next digest is due. */
  nextDigestAt: timestamp,
});
export type NotificationChoices = z.infer<typeof notificationChoices>;

export const updateNotificationChoicesBody = z.strictObject({
  /** The version of the choices that the user saw. */
  version: z.int().check(z.minimum(0)),
  /** Each kind at most once. Omitted kinds do not change. */
  kinds: z.array(kindChoice).check(z.maxLength(notificationTypes.length)),
  digest: digestChoice,
});

export const getNotificationChoices = defineEndpoint({
  method: 'GET',
  path: '/notifications/choices',
  summary: 'Get notification settings, and the time of the digest',
  access: member('CLIENT'),
  status: 200,
  response: z.object({ choices: notificationChoices }),
});
export const updateNotificationChoices = defineEndpoint({
  method: 'PUT',
  path: '/notifications/choices',
  summary: 'Change notification settings and the time of the digest',
  access: member('CLIENT'),
  status: 200,
  body: updateNotificationChoicesBody,
  response: z.object({ choices: notificationChoices }),
});
