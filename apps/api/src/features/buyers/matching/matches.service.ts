import { toCalendarDate } from '@handover/domain/local-time.ts';
import { isClosed, type BusinessStage } from '@handover/contract/businesses/business-stages.ts';
import type { MatchingBusiness, MatchingBuyer } from '@handover/contract/buyers/buyer-matches.ts';
import {
  calculateRequiredCashCents,
  type MatchFinancing,
  type MatchedBusiness,
} from '@handover/domain/matching/buyer-match.ts';
import { matchBuyer, type OwnershipRule } from '@handover/domain/matching/match-gates.ts';
import { findStateCode } from '@handover/domain/us-states.ts';
import { getActiveBusiness } from '#features/businesses/businesses.public.ts';
import { listFinancingRules } from '#features/settings/settings.public.ts';
import { notFound } from '#lib/errors.ts';
import { paginate, type Page, type Position } from '#lib/pagination.ts';
import type { Keyring } from '#lib/keyring.ts';
import { byMember, recordActivity } from '#platform/activities.ts';
import type { Member } from '#platform/session/actor.ts';
import type { Work } from '#platform/work.ts';
import { authorize } from '../buyers.policy.ts';
import { findProvenCash } from '../buyers.presenter.ts';
import { findBuyerRow } from '../buyers.queries.ts';
import { getMatchingSettings } from './matching-settings.queries.ts';
import {
  findBusinessFacts,
  listFittingBusinesses,
  listFittingBuyers,
  listPairs,
  setExclusion,
  type BusinessFacts,
  type BuyerFacts,
  type PairFacts,
} from './matches.queries.ts';

/** A workspace's assumptions for every match. */
type Assumptions = {
  /** Calendar date of the workspace. */
  readonly today: string;
  readonly financing: MatchFinancing;
  readonly rules: readonly OwnershipRule[];
  readonly workingCapitalMonths: number;
};

/** Assumed months until a business in a stage can be bought. */
const monthsToMarket: Readonly<Partial<Record<BusinessStage, number>>> = {
  lead: 12,
  valuation: 12,
  engaged: 6,
  packaging: 3,
};

type PageInput = { readonly keyring: Keyring; readonly limit: number; readonly cursor: string | undefined };

/** Buyers for a business, best first. A closed business has none. Throws NOT_FOUND. */
export async function listMatchingBuyers(
  work: Work,
  actor: Member,
  { businessId, ...paging }: PageInput & { businessId: string },
): Promise<Page<MatchingBuyer>> {
  const { db, now } = work;
  const business = await findBusinessFacts(db, actor, businessId);
  if (business === null) throw notFound('business');
  const state = findStateCode(business.region ?? '');
  const assumptions = await findAssumptions(work, actor);
  const rows = isClosed(business.stage) ? [] : await listFittingBuyers(db, actor, { business, state, now });
  const scored = rows.map((row) => ({
    id: row.id,
    score: toMatch({ buyer: row, business, pair: { ...row, invited_at: null } }, assumptions).score,
  }));
  const page = await createPage(actor, scored, {
    binding: ['matching-buyers', businessId],
    idOf: ({ id }) => id,
    ...paging,
  });
  const pairs = await listPairs(db, actor, { buyerIds: page.rows.map(({ id }) => id), businessId, now });
  const matches = page.rows.flatMap(({ id }) => {
    const pair = pairs.find((each) => each.id === id);
    if (pair === undefined) return [];
    const { customer_id: customerId, name, email } = pair;
    const hasProofOfFunds = findProvenCash(pair, assumptions.today) !== null;
    return {
      buyer: { id, customerId, name, email, hasProofOfFunds },
      currency: business.buyer_currency,
      ...toMatch({ buyer: pair, business, pair }, assumptions),
    };
  });
  return { ...page, rows: matches };
}

/** Open businesses for a buyer, best first. Throws NOT_FOUND. */
export async function listMatchingBusinesses(
  work: Work,
  actor: Member,
  { buyerId, ...paging }: PageInput & { buyerId: string },
): Promise<Page<MatchingBusiness>> {
  const { db, now } = work;
  const buyer = await findBuyerRow(db, actor, buyerId);
  if (buyer === null || buyer.deleted_at !== null) throw notFound('buyer');
  const assumptions = await findAssumptions(work, actor);
  const rows = await listFittingBusinesses(db, actor, { buyerId, now });
  const matches = rows
    .map((row) => ({
      business: {
        id: row.id,
        name: row.name,
        type: row.type,
        stage: row.stage,
        state: findStateCode(row.region ?? '') ?? row.region,
        priceCents: row.price_cents,
      },
      currency: row.currency,
      ...toMatch({ buyer, business: row, pair: row }, assumptions),
    }))
    .filter(({ business: { state } }) => isInStates(buyer, state));
  return createPage(actor, matches, {
    binding: ['matching-businesses', buyerId],
    idOf: ({ business }) => business.id,
    ...paging,
  });
}

/**
 * The gates that keep a buyer from being invited to a business, and when they were invited; null if the member may not
 * see both.
 */
export async function findMatch(
  work: Work,
  actor: Member,
  { buyerId, businessId }: { buyerId: string; businessId: string },
): Promise<(Pick<MatchingBuyer, 'gates' | 'invitedAt'> & { stage: BusinessStage }) | null> {
  const { db, now } = work;
  const business = await findBusinessFacts(db, actor, businessId);
  const [pair] = await listPairs(db, actor, { buyerIds: [buyerId], businessId, now });
  if (business === null || pair === undefined) return null;
  const match = toMatch({ buyer: pair, business, pair }, await findAssumptions(work, actor));
  return { ...match, stage: business.stage };
}

