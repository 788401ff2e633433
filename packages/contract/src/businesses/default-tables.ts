import type { ValuationMethod } from '@handover/domain/valuation/valuation.ts';
import type { BusinessType } from './business-list.ts';
import type { CreateFinancingRule, MarketSurvey, ValuationMultiple } from './valuation-tables.ts';

/** A row of the default multiples, without fields that are specific to a workspace. */
export type DefaultMultiple = Omit<ValuationMultiple, 'isDelivered' | 'version'>;
export type DefaultSurvey = Omit<MarketSurvey, 'isDelivered' | 'version'>;
export type DefaultFinancingRule = CreateFinancingRule & { readonly key: string };

/** The day on which the default figures were read from their publishers. */
const gatheredOn = '2026-11-22';

type Ends = readonly [low: number, high: number];
type Figures = {
  readonly [method in ValuationMethod]: Ends | null;
} & {
  /** The publisher, with the title of the page if known. */
  readonly sources: readonly string[];
  readonly confidence?: 'low' | 'medium';
  readonly notes?: { readonly [method in ValuationMethod]?: string };
};

const oneFigure = 'Published as one figure, not as a range.';

const homeHealthSources = [
  'Scope Research, “Valuation Multiples from Small Home Health and Hospice M&A Transactions”',
  'BizBuySell (Learning Center), “Home Health Care Business Valuation Benchmarks”',
];

/**
 * Published by advisors, who disagree with each other. A starting point, to be replaced with the office's own
 * experience.
 */
const figures: Readonly<Record<BusinessType, Figures>> = {
  dental: {
    sde: [1.5, 3],
    ebitda: [3.5, 5.5],
    revenue: [0.6, 0.85],
    sources: [
      'thedentalpracticemarket.com, “How to Value a Dental Practice: Methods, Multiples & SDE”',
      'Precision Dental Analytics, “Dental Practice Valuation Calculator”',
      'BizBuySell (Learning Center)',
    ],
  },
  medical: {
    sde: [1.46, 2.94],
    ebitda: [3, 6],
    revenue: [0.75, 0.75],
    sources: ['iconic.co', 'BizBuySell (Learning Center), “Medical Practice Business Valuation Benchmarks”'],
    notes: { revenue: oneFigure },
  },
  home_health: {
    sde: [3.05, 3.05],
    ebitda: [4.1, 6.5],
    revenue: [0.4, 0.8],
    sources: homeHealthSources,
    notes: { sde: oneFigure },
  },
  hospice: {
    sde: [3.05, 3.05],
    ebitda: [4.1, 6.5],
    revenue: [0.4, 0.8],
    sources: homeHealthSources,
    notes: { sde: oneFigure, revenue: 'Hospices are also priced per average daily census.' },
  },
  pharmacy: {
    sde: [2.45, 3.38],
    ebitda: [3.6, 4.75],
    revenue: [0.16, 0.49],
    sources: ['Business Broker Collective, “Pharmacies (Independent Retail)”'],
    confidence: 'low',
    notes: {
      sde: 'Plus inventory at cost.',
      ebitda: 'Plus inventory at cost.',
      revenue: 'Plus inventory at cost.',
    },
  },
  behavioral: {
    sde: [2.5, 4.5],
    ebitda: [3, 7],
    revenue: [0.5, 1.5],
    sources: ['YourExitValue.com, “Mental Health Practice Valuation”', 'behavioralhealthbusinessbroker.com'],
  },
  physical_therapy: {
    sde: [2.06, 2.95],
    ebitda: [3, 5],
    revenue: [0.52, 0.77],
    sources: [
      'sovdoc.com',
      'Private Practice Transitions, “How Much Is a Physical Therapy Practice Worth? How to Value Your Physical Therapy Practice”',
      'Peak Business Valuation, “Valuation Multiples for a Physical Therapy Practice”',
    ],
  },
  veterinary: {
    sde: [2.3, 2.85],
    ebitda: [4, 6],
    revenue: [0.55, 0.85],
    sources: [
      'Joey Friedman, CPA, P.A., “How to Value a Veterinary Practice (Methods, Multiples, and What Drives the Price)”',
    ],
    confidence: 'low',
    notes: { ebitda: 'Practices with several veterinarians sell for 8 to 12 times EBITDA.' },
  },
  med_spa: {
    sde: [2.7, 3.25],
    ebitda: [3.5, 6],
    revenue: [0.7, 1.5],
    sources: ['sovdoc.com', 'dealflow-os.com', 'launchadvisor.co'],
  },
  dme: {
    sde: [2.5, 4.5],
    ebitda: [4, 7],
    revenue: [0.4, 1],
    sources: ['YourExitValue.com, “DME Business Valuation”'],
    confidence: 'low',
  },
  urgent_care: {
    sde: [2.4, 4.22],
    ebitda: [3, 5.58],
    revenue: [0.6, 0.9],
    sources: ['Peak Business Valuation, “Valuing an Urgent Care”'],
    confidence: 'low',
  },
  laboratory: {
    sde: null,
    ebitda: [3.5, 6.5],
    revenue: null,
    sources: ['dealflow-os.com, “What Is Your Lab & Diagnostics Company Worth?”'],
    confidence: 'low',
    notes: {
      sde: 'No multiple of SDE is published for laboratories.',
      revenue: 'No multiple of revenue is published for laboratories.',
    },
  },
};

/** The default multiples of a method for a type, before a workspace changes them. */
export function getDefaultMultiple(type: BusinessType, method: ValuationMethod): DefaultMultiple {
  const { [method]: ends, sources, confidence = 'medium', notes = {} } = figures[type];
  const [low, high] = ends ?? [null, null];
  return {
    type,
    method,
    low,
    high,
    source: sources.join('; '),
    asOf: gatheredOn,
    confidence,
    note: notes[method] ?? null,
  };
}

/** Time on the market and multiples by price: domain facts, section 2, which give EBITDA for the last band only. */
export const defaultSurvey: DefaultSurvey = {
  bands: [
    { fromCents: 500_000_00, toCents: 1_000_000_00, months: 8, sdeMultiple: 2.8, ebitdaMultiple: null },
    { fromCents: 1_000_000_00, toCents: 2_000_000_00, months: 9, sdeMultiple: 3.3, ebitdaMultiple: null },
    { fromCents: 2_000_000_00, toCents: 5_000_000_00, months: 9, sdeMultiple: 3.3, ebitdaMultiple: 4 },
  ],
  source:
    'IBBA Market Pulse 3Q25, per Murphy Business, “M&A Market Pulse 3Q25 – Part 1: Key Trends for Buyers and Sellers”',
  asOf: '2025-09-30',
  confidence: 'medium',
  note: null,
};

/** The default financing rules of every workspace; the key stays the same when a rule is renamed. */
export const defaultFinancingRules: readonly DefaultFinancingRule[] = [
  {
    key: 'sba_7a',
    name: 'SBA 7(a)',
    maxLoanCents: 5_000_000_00,
    months: 120,
    realEstateMonths: 300,
    minInjectionPercent: 10,
    standbySharePercent: 50,
    floorDscr: 1.15,
    usualDscr: 1.25,
    ratePercent: 10.5,
    source:
      'SBA SOP 50 10 8, per Whiteford, “Client Alert: SBA Issues SOP 50 10 8: Key Changes Impacting SBA 7(a) Lending”; minimum DSCR per LoanBox, “Ratios & Cash Flow”',
    asOf: gatheredOn,
    confidence: 'medium',
    note: 'The rate is an assumption. Ask the lender for the current rate.',
  },
];
