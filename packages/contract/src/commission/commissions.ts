import { considerationParts } from '@handover/domain/commission/commission.ts';
import { commissionClaims } from '@handover/domain/commission/tail.ts';
import * as z from 'zod/mini';
import {
  calendarDate,
  downloadTicket,
  id,
  idParams,
  line,
  paging,
  recordPage,
  recordTotal,
  timestamp,
  totalQuery,
  version,
} from '../http/common.ts';
import {
  commissionFilter,
  commissionFilters,
  commissionSelection,
  commissionSort,
  commissionStatuses,
} from './commission-list.ts';
import { dealStages } from '../deals/deal-stages.ts';
import { defineEndpoint, member } from '../http/endpoint.ts';

/** A person's role in a commission; the brokerage ("house") gets what no agent gets. */
export const commissionRoles = ['referral', 'listing', 'co_listing', 'buyer', 'brokerage'] as const;
export type CommissionRole = (typeof commissionRoles)[number];
export const commissionRoleNames = {
  referral: 'Referral',
  listing: 'Listing broker',
  co_listing: 'Co-broker',
  buyer: 'Buyer’s broker',
  brokerage: 'Brokerage',
} as const satisfies Record<CommissionRole, string>;

const share = z.object({
  role: z.enum(commissionRoles),
  userId: z.nullable(id),
  name: z.string(),
  cents: z.int(),
});
export type CommissionShare = z.infer<typeof share>;

/**
 * The commission of a deal, with the deal's id. Money is integer cents of `currency`. The due, weighted, and paid
 * amounts are totals for administrators; brokers get and see only their own shares.
 */
export const commission = z.object({
  id,
  status: z.enum(commissionStatuses),
  business: z.object({ id, name: z.string() }),
  buyer: z.object({ id, name: z.string() }),
  broker: z.nullable(z.object({ id, displayName: z.string() })),
  stage: z.enum(dealStages),
  currency: z.string(),
  expectedClose: z.nullable(calendarDate),
  closedOn: z.nullable(calendarDate),
  /**
   * The fee base. For an expected commission, the counted parts of the accepted offer, or else the asking price. Null
   * without a price.
   */
  baseCents: z.nullable(z.int()),
  /** After retainers. Null without a price or a signed letter, and if the letter would earn no commission. */
  dueCents: z.nullable(z.int()),
  /** `dueCents` times the probability of the stage; for expected commissions. */
  weightedCents: z.nullable(z.int()),
  paidCents: z.int(),
  shares: z.array(share),
  /** The viewer's own shares. */
  ownCents: z.nullable(z.int()),
  /** 0 until it is final. */
  version: z.int(),
});
export type Commission = z.infer<typeof commission>;

const parts = z.partialRecord(
  z.enum(considerationParts),
  z
    .int('Enter an amount such as 25,000')
    .check(z.minimum(0, 'At least 0'), z.maximum(100_000_000_000_000, 'Too large')),
);

export const commissionDetail = z.extend(commission, {
  /** The fee before retainers. */
  feeCents: z.nullable(z.int()),
  /** The whole commission, also for brokers. */
  totalCents: z.nullable(z.int()),
  creditCents: z.int(),
  /** The terms that the commission is computed from; null without a signed letter. */
  terms: z.nullable(
    z.object({
      feeTableName: z.string(),
      steps: z.array(z.object({ upToCents: z.nullable(z.int()), rateBps: z.int() })),
      minimumFeeCents: z.int(),
      countedParts: z.array(z.enum(considerationParts)),
    }),
  ),
  /**
   * Carve-outs from the engagement letter (buyers or price components without commission), for the user who finalizes
   * the commission.
   */
  carveOuts: z.nullable(z.string()),
  consideration: parts,
  /**
   * Whether it is earned in the term or the tail; for an open deal, if it closes on the later of today and its expected
   * close, otherwise why not. Null without a letter and for a closed deal until it is final.
   */
  claim: z.nullable(z.enum(commissionClaims)),
  /** Why a closed deal owes no commission; null for other deals. */
  noCommissionReason: z.nullable(z.string()),
  earnOuts: z.array(z.object({ cents: z.int(), paidOn: calendarDate })),
  payouts: z.array(
    z.object({
      id,
      /** Negative for the reversal of another payout. */
      cents: z.int(),
      paidOn: calendarDate,
      reference: z.nullable(z.string()),
      /** For a reversal, why the payout was reversed; null for payouts. */
      reversalReason: z.nullable(z.string()),
      canReverse: z.boolean(),
    }),
  ),
  abilities: z.object({
    canFinalize: z.boolean(),
    canPay: z.boolean(),
    canAddEarnOut: z.boolean(),
    canRemoveEarnOut: z.boolean(),
    canReopen: z.boolean(),
  }),
});
export type CommissionDetail = z.infer<typeof commissionDetail>;

export const finalizeCommissionBody = z.strictObject({ closedOn: calendarDate, consideration: parts });
export const correctionBody = z.strictObject({ version, reason: line(300) });
export const noCommissionBody = z.strictObject({ closedOn: calendarDate, reason: line(300) });
const amount = z
  .int('Enter an amount such as 25,000')
  .check(z.minimum(1, 'Enter an amount above 0'), z.maximum(100_000_000_000_000, 'Too large'));
