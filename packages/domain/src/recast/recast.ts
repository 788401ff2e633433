/** Lines of a profit and loss statement, in the order of the statement. All are entered as positive amounts. */
export const profitLines = [
  'revenue',
  'costOfSales',
  'ownerPay',
  'payroll',
  'rent',
  'otherExpenses',
  'depreciation',
  'amortization',
  'interest',
  'otherIncome',
  'incomeTax',
] as const;
export type ProfitLine = (typeof profitLines)[number];

/** Integer cents by line; a missing line counts as zero. `ownerPay` is the total pay of one owner. */
export type ProfitAndLoss = Readonly<Partial<Record<ProfitLine, number>>>;

const incomeLines: readonly ProfitLine[] = ['revenue', 'otherIncome'];

/** Net income: revenue and other income less all expenses. */
export function calculateNetIncome(statement: ProfitAndLoss): number {
  return profitLines.reduce((sum, line) => {
    const amount = statement[line] ?? 0;
    return incomeLines.includes(line) ? sum + amount : sum - amount;
  }, 0);
}

/** EBITDA = net income + interest + income tax + depreciation + amortization. */
export function calculateEbitda(statement: ProfitAndLoss): number {
  const { interest = 0, incomeTax = 0, depreciation = 0, amortization = 0 } = statement;
  return calculateNetIncome(statement) + interest + incomeTax + depreciation + amortization;
}

/**
 * Adjustments of a recast.
 * - `owner_benefits`: benefits of the owner whose pay is the line `ownerPay`.
 * - `discretionary`: documented expenses that a buyer would not have.
 * - `one_time`: costs that will not recur.
 * - `second_owner`: pay of another working owner above what a replacement costs; negative if below.
 * - `rent_to_market`: rent paid above the market rent; negative if below.
 * - `unpaid_family`: the market cost of work that family members do for free.
 * - `owner_replacement`: the market cost of a clinician or manager in the owner's place.
 */
export const addBackCategories = [
  'owner_benefits',
  'discretionary',
  'one_time',
  'second_owner',
  'rent_to_market',
  'unpaid_family',
  'owner_replacement',
] as const;
export type AddBackCategory = (typeof addBackCategories)[number];

/** Categories that may have negative amounts. */
export const signedCategories: readonly AddBackCategory[] = ['second_owner', 'rent_to_market'];

export const addBackStatuses = ['accepted', 'contested', 'rejected'] as const;
export type AddBackStatus = (typeof addBackStatuses)[number];

export type AddBack = {
  readonly category: AddBackCategory;
  readonly amountCents: number;
  readonly status: AddBackStatus;
};

/** What a recast adds to EBITDA: the owner's pay from the statement, and the add-backs by category. */
export const recastSteps = ['ownerPay', ...addBackCategories] as const;
export type RecastStep = (typeof recastSteps)[number];

/** Signed integer cents, without the steps that are zero. */
type Steps = Readonly<Partial<Record<RecastStep, number>>>;
type Factors = Readonly<Partial<Record<RecastStep, 1 | -1>>>;

/** SDE = EBITDA + one owner's total pay and benefits + documented discretionary + one-time costs. */
const sdeFactors: Factors = {
  ownerPay: 1,
  owner_benefits: 1,
  discretionary: 1,
  one_time: 1,
  second_owner: 1,
};

/** Adjusted EBITDA = EBITDA ± owner pay to market ± rent to market + one-time costs − unpaid family labor. */
const adjustedFactors: Factors = { one_time: 1, second_owner: 1, rent_to_market: 1, unpaid_family: -1 };

/** The owner's pay and benefits are replaced by the cost of a replacement, if that cost is known. */
const replacedFactors: Factors = {
  ...adjustedFactors,
  ownerPay: 1,
  owner_benefits: 1,
  owner_replacement: -1,
};

/** Above this share of SDE, in basis points, a lender will ask about add-backs. */
export const highAddBackShare = 2_500;

export type Recast = {
  readonly netIncomeCents: number;
  readonly ebitdaCents: number;
  readonly sdeCents: number;
  readonly adjustedEbitdaCents: number;
  /** What leads from EBITDA to SDE. */
  readonly sdeSteps: Steps;
  /** What leads from EBITDA to adjusted EBITDA. */
  readonly adjustedSteps: Steps;
  /** Accepted add-backs that raise SDE, in addition to the owner's pay; reductions are not subtracted. */
  readonly addBacksCents: number;
  /** `addBacksCents` as a share of SDE in basis points, rounded half up; null unless SDE is positive. */
  readonly addBackShare: number | null;
  readonly hasHighAddBacks: boolean;
  /** Whether adjusted EBITDA uses a market cost in place of the owner's pay. */
  readonly isOwnerReplaced: boolean;
};

/**
 * The recast of one year. Only accepted add-backs count: EBITDA, SDE, and adjusted EBITDA in integer cents as defined
 * in the trade (for a second working owner, SDE uses the market cost of a replacement instead of adding back the pay).
 */
export function recast(statement: ProfitAndLoss, addBacks: readonly AddBack[]): Recast {
  const accepted = addBacks.filter(({ status }) => status === 'accepted');
  const ebitdaCents = calculateEbitda(statement);
  const isOwnerReplaced = accepted.some(({ category }) => category === 'owner_replacement');
  const sdeSteps = toSteps(statement, accepted, sdeFactors);
  const adjustedSteps = toSteps(statement, accepted, isOwnerReplaced ? replacedFactors : adjustedFactors);
  const sdeCents = ebitdaCents + sumSteps(sdeSteps);
  const addBacksCents = accepted
    .filter(({ category, amountCents }) => category in sdeFactors && amountCents > 0)
    .reduce((sum, { amountCents }) => sum + amountCents, 0);
  return {
    netIncomeCents: calculateNetIncome(statement),
    ebitdaCents,
    sdeCents,
    adjustedEbitdaCents: ebitdaCents + sumSteps(adjustedSteps),
    sdeSteps,
    adjustedSteps,
    addBacksCents,
    addBackShare: sdeCents > 0 ? Math.round((addBacksCents * 10_000) / sdeCents) : null,
    hasHighAddBacks: addBacksCents * 10_000 > sdeCents * highAddBackShare && addBacksCents > 0,
    isOwnerReplaced,
  };
}

function toSteps({ ownerPay = 0 }: ProfitAndLoss, addBacks: readonly AddBack[], factors: Factors): Steps {
  return Object.fromEntries(
    recastSteps.flatMap((step) => {
      const cents = addBacks
        .filter(({ category }) => category === step)
        .reduce((sum, { amountCents }) => sum + amountCents, step === 'ownerPay' ? ownerPay : 0);
      const factor = factors[step];
      return factor === undefined || cents === 0 ? [] : [[step, factor * cents]];
    }),
  );
}

function sumSteps(steps: Steps): number {
  return Object.values(steps).reduce((sum, cents) => sum + cents, 0);
}

/**
 * The average of yearly figures, weighted by integers, in integer cents, rounded half up. Null if there are no weights.
 */
export function calculateWeightedAverage(
  years: readonly { readonly cents: number; readonly weight: number }[],
): number | null {
  const weights = years.reduce((sum, { weight }) => sum + BigInt(weight), 0n);
  if (weights <= 0n) return null;
  const total = years.reduce((sum, { cents, weight }) => sum + BigInt(cents) * BigInt(weight), 0n);
  const doubled = 2n * total + weights;
  const quotient = doubled / (2n * weights);
  return Number(doubled % (2n * weights) < 0n ? quotient - 1n : quotient);
}
