/**
 * How long it takes to sell businesses in a price band, and at what multiples: medians of a survey. Prices are integer
 * cents.
 */
export type MarketBand = {
  readonly fromCents: number;
  readonly toCents: number;
  readonly months: number;
  /** Multiples of SDE and of EBITDA; null if the survey has none. */
  readonly sdeMultiple: number | null;
  readonly ebitdaMultiple: number | null;
};

/** The band of a price, both ends inclusive. A limit shared by two bands belongs to the upper one. */
export function findMarketBand(bands: readonly MarketBand[], priceCents: number): MarketBand | null {
  return bands.findLast(({ fromCents, toCents }) => fromCents <= priceCents && priceCents <= toCents) ?? null;
}