export const earnOutBody = z.strictObject({ version, cents: amount, paidOn: calendarDate });
export const payoutBody = z.strictObject({
  version,
  paidOn: calendarDate,
  reference: z.nullable(line(120)),
});

export const commissionTotal = z.object({
  status: z.enum(commissionStatuses),
  currency: z.string(),
  count: z.int(),
  /** Expected commissions, counting only the highest of each business; the same for weighted ones. */
  dueCents: z.int(),
  weightedCents: z.int(),
  paidCents: z.int(),
});

const area = 'business-center';
const one = z.object({ commission: commissionDetail });
export const listCommissionsQuery = z.strictObject({
  ...commissionFilters,
  sort: z.optional(commissionSort),
  ...paging,
});

export const listCommissions = defineEndpoint({
  method: 'GET',
  path: '/commissions',
  summary: 'List commissions of deals, a page at a time; brokers get their own',
  access: member('STAFF', area),
  status: 200,
  query: listCommissionsQuery,
  response: z.object({
    commissions: z.array(commission),
    similar: z.array(commission),
    ...recordPage,
    /** When the amounts were read, which a bulk payout sends as `asOf`. */
    asOf: timestamp,
  }),
});
export const countCommissions = defineEndpoint({
  method: 'GET',
  path: '/commissions/total',
  summary: 'Count the commissions that match',
  access: member('STAFF', area),
  status: 200,
  query: z.strictObject({ ...commissionFilters, ...totalQuery }),
  response: recordTotal,
});
export const getCommissionTotals = defineEndpoint({
  method: 'GET',
  path: '/commissions/totals',
  summary: 'Get totals of the matching commissions by status and currency; brokers get their own shares',
  access: member('STAFF', area),
  status: 200,
  query: commissionFilter,
  response: z.object({ totals: z.array(commissionTotal) }),
});
export const getCommission = defineEndpoint({
  method: 'GET',
  path: '/commissions/{id}',
  summary:
    'The commission on a deal: shares, terms, and payments; or a preview of finalizing it with a given closing date',
  access: member('STAFF', area),
  status: 200,
  params: idParams,
  query: z.strictObject({ closedOn: z.optional(calendarDate) }),
  response: one,
});
export const finalizeCommission = defineEndpoint({
  method: 'POST',
  path: '/commissions/{id}/finalize',
  summary: 'Finalize the commission on a closed deal with the price paid; checks term and tail',
  access: member('ADMIN', area),
  status: 200,
  params: idParams,
  body: finalizeCommissionBody,
  response: one,
});
export const finalizeWithoutCommission = defineEndpoint({
  method: 'POST',
  path: '/commissions/{id}/no-commission',
  summary: 'Record that a closed deal owes no commission, with the reason',
  access: member('ADMIN', area),
  status: 200,
  params: idParams,
  body: noCommissionBody,
  response: one,
});
export const reopenCommission = defineEndpoint({
  method: 'POST',
  path: '/commissions/{id}/reopen',
  summary: 'Reopen a finalized commission that has not been paid out, with a reason',
  access: member('ADMIN', area),
  status: 200,
  params: idParams,
  body: correctionBody,
  response: one,
});
export const addEarnOut = defineEndpoint({
  method: 'POST',
  path: '/commissions/{id}/earn-outs',
  summary: 'Record a paid earn-out; the commission increases accordingly',
  access: member('ADMIN', area),
  status: 200,
  params: idParams,
  body: earnOutBody,
  response: one,
});
export const removeEarnOut = defineEndpoint({
  method: 'POST',
  path: '/commissions/{id}/earn-outs/remove-last',
  summary: 'Remove the last earn-out, with the reason; rejected once its commission is paid out',
  access: member('ADMIN', area),
  status: 200,
  params: idParams,
  body: correctionBody,
  response: one,
});
export const payCommission = defineEndpoint({
  method: 'POST',
  path: '/commissions/{id}/pay',
  summary: 'Record the amount due as paid out',
  access: member('ADMIN', area),
  status: 200,
  params: idParams,
  body: payoutBody,
  response: one,
});
export const reversePayout = defineEndpoint({
  method: 'POST',
  path: '/commissions/{id}/payouts/{payoutId}/reverse',
  summary: 'Reverse a payout that was recorded by mistake, with the reason; its amount is due again',
  access: member('ADMIN', area),
  status: 200,
  params: z.strictObject({ id, payoutId: id }),
  body: correctionBody,
  response: one,
});
export const openCommissionStatement = defineEndpoint({
  method: 'POST',
  path: '/commissions/{id}/statement',
  summary: 'Get a download ticket for the statement as PDF; brokers get their own shares',
  access: member('STAFF', area),
  status: 201,
  params: idParams,
  response: downloadTicket,
});
export const exportCommissions = defineEndpoint({
  method: 'POST',
  path: '/commissions/export',
  summary: 'Get a download ticket for the CSV of all commissions that match, or of selected ones',
  access: member('STAFF', area),
  status: 201,
  body: z.strictObject({ ...commissionSelection, sort: z._default(commissionSort, '-createdAt') }),
  response: downloadTicket,
});
