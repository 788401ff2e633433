import { buyerExperiences, buyerTimings } from '@handover/domain/matching/buyer-match.ts';
import { eligibilityKinds } from '@handover/domain/matching/match-gates.ts';
import * as z from 'zod/mini';
import { businessTypes } from '../businesses/business-list.ts';
import { buyerFilters, buyerSelection, buyerSort } from './buyer-list.ts';
import { usState } from './buyer-matching-settings.ts';
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
import { defineEndpoint, member } from '../http/endpoint.ts';

export const maxSearches = 10;
export const maxEligibilities = 50;

/** One trillion dollars. */
const cents = z.nullable(
  z
    .int('Enter an amount such as 1,250,000 or 1.25M')
    .check(z.minimum(0, 'Cannot be negative'), z.maximum(100_000_000_000_000, 'Too large')),
);

/** One search of a buyer. Empty lists and nulls are preferences that the buyer leaves open. */
export const buyerSearch = z
  .strictObject({
    types: z.array(z.enum(businessTypes)).check(z.maxLength(businessTypes.length)),
    states: z.array(usState).check(z.maxLength(60)),
    minPriceCents: cents,
    maxPriceCents: cents,
    minSdeCents: cents,
    /** Cash available for the equity injection and working capital. */
    cashCents: cents,
    timing: z.nullable(z.enum(buyerTimings)),
    experience: z.nullable(z.enum(buyerExperiences)),
  })
  .check(
    z.refine(({ minPriceCents: min, maxPriceCents: max }) => min === null || max === null || min <= max, {
      message: 'The maximum price must not be below the minimum',
      path: ['maxPriceCents'],
    }),
  );
export type BuyerSearch = z.infer<typeof buyerSearch>;

/** The basis on which a buyer may own a business of a type in a state: a license, or a management company. */
export const buyerEligibility = z.strictObject({
  type: z.enum(businessTypes),
  state: usState,
  kind: z.enum(eligibilityKinds),
  licenseNumber: z.nullable(line(60)),
});
export type BuyerEligibility = z.infer<typeof buyerEligibility>;

const person = z.object({ id, displayName: z.string() });

/** The latest proof of funds that the buyer sent, until it is accepted. */
export const sentProof = z.object({
  state: z.enum(['sent', 'returned']),
  amountCents: z.int(),
  datedOn: calendarDate,
  document: z.object({ id, name: z.string() }),
  sentAt: timestamp,
  /** Why it was returned. */
  reason: z.nullable(z.string()),
});

/**
 * A customer with their acquisition criteria. For the buyer, `source`, `broker`, `blockedReason`, and `blockedAt` are
 * null: they are the broker's notes.
 */
export const buyer = z.object({
  id,
  customer: z.object({
    id,
    name: z.string(),
    email: z.nullable(z.string()),
    phone: z.nullable(z.string()),
  }),
  broker: z.nullable(person),
  searches: z.array(buyerSearch),
  eligibilities: z.array(buyerEligibility),
  source: z.nullable(z.string()),
  blockedAt: z.nullable(timestamp),
  blockedReason: z.nullable(z.string()),
  proofOfFunds: z.nullable(
    z.object({
      amountCents: z.int(),
      /** The date of the statement, and the last day on which it is accepted. */
      datedOn: calendarDate,
      expiresOn: calendarDate,
      documentId: z.nullable(id),
      /** Null until staff have verified it. */
      verifiedAt: z.nullable(timestamp),
      verifiedBy: z.nullable(person),
      /** Verified, and not expired. */
      isCurrent: z.boolean(),
    }),
  ),
  sentProof: z.nullable(sentProof),
  confirmedAt: z.nullable(timestamp),
  /** Six months after the confirmation. */
  expiresAt: z.nullable(timestamp),
  /** Confirmed, and not expired. */
  isConfirmed: z.boolean(),
  /** The workspace's currency. */
  currency: z.string(),
  createdAt: timestamp,
  updatedAt: timestamp,
  deletedAt: z.nullable(timestamp),
  version,
  abilities: z.object({ canUpdate: z.boolean(), canManage: z.boolean(), canDelete: z.boolean() }),
});
export type Buyer = z.infer<typeof buyer>;

const ownFields = {
  searches: z.optional(
    z.array(buyerSearch).check(z.maxLength(maxSearches, `At most ${String(maxSearches)}`)),
  ),
  eligibilities: z.optional(
    z.array(buyerEligibility).check(z.maxLength(maxEligibilities, `At most ${String(maxEligibilities)}`)),
  ),
};
export const createBuyerBody = z.strictObject({
  customerId: id,
  source: z.optional(z.nullable(line(120))),
  ...ownFields,
});
export type CreateBuyer = z.infer<typeof createBuyerBody>;
/** Buyers can change only searches and eligibilities. */
export const updateBuyerBody = z.strictObject({
  version,
  source: z.optional(z.nullable(line(120))),
  ...ownFields,
});
export type UpdateBuyer = z.infer<typeof updateBuyerBody>;

