/** How long businesses in a price band take to sell, and at what price: medians of a survey. Integer cents. */
export type MarketBand = {
  readonly fromCents: number;
  readonly toCents: number;
  readonly months: number;
  /** Times SDE, and times EBITDA; null where the survey gives none. */
  readonly sdeMultiple: number | null;
  readonly ebitdaMultiple: number | null;
};

/** The band of a price, both ends included; a limit that two bands share belongs to the upper one. */
export function findMarketBand(bands: readonly MarketBand[], priceCents: number): MarketBand | null {
  return bands.findLast(({ fromCents, toCents }) => fromCents <= priceCents && priceCents <= toCents) ?? null;
}
