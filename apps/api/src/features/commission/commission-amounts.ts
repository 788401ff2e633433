import type { CommissionDetail, CommissionShare } from '@handover/contract/commission/commissions.ts';
import {
  calculateCommissionBase,
  calculateDueCommission,
  calculateGrossFee,
  type Consideration,
} from '@handover/domain/commission/commission.ts';
import { getCommissionClaim, isOwed, type CommissionClaim } from '@handover/domain/commission/tail.ts';
import { splitCommission } from '@handover/domain/commission/splits.ts';
import type { CommissionTerms } from '#db/schema/commission.ts';
import type { CommissionRow } from './commissions.queries.ts';

export type Amounts = {
  readonly baseCents: number;
  readonly feeCents: number;
  readonly dueCents: number;
  readonly shares: readonly CommissionShare[];
};

/** The amounts of a commission, in integer cents. Shares of 0 are omitted, except for the brokerage's. */
export function calculateAmounts(
  consideration: Consideration,
  { terms, creditCents }: { terms: CommissionTerms; creditCents: number },
): Amounts {
  const baseCents = calculateCommissionBase(consideration, terms.countedParts);
  const dueCents = calculateDueCommission(baseCents, { ...terms, creditCents });
  return {
    baseCents,
    feeCents: calculateGrossFee(baseCents, terms),
    dueCents,
    shares: calculateShares(dueCents, terms),
  };
}

/** The amounts of a final commission with these earn-outs, and the price paid including them. */
export function calculateAmountsWithEarnOuts(
  { consideration, credit_cents: creditCents }: Pick<CommissionRow, 'consideration' | 'credit_cents'>,
  terms: CommissionTerms,
  earnOuts: CommissionDetail['earnOuts'],
): Amounts & { readonly consideration: Consideration } {
  const earnOut = earnOuts.reduce((sum, { cents }) => sum + cents, 0);
  const paid = { ...consideration, earnOut };
  return { consideration: paid, ...calculateAmounts(paid, { terms, creditCents: creditCents ?? 0 }) };
}

function calculateShares(dueCents: number, { splits, agents }: CommissionTerms): CommissionShare[] {
  const { listing, coListing, buyer } = agents;
  const parts = splitCommission(dueCents, {
    referralBps: splits.referralBps,
    listingShareBps: splits.listingShareBps,
    listingAgentBps: [listing === null ? 0 : splits.brokerBps, coListing === null ? 0 : splits.coBrokerBps],
    buyerAgentBps: [buyer === null ? 0 : splits.buyerBrokerBps],
  });
  const [listingCents = 0, coListingCents = 0] = parts.listingAgentCents;
  const [buyerCents = 0] = parts.buyerAgentCents;
  const agent = (role: CommissionShare['role'], person: typeof buyer, cents: number): CommissionShare => ({
    role,
    userId: person?.id ?? null,
    name: person?.displayName ?? '',
    cents,
  });
  const shares: CommissionShare[] = [
    { role: 'referral', userId: null, name: splits.referralName ?? '', cents: parts.referralCents },
    agent('listing', listing, listingCents),
    agent('co_listing', coListing, coListingCents),
    agent('buyer', buyer, buyerCents),
  ];
  return [
    ...shares.filter(({ cents }) => cents > 0),
    { role: 'brokerage', userId: null, name: 'Brokerage', cents: parts.brokerageCents },
  ];
}

/** The terms of the letter in force, with the people as of now; null without a letter. */
export function findCommissionTerms(row: CommissionRow): CommissionTerms | null {
  const { steps, splits, fee_table_name: feeTableName, counted_parts: countedParts } = row;
  if (steps === null || splits === null || feeTableName === null || countedParts === null) return null;
  const person = (id: string | null, displayName: string | null) =>
    id === null || displayName === null ? null : { id, displayName };
  return {
    feeTableName,
    steps,
    minimumFeeCents: row.minimum_fee_cents ?? 0,
    countedParts,
    splits,
    agents: {
      listing: person(row.listing_id, row.listing_name),
      coListing: person(row.co_listing_id, row.co_listing_name),
      buyer: person(row.broker_id, row.broker_name),
    },
  };
}

/** Sums amounts by key, counting each business once with its highest amount: only one of its buyers can buy it. */
export function sumOncePerBusiness(): (key: string, businessId: string, cents: number) => number {
  const counted = new Map<string, number>();
  const sums = new Map<string, number>();
  return (key, businessId, cents) => {
    const ofBusiness = `${key} ${businessId}`;
    const before = counted.get(ofBusiness) ?? 0;
    const highest = Math.max(before, cents);
    counted.set(ofBusiness, highest);
    const sum = (sums.get(key) ?? 0) + highest - before;
    sums.set(key, sum);
    return sum;
  };
}

/** Creditable retainers that were paid, in integer cents. */
export function findCredit({ retainers }: Pick<CommissionRow, 'retainers'>): number {
  return (retainers ?? []).reduce(
    (sum, { amountCents, isCreditable, paidOn }) => sum + (isCreditable && paidOn !== null ? amountCents : 0),
    0,
  );
}

/**
 * The expected amounts of an open deal, from the parts of its accepted letter of intent that the engagement letter
 * counts; otherwise as if the whole price were cash. Null without a price or an engagement letter, and if the letter
 * would earn no commission.
 */
export function findExpectedAmounts(row: CommissionRow): Amounts | null {
  const terms = findCommissionTerms(row);
  if (terms === null || row.price_cents === null) return null;
  const claim = findExpectedClaim(row);
  if (claim !== null && !isOwed(claim)) return null;
  const creditCents = findCredit(row);
  if (row.offer_parts !== null) return calculateAmounts(row.offer_parts, { terms, creditCents });
  const asCash = { ...terms, countedParts: ['cash' as const] };
  return calculateAmounts({ cash: row.price_cents }, { terms: asCash, creditCents });
}

/** Whether an open deal earns a commission if it closes on the later of today and its expected close. */
export function findExpectedClaim(row: CommissionRow): CommissionClaim | null {
  const { status, starts_on: startsOn, closes_on: closedOn, tail_months: tailMonths } = row;
  if (status !== 'expected' || startsOn === null || closedOn === null || tailMonths === null) return null;
  const term = { startsOn, endsOn: row.ended_on ?? row.ends_on, tailMonths };
  return getCommissionClaim(term, { closedOn, isProtected: row.is_protected });
}
