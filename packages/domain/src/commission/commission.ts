/** Parts of the consideration that a commission can be based on. */
export const considerationParts = [
  'cash',
  'sellerNote',
  'assumedDebt',
  'earnOut',
  'inventory',
  'realEstate',
] as const;
export type ConsiderationPart = (typeof considerationParts)[number];

/** Integer cents of each part; a missing part counts as zero. An earn-out counts once it is paid. */
export type Consideration = Readonly<Partial<Record<ConsiderationPart, number>>>;

/** One marginal step of a fee table: the rate on the part of the base up to `upToCents`; null for no limit. */
export type FeeStep = { readonly upToCents: number | null; readonly rateBps: number };

export type FeeTerms = {
  readonly steps: readonly FeeStep[];
  readonly minimumFeeCents: number;
};

export const fullShareBps = 10_000;

/**
 * Commission base in integer cents: the sum of the parts that the engagement letter counts (domain.md section 3:
 * B = cash + seller note + assumed debt + earn-out when paid + inventory + real estate). Nothing is rounded.
 */
export function calculateCommissionBase(
  consideration: Consideration,
  counted: readonly ConsiderationPart[],
): number {
  return counted.reduce((sum, part) => sum + (consideration[part] ?? 0), 0);
}

/**
 * The problem with a fee table, as a sentence, or null. A table needs at least one step, rising limits, and an
 * open-ended last step.
 */
export function findFeeTableProblem(steps: readonly FeeStep[]): string | null {
  if (steps.length === 0) return 'Add at least one step.';
  for (const [index, { upToCents }] of steps.entries()) {
    if (index === steps.length - 1) {
      if (upToCents !== null) return 'The last step has no upper limit.';
    } else if (upToCents === null) return 'Only the last step has no upper limit.';
    else if (upToCents <= (steps[index - 1]?.upToCents ?? 0)) return 'Each step ends above the one before.';
  }
  return null;
}

/**
 * Commission on a base according to a table of marginal rates, in integer cents (domain.md section 3:
 * Σ rate × (min(B, hi) − lo)⁺). A flat percentage is a table with one step. The steps are added up exactly, and the sum
 * is rounded half up to the cent.
 */
export function calculateTieredFee(baseCents: number, steps: readonly FeeStep[]): number {
  let low = 0n;
  let sum = 0n;
  const base = BigInt(baseCents);
  for (const { upToCents, rateBps } of steps) {
    const high = upToCents === null || BigInt(upToCents) > base ? base : BigInt(upToCents);
    if (high > low) sum += (high - low) * BigInt(rateBps);
    low = upToCents === null ? base : BigInt(upToCents);
  }
  return Number((sum + 5_000n) / 10_000n);
}

/** The fee before retainers: max(minimum, table), in integer cents (domain.md section 3). */
export function calculateGrossFee(baseCents: number, { steps, minimumFeeCents }: FeeTerms): number {
  return Math.max(minimumFeeCents, calculateTieredFee(baseCents, steps));
}

/** Commission due: max(0, fee − creditable retainers), in integer cents (domain.md section 3). */
export function calculateDueCommission(
  baseCents: number,
  { creditCents, ...terms }: FeeTerms & { readonly creditCents: number },
): number {
  return Math.max(0, calculateGrossFee(baseCents, terms) - creditCents);
}

/** Integer cents of a commission times a probability in basis points, rounded half up to the cent. */
export function calculateWeightedCents(cents: number, weightBps: number): number {
  return Number((BigInt(cents) * BigInt(weightBps) + 5_000n) / 10_000n);
}
