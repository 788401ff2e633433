import type { ActivityType } from '@handover/contract/records/activities.ts';
import { recordActivity } from '#platform/activities.ts';
import { notify } from '#platform/notifications.ts';
import { listStaffOrAdminIds } from '#platform/session/session.queries.ts';
import type { Work } from '#platform/work.ts';
import type { AgreementRow } from './agreements.queries.ts';

type Event = Extract<ActivityType, `agreement.${string}`>;

/** Writes timeline entries for the buyer, each business, and the deal, and updates open pages. */
export async function recordAgreementEvent(
  work: Work,
  {
    row,
    type,
    actorId,
  }: {
    row: Pick<AgreementRow, 'workspace_id' | 'id' | 'customer_id' | 'deal_id' | 'businesses'>;
    type: Event;
    actorId: string | null;
  },
): Promise<void> {
  const { workspace_id: workspaceId, id, customer_id: customerId, deal_id: dealId } = row;
  const entry = { workspaceId, actorId, type, subject: { kind: 'agreement', id } } as const;
  await recordActivity(work, { ...entry, customerId, dealId, audience: 'client' });
  // A separate entry, so that the seller and the buyer do not see each other's.
  for (const { id: businessId } of row.businesses)
    await recordActivity(work, { ...entry, customerId: null, businessId, audience: 'staff' });
  publishAgreement(work, row);
}

export function publishAgreement(
  work: Work,
  row: Pick<AgreementRow, 'workspace_id' | 'id' | 'customer_id'>,
): void {
  work.publish({
    workspaceId: row.workspace_id,
    noun: 'agreement',
    id: row.id,
    customerId: row.customer_id,
    isForClient: true,
  });
}

/** Notifies the sender and the buyer's broker, or the administrators if neither is staff any longer. */
export async function notifyBrokers(
  work: Work,
  row: AgreementRow,
  { type, title }: { type: 'agreement.answered' | 'agreement.expiring'; title: string },
): Promise<void> {
  const { workspace_id: workspaceId, sent_by: sentBy, broker_id: brokerId } = row;
  const userIds = [...new Set([sentBy, ...(brokerId === null ? [] : [brokerId])])];
  await notify(work, {
    workspaceId,
    userIds: await listStaffOrAdminIds(work.db, { workspaceId, userIds }),
    type,
    title,
    customerId: row.customer_id,
    dealId: row.deal_id,
  });
}

/** Notifies the buyer's login, if there is one, that an agreement is waiting. */
export async function notifyBuyer(work: Work, row: AgreementRow): Promise<void> {
  await notify(work, {
    workspaceId: row.workspace_id,
    userIds: row.customer_user_id === null ? [] : [row.customer_user_id],
    type: 'agreement.requested',
    title: `${row.workspace_name} has asked you to sign: ${row.title}`,
    customerId: row.customer_id,
  });
}
