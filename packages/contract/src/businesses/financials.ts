import { calculateWeightedAverage } from '@handover/domain/recast/recast.ts';
import {
  recast,
  addBackCategories,
  addBackStatuses,
  profitLines,
  type ProfitLine,
  signedCategories,
} from '@handover/domain/recast/recast.ts';
import { listYearStatements, type YearStatement } from '@handover/domain/recast/periods.ts';
import * as z from 'zod/mini';
import { id, idParams, line, timestamp, version } from '../http/common.ts';
import { defineEndpoint, member } from '../http/endpoint.ts';

const person = z.object({ id, displayName: z.string() });

/** One hundred billion. */
const maxCents = 10_000_000_000_000;
const amount = z
  .int('Enter an amount such as 25,000 or 1.2M')
  .check(z.minimum(-maxCents, 'Too large'), z.maximum(maxCents, 'Too large'));
const year = z.int().check(z.minimum(1990, 'From 1990'), z.maximum(2100, 'Up to 2100'));
const month = z.int().check(z.minimum(1), z.maximum(12));

/** Integer cents of the business's currency by line; a missing line is blank. */
export const profitAndLoss = z.partialRecord(z.enum(profitLines), amount);

export const profitLineLabels: Readonly<Record<ProfitLine, string>> = {
  revenue: 'Revenue',
  costOfSales: 'Cost of sales',
  ownerPay: 'Owner’s pay',
  payroll: 'Other payroll',
  rent: 'Rent',
  otherExpenses: 'Other expenses',
  depreciation: 'Depreciation',
  amortization: 'Amortization',
  interest: 'Interest',
  otherIncome: 'Other income',
  incomeTax: 'Income tax',
};

/** The profit and loss statement of a year or a month. */
export const financialPeriod = z.object({ year, month: z.nullable(month), lines: profitAndLoss, version });
export type FinancialPeriod = z.infer<typeof financialPeriod>;

export const addBack = z.object({
  id,
  /** Null for the trailing twelve months. */
  year: z.nullable(year),
  /** The last of the trailing twelve months when it was saved; it counts only while they end there. */
  ttmThrough: z.nullable(z.object({ year, month })),
  category: z.enum(addBackCategories),
  description: z.string(),
  amountCents: z.int(),
  status: z.enum(addBackStatuses),
  /** A file of the business. */
  proof: z.nullable(z.object({ id, name: z.string() })),
  /** Who set the status, and when. */
  reviewer: person,
  reviewedAt: timestamp,
  version,
});
export type AddBack = z.infer<typeof addBack>;

/** A year of the recast: a calendar year, or the trailing twelve months. */
export const recastBasis = z.union([year, z.literal('ttm')]);
export type RecastBasis = z.infer<typeof recastBasis>;

export const recastYears = z
  .array(z.strictObject({ basis: recastBasis, weight: z.int().check(z.minimum(1), z.maximum(9)) }))
  .check(z.minLength(1), z.maxLength(5));
export type RecastYears = z.infer<typeof recastYears>;

/** Here, EBITDA is the adjusted EBITDA. */
const recastFigures = { revenueCents: z.int(), sdeCents: z.int(), ebitdaCents: z.int() };

/** Accepted figures of the business: those of one year, or a weighted average of several. */
export const acceptedRecast = z.object({
  id,
  years: recastYears,
  ...recastFigures,
  acceptedBy: person,
  acceptedAt: timestamp,
});
export type AcceptedRecast = z.infer<typeof acceptedRecast>;
export type RecastFigures = Pick<AcceptedRecast, keyof typeof recastFigures>;

export const financials = z.object({
  periods: z.array(financialPeriod),
  addBacks: z.array(addBack),
  /** The latest accepted figures; null before the first. */
  acceptedRecast: z.nullable(acceptedRecast),
});
export type Financials = z.infer<typeof financials>;

export type RecastYear = YearStatement &
  ReturnType<typeof recast> & {
    /** How many of the add-backs that are part of SDE have no proof. */
    readonly unprovenCount: number;
  };

/** Every full year of a business recast with its add-backs, newest first. */
export function toRecastYears({ periods, addBacks }: Pick<Financials, 'periods' | 'addBacks'>): RecastYear[] {
  return listYearStatements(periods).map((statement) => {
    const counted = addBacks.filter((one) => one.status === 'accepted' && isCountedIn(one, statement));
    const result = recast(statement.lines, counted);
    const unproven = counted.filter(({ category, proof }) => category in result.sdeSteps && proof === null);
    return { ...statement, ...result, unprovenCount: unproven.length };
  });
}

function isCountedIn({ year: of, ttmThrough }: AddBack, { basis, lastMonth }: YearStatement): boolean {
  if (basis !== 'ttm') return of === basis;
  return of === null && ttmThrough?.year === lastMonth?.year && ttmThrough?.month === lastMonth?.month;
}

