import {
  affordabilityLimits,
  calculateAffordability,
  cashFlowBases,
  type CashFlowBasis,
} from '@handover/domain/valuation/financing.ts';
import {
  missingReasons,
  valuationMethods,
  valueByMethod,
  type ValuationMethod,
} from '@handover/domain/valuation/valuation.ts';
import * as z from 'zod/mini';
import { businessTypes } from './business-list.ts';
import {
  calendarDate,
  downloadTicket,
  id,
  idParams,
  multiline,
  page,
  paging,
  timestamp,
  version,
} from '../http/common.ts';
import { defineEndpoint, member } from '../http/endpoint.ts';
import {
  confidences,
  dscr,
  loanMonths,
  ratePercent,
  type FinancingRule,
  type ValuationMultiple,
} from './valuation-tables.ts';

const cents = z.nullable(z.int());

/** A method as of the time the valuation was saved: its base, the multiple, and the result. */
export const savedMethod = z.object({
  method: z.enum(valuationMethods),
  metricCents: cents,
  low: z.nullable(z.number()),
  high: z.nullable(z.number()),
  source: z.string(),
  asOf: calendarDate,
  confidence: z.enum(confidences),
  note: z.nullable(z.string()),
  lowCents: cents,
  highCents: cents,
  /** The value at the assumed score; null without one. */
  pointCents: cents,
  /** Why the method gives no value; null if it gives one. */
  missing: z.nullable(z.enum(missingReasons)),
});
export type SavedMethod = z.infer<typeof savedMethod>;

const affordabilityResult = z.object({
  cashFlowCents: z.int(),
  debtServiceCents: z.int(),
  loanCents: z.int(),
  usedLoanCents: z.int(),
  monthlyPaymentCents: z.int(),
  projectCents: z.int(),
  priceCents: z.int(),
  limit: z.enum(affordabilityLimits),
});

/** The assumptions about the buyer, the rule at that time, and the result. */
export const savedAffordability = z.object({
  ruleName: z.string(),
  maxLoanCents: z.int(),
  minInjectionPercent: z.number(),
  standbySharePercent: z.number(),
  months: z.int(),
  ratePercent: z.number(),
  dscr: z.number(),
  /** SDE if it was saved before there was a choice. */
  basis: z._default(z.enum(cashFlowBases), 'sde'),
  /** Null if the record had none. */
  sdeCents: cents,
  ebitdaCents: z._default(cents, null),
  replacementSalaryCents: z.int(),
  capexCents: z.int(),
  cashCents: z.int(),
  sellerNoteCents: z.int(),
  isNoteOnStandby: z.boolean(),
  notePaymentsCents: z.int(),
  closingCostsCents: z.int(),
  workingCapitalCents: z.int(),
  result: affordabilityResult,
});
export type SavedAffordability = z.infer<typeof savedAffordability>;

/** The content of a saved valuation. It does not change with the record or the tables. */
export const valuationSnapshot = z.object({
  businessType: z.enum(businessTypes),
  currency: z.string(),
  /** The asking price, or the reduced price if there is one. */
  askingPriceCents: cents,
  /** An assumed readiness score from 0 to 100; null if none was assumed. */
  assumedScore: z.nullable(z.int()),
  note: z.nullable(z.string()),
  /** At cost, paid in addition to the value of a pharmacy; null if unknown, or if saved before this was stored. */
  inventoryCents: z._default(cents, null),
  methods: z.array(savedMethod),
  affordability: z.nullable(savedAffordability),
});
export type ValuationSnapshot = z.infer<typeof valuationSnapshot>;

export const valuation = z.extend(valuationSnapshot, {
  id,
  businessId: id,
  author: z.object({ id, displayName: z.string() }),
  createdAt: timestamp,
  /** When it was shared with the owners; null if they cannot read it. */
  releasedAt: z.nullable(timestamp),
});
export type Valuation = z.infer<typeof valuation>;

const amount = z
  .int('Enter an amount such as 1,250,000 or 1.25M')
  .check(z.minimum(0, 'Cannot be negative'), z.maximum(100_000_000_000_00, 'Too large'));

/** The assumptions about a buyer that are not in the record or the tables. */
export const affordabilityBody = z
  .strictObject({
    ruleId: id,
    months: loanMonths,
    ratePercent,
    dscr,
    /** SDE less the replacement salary, or the record's EBITDA, which already subtracts it. */
    basis: z._default(z.enum(cashFlowBases), 'sde'),
    replacementSalaryCents: amount,
    capexCents: amount,
    cashCents: amount,
    sellerNoteCents: amount,
    /** Nothing is paid on the note while the loan runs. */
    isNoteOnStandby: z.boolean(),
    /** Annual payments on a note that is not on standby. */
    notePaymentsCents: amount,
    closingCostsCents: amount,
    workingCapitalCents: amount,
  })
  .check(
    z.refine((body) => body.isNoteOnStandby || body.sellerNoteCents === 0 || body.notePaymentsCents > 0, {
      message: 'Enter the annual payments on the note',
      path: ['notePaymentsCents'],
    }),
  );
export type AffordabilityBody = z.infer<typeof affordabilityBody>;

