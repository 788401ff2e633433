import * as z from 'zod/mini';
import type { BusinessType } from './business-list.ts';
import { calendarDate, line } from '../http/common.ts';

/** The kind of value of a fact. Shares are percentages with one decimal, money is cents. */
export type FactKind =
  | { readonly kind: 'count' | 'decimal' | 'percent' | 'money' | 'date' | 'text' }
  | { readonly kind: 'choice'; readonly choices: Readonly<Record<string, string>> };

export type FactDefinition = FactKind & {
  readonly label: string;
  /** One short sentence. */
  readonly help?: string;
  /** The business types that have it. */
  readonly types: readonly BusinessType[];
};

const homeCare: readonly BusinessType[] = ['home_health', 'hospice'];

/** Facts recorded for a business in addition to the common fields: domain facts, section 5. */
const definitions = {
  operatories: { label: 'Operatories', kind: 'count', types: ['dental'] },
  hygienePercent: {
    label: 'Hygiene share (%)',
    kind: 'percent',
    help: 'Of production',
    types: ['dental'],
  },
  activePatients: {
    label: 'Active patients',
    kind: 'count',
    help: 'Seen in the last 18 months',
    types: ['dental'],
  },
  ppoPercent: { label: 'PPO share (%)', kind: 'percent', help: 'Of collections', types: ['dental'] },
  providerFte: {
    label: 'Providers (FTE)',
    kind: 'decimal',
    types: ['medical', 'urgent_care'],
  },
  visitsPerDay: { label: 'Visits per day', kind: 'decimal', types: ['medical', 'urgent_care'] },
  episodes: { label: 'Episodes per year', kind: 'count', types: ['home_health'] },
  averageDailyCensus: { label: 'Average daily census', kind: 'decimal', types: homeCare },
  starRating: {
    label: 'Star rating',
    kind: 'choice',
    help: 'Quality of patient care',
    choices: Object.fromEntries(
      ['1', '1.5', '2', '2.5', '3', '3.5', '4', '4.5', '5'].map((stars) => [stars, stars]),
    ),
    types: ['home_health'],
  },
  lengthOfStay: {
    label: 'Average length of stay (days)',
    kind: 'decimal',
    types: ['hospice'],
  },
  capLiabilityCents: {
    label: 'Hospice cap liability',
    kind: 'money',
    help: 'Owed for open cap years',
    types: ['hospice'],
  },
  medicareEnrolledOn: {
    label: 'Medicare enrollment',
    kind: 'date',
    help: 'Effective date; starts the 36 months',
    types: homeCare,
  },
  lastChowOn: {
    label: 'Last CHOW date',
    kind: 'date',
    help: 'Last change of more than 50%; starts the 36 months again',
    types: homeCare,
  },
  chowException: {
    label: '36-month exception',
    kind: 'choice',
    choices: {
      cost_reports: 'Two full cost reports in a row',
      restructuring: 'Internal restructuring',
      form_change: 'Form change, same owners',
      death: 'Death of an owner',
    },
    types: homeCare,
  },
  scriptsPerDay: { label: 'Scripts per day', kind: 'decimal', types: ['pharmacy'] },
  is340b: {
    label: '340B',
    kind: 'choice',
    choices: { contract: 'Contract pharmacy', covered: 'Covered entity', none: 'Not a participant' },
    types: ['pharmacy'],
  },
  inventoryCents: { label: 'Inventory at cost', kind: 'money', types: ['pharmacy'] },
  beds: { label: 'Beds', kind: 'count', types: ['behavioral'] },
  levelOfCare: {
    label: 'Highest level of care',
    kind: 'choice',
    choices: {
      outpatient: 'Outpatient',
      iop: 'Intensive outpatient (IOP)',
      php: 'Partial hospitalization (PHP)',
      residential: 'Residential',
      inpatient: 'Inpatient',
      detox: 'Detox',
      aba: 'Applied behavior analysis (ABA)',
    },
    types: ['behavioral'],
  },
  bcbas: { label: 'BCBAs', kind: 'count', types: ['behavioral'] },
  rbts: { label: 'RBTs', kind: 'count', types: ['behavioral'] },
  visitsPerWeek: { label: 'Visits per week', kind: 'decimal', types: ['physical_therapy'] },
  unitsPerVisit: { label: 'Units per visit', kind: 'decimal', types: ['physical_therapy'] },
  dvmFte: { label: 'Veterinarians (DVM FTE)', kind: 'decimal', types: ['veterinary'] },
  averageTransactionCents: { label: 'Average transaction', kind: 'money', types: ['veterinary'] },
  medicalDirector: { label: 'Medical director', kind: 'text', types: ['med_spa'] },
  deferredPackagesCents: {
    label: 'Deferred packages',
    kind: 'money',
    help: 'Paid by clients, not yet delivered',
    types: ['med_spa'],
  },
  resupplyPercent: {
    label: 'Resupply share (%)',
    kind: 'percent',
    help: 'Of revenue',
    types: ['dme'],
  },
  accreditation: { label: 'Accreditation', kind: 'text', types: ['dme'] },
  bondCents: {
    label: 'Surety bond',
    kind: 'money',
    help: '$50,000 for each NPI',
    types: ['dme'],
  },
  cliaLevel: {
    label: 'CLIA certificate',
    kind: 'choice',
    choices: {
      waiver: 'Waiver',
      ppm: 'Provider-performed microscopy',
      compliance: 'Compliance',
      accreditation: 'Accreditation',
    },
    types: ['laboratory'],
  },
  accessionsPerDay: { label: 'Accessions per day', kind: 'decimal', types: ['laboratory'] },
  referrerPercent: {
    label: 'Largest referrer (%)',
    kind: 'percent',
    help: 'Of accessions',
    types: ['laboratory'],
  },
} as const satisfies Record<string, FactDefinition>;