export const buyerFieldLabels = {
  customerId: 'Customer',
  source: 'Source',
  searches: 'Searches',
  eligibilities: 'Licenses',
} as const;

/** Used in forms, lists, imports, and exports. */
export const buyerSearchLabels: Readonly<Record<keyof BuyerSearch, string>> = {
  types: 'Business types',
  states: 'States',
  minPriceCents: 'Minimum price',
  maxPriceCents: 'Maximum price',
  minSdeCents: 'Minimum SDE',
  cashCents: 'Cash available',
  timing: 'Timing',
  experience: 'Experience',
};
export const buyerTimingNames: Readonly<Record<(typeof buyerTimings)[number], string>> = {
  now: 'Ready now',
  six_months: 'Within 6 months',
  year: 'Within a year',
  later: 'Later',
};
export const buyerExperienceNames: Readonly<Record<(typeof buyerExperiences)[number], string>> = {
  none: 'None',
  management: 'Management',
  healthcare: 'Works in healthcare',
  owner: 'Has owned a healthcare business',
};
export const eligibilityKindNames: Readonly<Record<(typeof eligibilityKinds)[number], string>> = {
  license: 'License',
  management: 'Management company',
};

export const proofAmount = z
  .int('Enter an amount such as 1,250,000 or 1.25M')
  .check(z.minimum(1, 'Enter an amount above 0'), z.maximum(100_000_000_000_000, 'Too large'));

const one = z.object({ buyer });
const area = 'business-center';
const own = member('CLIENT', area);
const staff = member('STAFF', area);

export const listBuyers = defineEndpoint({
  method: 'GET',
  path: '/buyers',
  summary: 'List buyers that match, a page at a time; clients see their own profile',
  access: own,
  status: 200,
  query: z.strictObject({
    ...buyerFilters,
    /** Defaults to name; for a text search, records are ranked. */
    sort: z.optional(buyerSort),
    ...paging,
  }),
  response: z.object({ buyers: z.array(buyer), similar: z.array(buyer), ...recordPage }),
});
export const countBuyers = defineEndpoint({
  method: 'GET',
  path: '/buyers/total',
  summary: 'Count the buyers that match: exactly, or up to 10,000 unless `exact` is set',
  access: own,
  status: 200,
  query: z.strictObject({ ...buyerFilters, ...totalQuery }),
  response: recordTotal,
});
export const createBuyer = defineEndpoint({
  method: 'POST',
  path: '/buyers',
  summary: 'Give a customer a buyer profile',
  access: staff,
  status: 201,
  body: createBuyerBody,
  response: one,
});
export const getBuyer = defineEndpoint({
  method: 'GET',
  path: '/buyers/{id}',
  summary: 'Get a buyer with abilities',
  access: own,
  status: 200,
  params: idParams,
  response: one,
});
export const updateBuyer = defineEndpoint({
  method: 'PATCH',
  path: '/buyers/{id}',
  summary: 'Change a buyer profile; a change by the buyer confirms it',
  access: own,
  status: 200,
  params: idParams,
  body: updateBuyerBody,
  response: one,
});
export const confirmBuyer = defineEndpoint({
  method: 'POST',
  path: '/buyers/{id}/confirm',
  summary: 'Confirm that a buyer profile is up to date, for six months',
  access: own,
  status: 200,
  params: idParams,
  response: one,
});
export const setProofOfFunds = defineEndpoint({
  method: 'PUT',
  path: '/buyers/{id}/proof-of-funds',
  summary: 'Record proof of funds, verified or not, or remove it',
  access: staff,
  status: 200,
  params: idParams,
  body: z.strictObject({
    version,
    proofOfFunds: z.nullable(
      z.strictObject({
        amountCents: proofAmount,
        /** Defaults to today. */
        datedOn: z.optional(calendarDate),
        /** A document of the customer. */
        documentId: z.nullable(id),
        isVerified: z.boolean(),
      }),
    ),
  }),
  response: one,
});
export const blockBuyer = defineEndpoint({
  method: 'PUT',
  path: '/buyers/{id}/block',
  summary: 'Block a buyer from all businesses with a reason, or unblock',
  access: staff,
  status: 200,
  params: idParams,
  body: z.strictObject({ version, reason: z.nullable(line(300)) }),
  response: one,
});
export const deleteBuyer = defineEndpoint({
  method: 'DELETE',
  path: '/buyers/{id}',
  summary: 'Move a buyer profile to the trash; the customer stays',
  access: staff,
  status: 204,
  params: idParams,
});
export const restoreBuyer = defineEndpoint({
  method: 'POST',
  path: '/buyers/{id}/restore',
  summary: 'Restore a buyer profile from the trash',
  access: staff,
  status: 200,
  params: idParams,
  response: one,
});
export const exportBuyers = defineEndpoint({
  method: 'POST',
  path: '/buyers/export',
  summary: 'Get a download ticket for the CSV of all buyers that match, or of selected ones',
  access: staff,
  status: 201,
  body: z.strictObject({ ...buyerSelection, sort: z._default(buyerSort, 'name') }),
  response: downloadTicket,
});
