import type { Notification } from '@handover/contract/notifications.ts';

type Kind = Notification['type'];

const icons: Readonly<Record<Kind, string>> = {
  mention: 'solar:chat-round-line-linear',
  'task.assigned': 'solar:checklist-minimalistic-linear',
  'task.reminder': 'solar:alarm-linear',
  'task.asked': 'solar:checklist-minimalistic-linear',
  'email.received': 'solar:letter-opened-linear',
  'email.failed': 'solar:danger-circle-linear',
  'email.unknown': 'solar:question-circle-linear',
  'import.finished': 'solar:import-linear',
  'bulk.finished': 'solar:checklist-minimalistic-linear',
  announcement: 'solar:info-circle-linear',
  'webhook.disabled': 'solar:danger-circle-linear',
  'mailbox.refused': 'solar:danger-circle-linear',
  'shared-mailbox.refused': 'solar:danger-circle-linear',
  'mailbox.lost': 'solar:danger-circle-linear',
  'shared-mailbox.lost': 'solar:danger-circle-linear',
  'mailbox.set-aside': 'solar:letter-opened-linear',
  'shared-mailbox.set-aside': 'solar:letter-opened-linear',
  'backup.failed': 'solar:danger-circle-linear',
};

export function iconOf(kind: Kind): string {
  return icons[kind];
}
