import type { DealSide } from '@handover/contract/deals/deals.ts';
import { listOwnerLogins } from '#features/businesses/businesses.public.ts';
import { notify, type NewNotification } from '#platform/notifications.ts';
import type { Member } from '#platform/session/actor.ts';
import { listResponsibleIds } from '#platform/session/session.queries.ts';
import type { Work } from '#platform/work.ts';
import { getBusinessName } from './deals.presenter.ts';
import { findBuyerLogins, type DealRow } from './deals.queries.ts';

type Notice = Pick<NewNotification, 'type' | 'title' | 'renewsUnread'>;
export type Party = Exclude<DealSide, 'staff'>;

/** Notifies the deal’s broker, else the business’s broker, else the administrators, of a client’s action. */
export async function notifyBroker(
  work: Work,
  { workspaceId, scope }: Member,
  { deal, notice }: { deal: DealRow; notice: Notice },
): Promise<void> {
  const brokerId = deal.broker_id ?? deal.business_broker_id;
  if (scope !== 'client') return;
  const userIds = await listResponsibleIds(work.db, { workspaceId, userId: brokerId });
  const { id: dealId, business_id: businessId } = deal;
  await notify(work, { workspaceId, userIds, customerId: null, businessId, dealId, ...notice });
}

/** Notifies the logins of one side of a deal, using the business's name as shown to that side. */
export async function notifyParty(
  work: Work,
  { workspaceId, userId }: Pick<Member, 'workspaceId' | 'userId'>,
  { deal, side, notice }: { deal: DealRow; side: Party; notice: (business: string) => Notice },
): Promise<void> {
  const { id: dealId, business_id: businessId, buyer_id: buyerId } = deal;
  const logins =
    side === 'seller'
      ? await listOwnerLogins(work.db, { workspaceId, businessId })
      : await findBuyerLogins(work.db, { workspaceId, buyerId });
  await notify(work, {
    workspaceId,
    userIds: logins.filter((login) => login !== userId),
    customerId: null,
    dealId,
    ...notice(getBusinessName({ ...deal, side })),
  });
}
