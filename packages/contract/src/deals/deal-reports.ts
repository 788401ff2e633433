import * as z from 'zod/mini';
import { calendarDate, id } from '../http/common.ts';
import { dealStages, lostReasons } from './deal-stages.ts';
import { defineEndpoint, member } from '../http/endpoint.ts';

/**
 * Open deals by the month of their expected close. Money is integer cents of `currency`; amounts in different
 * currencies are never added up.
 */
const forecastMonth = z.object({
  /** The first day of the month and of the following month; null without an expected close. */
  from: z.nullable(calendarDate),
  before: z.nullable(calendarDate),
  currency: z.string(),
  count: z.int(),
  /**
   * Agreed or asking prices. Here and in the amounts below, a business with several buyers counts once, with its
   * highest amount.
   */
  valueCents: z.int(),
  /** For brokers, only their own shares. */
  commissionCents: z.int(),
  /** Weighted by the closing probability of each deal's stage. */
  weightedCents: z.int(),
});
export type ForecastMonth = z.infer<typeof forecastMonth>;

const days = z.nullable(z.number());
/** How long deals stay in a stage, as medians in days. */
const stageTime = z.object({
  stage: z.enum(dealStages),
  /** Deals that left the stage in the period. */
  leftCount: z.int(),
  leftDays: days,
  /** Deals that are currently in the stage. */
  openCount: z.int(),
  openDays: days,
});
export type StageTime = z.infer<typeof stageTime>;

const outcomes = {
  currency: z.string(),
  openCount: z.int(),
  /** A business with several buyers counts once, at its highest value. */
  openCents: z.int(),
  /** Closed, or lost, in the period. */
  wonCount: z.int(),
  wonCents: z.int(),
  lostCount: z.int(),
};
const sourceOutcomes = z.object({ source: z.nullable(z.string()), ...outcomes });
const brokerOutcomes = z.object({
  broker: z.nullable(z.object({ id, displayName: z.string() })),
  ...outcomes,
  /**
   * Shares of commissions closed in the period; null for other brokers when the viewer is a broker, who sees only their
   * own.
   */
  earnedCents: z.nullable(z.int()),
});
export type BrokerOutcomes = z.infer<typeof brokerOutcomes>;
export type Outcomes = Omit<BrokerOutcomes, 'broker' | 'earnedCents'>;

export const dealReport = z.object({
  stages: z.array(stageTime),
  sources: z.array(sourceOutcomes),
  brokers: z.array(brokerOutcomes),
  lostReasons: z.array(z.object({ reason: z.enum(lostReasons), count: z.int() })),
});
export type DealReport = z.infer<typeof dealReport>;

const access = member('STAFF', 'business-center');

export const getForecast = defineEndpoint({
  method: 'GET',
  path: '/deal-reports/forecast',
  summary: 'Get value and commission of open deals by month of their expected close, weighted by stage',
  access,
  status: 200,
  response: z.object({ months: z.array(forecastMonth) }),
});
export const getDealReport = defineEndpoint({
  method: 'GET',
  path: '/deal-reports',
  summary: 'Get time in stage, and deals won and lost by source, broker, and reason, in a period',
  access,
  status: 200,
  /** The first day, and the first day after the period. */
  query: z.strictObject({ from: calendarDate, before: calendarDate }),
  response: z.object({ report: dealReport }),
});
