import { formatLongDate } from '@handover/domain/format-date.ts';
import { listOpenWorkspaces } from '#platform/installation/archived.queries.ts';
import { notify } from '#platform/notifications.ts';
import type { Platform } from '#platform/platform.ts';
import type { Work } from '#platform/work.ts';
import {
  claimReminder,
  listExpiringBuyers,
  type ExpiringBuyer,
} from './send-buyer-profile-reminders.queries.ts';
import { findRecipients } from './inquiries/inquiries.queries.ts';

/** Notifies broker and buyer of profiles that expire within two weeks, once for each confirmation. */
export async function sendBuyerProfileReminders({ runner }: Pick<Platform, 'runner'>): Promise<void> {
  const now = runner.clock.now();
  for (const { id: workspaceId } of await listOpenWorkspaces(runner.db, now))
    for (const buyer of await listExpiringBuyers(runner.db, { workspaceId, now }))
      await runner.transact((work) => sendReminderOnce(work, workspaceId, buyer));
}

async function sendReminderOnce(work: Work, workspaceId: string, buyer: ExpiringBuyer): Promise<void> {
  if (!(await claimReminder(work.db, { workspaceId, buyerId: buyer.id, now: work.now }))) return;
  const { customer_id: customerId, customer_name: name, broker_id: brokerId, user_id: userId } = buyer;
  const expiresOn = formatLongDate(buyer.expires_on);
  const about = { workspaceId, type: 'buyer.expiring', customerId } as const;
  await notify(work, {
    ...about,
    userIds: brokerId === null ? (await findRecipients(work.db, workspaceId)).adminIds : [brokerId],
    title: `${name}’s buyer profile expires on ${expiresOn}`,
  });
  await notify(work, {
    ...about,
    userIds: userId === null ? [] : [userId],
    title: `Confirm your buyer profile by ${expiresOn}`,
  });
}
