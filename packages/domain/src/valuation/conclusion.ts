import type { ValuationMethod } from './valuation.ts';

/** A method as input of a conclusion: its range, if it has a value, and how reliable its multiple is. */
export type ConcludedMethod = {
  readonly method: ValuationMethod;
  readonly metricCents: number | null;
  readonly low: number | null;
  readonly high: number | null;
  readonly lowCents: number | null;
  readonly highCents: number | null;
  /** The value at the assumed readiness score; null without one. */
  readonly pointCents: number | null;
  readonly confidence: 'low' | 'medium' | 'high';
};

export type WeightedMethod = {
  readonly method: ValuationMethod;
  /** Its share of all weights, in basis points. The shares add up to 10,000. */
  readonly weightBps: number;
  readonly middleCents: number;
};

export type WaterfallStep = {
  readonly kind: 'start' | 'method' | 'score';
  /** Null for the step of the score. */
  readonly method: ValuationMethod | null;
  /** What it adds to the value of the previous steps; the first step adds its full value. */
  readonly cents: number;
};

/** Reasons to treat a conclusion with caution. */
export type Caution = 'one_method' | 'methods_differ' | 'low_confidence';

/** The combined value of the methods, in integer cents. */
export type Conclusion = {
  readonly lowCents: number;
  readonly highCents: number;
  /** The recommended value: at the assumed score, or else the middle of the range. */
  readonly valueCents: number;
  /** The heaviest method first. */
  readonly methods: readonly WeightedMethod[];
  /** The steps from the value of the heaviest method alone to the combined value. They add up to it exactly. */
  readonly waterfall: readonly WaterfallStep[];
  readonly cautions: readonly Caution[];
};

const confidenceWeights = { low: 1, medium: 2, high: 3 } as const;
/**
 * Businesses with this EBITDA or more are bought by companies, which value EBITDA; smaller ones by owner-operators,
 * who value SDE.
 */
export const companyEbitdaCents = 1_000_000_00;
/** If the middles of the ranges differ by more than this share of the lowest, they need an explanation. */
const maxSpread = 0.5;

/**
 * One recommended range from the methods that give a value; null if none does. The weight of each range is that of the
 * method (SDE 3 and EBITDA 2 for a business that an owner-operator buys, the other way around from an EBITDA of $1M,
 * revenue 1) times the confidence of its multiple (low 1, medium 2, high 3). The weights are Handover's own rule of
 * thumb.
 */
export function concludeValue(methods: readonly ConcludedMethod[]): Conclusion | null {
  const ebitda = methods.find(({ method }) => method === 'ebitda')?.metricCents ?? 0;
  const isForCompanies = ebitda >= companyEbitdaCents;
  const methodWeights = { sde: isForCompanies ? 2 : 3, ebitda: isForCompanies ? 3 : 2, revenue: 1 };
  const valued = methods
    .flatMap(({ method, lowCents, highCents, pointCents, confidence }) => {
      if (lowCents === null || highCents === null) return [];
      const weight = methodWeights[method] * confidenceWeights[confidence];
      const middleCents = halve(lowCents + highCents);
      return [{ method, weight, lowCents, highCents, middleCents, pointCents, confidence }];
    })
    .toSorted((one, other) => other.weight - one.weight);
  if (valued.length === 0) return null;
  const middleCents = calculateAverage(valued, ({ middleCents: cents }) => cents);
  const hasScore = valued.every(({ pointCents }) => pointCents !== null);
  const valueCents = hasScore ? calculateAverage(valued, ({ pointCents }) => pointCents ?? 0) : middleCents;
  return {
    lowCents: calculateAverage(valued, ({ lowCents }) => lowCents),
    highCents: calculateAverage(valued, ({ highCents }) => highCents),
    valueCents,
    methods: calculateWeights(valued),
    waterfall: createWaterfall(valued, { middleCents, valueCents: hasScore ? valueCents : null }),
    cautions: listCautions(valued),
  };
}

/** The changes shown in a sensitivity table: of earnings in percent, and of the multiple in turns. */
export const earningsChanges = [-20, -10, 0, 10, 20] as const;
export const multipleChanges = [-0.5, -0.25, 0, 0.25, 0.5] as const;

/**
 * Value = earnings × multiple in integer cents for each combination of changes, with a row for each change of earnings
 * and a column for each change of the multiple. Multiples below zero give 0.
 */
export function calculateSensitivity(metricCents: number, multiple: number): number[][] {
  return earningsChanges.map((percent) =>
    multipleChanges.map((turns) => {
      const thousandths = Math.max(0, Math.round((multiple + turns) * 1000));
      return Math.floor((metricCents * (100 + percent) * thousandths) / 100_000 + 0.5);
    }),
  );
}

type ValuedMethod = {
  readonly method: ValuationMethod;
  readonly weight: number;
  readonly middleCents: number;
  readonly confidence: ConcludedMethod['confidence'];
};

/** The weighted average in whole cents, rounded half up. */
function calculateAverage<T extends { readonly weight: number }>(
  some: readonly T[],
  read: (one: T) => number,
): number {
  const total = BigInt(some.reduce((sum, { weight }) => sum + weight, 0));
  const sum = some.reduce((before, one) => before + BigInt(one.weight) * BigInt(read(one)), 0n);
  return Number((2n * sum + total) / (2n * total));
}

function halve(cents: number): number {
  return Math.floor(cents / 2 + 0.5);
}

/** The last method gets the rounding remainder. */
function calculateWeights(valued: readonly ValuedMethod[]): WeightedMethod[] {
  const total = valued.reduce((sum, { weight }) => sum + weight, 0);
  let left = 10_000;
  return valued.map(({ method, weight, middleCents }, index) => {
    const weightBps = index === valued.length - 1 ? left : Math.round((weight * 10_000) / total);
    left -= weightBps;
    return { method, weightBps, middleCents };
  });
}

function createWaterfall(
  valued: readonly ValuedMethod[],
  { middleCents, valueCents }: { middleCents: number; valueCents: number | null },
): WaterfallStep[] {
  let before = 0;
  const steps = valued.map(({ method }, index): WaterfallStep => {
    const after = calculateAverage(valued.slice(0, index + 1), (one) => one.middleCents);
    const cents = after - before;
    before = after;
    return { kind: index === 0 ? 'start' : 'method', method, cents };
  });
  return valueCents === null
    ? steps
    : [...steps, { kind: 'score', method: null, cents: valueCents - middleCents }];
}

function listCautions(valued: readonly ValuedMethod[]): Caution[] {
  const middles = valued.map(({ middleCents }) => middleCents);
  const lowest = Math.min(...middles);
  return [
    ...(valued.length === 1 ? (['one_method'] as const) : []),
    ...(lowest > 0 && (Math.max(...middles) - lowest) / lowest > maxSpread
      ? (['methods_differ'] as const)
      : []),
    ...(valued.every(({ confidence }) => confidence === 'low') ? (['low_confidence'] as const) : []),
  ];
}
