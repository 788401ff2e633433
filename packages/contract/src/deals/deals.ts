import * as z from 'zod/mini';
import { businessTypes } from '../businesses/business-list.ts';
import {
  calendarDate,
  downloadTicket,
  id,
  idParams,
  line,
  multiline,
  paging,
  recordPage,
  recordTotal,
  timestamp,
  totalQuery,
  version,
} from '../http/common.ts';
import { dealFilter, dealFilters, dealSelection, dealSort } from './deal-list.ts';
import { dealStages, documentLevels, lostReasons } from './deal-stages.ts';
import { defineEndpoint, member } from '../http/endpoint.ts';

/** The viewer's role in the deal. An advisor has the side that invited them. */
export const dealSides = ['staff', 'buyer', 'seller'] as const;
export type DealSide = (typeof dealSides)[number];

const person = z.object({ id, displayName: z.string() });

/** How much of the direct ownership changes: more than 50%, or at most 50%. */
export const directChanges = ['over_half', 'up_to_half'] as const;
export type DirectChange = (typeof directChanges)[number];
export const directChangeNames: Readonly<Record<DirectChange, string>> = {
  over_half: 'More than 50%',
  up_to_half: '50% or less',
};

/** The seller's decision about the buyer. */
export const sellerDecisions = ['approved', 'declined'] as const;

/**
 * One buyer on one business. Money is integer cents of `currency`. Clients see neither `source`, `lostReason`, nor
 * the broker's reasons; `business.name` is the public title for a buyer below document level 1.
 */
export const deal = z.object({
  id,
  side: z.enum(dealSides),
  /** Whether the client is the buyer or an owner of the business; false for advisors and staff. */
  isOwn: z.boolean(),
  business: z.object({ id, name: z.string(), type: z.enum(businessTypes) }),
  buyer: z.object({ id, name: z.string() }),
  stage: z.enum(dealStages),
  stageEnteredAt: timestamp,
  /** The price of the accepted offer, or else the asking price. */
  valueCents: z.nullable(z.int()),
  currency: z.string(),
  /** Whether `valueCents` is the price of an accepted offer. */
  isAgreed: z.boolean(),
  documentLevel: z.union(documentLevels.map((level) => z.literal(level))),
  expectedClose: z.nullable(calendarDate),
  source: z.nullable(z.string()),
  lostReason: z.nullable(z.enum(lostReasons)),
  sellerDecision: z.nullable(z.enum(sellerDecisions)),
  broker: z.nullable(person),
  createdAt: timestamp,
  updatedAt: timestamp,
  deletedAt: z.nullable(timestamp),
  version,
});
export type Deal = z.infer<typeof deal>;

/** Who has to act next on the deal. */
export const dealActors = ['broker', 'buyer', 'seller'] as const;
export type DealActor = (typeof dealActors)[number];

export const dealDetail = z.extend(deal, {
  /** The reason for the last step back or loss; staff only. */
  stageReason: z.nullable(z.string()),
  sellerDecidedAt: z.nullable(timestamp),
  /** Staff only; null counts as more than 50%. */
  directChange: z.nullable(z.enum(directChanges)),
  /** Staff only. */
  financing: z.nullable(
    z.object({
      kind: z.enum(['cash', 'loan']),
      lender: z.nullable(z.string()),
      loanCents: z.nullable(z.int()),
      dscr: z.nullable(z.int()),
    }),
  ),
  /** The viewer's permissions; the screen never re-derives a rule. */
  abilities: z.object({
    canUpdate: z.boolean(),
    canMove: z.boolean(),
    canOverride: z.boolean(),
    canDelete: z.boolean(),
    /** Whether the viewer can approve or decline the buyer for the seller. */
    canDecide: z.boolean(),
  }),
  /** Why the deal cannot be moved now; null if it can be. Staff only. */
  moveRefusal: z.nullable(z.string()),
});
export type DealDetail = z.infer<typeof dealDetail>;

const amount = z.int().check(z.minimum(0, 'Cannot be negative'), z.maximum(100_000_000_000_000, 'Too large'));
const optional = <T extends z.ZodMiniType>(schema: T): z.ZodMiniOptional<z.ZodMiniNullable<T>> =>
  z.optional(z.nullable(schema));

/** How the buyer pays: in cash, or with a loan as in the lender's term sheet. */
export const dealFinancing = z.nullable(
  z.union([
    z.strictObject({ kind: z.literal('cash') }),
    z.strictObject({
      kind: z.literal('loan'),
      lender: z.nullable(line(120)),
      loanCents: z.nullable(amount),
      /** In hundredths: 125 is a DSCR of 1.25. */
      dscr: z.nullable(z.int().check(z.minimum(0, 'Cannot be negative'), z.maximum(10_000, 'Too large'))),
    }),
  ]),
);
export type DealFinancing = z.infer<typeof dealFinancing>;