/** The same within a rule's floor DSCR and term. */
export function createRuleSchema({
  floorDscr,
  months,
}: Pick<FinancingRule, 'floorDscr' | 'months'>): typeof affordabilityBody {
  return affordabilityBody.check(
    z.refine((body) => body.dscr >= floorDscr, {
      message: `At least ${floorDscr.toFixed(2)} under this rule`,
      path: ['dscr'],
    }),
    z.refine((body) => body.months <= months, {
      message: `At most ${String(months)} months under this rule`,
      path: ['months'],
    }),
  );
}

export const assumedScore = z
  .int('A whole number')
  .check(z.minimum(0, 'From 0 to 100'), z.maximum(100, 'From 0 to 100'));

/**
 * Values a business by each method, from its figures and the multiples of its type. Used both by the page and by the
 * server when saving.
 */
export function valueMethods({
  figures,
  multiples,
  score,
}: {
  figures: Readonly<Record<ValuationMethod, number | null>>;
  multiples: readonly ValuationMultiple[];
  score: number | null;
}): SavedMethod[] {
  return multiples.map(({ method, low, high, source, asOf, confidence, note }) => {
    const metricCents = figures[method];
    const multiple = low === null || high === null ? null : { low, high };
    const value = valueByMethod({ metricCents, multiple, score });
    return { method, metricCents, low, high, source, asOf, confidence, note, ...value };
  });
}

type Earnings = { readonly sdeCents: number | null; readonly ebitdaCents: number | null };

/** The record's earnings that a buyer's case starts from; null if there are none. */
export function findEarnings(basis: CashFlowBasis, { sdeCents, ebitdaCents }: Earnings): number | null {
  return basis === 'sde' ? sdeCents : ebitdaCents;
}

/**
 * What a buyer can pay under a rule, as shown on the page and saved by the server. Null without the underlying
 * earnings.
 */
export function valueCase({
  rule,
  body: { ruleId: _ruleId, ...assumed },
  earnings: { sdeCents, ebitdaCents },
}: {
  rule: FinancingRule;
  body: AffordabilityBody;
  earnings: Earnings;
}): SavedAffordability | null {
  const earningsCents = findEarnings(assumed.basis, { sdeCents, ebitdaCents });
  if (earningsCents === null) return null;
  const { maxLoanCents, minInjectionPercent, standbySharePercent } = rule;
  const terms = { maxLoanCents, minInjectionPercent, standbySharePercent };
  return {
    ruleName: rule.name,
    ...terms,
    ...assumed,
    sdeCents,
    ebitdaCents,
    result: calculateAffordability({ ...terms, ...assumed }, { ...assumed, earningsCents }),
  };
}

/** Figures come from the record and the tables; the caller sends only assumptions. */
export const saveValuationBody = z.strictObject({
  /** The version of the business that was valued. */
  version,
  assumedScore: z.optional(z.nullable(assumedScore)),
  note: z.optional(z.nullable(multiline(2000))),
  affordability: z.optional(z.nullable(affordabilityBody)),
});

const area = 'business-center';

export const saveValuation = defineEndpoint({
  method: 'POST',
  path: '/businesses/{id}/valuations',
  summary: 'Save the value of a business as of today, with its assumptions; saved valuations never change',
  access: member('STAFF', area),
  status: 201,
  params: idParams,
  body: saveValuationBody,
  response: z.object({ valuation }),
});
export const listValuations = defineEndpoint({
  method: 'GET',
  path: '/businesses/{id}/valuations',
  summary: 'List saved valuations of a business, newest first',
  access: member('STAFF', area),
  status: 200,
  params: idParams,
  query: z.strictObject({ ...paging }),
  response: z.object({ valuations: z.array(valuation), ...page }),
});
export const openOpinionOfValue = defineEndpoint({
  method: 'POST',
  isRead: true,
  path: '/valuations/{id}/ticket',
  summary:
    'A ticket to download a saved valuation as a broker opinion of value (PDF), 5 minutes, bound to the session',
  access: member('CLIENT', area),
  status: 201,
  params: idParams,
  response: downloadTicket,
});
export const releaseValuation = defineEndpoint({
  method: 'POST',
  path: '/valuations/{id}/release',
  summary: 'Let the owners of the business read a saved valuation; they are notified',
  access: member('STAFF', area),
  status: 200,
  params: idParams,
  response: z.object({ valuation }),
});
export const withdrawValuation = defineEndpoint({
  method: 'DELETE',
  path: '/valuations/{id}/release',
  summary: 'Stop letting the owners read a saved valuation',
  access: member('STAFF', area),
  status: 200,
  params: idParams,
  response: z.object({ valuation }),
});

/** A valuation as shown to the owner of the business; the rest is in the PDF. */
export const ownValuation = z.object({
  id,
  business: z.object({ id, name: z.string() }),
  currency: z.string(),
  /** The recommended range; null if no method gives a value. */
  lowCents: cents,
  highCents: cents,
  createdAt: timestamp,
  releasedAt: timestamp,
});
export type OwnValuation = z.infer<typeof ownValuation>;
export const listOwnValuations = defineEndpoint({
  method: 'GET',
  path: '/own-valuations',
  summary:
    'List opinions of value that the broker shares with the client as an owner, newest first; up to 100',
  access: member('CLIENT', area),
  status: 200,
  response: z.object({ valuations: z.array(ownValuation) }),
});
