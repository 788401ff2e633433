import { hasDecimals, valuationMethods } from '@handover/domain/valuation/valuation.ts';
import * as z from 'zod/mini';
import { businessTypes } from './business-list.ts';
import { calendarDate, id, idParams, line, multiline, version } from '../http/common.ts';
import { defineEndpoint, member } from '../http/endpoint.ts';

/** How reliable a figure is. */
export const confidences = ['low', 'medium', 'high'] as const;
export type Confidence = (typeof confidences)[number];

export const maxMultiple = 100;
export const maxDscr = 5;
export const maxRatePercent = 40;
export const maxLoanMonths = 480;
/** The maximum number of rules in a workspace. */
export const maxFinancingRules = 20;

export const provenance = {
  /** Publisher and title, or the office whose experience it is. Several sources are separated by semicolons. */
  source: z.string(),
  /** The date of the data. */
  asOf: calendarDate,
  confidence: z.enum(confidences),
  note: z.nullable(z.string()),
};

/** Sale multiples of a method for businesses of a type; null if the type is not valued by that method. */
export const valuationMultiple = z.object({
  type: z.enum(businessTypes),
  method: z.enum(valuationMethods),
  low: z.nullable(z.number()),
  high: z.nullable(z.number()),
  ...provenance,
  /** Whether it is unchanged from its default. */
  isDelivered: z.boolean(),
  version,
});
export type ValuationMultiple = z.infer<typeof valuationMultiple>;

/** A lender's requirements for a buyer. Percent as written: 10.5 is 10.5%. */
export const financingRule = z.object({
  id,
  name: z.string(),
  maxLoanCents: z.int(),
  months: z.int(),
  /** The term if real estate is also bought. */
  realEstateMonths: z.int(),
  /** The share of the project that the buyer contributes. */
  minInjectionPercent: z.number(),
  /** The maximum part of that share that a seller note on full standby may cover. */
  standbySharePercent: z.number(),
  /** Cash flow divided by debt service: the rule's minimum, and what lenders usually require. */
  floorDscr: z.number(),
  usualDscr: z.number(),
  ratePercent: z.number(),
  ...provenance,
  /** Whether it is unchanged from its default; null for a rule that the workspace added. */
  isDelivered: z.nullable(z.boolean()),
  version,
});
export type FinancingRule = z.infer<typeof financingRule>;

/** The currency of the survey’s price bands. */
export const surveyCurrency = 'USD';
export const maxMarketBands = 12;

/** A survey of sales, shown next to a conclusion of value for orientation. It never changes the conclusion. */
export const marketSurvey = z.object({
  /** Bands by price, in integer cents, without overlap. */
  bands: z.array(
    z.object({
      fromCents: z.int(),
      toCents: z.int(),
      /** Median time on the market. */
      months: z.int(),
      /** Medians; null if the survey has none. */
      sdeMultiple: z.nullable(z.number()),
      ebitdaMultiple: z.nullable(z.number()),
    }),
  ),
  /** The survey's quarter, as a date within it. */
  ...provenance,
  isDelivered: z.boolean(),
  version,
});
export type MarketSurvey = z.infer<typeof marketSurvey>;

export const sourced = {
  source: line(300),
  asOf: calendarDate,
  confidence: z.enum(confidences),
  note: z.nullable(multiline(1000)),
};

/** A number with at most this many decimals as typed. */
const decimal = ({ min, max, decimals }: { min: number; max: number; decimals: number }) =>
  z.number('Enter a number such as 2.45').check(
    z.minimum(min, `At least ${String(min)}`),
    z.maximum(max, `At most ${String(max)}`),
    z.refine((value) => hasDecimals(value, decimals), `At most ${String(decimals)} decimals`),
  );
const multiple = z.nullable(decimal({ min: 0.001, max: maxMultiple, decimals: 3 }));
export const dscr = decimal({ min: 1, max: maxDscr, decimals: 2 });
export const ratePercent = decimal({ min: 0, max: maxRatePercent, decimals: 3 });
export const loanMonths = z
  .int('Enter whole months')
  .check(z.minimum(1, 'At least 1 month'), z.maximum(maxLoanMonths, `At most ${String(maxLoanMonths)}`));
const share = decimal({ min: 0, max: 100, decimals: 2 });

/** Both ends of the range, or neither if businesses of the type are not valued by the method. */
export const multipleBody = z
  .strictObject({ version, low: multiple, high: multiple, ...sourced })
  .check(({ value: { low, high }, issues }) => {
    const problem = findRangeProblem(low, high);
    if (problem !== null) issues.push({ code: 'custom', input: high, path: ['high'], message: problem });
  });

function findRangeProblem(low: number | null, high: number | null): string | null {
  if ((low === null) !== (high === null)) return 'Enter both values or neither';
  return low !== null && high !== null && low > high ? 'Must not be less than the low value' : null;
}

const price = z
  .int('Enter an amount such as 1,250,000 or 1.25M')
  .check(z.minimum(0, 'Enter an amount of 0 or more'), z.maximum(100_000_000_000_00, 'Too large'));
