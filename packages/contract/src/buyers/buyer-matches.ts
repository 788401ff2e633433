import {
  matchWeights,
  type MatchCriterion,
  type MatchResult,
} from '@handover/domain/matching/buyer-match.ts';
import { matchGates, type MatchGate } from '@handover/domain/matching/match-gates.ts';
import * as z from 'zod/mini';
import { businessTypes } from '../businesses/business-list.ts';
import { businessStages } from '../businesses/business-stages.ts';
import { buyerSearch } from './buyers.ts';
import { id, idParams, line, page, paging, timestamp } from '../http/common.ts';
import { defineEndpoint, member } from '../http/endpoint.ts';

const criteria: readonly MatchCriterion[] = [
  'type',
  'geography',
  'price',
  'liquidity',
  'timeline',
  'experience',
];

/** How well a buyer and a business fit. If a gate applies, the score is 0 and has no parts. */
const match = {
  /** 0–100, the sum of the points. */
  score: z.int(),
  gates: z.array(z.enum(matchGates)),
  parts: z.array(
    z.object({
      criterion: z.enum(criteria),
      points: z.int(),
      result: z.enum(['met', 'open', 'partial', 'unmet', 'unknown']),
    }),
  ),
  /** The search that has this score. */
  search: z.nullable(buyerSearch),
  /** Cash for the equity injection and working capital; null without a price in the buyer's currency. */
  requiredCashCents: z.nullable(z.int()),
  /** Why the seller excludes the buyer. */
  exclusion: z.nullable(z.string()),
  invitedAt: z.nullable(timestamp),
};

export const matchingBuyer = z.object({
  buyer: z.object({
    id,
    customerId: id,
    name: z.string(),
    email: z.nullable(z.string()),
    /** Verified, and not expired. */
    hasProofOfFunds: z.boolean(),
  }),
  /** The currency of the search and the required cash. */
  currency: z.string(),
  ...match,
});
export type MatchingBuyer = z.infer<typeof matchingBuyer>;

export const matchingBusiness = z.object({
  business: z.object({
    id,
    name: z.string(),
    type: z.enum(businessTypes),
    stage: z.enum(businessStages),
    state: z.nullable(z.string()),
    priceCents: z.nullable(z.int()),
  }),
  /** The currency of the price. */
  currency: z.string(),
  ...match,
});
export type MatchingBusiness = z.infer<typeof matchingBusiness>;

export const matchCriterionNames: Readonly<Record<MatchCriterion, string>> = {
  type: 'Business type',
  geography: 'State',
  price: 'Price and SDE',
  liquidity: 'Cash',
  timeline: 'Timing',
  experience: 'Experience',
};
export const matchResultNames: Readonly<Record<MatchResult, string>> = {
  met: 'Fits',
  open: 'No preference',
  partial: 'Partial fit',
  unmet: 'Does not fit',
  unknown: 'Unknown',
};
export const matchGateNames: Readonly<Record<MatchGate, string>> = {
  eligibility: 'No license for this type and state',
  blocked: 'Blocked buyer',
  competitor: 'Excluded by the seller',
  seller_side: 'Owner, or advisor to the seller',
};
/** The maximum points of each criterion. */
export const matchPoints = matchWeights;

const access = member('STAFF', 'business-center');
const query = z.strictObject(paging);

export const listMatchingBuyers = defineEndpoint({
  method: 'GET',
  path: '/businesses/{id}/matching-buyers',
  summary:
    'Buyers whose type, state, and price fit an open business, best score first; those with a gate last',
  access,
  status: 200,
  params: idParams,
  query,
  response: z.object({ matches: z.array(matchingBuyer), ...page }),
});
export const listMatchingBusinesses = defineEndpoint({
  method: 'GET',
  path: '/buyers/{id}/matching-businesses',
  summary:
    'Open businesses whose type, state, and price fit a buyer, best score first; those with a gate last',
  access,
  status: 200,
  params: idParams,
  query,
  response: z.object({ matches: z.array(matchingBusiness), ...page }),
});
export const excludeBuyer = defineEndpoint({
  method: 'PUT',
  path: '/buyers/{id}/exclusions/{businessId}',
  summary: 'Exclude a buyer from a business, such as a competitor, or include the buyer again',
  access,
  status: 204,
  params: z.strictObject({ id, businessId: id }),
  body: z.strictObject({ reason: z.nullable(line(300)) }),
});
