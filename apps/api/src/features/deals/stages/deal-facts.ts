import type { DealFacts } from '@handover/domain/deals/deal-gates.ts';
import { structureTotalCents } from '@handover/domain/deals/offer-value.ts';
import type { Db } from '#db/client.ts';
import { dateIn } from '#lib/clock.ts';
import type { Member } from '#platform/session/actor.ts';
import type { Work } from '#platform/work.ts';
import type { DealRow } from '../deals.queries.ts';
import { findAcceptedOffer, termsOf, type OfferRow } from '../offers/offers.queries.ts';
import { closingFacts } from '../closing/closing.service.ts';
import { countOpenRequests } from '../closing/requests.queries.ts';
import { getDscrFloor } from './deal-moves.queries.ts';

/** What other features know about a deal. Null means unknown. */
export type OtherFacts = Pick<
  DealFacts,
  'isNdaInForce' | 'profileConfirmedOn' | 'hasProofOfFunds' | 'isCimApproved'
>;

/** Asks a feature that comes after deals: `registry.ts` passes them in, so that features stay without cycles. */
export type FactSource = (
  db: Db,
  deal: {
    readonly workspaceId: string;
    readonly dealId: string;
    readonly businessId: string;
    readonly buyerId: string;
    readonly now: Date;
    readonly timeZone: string;
  },
) => Promise<Partial<OtherFacts>>;

const unknown: OtherFacts = {
  isNdaInForce: null,
  profileConfirmedOn: null,
  hasProofOfFunds: null,
  isCimApproved: null,
};

/** Everything that the gates of a deal read. */
export async function loadFacts(
  { db, now }: Work,
  { workspaceId, timeZone }: Member,
  { deal, sources }: { deal: DealRow; sources: readonly FactSource[] },
): Promise<DealFacts> {
  const { id: dealId, business_id: businessId, buyer_id: buyerId } = deal;
  const of = { workspaceId, dealId, businessId, buyerId, now, timeZone };
  let others = unknown;
  for (const source of sources) others = { ...others, ...(await source(db, of)) };
  return {
    ...others,
    today: dateIn(timeZone, now),
    sellerDecision: deal.seller_decision,
    acceptedOffer: termsIn(await findAcceptedOffer(db, { workspaceId, dealId })),
    openRequests: await countOpenRequests(db, { workspaceId, dealId }),
    financing:
      deal.financing_kind === 'loan'
        ? { kind: 'loan', lender: deal.lender, dscr: deal.dscr }
        : deal.financing_kind === 'cash'
          ? { kind: 'cash' }
          : null,
    dscrFloor: await getDscrFloor(db, workspaceId),
    ...(await closingFacts(db, { workspaceId, deal })),
  };
}

function termsIn(row: OfferRow | null): DealFacts['acceptedOffer'] {
  if (row === null) return null;
  const terms = termsOf(row);
  return { ...terms, structureCents: structureTotalCents(terms) };
}
