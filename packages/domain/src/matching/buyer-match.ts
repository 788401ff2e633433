/** Points of each criterion; they add up to 100. Source: domain.md section 2, "Buyer match". */
export const matchWeights = {
  type: 25,
  geography: 20,
  price: 20,
  liquidity: 20,
  timeline: 10,
  experience: 5,
} as const;
export type MatchCriterion = keyof typeof matchWeights;

/** When a buyer wants to own a business, soonest first. */
export const buyerTimings = ['now', 'six_months', 'year', 'later'] as const;
export type BuyerTiming = (typeof buyerTimings)[number];

/** A buyer's past activity, least first. */
export const buyerExperiences = ['none', 'management', 'healthcare', 'owner'] as const;
export type BuyerExperience = (typeof buyerExperiences)[number];

/** One search of a buyer. An empty list or null means no preference. */
export type BuyerSearch = {
  readonly types: readonly string[];
  /** Postal codes of states. */
  readonly states: readonly string[];
  readonly minPriceCents: number | null;
  readonly maxPriceCents: number | null;
  readonly minSdeCents: number | null;
  readonly cashCents: number | null;
  readonly timing: BuyerTiming | null;
  readonly experience: BuyerExperience | null;
};

/** Cash shown by accepted proof of funds that has not expired; null without it. */
export type ProvenCash = { readonly provenCashCents: number | null };

/** The facts of a business that a match uses; integer cents, null if unknown. */
export type MatchedBusiness = {
  readonly type: string;
  readonly state: string | null;
  readonly priceCents: number | null;
  readonly sdeCents: number | null;
  /** Cash that the business needs after the sale. */
  readonly workingCapitalCents: number;
  /** Months until it can be bought; 0 if it is on the market. */
  readonly monthsToMarket: number;
};

/** A lender's requirements: the buyer's share of the price in basis points, and the largest loan. */
export type MatchFinancing = { readonly injectionBasisPoints: number; readonly maxLoanCents: number };

/** How well a criterion is met: fully, left open by the buyer, partly, not, or unknown. */
export type MatchResult = 'met' | 'open' | 'partial' | 'unmet' | 'unknown';

export type MatchPart = {
  readonly criterion: MatchCriterion;
  readonly points: number;
  readonly result: MatchResult;
};

export type SearchScore = { readonly score: number; readonly parts: readonly MatchPart[] };

/** Cash for the equity injection and working capital, in integer cents; null without a price. */
export function calculateRequiredCashCents(
  business: MatchedBusiness,
  financing: MatchFinancing,
): number | null {
  const { priceCents, workingCapitalCents } = business;
  if (priceCents === null) return null;
  const share = (BigInt(priceCents) * BigInt(financing.injectionBasisPoints) + 9_999n) / 10_000n;
  return Math.max(Number(share), priceCents - financing.maxLoanCents) + workingCapitalCents;
}

/**
 * The score of one search for a business, 0–100, as the sum of its parts. Weights: domain.md section 2. The source does
 * not define partial credit; these are our rules, in whole points:
 * - Type and geography: full points if the buyer names it, otherwise none.
 * - Price: 10 within the buyer's range and 10 from the minimum SDE up; 5 each for a miss by at most 10%.
 * - Liquidity: full points if cash (as stated in the search, or as proven if that is more) covers equity injection and
 *   working capital; otherwise in proportion, rounded down.
 * - Timeline: 10 if the buyer and the business are at most 3 months apart, 6 up to 6 months, 3 up to 12.
 * - Experience: 5 for owners of a healthcare business, 4 for experience in healthcare, 2 in management.
 * - A preference that the buyer leaves open earns 60% of its points: nothing speaks against the business, and nothing
 *   for it. An unknown figure of the business, cash, or experience earns none.
 */
export function scoreSearch(
  search: BuyerSearch & Partial<ProvenCash>,
  business: MatchedBusiness,
  financing: MatchFinancing,
): SearchScore {
  const { provenCashCents = null } = search;
  const cashCents =
    provenCashCents === null ? search.cashCents : Math.max(search.cashCents ?? 0, provenCashCents);
  const parts: MatchPart[] = [
    scoreCriterion('type', search.types, business.type),
    scoreCriterion('geography', search.states, business.state),
    scorePrice(search, business),
    scoreLiquidity(cashCents, calculateRequiredCashCents(business, financing)),
    scoreTimeline(search.timing, business.monthsToMarket),
    scoreExperience(search.experience),
  ];
  return { score: parts.reduce((sum, { points }) => sum + points, 0), parts };
}