const fields = {
  brokerId: optional(id),
  expectedClose: optional(calendarDate),
  source: optional(line(120)),
  directChange: optional(z.enum(directChanges)),
};
export const createDealBody = z.strictObject({ businessId: id, buyerId: id, ...fields });
export type CreateDeal = z.infer<typeof createDealBody>;
export const updateDealBody = z.strictObject({
  version,
  ...fields,
  /** Above 0 only once the buyer is qualified and approved by the seller. */
  documentLevel: z.optional(z.union(documentLevels.map((level) => z.literal(level)))),
  financing: z.optional(dealFinancing),
});
export type UpdateDeal = z.infer<typeof updateDealBody>;

/** Used in forms, lists, and exports. */
export const dealFieldLabels = {
  businessId: 'Business',
  buyerId: 'Buyer',
  brokerId: 'Broker',
  expectedClose: 'Expected close',
  source: 'Source',
  directChange: 'Direct ownership change',
  documentLevel: 'Document access',
  financing: 'Financing',
} as const satisfies Readonly<Record<Exclude<keyof (CreateDeal & UpdateDeal), 'version'>, string>>;

export const sellerDecisionBody = z.strictObject({
  version,
  decision: z.enum(sellerDecisions),
  note: optional(multiline(1000)),
});

/** Totals of the deals in a stage, per currency; a business with several buyers counts once. */
export const boardColumn = z.object({
  stage: z.enum(dealStages),
  count: z.int(),
  totals: z.array(z.object({ currency: z.string(), cents: z.int() })),
});
export type BoardColumn = z.infer<typeof boardColumn>;

export const listDealsQuery = z.strictObject({
  ...dealFilters,
  /** Defaults to -createdAt; for a text search, records are ranked. */
  sort: z.optional(dealSort),
  ...paging,
});

const one = z.object({ deal: dealDetail });
const area = 'business-center';

export const listDeals = defineEndpoint({
  method: 'GET',
  path: '/deals',
  summary: 'List deals that match, a page at a time; clients see their own',
  access: member('CLIENT', area),
  status: 200,
  query: listDealsQuery,
  response: z.object({ deals: z.array(deal), similar: z.array(deal), ...recordPage }),
});
export const countDeals = defineEndpoint({
  method: 'GET',
  path: '/deals/total',
  summary: 'Count the deals that match: exactly, or up to 10,000 unless `exact` is set',
  access: member('CLIENT', area),
  status: 200,
  query: z.strictObject({ ...dealFilters, ...totalQuery }),
  response: recordTotal,
});
export const getDealBoard = defineEndpoint({
  method: 'GET',
  path: '/deals/board',
  summary: 'Count the deals that match in each stage, with their value by currency',
  access: member('STAFF', area),
  status: 200,
  query: dealFilter,
  response: z.object({ columns: z.array(boardColumn) }),
});
export const createDeal = defineEndpoint({
  method: 'POST',
  path: '/deals',
  summary: 'Create a deal: one buyer on one business; it begins as an inquiry',
  access: member('STAFF', area),
  status: 201,
  body: createDealBody,
  response: one,
});
export const getDeal = defineEndpoint({
  method: 'GET',
  path: '/deals/{id}',
  summary: 'Get a deal with abilities; clients see their own',
  access: member('CLIENT', area),
  status: 200,
  params: idParams,
  response: one,
});
export const getDealNextStep = defineEndpoint({
  method: 'GET',
  path: '/deals/{id}/next-step',
  summary: 'Get the next step of a deal and who is responsible',
  access: member('CLIENT', area),
  status: 200,
  params: idParams,
  response: z.object({
    /** Null once the deal is closed or lost. */
    nextStep: z.nullable(z.object({ actor: z.enum(dealActors), text: z.string() })),
  }),
});
export const updateDeal = defineEndpoint({
  method: 'PATCH',
  path: '/deals/{id}',
  summary: 'Change a deal',
  access: member('STAFF', area),
  status: 200,
  params: idParams,
  body: updateDealBody,
  response: one,
});
export const decideOnBuyer = defineEndpoint({
  method: 'POST',
  path: '/deals/{id}/seller-decision',
  summary: 'Approve or decline the buyer, as the seller or on their behalf',
  access: member('CLIENT', area),
  status: 200,
  params: idParams,
  body: sellerDecisionBody,
  response: one,
});
export const deleteDeal = defineEndpoint({
  method: 'DELETE',
  path: '/deals/{id}',
  summary: 'Move a deal to the trash',
  access: member('STAFF', area),
  status: 204,
  params: idParams,
});
export const restoreDeal = defineEndpoint({
  method: 'POST',
  path: '/deals/{id}/restore',
  summary: 'Restore a deal from the trash',
  access: member('STAFF', area),
  status: 200,
  params: idParams,
  response: one,
});
export const exportDeals = defineEndpoint({
  method: 'POST',
  path: '/deals/export',
  summary: 'Get a download ticket for the CSV of all deals that match, or of selected ones',
  access: member('STAFF', area),
  status: 201,
  body: z.strictObject({ ...dealSelection, sort: z._default(dealSort, '-createdAt') }),
  response: downloadTicket,
});
