import type { NotificationType } from './notifications.ts';
import { levelOf } from './roles.ts';

const sections: Partial<Record<NotificationType, string>> = {
  mention: 'notes',
  'task.assigned': 'tasks',
  'task.reminder': 'tasks',
  'email.received': 'conversation',
  'email.failed': 'conversation',
};

const places: Partial<Record<NotificationType, string>> = {
  'task.assigned': '/admin/tasks',
  'task.reminder': '/admin/tasks',
  'email.unknown': '/admin/users/triage',
  'import.finished': '/admin/users?import=new',
  'bulk.finished': '/admin/users?bulk=recent',
  'webhook.disabled': '/admin/settings/webhooks',
  'mailbox.refused': '/account',
  'shared-mailbox.refused': '/admin/settings/mail',
  'mailbox.lost': '/account',
  'shared-mailbox.lost': '/admin/settings/mail',
  'mailbox.set-aside': '/account',
  'shared-mailbox.set-aside': '/admin/settings/mail',
  'backup.failed': '/admin/settings/installation',
};

/** Where a notification leads, or null when there is nothing to open. Clients have no records to open. */
export function placeOf(
  { type, customerId }: { type: NotificationType; customerId: string | null },
  role: string | null,
): string | null {
  if (levelOf(role) < levelOf('STAFF')) return type === 'task.asked' ? '/user/dashboard' : null;
  if (customerId === null) return places[type] ?? null;
  const section = sections[type];
  return `/admin/users/view/${customerId}${section === undefined ? '' : `?tab=${section}`}`;
}