export type FactKey = keyof typeof definitions;
export const factDefinitions: Readonly<Record<FactKey, FactDefinition>> = definitions;
export const factKeys: readonly FactKey[] = Object.keys(definitions).filter(isFactKey);

export function isFactKey(key: string): key is FactKey {
  return Object.hasOwn(definitions, key);
}

export function hasFact(type: BusinessType, key: FactKey): boolean {
  return factDefinitions[key].types.includes(type);
}

export type FactValue = string | number;
export type BusinessFacts = Partial<Record<FactKey, FactValue>>;

const factValue = z.union([z.number(), z.string().check(z.maxLength(200))]);

/** The recorded facts of the business's type. */
export const businessFacts = z.partialRecord(z.enum(factKeys), factValue);

/** Omitted fields do not change; null clears a field. */
export const factChanges = z
  .partialRecord(z.enum(factKeys), z.nullable(factValue))
  .check(({ value, issues }) => {
    for (const key of factKeys) {
      const given = value[key];
      const problem = given == null ? null : findFactProblem(key, given);
      if (problem !== null) issues.push({ code: 'custom', path: [key], message: problem, input: given });
    }
  });
export type FactChanges = z.infer<typeof factChanges>;

const maxCount = 10_000_000;
const maxCents = 100_000_000_000_000;
const createAmountSchema = (max: number, step: number, unit: string): z.ZodMiniNumber =>
  z.number('Enter a number').check(
    z.minimum(0, 'Cannot be negative'),
    z.maximum(max, `At most ${max.toLocaleString('en-US')}`),
    z.refine((value) => Math.abs(value / step - Math.round(value / step)) < 1e-6, unit),
  );
const schemas = {
  count: createAmountSchema(maxCount, 1, 'Enter a whole number'),
  decimal: createAmountSchema(maxCount, 0.01, 'At most two decimals'),
  percent: createAmountSchema(100, 0.1, 'At most one decimal'),
  money: createAmountSchema(maxCents, 1, 'Enter an amount in cents'),
  date: calendarDate,
  text: line(200),
};

/** Why a value is invalid for a fact; null if it is valid. */
export function findFactProblem(key: FactKey, value: FactValue): string | null {
  const definition = factDefinitions[key];
  if (definition.kind === 'choice')
    return Object.hasOwn(definition.choices, String(value)) ? null : 'Choose one of the options';
  return z.safeParse(schemas[definition.kind], value).error?.issues[0]?.message ?? null;
}

/** The payers of a business, in display order. */
export const payers = {
  medicare: 'Medicare',
  medicareAdvantage: 'Medicare Advantage',
  medicaid: 'Medicaid',
  commercial: 'Commercial',
  selfPay: 'Self-pay',
  other: 'Other payers',
} as const;
export type Payer = keyof typeof payers;
export const payerKeys: readonly Payer[] = [
  'medicare',
  'medicareAdvantage',
  'medicaid',
  'commercial',
  'selfPay',
  'other',
];

const share = schemas.percent;
/** Shares of revenue in percent, which add up to 100 within 0.1: domain facts, section 5. */
export const payerMix = z
  .strictObject({
    medicare: share,
    medicareAdvantage: share,
    medicaid: share,
    commercial: share,
    selfPay: share,
    other: share,
  })
  .check(
    z.refine(
      (mix) => Math.abs(sumPayerShares(mix) - 100) < 0.1001,
      'Payer shares must add up to 100%, within 0.1',
    ),
  );
export type PayerMix = z.infer<typeof payerMix>;

/** The sum of the shares, rounded to a tenth of a percent. */
export function sumPayerShares(mix: Readonly<Record<Payer, number>>): number {
  return Math.round(payerKeys.reduce((sum, payer) => sum + mix[payer], 0) * 10) / 10;
}
