import { considerationParts } from '@handover/domain/commission/commission.ts';
import * as z from 'zod/mini';
import { calendarDate, id, idParams, line, multiline, timestamp, version } from '../http/common.ts';
import { feeSteps, maxRateBps, rateBps } from '../commission/commission-settings.ts';
import { defineEndpoint, member } from '../http/endpoint.ts';

export const engagementStatuses = ['draft', 'signed', 'ended'] as const;
export type EngagementStatus = (typeof engagementStatuses)[number];

export const maxTailMonths = 60;
export const maxRetainers = 24;

const cents = z.int('Enter an amount such as 25,000').check(z.minimum(0, 'At least 0'));
const amount = cents.check(z.maximum(100_000_000_000_000, 'Too large'));
const person = z.object({ id, displayName: z.string() });

const retainer = z.strictObject({
  amountCents: amount.check(z.minimum(1, 'Enter an amount above 0')),
  /** Whether it is deducted from the commission after it is paid. */
  isCreditable: z.boolean(),
  paidOn: z.nullable(calendarDate),
});

/** The shares of a commission, in basis points. */
export const splitTerms = z.strictObject({
  /** Share of the total commission, deducted first. */
  referralBps: rateBps,
  referralName: z.nullable(line(120)),
  /** The listing side's share of the rest. */
  listingShareBps: rateBps,
  /** Shares of the listing side's part. */
  brokerBps: rateBps,
  coBrokerBps: rateBps,
  /** The deal broker's share of the buyer side's part. */
  buyerBrokerBps: rateBps,
});
export type SplitTermsOfLetter = z.infer<typeof splitTerms>;

const splits = splitTerms.check(
  z.refine(({ brokerBps, coBrokerBps }) => brokerBps + coBrokerBps <= maxRateBps, {
    message: 'Broker and co-broker exceed 100%',
    path: ['coBrokerBps'],
  }),
  z.refine(({ referralBps, referralName }) => referralBps === 0 || referralName !== null, {
    message: 'Enter the name for the referral',
    path: ['referralName'],
  }),
);

/** The number of days before the end of a term when the broker is notified. */
export const letterReminderDays = 30;

const terms = {
  /** The source of the rates, such as the name of a starter table. */
  feeTableName: line(60),
  steps: feeSteps,
  minimumFeeCents: amount,
  countedParts: z.array(z.enum(considerationParts)).check(
    z.minLength(1, 'Choose at least one'),
    z.refine((parts) => new Set(parts).size === parts.length, 'Duplicates are not allowed'),
  ),
  startsOn: calendarDate,
  /** The last day; null for an open-ended letter. */
  endsOn: z.nullable(calendarDate),
  tailMonths: z
    .int('Enter whole months')
    .check(z.minimum(0, 'At least 0'), z.maximum(maxTailMonths, `At most ${String(maxTailMonths)} months`)),
  carveOuts: z.nullable(multiline(4000)),
};
/** Fields that can change after the signature. All but the signed file can be changed only by administrators. */
const internal = {
  brokerId: z.nullable(id),
  coBrokerId: z.nullable(id),
  retainers: z.array(retainer).check(z.maxLength(maxRetainers)),
  splits,
  /** The signed file, which is a document of the business. */
  documentId: z.nullable(id),
};

/** Money is integer cents of `currency`, which is that of the business. */
export const engagementLetter = z.object({
  id,
  businessId: id,
  status: z.enum(engagementStatuses),
  currency: z.string(),
  ...terms,
  retainers: z.array(retainer),
  splits: splitTerms,
  broker: z.nullable(person),
  coBroker: z.nullable(person),
  signedOn: z.nullable(calendarDate),
  endedOn: z.nullable(calendarDate),
  endReason: z.nullable(z.string()),
  document: z.nullable(z.object({ id, name: z.string() })),
  abilities: z.object({ canChangeShares: z.boolean() }),
  createdAt: timestamp,
  version,
});
export type EngagementLetter = z.infer<typeof engagementLetter>;

const isTermValid = ({ startsOn, endsOn }: { startsOn: string; endsOn: string | null }): boolean =>
  endsOn === null || endsOn >= startsOn;
const endsTooSoon = { message: 'Must not be before the start', path: ['endsOn'] };

export const engagementBody = z
  .strictObject({ ...terms, ...internal })
  .check(z.refine(isTermValid, endsTooSoon));
export type EngagementInput = z.infer<typeof engagementBody>;
export const updateEngagementBody = z
  .strictObject({ version, ...terms, ...internal })
  .check(z.refine(isTermValid, endsTooSoon));
