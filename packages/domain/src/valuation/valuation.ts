/** The base of a valuation. Real estate is never included; it is appraised separately. */
export const valuationMethods = ['sde', 'ebitda', 'revenue'] as const;
export type ValuationMethod = (typeof valuationMethods)[number];

/** Multiples of the method's metric, with at most three decimals. */
export type MultipleRange = { readonly low: number; readonly high: number };

export type MethodInput = {
  /** Yearly SDE, EBITDA, or revenue; null if unknown. */
  readonly metricCents: number | null;
  /** Null if this type is not valued by the method. */
  readonly multiple: MultipleRange | null;
  /** A readiness score from 0 to 100, which determines the point within the range; null for no point. */
  readonly score: number | null;
};

/** Integer cents, or why there is no value. Earnings of zero or less have no value by multiples. */
export type MethodValue =
  | {
      readonly lowCents: number;
      readonly highCents: number;
      readonly pointCents: number | null;
      readonly missing: null;
    }
  | {
      readonly lowCents: null;
      readonly highCents: null;
      readonly pointCents: null;
      readonly missing: MissingReason;
    };

export const missingReasons = ['no_multiple', 'no_metric', 'not_positive'] as const;
export type MissingReason = (typeof missingReasons)[number];

/**
 * The value of a business by one method: range = metric × [low, high], point = metric × (low + score/100 ×
 * (high − low)), as brokers publish multiples. In whole cents, rounded half up, and exact, without floating point.
 */
export function valueByMethod({ metricCents, multiple, score }: MethodInput): MethodValue {
  if (multiple === null) return createMissingValue('no_multiple');
  if (metricCents === null) return createMissingValue('no_metric');
  if (metricCents <= 0) return createMissingValue('not_positive');
  const low = toThousandths(multiple.low);
  const high = toThousandths(multiple.high);
  const whole = 100_000n;
  return {
    lowCents: calculatePart(metricCents, low * 100n, whole),
    highCents: calculatePart(metricCents, high * 100n, whole),
    pointCents:
      score === null ? null : calculatePart(metricCents, low * 100n + BigInt(score) * (high - low), whole),
    missing: null,
  };
}

/** Position of a price relative to a range, both ends inclusive. */
export function getPricePosition(
  priceCents: number,
  { lowCents, highCents }: { readonly lowCents: number; readonly highCents: number },
): 'below' | 'within' | 'above' {
  if (priceCents < lowCents) return 'below';
  return priceCents > highCents ? 'above' : 'within';
}

/** Whether a number has at most `most` decimals. */
export function hasDecimals(value: number, most: number): boolean {
  const scaled = value * 10 ** most;
  return Math.abs(scaled - Math.round(scaled)) < 1e-6;
}

function createMissingValue(missing: MissingReason): MethodValue {
  return { lowCents: null, highCents: null, pointCents: null, missing };
}

function toThousandths(multiple: number): bigint {
  return BigInt(Math.round(multiple * 1000));
}

/** For positive amounts. */
function calculatePart(cents: number, share: bigint, whole: bigint): number {
  return Number((2n * BigInt(cents) * share + whole) / (2n * whole));
}
