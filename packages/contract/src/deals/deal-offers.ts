import * as z from 'zod/mini';
import { deal } from './deals.ts';
import { calendarDate, id, idParams, multiline, timestamp, version } from '../http/common.ts';
import { defineEndpoint, member } from '../http/endpoint.ts';

export const offerStates = [
  'draft',
  'submitted',
  'countered',
  'accepted',
  'declined',
  'withdrawn',
  'expired',
] as const;
export type OfferState = (typeof offerStates)[number];

/** The states that an offer can move to from each state; a counter-offer marks the previous offer `countered`. */
const offerMoves = {
  draft: ['submitted', 'withdrawn'],
  submitted: ['accepted', 'countered', 'declined', 'withdrawn', 'expired'],
  countered: [],
  accepted: ['withdrawn'],
  declined: [],
  withdrawn: [],
  expired: [],
} as const satisfies Readonly<Record<OfferState, readonly OfferState[]>>;

/** How a client can respond to a submitted offer of the other side. */
export const offerAnswers: readonly OfferState[] = ['accepted', 'declined'];

export function listNextOfferStates(state: OfferState): readonly OfferState[] {
  return offerMoves[state];
}

export const offerStateNames: Readonly<Record<OfferState, string>> = {
  draft: 'Draft',
  submitted: 'Submitted',
  countered: 'Countered',
  accepted: 'Accepted',
  declined: 'Declined',
  withdrawn: 'Withdrawn',
  expired: 'Expired',
};

/** An IOI is not binding and has no effect on the business; accepting an LOI puts the business under offer. */
export const offerKinds = ['loi', 'ioi'] as const;
export const offerKindNames = {
  loi: 'Letter of intent',
  ioi: 'Indication of interest',
} as const satisfies Readonly<Record<(typeof offerKinds)[number], string>>;
export const offerSides = ['buyer', 'seller'] as const;
export type OfferSide = (typeof offerSides)[number];

const maxCents = 100_000_000_000_000;
const cents = z
  .int('Enter an amount such as 25,000 or 1.2M')
  .check(z.minimum(0, 'Cannot be negative'), z.maximum(maxCents, 'Too large'));
const months = z.int().check(z.minimum(0, 'Cannot be negative'), z.maximum(480, 'At most 480 months'));

/** Integer cents of the deal's currency, rates in basis points a year. */
const terms = {
  kind: z.enum(offerKinds),
  priceCents: z.int().check(z.minimum(1, 'Enter a price above 0'), z.maximum(maxCents, 'Too large')),
  cashCents: cents,
  sellerNoteCents: cents,
  noteRateBasisPoints: z.int().check(z.minimum(0, 'Cannot be negative'), z.maximum(10_000, 'At most 100%')),
  noteMonths: months,
  /** Nothing is paid on the note before its term ends. */
  isNoteOnStandby: z.boolean(),
  earnOutCents: cents,
  earnOutMonths: months,
  assumedDebtCents: cents,
  inventoryCents: cents,
  realEstateCents: cents,
  depositCents: z.nullable(cents),
  contingencies: z.nullable(multiline(4000)),
  exclusivityEnd: z.nullable(calendarDate),
  /** The last day on which the offer can be accepted. */
  expiresOn: z.nullable(calendarDate),
};
export const offerTerms = z.strictObject(terms);
export type OfferTermsInput = z.infer<typeof offerTerms>;

export const offer = z.object({
  id,
  dealId: id,
  /** Starts at 1, in order of creation. */
  number: z.int(),
  state: z.enum(offerStates),
  /** The side that made the offer. */
  side: z.enum(offerSides),
  /** The offer that this one counters. */
  countersId: z.nullable(id),
  ...terms,
  createdBy: z.object({ id, displayName: z.string() }),
  createdAt: timestamp,
  decidedAt: z.nullable(timestamp),
  version,
  /** The states that the viewer can move the offer to. */
  moves: z.array(z.enum(offerStates)),
  canUpdate: z.boolean(),
});
export type Offer = z.infer<typeof offer>;

export const createOfferBody = z.strictObject({
  ...terms,
  side: z.enum(offerSides),
  /** Makes the offer a counter-offer to a submitted offer of the other side. It is submitted immediately. */
  countersId: z.optional(id),
});
export type CreateOffer = z.infer<typeof createOfferBody>;
export const updateOfferBody = z.strictObject({ version, ...terms });
export type UpdateOffer = z.infer<typeof updateOfferBody>;
export const moveOfferBody = z.strictObject({
  version,
  state: z.enum(['submitted', 'accepted', 'declined', 'withdrawn', 'expired']),
});
export type MoveOffer = z.infer<typeof moveOfferBody>;

const area = 'business-center';
const one = z.object({ offer });

export const listOffers = defineEndpoint({
  method: 'GET',
  path: '/deals/{id}/offers',
  summary: 'List offers and counter-offers of a deal, newest first; clients see submitted ones',
  access: member('CLIENT', area),
  status: 200,
  params: idParams,
  response: z.object({ offers: z.array(offer) }),
});
export const listBusinessOffers = defineEndpoint({
  method: 'GET',
  path: '/businesses/{id}/offers',
  summary: 'Get the latest offer of each open deal of a business, highest price first',
  access: member('STAFF', area),
  status: 200,
  params: idParams,
  response: z.object({ offers: z.array(z.extend(offer, { deal })) }),
});
export const createOffer = defineEndpoint({
  method: 'POST',
  path: '/deals/{id}/offers',
  summary: 'Draft an offer, or answer one with a counter-offer',
  access: member('STAFF', area),
  status: 201,
  params: idParams,
  body: createOfferBody,
  response: one,
});
export const updateOffer = defineEndpoint({
  method: 'PATCH',
  path: '/offers/{id}',
  summary: 'Change a draft',
  access: member('STAFF', area),
  status: 200,
  params: idParams,
  body: updateOfferBody,
  response: one,
});
export const moveOffer = defineEndpoint({
  method: 'POST',
  path: '/offers/{id}/move',
  summary:
    'Submit, accept, decline, withdraw, or expire an offer; clients accept or decline offers from the other side',
  access: member('CLIENT', area),
  status: 200,
  params: idParams,
  body: moveOfferBody,
  response: one,
});

/** The number of days before an offer expires or its exclusivity ends when the broker is reminded. */
export const offerReminderDays = { expiry: 3, exclusivity: 7 } as const;