const marketBand = z.strictObject({
  fromCents: price,
  toCents: price,
  months: z
    .int('Enter whole months')
    .check(z.minimum(1, 'At least 1 month'), z.maximum(120, 'At most 120 months')),
  sdeMultiple: multiple,
  ebitdaMultiple: multiple,
});
export const marketSurveyBody = z
  .strictObject({
    version,
    bands: z
      .array(marketBand)
      .check(z.maxLength(maxMarketBands, `At most ${String(maxMarketBands)} price bands`)),
    ...sourced,
  })
  .check(({ value: { bands }, issues }) => {
    for (const [index, { fromCents, toCents }] of bands.entries()) {
      const floor = bands[index - 1]?.toCents ?? 0;
      if (fromCents < floor)
        issues.push({
          code: 'custom',
          input: fromCents,
          path: ['bands', index, 'fromCents'],
          message: 'Must be at least the previous band’s upper limit',
        });
      if (toCents <= fromCents)
        issues.push({
          code: 'custom',
          input: toCents,
          path: ['bands', index, 'toCents'],
          message: 'Must be more than the start',
        });
    }
  });

const ruleFields = {
  name: line(60),
  maxLoanCents: z
    .int('Enter an amount such as 1,250,000 or 1.25M')
    .check(z.minimum(1, 'Enter an amount above 0'), z.maximum(100_000_000_000_00, 'Too large')),
  months: loanMonths,
  realEstateMonths: loanMonths,
  minInjectionPercent: share,
  standbySharePercent: share,
  floorDscr: dscr,
  usualDscr: dscr,
  ratePercent,
  ...sourced,
};
type RuleTerms = { months: number; realEstateMonths: number; floorDscr: number; usualDscr: number };

export const createFinancingRuleBody = z.strictObject(ruleFields).check(({ value, issues }) => {
  for (const { path, message } of findContradictions(value))
    issues.push({ code: 'custom', input: value[path], path: [path], message });
});
export type CreateFinancingRule = z.infer<typeof createFinancingRuleBody>;
export const updateFinancingRuleBody = z
  .strictObject({ version, ...ruleFields })
  .check(({ value, issues }) => {
    for (const { path, message } of findContradictions(value))
      issues.push({ code: 'custom', input: value[path], path: [path], message });
  });

function findContradictions({
  months,
  realEstateMonths,
  floorDscr,
  usualDscr,
}: RuleTerms): { path: 'realEstateMonths' | 'usualDscr'; message: string }[] {
  return [
    ...(realEstateMonths < months
      ? [
          {
            path: 'realEstateMonths' as const,
            message: 'Cannot be shorter than the term without real estate',
          },
        ]
      : []),
    ...(usualDscr < floorDscr
      ? [{ path: 'usualDscr' as const, message: 'Must not be less than the minimum' }]
      : []),
  ];
}

const area = 'business-center';
const place = z.strictObject({ type: z.enum(businessTypes), method: z.enum(valuationMethods) });
const seen = z.strictObject({ version });
const oneMultiple = z.object({ multiple: valuationMultiple });
const oneSurvey = z.object({ marketSurvey });
const oneRule = z.object({ financingRule });

export const getValuationTables = defineEndpoint({
  method: 'GET',
  path: '/valuation-tables',
  summary: 'Get multiples, market survey, and financing rules',
  access: member('STAFF', area),
  status: 200,
  response: z.object({
    multiples: z.array(valuationMultiple),
    marketSurvey,
    financingRules: z.array(financingRule),
  }),
});
export const updateValuationMultiple = defineEndpoint({
  method: 'PUT',
  path: '/valuation-tables/multiples/{type}/{method}',
  summary: 'Update a multiple',
  access: member('ADMIN'),
  status: 200,
  params: place,
  body: multipleBody,
  response: oneMultiple,
});
export const resetValuationMultiple = defineEndpoint({
  method: 'POST',
  path: '/valuation-tables/multiples/{type}/{method}/reset',
  summary: 'Reset a multiple to its default',
  access: member('ADMIN'),
  status: 200,
  params: place,
  body: seen,
  response: oneMultiple,
});
export const updateMarketSurvey = defineEndpoint({
  method: 'PUT',
  path: '/valuation-tables/market-survey',
  summary: 'Update the market survey',
  access: member('ADMIN'),
  status: 200,
  body: marketSurveyBody,
  response: oneSurvey,
});
export const resetMarketSurvey = defineEndpoint({
  method: 'POST',
  path: '/valuation-tables/market-survey/reset',
  summary: 'Reset the market survey to its default',
  access: member('ADMIN'),
  status: 200,
  body: seen,
  response: oneSurvey,
});
export const createFinancingRule = defineEndpoint({
  method: 'POST',
  path: '/financing-rules',
  summary: 'Create a financing rule',
  access: member('ADMIN'),
  status: 201,
  body: createFinancingRuleBody,
  response: oneRule,
});
export const updateFinancingRule = defineEndpoint({
  method: 'PUT',
  path: '/financing-rules/{id}',
  summary: 'Update a financing rule',
  access: member('ADMIN'),
  status: 200,
  params: idParams,
  body: updateFinancingRuleBody,
  response: oneRule,
});
export const resetFinancingRule = defineEndpoint({
  method: 'POST',
  path: '/financing-rules/{id}/reset',
  summary: 'Reset a financing rule to its default',
  access: member('ADMIN'),
  status: 200,
  params: idParams,
  body: seen,
  response: oneRule,
});
export const deleteFinancingRule = defineEndpoint({
  method: 'DELETE',
  path: '/financing-rules/{id}',
  summary: 'Delete a financing rule',
  access: member('ADMIN'),
  status: 204,
  params: idParams,
});
