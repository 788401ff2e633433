import type { NotificationType } from './notifications.ts';

/** What each kind of notification is called, in a list of kinds. */
export const notificationNames = {
  mention: 'Mentions of you',
  'task.assigned': 'Tasks given to you',
  'task.reminder': 'Task reminders',
  'task.asked': 'What is asked of you',
  'task.sent': 'Documents from clients',
  'agreement.requested': 'Agreements to sign',
  'agreement.answered': 'NDAs signed or declined',
  'agreement.expiring': 'NDAs that expire soon',
  'email.received': 'New email from customers',
  'email.failed': 'Your email not delivered',
  'email.unknown': 'Email from unknown senders',
  'inquiry.received': 'Inquiries from buyers',
  'import.finished': 'Imports finished',
  'bulk.finished': 'Bulk changes finished',
  announcement: 'Announcements',
  'webhook.disabled': 'Webhooks switched off',
  'mailbox.refused': 'Your mailbox refuses the sign-in',
  'shared-mailbox.refused': 'The shared mailbox refuses the sign-in',
  'mailbox.lost': 'Your mailbox cannot be reached',
  'shared-mailbox.lost': 'The shared mailbox cannot be reached',
  'mailbox.set-aside': 'Email of your mailbox left aside',
  'shared-mailbox.set-aside': 'Email of the shared mailbox left aside',
  'backup.failed': 'Nightly backups that failed',
  'license.expiring': 'Licenses about to expire',
} as const satisfies Record<NotificationType, string>;
