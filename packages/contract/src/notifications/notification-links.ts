import type { Notification } from './notifications.ts';
import { recordInfo } from '../records/records.ts';
import { getRoleLevel } from '../auth/roles.ts';

const sections: Partial<Record<Notification['type'], string>> = {
  mention: 'notes',
  'task.assigned': 'tasks',
  'task.reminder': 'tasks',
  'task.sent': 'tasks',
  'profile.answered': 'profiles',
  'room.uploaded': 'room',
  'room.overdue': 'room',
  'question.asked': 'room',
  'question.answered': 'room',
  'document.quarantined': 'files',
  'diligence.added': 'diligence',
  'diligence.answered': 'diligence',
  'offer.answered': 'offers',
  'offer.ending': 'offers',
  'engagement.ending': 'engagement',
};

const places: Partial<Record<Notification['type'], string>> = {
  'task.assigned': '/admin/tasks',
  'task.reminder': '/admin/tasks',
  'task.sent': '/admin/tasks',
  // For bulk email, whose failures are listed on the dashboard.
  'email.failed': '/admin/dashboard',
  'email.unknown': '/admin/users/triage',
  'document.quarantined': '/admin/documents',
  'inquiry.received': '/admin/business-center/buyers/inquiries',
  'webhook.disabled': '/admin/settings/webhooks',
  'mailbox.refused': '/account',
  'shared-mailbox.refused': '/admin/settings/mail',
  'mailbox.lost': '/account',
  'shared-mailbox.lost': '/admin/settings/mail',
  'mailbox.set-aside': '/account',
  'shared-mailbox.set-aside': '/admin/settings/mail',
  'backup.failed': '/admin/settings/installation',
  'license.expiring': '/admin/settings/workspace',
};

/** The query that opens a dialog on the record type's list. */
const inList: Partial<Record<Notification['type'], string>> = {
  'import.finished': '?import=new',
  'bulk.finished': '?bulk=recent',
};

const clientTypes: readonly Notification['type'][] = [
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
  'document.quarantined',
  'valuation.released',
  'buyer.expiring',
  'proof.answered',
];

/** The client's page, if it is not the dashboard. */
const clientPages: Partial<Record<Notification['type'], string>> = {
  'question.published': '/user/deals',
  'deal.approval': '/user/deals',
  'offer.made': '/user/deals',
  'offer.answered': '/user/deals',
  'diligence.added': '/user/deals',
  'diligence.answered': '/user/deals',
  'proof.answered': '/user/dashboard#proof-of-funds',
};

export type NotificationTarget = Pick<
  Notification,
  'type' | 'customerId' | 'businessId' | 'dealId' | 'recordType' | 'subject'
>;

/**
 * The page that a notification opens, with the item in the fragment; null if there is nothing to open. Clients have no
 * record pages.
 */
export function findNotificationPath(
  { type, customerId, businessId, dealId, recordType, subject }: NotificationTarget,
  role: string | null,
): string | null {
  const item = subject === null ? '' : `#${subject.kind}-${subject.id}`;
  if (getRoleLevel(role) < getRoleLevel('STAFF'))
    return clientTypes.includes(type)
      ? `${clientPages[type] ?? '/user/dashboard'}${subject?.kind === 'question' ? item : dealId === null ? '' : `#deal-${dealId}`}`
      : null;
  const query = inList[type];
  if (query !== undefined) return `${recordInfo[recordType ?? 'customer'].listPath}${query}`;
  const record = recordPage({ customerId, businessId, dealId });
  if (record === null)
    return subject?.kind === 'task' ? `/admin/tasks?task=${subject.id}` : (places[type] ?? null);
  const section = subject?.kind === 'message' ? 'conversation' : sections[type];
  return `${record}${section === undefined ? '' : `?tab=${section}${item}`}`;
}

function recordPage({
  customerId,
  businessId,
  dealId,
}: Pick<NotificationTarget, 'customerId' | 'businessId' | 'dealId'>): string | null {
  if (dealId !== null) return `${recordInfo.deal.path}${dealId}`;
  if (customerId !== null) return `/admin/users/view/${customerId}`;
  return businessId === null ? null : `/admin/business-center/businesses/${businessId}`;
}
