import { toCalendarDate } from '@handover/domain/local-time.ts';
import type { DealFacts } from '@handover/domain/deals/deal-gates.ts';
import { findNextStep, type NextStep, type NextStepFacts } from '@handover/domain/deals/next-step.ts';
import { sumStructureCents } from '@handover/domain/deals/offer-value.ts';
import type { Db } from '#db/client.ts';
import type { Member } from '#platform/session/actor.ts';
import type { Work } from '#platform/work.ts';
import { isBuyerExcludedFrom } from '../deals.public.ts';
import { presentDeal } from '../deals.presenter.ts';
import type { DealRow } from '../deals.queries.ts';
import { loadDeal } from '../deals.service.ts';
import { findAcceptedOffer, findLastOffer, toOfferTerms } from '../offers/offers.queries.ts';
import { getClosingFacts } from '../closing/closing.service.ts';
import { countRequests } from '../closing/requests.queries.ts';
import { getOwnershipFacts } from '#features/businesses/businesses.public.ts';
import { getDscrFloor } from './deal-moves.queries.ts';

/** Facts about a deal from other features. */
export type OtherFacts = Pick<
  DealFacts,
  'isNdaInForce' | 'profileConfirmedOn' | 'hasProofOfFunds' | 'isEligible' | 'isCimReleased'
> &
  Pick<NextStepFacts, 'isNdaSent' | 'isProofSent'>;

/** Loads facts from a feature that depends on deals; `registry.ts` passes it in, to avoid import cycles. */
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

const nothing: OtherFacts = {
  isNdaInForce: false,
  isNdaSent: false,
  profileConfirmedOn: 'never',
  hasProofOfFunds: false,
  isProofSent: false,
  isEligible: false,
  isCimReleased: false,
};

/** Who acts next on a deal, and how, based on what the member may see. Throws NOT_FOUND. */
export async function getNextStep(
  work: Work,
  actor: Member,
  { dealId, sources }: { dealId: string; sources: readonly FactSource[] },
): Promise<NextStep | null> {
  const { workspaceId } = actor;
  const deal = await loadDeal(work, actor, dealId);
  const facts = await loadFacts(work, actor, { deal, sources });
  const { sellerDecision } = presentDeal(deal);
  return findNextStep({
    ...facts,
    sellerDecision,
    stage: deal.stage,
    lastOffer: await findLastOffer(work.db, { workspaceId, dealId }),
    unansweredRequests: await countRequests(work.db, { workspaceId, dealId, states: ['open'] }),
  });
}

/** All facts that the gates of a deal use. */
export async function loadFacts(
  { db, now }: Work,
  { workspaceId, timeZone }: Member,
  { deal, sources }: { deal: DealRow; sources: readonly FactSource[] },
): Promise<DealFacts & OtherFacts> {
  const { id: dealId, business_id: businessId, buyer_id: buyerId } = deal;
  const of = { workspaceId, dealId, businessId, buyerId, now, timeZone };
  const accepted = await findAcceptedOffer(db, { workspaceId, dealId });
  const offer = accepted && toOfferTerms(accepted);
  let others = nothing;
  for (const source of sources) others = { ...others, ...(await source(db, of)) };
  return {
    ...others,
    today: toCalendarDate(now, timeZone),
    isBarred: await isBuyerExcludedFrom(db, { workspaceId, businessId, buyerId }),
    sellerDecision: deal.seller_decision,
    acceptedOffer: offer && { ...offer, structureCents: sumStructureCents(offer) },
    openRequests: await countRequests(db, { workspaceId, dealId, states: ['open', 'answered'] }),
    financing:
      deal.financing_kind === 'loan'
        ? { kind: 'loan', lender: deal.lender, dscr: deal.dscr }
        : deal.financing_kind === 'cash'
          ? { kind: 'cash' }
          : null,
    dscrFloor: await getDscrFloor(db, workspaceId),
    ownership: await findOwnership(db, workspaceId, deal),
    ...(await getClosingFacts(db, { workspaceId, deal, offer })),
  };
}

/** Null for types without the 36-month rule. */
async function findOwnership(db: Db, workspaceId: string, deal: DealRow): Promise<DealFacts['ownership']> {
  const known = await getOwnershipFacts(db, { workspaceId, businessId: deal.business_id });
  return known === null
    ? null
    : {
        ...known,
        isMajorityChange: deal.direct_change !== 'up_to_half',
        expectedClose: deal.expected_close,
      };
}
