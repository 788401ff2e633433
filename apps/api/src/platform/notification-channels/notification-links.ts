import { placeOf } from '@handover/contract/notification-places.ts';
import type { NotificationType } from '@handover/contract/notifications.ts';

type Where = { readonly workspaceId: string; readonly publicUrl: string };

/** The address that opens what a member of a role was told of; null when there is nothing to open. */
export function notificationUrl(
  notification: { type: NotificationType; customerId: string | null },
  { role, ...where }: Where & { role: string },
): string | null {
  const place = placeOf(notification, role);
  return place === null ? null : inWorkspace(place, where);
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