/** Excludes a buyer from a business, or includes again. Throws NOT_FOUND, RULE_BROKEN in the trash. */
export async function excludeBuyer(
  work: Work,
  actor: Member,
  { buyerId, businessId, reason }: { buyerId: string; businessId: string; reason: string | null },
): Promise<void> {
  const { workspaceId, userId } = actor;
  const buyer = authorize(actor, 'buyer:manage', await findBuyerRow(work.db, actor, buyerId));
  await getActiveBusiness(work.db, actor, businessId);
  await setExclusion(work.db, { workspaceId, businessId, buyerId, reason, userId, now: work.now });
  work.audit({ businessId, isExcluded: reason !== null });
  if (reason !== null)
    await recordActivity(work, {
      ...byMember(actor, buyer.customer_id),
      businessId,
      type: 'buyer.excluded',
      subject: { kind: 'buyer', id: buyerId },
    });
  work.publish({ workspaceId, noun: 'buyer', id: buyerId, version: buyer.version });
}

/** Assumes the financing rule with the lowest equity injection; without rules, the buyer pays the whole price. */
async function findAssumptions({ db, now }: Work, { workspaceId, timeZone }: Member): Promise<Assumptions> {
  const { ownershipRules, workingCapitalMonths } = await getMatchingSettings(db, workspaceId);
  const [rule] = (await listFinancingRules(db, workspaceId)).toSorted(
    (one, other) => one.minInjectionPercent - other.minInjectionPercent,
  );
  return {
    financing: {
      injectionBasisPoints: rule === undefined ? 10_000 : Math.round(rule.minInjectionPercent * 100),
      maxLoanCents: rule?.maxLoanCents ?? 0,
    },
    today: toCalendarDate(now, timeZone),
    rules: ownershipRules,
    workingCapitalMonths,
  };
}

type Parts = {
  readonly buyer: Pick<
    BuyerFacts,
    | 'searches'
    | 'eligibilities'
    | 'blocked_at'
    | 'proof_amount_cents'
    | 'proof_verified_at'
    | 'proof_dated_on'
  >;
  readonly business: BusinessFacts;
  readonly pair: PairFacts;
};

function toMatch(
  { buyer, business, pair }: Parts,
  { today, financing, rules, workingCapitalMonths }: Assumptions,
): Omit<MatchingBuyer, 'buyer' | 'currency'> {
  // Amounts in another currency cannot be compared with the buyer's search.
  const isComparable = business.currency === business.buyer_currency;
  const matched: MatchedBusiness = {
    type: business.type,
    state: findStateCode(business.region ?? ''),
    priceCents: isComparable ? business.price_cents : null,
    sdeCents: isComparable ? business.sde_cents : null,
    workingCapitalCents: calculateWorkingCapital(business, workingCapitalMonths),
    monthsToMarket: monthsToMarket[business.stage] ?? 0,
  };
  const { score, gates, parts, search } = matchBuyer(
    {
      searches: buyer.searches,
      eligibilities: buyer.eligibilities,
      provenCashCents: findProvenCash(buyer, today),
      isBlocked: buyer.blocked_at !== null,
      isExcluded: pair.exclusion !== null,
      isSellerSide: pair.is_seller_side,
    },
    matched,
    { rules, financing },
  );
  return {
    score,
    gates: [...gates],
    parts: [...parts],
    search,
    requiredCashCents: calculateRequiredCashCents(matched, financing),
    exclusion: pair.exclusion,
    invitedAt: pair.invited_at?.toISOString() ?? null,
  };
}

/** Months of operating cost: revenue less SDE. Whole cents, rounded down; 0 if one is unknown. */
function calculateWorkingCapital(
  { revenue_cents: revenue, sde_cents: sde }: BusinessFacts,
  months: number,
): number {
  return revenue === null || sde === null ? 0 : Math.max(0, Math.floor(((revenue - sde) * months) / 12));
}

/** Whether a buyer names the state, or no state, in one of the searches; a business without a state fits each. */
function isInStates({ searches }: Pick<BuyerFacts, 'searches'>, state: string | null): boolean {
  return state === null || searches.some(({ states }) => states.length === 0 || states.includes(state));
}

/** One page of matches by score; the id breaks ties. */
function createPage<M extends { readonly score: number }>(
  viewer: Member,
  matches: readonly M[],
  {
    keyring,
    limit,
    cursor,
    binding,
    idOf,
  }: PageInput & { binding: readonly string[]; idOf(match: M): string },
): Promise<Page<M>> {
  const positionOf = (match: M): Position => [match.score, idOf(match)];
  const isAfter = (match: M, [score = 0, id = '']: Position): boolean =>
    match.score < Number(score) || (match.score === score && idOf(match) > String(id));
  const sorted = matches.toSorted(
    (one, other) => other.score - one.score || (idOf(one) < idOf(other) ? -1 : 1),
  );
  return paginate(keyring, {
    limit,
    cursor,
    viewer,
    binding,
    fetch: ({ after, limit: size }) =>
      Promise.resolve(sorted.filter((match) => after === null || isAfter(match, after)).slice(0, size)),
    count: () => Promise.resolve(sorted.length),
    positionOf,
  });
}
