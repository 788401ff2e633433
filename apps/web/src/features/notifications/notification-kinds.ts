import type { Notification } from '@handover/contract/notifications.ts';
import { levelOf } from '@handover/contract/roles.ts';

type Kind = Notification['type'];

const icons: Readonly<Record<Kind, string>> = {
  mention: 'solar:chat-round-line-linear',
  'task.assigned': 'solar:checklist-minimalistic-linear',
  'task.reminder': 'solar:alarm-linear',
  'email.received': 'solar:letter-opened-linear',
  'email.failed': 'solar:danger-circle-linear',
  'email.unknown': 'solar:question-circle-linear',
  'import.finished': 'solar:import-linear',
  'bulk.finished': 'solar:checklist-minimalistic-linear',
  announcement: 'solar:info-circle-linear',
  'webhook.disabled': 'solar:danger-circle-linear',
};

const sections: Partial<Record<Kind, string>> = {
  mention: 'notes',
  'task.assigned': 'tasks',
  'task.reminder': 'tasks',
  'email.received': 'conversation',
  'email.failed': 'conversation',
};

const places: Partial<Record<Kind, string>> = {
  'task.assigned': '/admin/tasks',
  'task.reminder': '/admin/tasks',
  'email.unknown': '/admin/users/triage',
  'import.finished': '/admin/users?import=new',
  'bulk.finished': '/admin/users?bulk=recent',
  'webhook.disabled': '/admin/settings/webhooks',
};

export function iconOf(kind: Kind): string {
  return icons[kind];
}

/** Where a notification leads, or null when there is nothing to open. Clients have no records to open. */
export function placeOf(
  { type, customerId }: Pick<Notification, 'type' | 'customerId'>,
  role: string | null,
): string | null {
  if (levelOf(role) < levelOf('STAFF')) return null;
  if (customerId === null) return places[type] ?? null;
  const section = sections[type];
  return `/admin/users/view/${customerId}${section === undefined ? '' : `?tab=${section}`}`;
}
