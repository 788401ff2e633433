import { fullShareBps } from './commission.ts';

/** How a commission is split; all rates are in basis points. */
export type SplitTerms = {
  /** Share of the commission, paid before anything else. */
  readonly referralBps: number;
  /** The listing side's share of the rest; the buyer's side gets the other part. */
  readonly listingShareBps: number;
  /** Each agent's share of the listing side. */
  readonly listingAgentBps: readonly number[];
  /** Each agent's share of the buyer's side. */
  readonly buyerAgentBps: readonly number[];
};

/** Integer cents. Referral, agents, and brokerage add up to the total commission. */
export type Splits = {
  readonly referralCents: number;
  readonly listingSideCents: number;
  readonly buyerSideCents: number;
  /** In the order of `listingAgentBps`. */
  readonly listingAgentCents: readonly number[];
  readonly buyerAgentCents: readonly number[];
  readonly brokerageCents: number;
};

export const standardListingShareBps = 5_000;

/**
 * Divides a commission (domain.md section 3): the referral comes off the top, the listing side gets its share of the
 * rest, each agent gets a share of their side, and the brokerage ("house") gets the remainder. Every part is rounded
 * down to the cent, so the brokerage gets the remaining cents. Throws a RangeError for rates that add up to more than
 * 100%.
 */
export function splitCommission(totalCents: number, terms: SplitTerms): Splits {
  const { referralBps, listingShareBps, listingAgentBps, buyerAgentBps } = terms;
  for (const rates of [[referralBps], [listingShareBps], listingAgentBps, buyerAgentBps])
    if (rates.some((rate) => rate < 0) || sum(rates) > fullShareBps)
      throw new RangeError('The shares exceed 100%');
  const referralCents = calculateShare(totalCents, referralBps);
  const rest = totalCents - referralCents;
  const listingSideCents = calculateShare(rest, listingShareBps);
  const buyerSideCents = rest - listingSideCents;
  const listingAgentCents = listingAgentBps.map((rate) => calculateShare(listingSideCents, rate));
  const buyerAgentCents = buyerAgentBps.map((rate) => calculateShare(buyerSideCents, rate));
  return {
    referralCents,
    listingSideCents,
    buyerSideCents,
    listingAgentCents,
    buyerAgentCents,
    brokerageCents: rest - sum(listingAgentCents) - sum(buyerAgentCents),
  };
}

function calculateShare(cents: number, rateBps: number): number {
  return Number((BigInt(cents) * BigInt(rateBps)) / BigInt(fullShareBps));
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
