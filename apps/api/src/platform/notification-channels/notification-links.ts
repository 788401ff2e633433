import { placeOf, type NotificationTarget } from '@handover/contract/notification-places.ts';
import type { Selectable } from 'kysely';
import type { NotificationsTable } from '#db/schema/customers.ts';

type Where = { readonly workspaceId: string; readonly publicUrl: string };

/** The address that opens what a member of a role was told of; null when there is nothing to open. */
export function notificationUrl(
  notification: NotificationTarget,
  { role, ...where }: Where & { role: string },
): string | null {
  const place = placeOf(notification, role);
  return place === null ? null : inWorkspace(place, where);
}

export const targetColumns = ['customer_id', 'business_id', 'subject_kind', 'subject_id'] as const;

/** The record and the item on it that a stored notification opens. */
export function targetOf({
  customer_id: customerId,
  business_id: businessId,
  subject_kind: kind,
  subject_id: id,
}: Pick<Selectable<NotificationsTable>, (typeof targetColumns)[number]>): Omit<NotificationTarget, 'type'> {
  return { customerId, businessId, subject: kind === null || id === null ? null : { kind, id } };
}

/** The address at which members choose what they hear of. */
export function choicesUrl(where: Where): string {
  return inWorkspace('/account#notifications', where);
}

/** The address of a page for people of any workspace: it names which one it means. */
export function inWorkspace(place: string, { workspaceId, publicUrl }: Where): string {
  const url = new URL(place, publicUrl);
  url.searchParams.set('w', workspaceId);
  return url.href;
}