export const signEngagementBody = z.strictObject({ version, signedOn: calendarDate });
export const endEngagementBody = z.strictObject({
  version,
  endedOn: calendarDate,
  reason: multiline(1000),
});

/** Used in forms and exports. */
export const engagementFieldLabels = {
  feeTableName: 'Fee table',
  steps: 'Rates',
  minimumFeeCents: 'Minimum fee',
  countedParts: 'Commission applies to',
  startsOn: 'Starts',
  endsOn: 'Ends',
  tailMonths: 'Tail (months)',
  carveOuts: 'Carve-outs',
  brokerId: 'Broker',
  coBrokerId: 'Co-broker',
  retainers: 'Retainers',
  splits: 'Splits',
  documentId: 'Signed file',
} as const satisfies Readonly<Record<keyof EngagementInput, string>>;

export const partLabels = {
  cash: 'Cash',
  sellerNote: 'Seller note',
  assumedDebt: 'Assumed debt',
  earnOut: 'Earn-out (when paid)',
  inventory: 'Inventory',
  realEstate: 'Real estate',
} as const satisfies Readonly<Record<(typeof considerationParts)[number], string>>;

/** How a buyer was added to the list of protected buyers. */
export const introductionSources = ['deal', 'invitation', 'manual'] as const;
export const protectedBuyer = z.object({
  buyer: z.object({ id, name: z.string() }),
  introducedOn: calendarDate,
  source: z.enum(introductionSources),
  note: z.nullable(z.string()),
});
export type ProtectedBuyer = z.infer<typeof protectedBuyer>;

const area = 'business-center';
const one = z.object({ engagementLetter });

export const listEngagementLetters = defineEndpoint({
  method: 'GET',
  path: '/businesses/{id}/engagement-letters',
  summary: 'List engagement letters of a business, newest first',
  access: member('STAFF', area),
  status: 200,
  params: idParams,
  response: z.object({
    engagementLetters: z.array(engagementLetter),
    /** Buyers introduced during the term of the latest signed letter; empty if there is none. */
    protectedBuyers: z.array(protectedBuyer),
    /** The first day after the tail; null while the term is open. */
    tailEndsOn: z.nullable(calendarDate),
  }),
});
export const createEngagementLetter = defineEndpoint({
  method: 'POST',
  path: '/businesses/{id}/engagement-letters',
  summary: 'Draft an engagement letter; a business has one draft at a time',
  access: member('STAFF', area),
  status: 201,
  params: idParams,
  body: engagementBody,
  response: one,
});
export const updateEngagementLetter = defineEndpoint({
  method: 'PUT',
  path: '/engagement-letters/{id}',
  summary:
    'Change a letter; after signing, only the signed file can change, and administrators can change brokers, splits, and retainers',
  access: member('STAFF', area),
  status: 200,
  params: idParams,
  body: updateEngagementBody,
  response: one,
});
export const signEngagementLetter = defineEndpoint({
  method: 'POST',
  path: '/engagement-letters/{id}/sign',
  summary: 'Record the signature of a draft; the terms are then fixed',
  access: member('STAFF', area),
  status: 200,
  params: idParams,
  body: signEngagementBody,
  response: one,
});
export const endEngagementLetter = defineEndpoint({
  method: 'POST',
  path: '/engagement-letters/{id}/end',
  summary: 'End a signed letter, with a reason; its tail begins',
  access: member('STAFF', area),
  status: 200,
  params: idParams,
  body: endEngagementBody,
  response: one,
});
export const deleteEngagementLetter = defineEndpoint({
  method: 'DELETE',
  path: '/engagement-letters/{id}',
  summary: 'Delete a draft',
  access: member('STAFF', area),
  status: 204,
  params: idParams,
});
export const addProtectedBuyer = defineEndpoint({
  method: 'POST',
  path: '/businesses/{id}/protected-buyers',
  summary: 'Add a buyer to the protected list of a business manually',
  access: member('STAFF', area),
  status: 201,
  params: idParams,
  body: z.strictObject({ buyerId: id, introducedOn: calendarDate, note: z.nullable(line(300)) }),
  response: z.object({ protectedBuyers: z.array(protectedBuyer) }),
});
export const removeProtectedBuyer = defineEndpoint({
  method: 'DELETE',
  path: '/businesses/{id}/protected-buyers/{buyerId}',
  summary: 'Remove a buyer who was added manually',
  access: member('STAFF', area),
  status: 204,
  params: z.strictObject({ id, buyerId: id }),
});
