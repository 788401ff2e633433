import { findFeeTableProblem } from '@handover/domain/commission/commission.ts';
import * as z from 'zod/mini';
import { calendarDate, line, multiline, version } from '../http/common.ts';
import { dealStages, type DealStage } from '../deals/deal-stages.ts';
import { defineEndpoint, member } from '../http/endpoint.ts';
import { confidences } from '../businesses/valuation-tables.ts';

export const maxFeeSteps = 20;
export const maxFeeTables = 20;
/** 100%. */
export const maxRateBps = 10_000;

export const rateBps = z
  .int('Enter a percentage such as 10')
  .check(z.minimum(0, 'At least 0%'), z.maximum(maxRateBps, 'At most 100%'));

/** A marginal rate up to a limit in integer cents; the last step has no limit. */
const feeStep = z.strictObject({
  upToCents: z.nullable(
    z.int().check(z.minimum(1, 'Enter an amount above 0'), z.maximum(100_000_000_000_000, 'Too large')),
  ),
  rateBps,
});
export const feeSteps = z.array(feeStep).check(z.maxLength(maxFeeSteps), ({ value, issues }) => {
  const problem = findFeeTableProblem(value);
  if (problem !== null) issues.push({ code: 'custom', input: value, message: problem });
});

/** A table to start from. An engagement letter keeps a copy of the rates. */
export const feeTable = z.strictObject({
  name: line(60),
  steps: feeSteps,
  source: line(300),
  asOf: calendarDate,
  confidence: z.enum(confidences),
  note: z.nullable(multiline(1000)),
});
export type FeeTable = z.infer<typeof feeTable>;

/** The probability in basis points that a deal in a stage closes. */
export const stageWeights = z.record(z.enum(dealStages), rateBps);
export type StageWeights = Readonly<Record<DealStage, number>>;

const fields = {
  feeTables: z.array(feeTable).check(
    z.maxLength(maxFeeTables),
    z.refine(
      (tables) => new Set(tables.map(({ name }) => name.toLowerCase())).size === tables.length,
      'Table names must be unique',
    ),
  ),
  stageWeights,
};
export const commissionSettings = z.object({ ...fields, version });
export type CommissionSettings = z.infer<typeof commissionSettings>;
const response = z.object({ commissionSettings });

export const getCommissionSettings = defineEndpoint({
  method: 'GET',
  path: '/commission-settings',
  summary: 'Get starter fee tables and the closing probability of each deal stage',
  access: member('STAFF', 'business-center'),
  status: 200,
  response,
});
export const updateCommissionSettings = defineEndpoint({
  method: 'PUT',
  path: '/commission-settings',
  summary: 'Change the starter fee tables and the closing probabilities',
  access: member('ADMIN'),
  status: 200,
  body: z.strictObject({ version, ...fields }),
  response,
});

const asOf = '2026-11-23';

function createSteps(...percents: number[]): FeeTable['steps'] {
  return percents.map((percent, index) => ({
    upToCents: index === percents.length - 1 ? null : (index + 1) * 100_000_000,
    rateBps: percent * 100,
  }));
}

/** The tables that every workspace starts with (domain.md, section 3). */
export const defaultFeeTables: readonly FeeTable[] = [
  {
    name: 'Lehman',
    steps: createSteps(5, 4, 3, 2, 1),
    source: 'brentwood-growth.com, corporatebrokerage.ca',
    asOf,
    confidence: 'medium',
    note: 'Sources define “Modern Lehman” differently.',
  },
  {
    name: 'Double Lehman',
    steps: createSteps(10, 8, 6, 4, 2),
    source: 'brentwood-growth.com, corporatebrokerage.ca',
    asOf,
    confidence: 'medium',
    note: null,
  },
  {
    name: 'Sliding 10% to 3%',
    steps: createSteps(10, 9, 8, 7, 6, 5, 4, 3),
    source: 'mergerscorp.com',
    asOf,
    confidence: 'low',
    note: null,
  },
  {
    name: 'Flat 10%',
    steps: createSteps(10),
    source: 'sundancefg.com',
    asOf,
    confidence: 'medium',
    note: 'Flat fees for small businesses are usually 8–15%.',
  },
];

/** Handover's assumption, to be replaced with the office's own closing rates. */
export const defaultStageWeights: StageWeights = {
  inquiry: 200,
  nda_signed: 500,
  qualified: 1_000,
  cim_released: 1_500,
  meetings: 2_500,
  loi: 5_000,
  due_diligence: 6_500,
  definitive: 8_000,
  closing: 9_500,
  closed: 10_000,
  lost: 0,
};