/** Whether an add-back is for twelve months that are no longer the trailing ones, and so counts nowhere. */
export function isOutdated(addBack: AddBack, recasts: readonly RecastYear[]): boolean {
  return addBack.year === null && !recasts.some((statement) => isCountedIn(addBack, statement));
}

/** The weighted averages of revenue, SDE, and adjusted EBITDA; null if any of the years is missing. */
export function averageRecasts(recasts: readonly RecastYear[], years: RecastYears): RecastFigures | null {
  const found = years.map(({ basis, weight }) => ({
    weight,
    recast: recasts.find((one) => one.basis === basis),
  }));
  const average = (valueOf: (year: RecastYear) => number): number | null =>
    calculateWeightedAverage(
      found.flatMap((one) =>
        one.recast === undefined ? [] : [{ cents: valueOf(one.recast), weight: one.weight }],
      ),
    );
  const revenueCents = average(({ lines }) => lines.revenue ?? 0);
  const sdeCents = average((one) => one.sdeCents);
  const ebitdaCents = average((one) => one.adjustedEbitdaCents);
  if (found.some((one) => one.recast === undefined)) return null;
  return revenueCents === null || sdeCents === null || ebitdaCents === null
    ? null
    : { revenueCents, sdeCents, ebitdaCents };
}

const period = { year, month: z.nullable(month) };

export const updateFinancialsBody = z.strictObject({
  periods: z
    .array(
      z.strictObject({
        ...period,
        /** Null removes the period. */
        lines: z.nullable(profitAndLoss),
        /** The version that was edited; null for a new period. */
        version: z.nullable(version),
      }),
    )
    .check(
      z.minLength(1),
      z.maxLength(60),
      z.refine(
        (periods) =>
          new Set(periods.map((one) => `${String(one.year)}-${String(one.month)}`)).size === periods.length,
        {
          message: 'Each period can appear only once',
        },
      ),
    ),
});
export type UpdateFinancials = z.infer<typeof updateFinancialsBody>;

const addBackFields = {
  year: z.nullable(year),
  category: z.enum(addBackCategories),
  description: line(300),
  amountCents: amount,
  status: z._default(z.enum(addBackStatuses), 'contested'),
  proofId: z._default(z.nullable(id), null),
};
const isSignAllowed = ({ category, amountCents }: { category: string; amountCents: number }): boolean =>
  amountCents >= 0 || signedCategories.some((signed) => signed === category);
const signMessage = { message: 'Cannot be negative', path: ['amountCents'] };

export const createAddBackBody = z.strictObject(addBackFields).check(z.refine(isSignAllowed, signMessage));
export type CreateAddBack = z.infer<typeof createAddBackBody>;
export const updateAddBackBody = z
  .strictObject({ version, ...addBackFields })
  .check(z.refine(isSignAllowed, signMessage));
export type UpdateAddBack = z.infer<typeof updateAddBackBody>;

export const acceptRecastBody = z.strictObject({
  /** The version of the business whose figures are replaced. */
  version,
  years: recastYears,
  /** The figures as shown; rejected if the financials have changed since. */
  ...recastFigures,
});

const access = member('STAFF', 'business-center');
const addBackParams = z.strictObject({ id, addBackId: id });
const response = z.object({ financials });

export const getFinancials = defineEndpoint({
  method: 'GET',
  path: '/businesses/{id}/financials',
  summary: 'Get the profit and loss and the add-backs of a business',
  access,
  status: 200,
  params: idParams,
  response,
});
export const updateFinancials = defineEndpoint({
  method: 'PUT',
  path: '/businesses/{id}/financials',
  summary: 'Save or remove the profit and loss of years and months',
  access,
  status: 200,
  params: idParams,
  body: updateFinancialsBody,
  response,
});
export const createAddBack = defineEndpoint({
  method: 'POST',
  path: '/businesses/{id}/add-backs',
  summary: 'Add an add-back',
  access,
  status: 201,
  params: idParams,
  body: createAddBackBody,
  response,
});
export const updateAddBack = defineEndpoint({
  method: 'PATCH',
  path: '/businesses/{id}/add-backs/{addBackId}',
  summary: 'Update or review an add-back',
  access,
  status: 200,
  params: addBackParams,
  body: updateAddBackBody,
  response,
});
export const deleteAddBack = defineEndpoint({
  method: 'DELETE',
  path: '/businesses/{id}/add-backs/{addBackId}',
  summary: 'Delete an add-back',
  access,
  status: 200,
  params: addBackParams,
  response,
});
export const acceptRecast = defineEndpoint({
  method: 'POST',
  path: '/businesses/{id}/recast',
  summary: 'Accept the recast of one or several years as the revenue, SDE, and EBITDA of a business',
  access,
  status: 200,
  params: idParams,
  body: acceptRecastBody,
  response,
});
