import { isDealEnded } from '@handover/contract/deals/deal-stages.ts';
import type { Deal } from '@handover/contract/deals/deals.ts';
import { useQuery } from '@tanstack/react-query';
import type { SellerAction } from '#features/businesses/client/sale-list.tsx';
import { ownDealsQuery } from '#features/deals/own/own-deals.queries.ts';
import { isToSend, ownRoomsQuery } from '#features/documents/rooms/own-rooms.queries.ts';
import { formatKind, ownProfilesQuery } from '#features/profiles/client/own-profiles.queries.ts';

/** What the client's sales wait for from them: texts to approve, buyers to decide on, and documents to send. */
export function useSellerActions(): SellerAction[] {
  const { data: profiles } = useQuery(ownProfilesQuery());
  const { data: deals } = useQuery(ownDealsQuery());
  const { data: rooms = [] } = useQuery(ownRoomsQuery());
  const approvals = (profiles?.approvals ?? []).filter(({ state }) => state === 'pending');
  return [
    ...approvals.map(({ id, businessId, kind }) => ({
      businessId,
      text: `Approve the ${formatKind(kind)}`,
      to: `#approval-${id}`,
    })),
    ...(deals?.deals ?? []).filter(isUndecided).map(({ id, business, buyer }) => ({
      businessId: business.id,
      text: `Approve or decline ${buyer.name}`,
      to: `/user/deals#deal-${id}`,
    })),
    ...rooms.flatMap(({ businessId, requests }) => {
      const missing = requests.filter(isToSend);
      const [first] = missing;
      if (businessId === null || first === undefined) return [];
      const text =
        missing.length === 1 ? `Send “${first.title}”` : `Send ${String(missing.length)} documents`;
      return [{ businessId, text, to: `#request-${first.id}` }];
    }),
  ];
}

/** Whether the seller still has to decide on the buyer, also if staff moved the deal on without them. */
function isUndecided({ side, stage, sellerDecision }: Deal): boolean {
  return side === 'seller' && stage !== 'inquiry' && !isDealEnded(stage) && sellerDecision === null;
}