/** The best search of a buyer, or the first one in a tie; null without searches. */
export function scoreBuyer<Search extends BuyerSearch>(
  { searches, provenCashCents }: { readonly searches: readonly Search[] } & ProvenCash,
  business: MatchedBusiness,
  financing: MatchFinancing,
): (SearchScore & { readonly search: Search }) | null {
  return searches
    .map((search) => ({ ...scoreSearch({ ...search, provenCashCents }, business, financing), search }))
    .reduce<(SearchScore & { readonly search: Search }) | null>(
      (best, found) => (best === null || found.score > best.score ? found : best),
      null,
    );
}

function openPoints(points: number): number {
  return (points * 3) / 5;
}

function scoreCriterion(
  criterion: 'type' | 'geography',
  named: readonly string[],
  value: string | null,
): MatchPart {
  const points = matchWeights[criterion];
  if (named.length === 0) return { criterion, points: openPoints(points), result: 'open' };
  if (value === null) return { criterion, points: 0, result: 'unknown' };
  return named.includes(value)
    ? { criterion, points, result: 'met' }
    : { criterion, points: 0, result: 'unmet' };
}

type Half = { readonly points: number; readonly result: MatchResult };

/** Price and SDE are two halves of one criterion, whose rating is that of the weaker half. */
function scorePrice(search: BuyerSearch, { priceCents, sdeCents }: MatchedBusiness): MatchPart {
  const half = matchWeights.price / 2;
  const range: Half = scoreRange(half, priceCents, { min: search.minPriceCents, max: search.maxPriceCents });
  const earnings: Half = scoreRange(half, sdeCents, { min: search.minSdeCents, max: null });
  const [weaker, stronger] = range.points <= earnings.points ? [range, earnings] : [earnings, range];
  const isPartial = weaker.points < openPoints(half) && stronger.points > 0;
  return {
    criterion: 'price',
    points: range.points + earnings.points,
    result: isPartial ? 'partial' : weaker.result,
  };
}

type Range = { readonly min: number | null; readonly max: number | null };

function scoreRange(points: number, value: number | null, range: Range): Half {
  if (range.min === null && range.max === null) return { points: openPoints(points), result: 'open' };
  if (value === null) return { points: 0, result: 'unknown' };
  if (isWithin(value, range, 0)) return { points, result: 'met' };
  return isWithin(value, range, 10)
    ? { points: points / 2, result: 'partial' }
    : { points: 0, result: 'unmet' };
}

/** Whether a value is within a range, or outside it by at most `percent` of the limit. */
export function isWithin(value: number, { min, max }: Range, percent: number): boolean {
  const hundredths = (cents: number, share: number): bigint => BigInt(cents) * BigInt(share);
  const isAbove = min === null || hundredths(value, 100) >= hundredths(min, 100 - percent);
  const isBelow = max === null || hundredths(value, 100) <= hundredths(max, 100 + percent);
  return isAbove && isBelow;
}

function scoreLiquidity(cashCents: number | null, requiredCents: number | null): MatchPart {
  const criterion = 'liquidity';
  const points = matchWeights[criterion];
  if (cashCents === null || requiredCents === null) return { criterion, points: 0, result: 'unknown' };
  if (cashCents >= requiredCents) return { criterion, points, result: 'met' };
  const partial = Number((BigInt(points) * BigInt(cashCents)) / BigInt(requiredCents));
  return { criterion, points: partial, result: partial > 0 ? 'partial' : 'unmet' };
}

const monthsByTiming: Readonly<Record<BuyerTiming, number>> = { now: 0, six_months: 6, year: 12, later: 24 };

function scoreTimeline(timing: BuyerTiming | null, monthsToMarket: number): MatchPart {
  const criterion = 'timeline';
  const points = matchWeights[criterion];
  if (timing === null) return { criterion, points: openPoints(points), result: 'open' };
  const apart = Math.abs(monthsByTiming[timing] - monthsToMarket);
  if (apart <= 3) return { criterion, points, result: 'met' };
  if (apart > 12) return { criterion, points: 0, result: 'unmet' };
  return { criterion, points: apart <= 6 ? 6 : 3, result: 'partial' };
}

const experiencePoints: Readonly<Record<BuyerExperience, number>> = {
  none: 0,
  management: 2,
  healthcare: 4,
  owner: 5,
};

function scoreExperience(experience: BuyerExperience | null): MatchPart {
  const criterion = 'experience';
  if (experience === null) return { criterion, points: 0, result: 'unknown' };
  const points = experiencePoints[experience];
  if (points === matchWeights[criterion]) return { criterion, points, result: 'met' };
  return { criterion, points, result: points > 0 ? 'partial' : 'unmet' };
}
