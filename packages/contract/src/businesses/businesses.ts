import { isCliaNumber, isDeaNumber, isEin } from '@handover/domain/identifiers.ts';
import * as z from 'zod/mini';
import {
  calendarDate,
  downloadTicket,
  email,
  id,
  idParams,
  line,
  nameLine,
  multiline,
  recordPage,
  recordTotal,
  paging,
  timestamp,
  version,
  totalQuery,
  website,
} from '../http/common.ts';
import {
  businessFilters,
  businessSelection,
  businessSort,
  businessTypes,
  marketLabels,
} from './business-list.ts';
import { businessFacts, factChanges, payerMix } from './business-facts.ts';
import { businessOwner, coOwners } from './business-owners.ts';
import { businessStages, closedReasons } from './business-stages.ts';
import { customChanges, customValues } from '../records/custom-fields.ts';
import { ccn, npi } from '../records/identifiers.ts';
import { defineEndpoint, member } from '../http/endpoint.ts';
import { gateOverride } from './gates.ts';

/** Colors shown for a business without a picture. */
export const coverColors = ['teal', 'slate', 'forest', 'navy', 'bronze', 'burgundy', 'graphite'] as const;
export type CoverColor = (typeof coverColors)[number];

const person = z.object({ id, displayName: z.string() });
const cents = z.nullable(z.int());

/**
 * A business as shown in lists: the spec's product. Money is integer cents of `currency`. For the client who owns it,
 * `owner`, `phone`, `revenueCents`, `sdeCents`, and `ebitdaCents` are null, because they are the broker's working data.
 */
export const business = z.object({
  id,
  /** Confidential; the public sees `publicTitle`. */
  name: z.string(),
  publicTitle: z.nullable(z.string()),
  type: z.enum(businessTypes),
  stage: z.enum(businessStages),
  stageEnteredAt: timestamp,
  listingNumber: z.nullable(z.string()),
  askingPriceCents: cents,
  /** Lower than the asking price. */
  reducedPriceCents: cents,
  currency: z.string(),
  marketLabel: z.nullable(z.enum(marketLabels)),
  revenueCents: cents,
  sdeCents: cents,
  ebitdaCents: cents,
  city: z.nullable(z.string()),
  region: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  coverColor: z.enum(coverColors),
  owner: z.nullable(z.object({ id, name: z.string() })),
  brokerId: z.nullable(id),
  broker: z.nullable(person),
  /** Values of the workspace's custom fields; empty for clients. */
  custom: customValues,
  createdAt: timestamp,
  updatedAt: timestamp,
  deletedAt: z.nullable(timestamp),
  version,
});
export type Business = z.infer<typeof business>;

/**
 * A business as shown on its page. A client does not see the broker's reason, the business's contact details, or its
 * identifiers.
 */
export const businessDetail = z.extend(business, {
  /** The reason given with the last move. */
  stageReason: z.nullable(z.string()),
  /** Why it was withdrawn or expired. */
  endReason: z.nullable(z.enum(closedReasons)),
  street: z.nullable(z.string()),
  postalCode: z.nullable(z.string()),
  email: z.nullable(z.string()),
  website: z.nullable(z.string()),
  description: z.nullable(z.string()),
  leaseEnd: z.nullable(calendarDate),
  npi: z.nullable(z.string()),
  ccn: z.nullable(z.string()),
  clia: z.nullable(z.string()),
  dea: z.nullable(z.string()),
  ein: z.nullable(z.string()),
  /** The recorded facts of the business's type. */
  typeFacts: businessFacts,
  payerMix: z.nullable(payerMix),
  /** The main owner first, then the others by name. */
  owners: z.array(businessOwner),
  /** Whether the user must choose the exact type: home health or hospice. */
  asksType: z.boolean(),
  /** The viewer's permissions; the screen never re-derives a rule. */
  abilities: z.object({
    canUpdate: z.boolean(),
    canMove: z.boolean(),
    canOverride: z.boolean(),
    canDelete: z.boolean(),
  }),
});
export type BusinessDetail = z.infer<typeof businessDetail>;

/** One trillion. */
const maxCents = 100_000_000_000_000;
const amount = z.int().check(z.minimum(0, 'Cannot be negative'), z.maximum(maxCents, 'Too large'));
/** Earnings can be a loss. */
const earnings = z.int().check(z.minimum(-maxCents, 'Too large'), z.maximum(maxCents, 'Too large'));

const optional = <T extends z.ZodMiniType>(schema: T): z.ZodMiniOptional<z.ZodMiniNullable<T>> =>
  z.optional(z.nullable(schema));
const optionalText = (max: number) => optional(line(max));
const identifier = (isValid: (value: string) => boolean, message: string) =>
  optional(z.string().check(z.trim(), z.toUpperCase(), z.maxLength(20), z.refine(isValid, message)));

const businessFields = {
  publicTitle: optionalText(200),
  ownerId: optional(id),
  brokerId: optional(id),
  listingNumber: optionalText(40),
  askingPriceCents: optional(amount),
  reducedPriceCents: optional(amount),
  marketLabel: optional(z.enum(marketLabels)),
  revenueCents: optional(amount),
  sdeCents: optional(earnings),
  ebitdaCents: optional(earnings),
  street: optionalText(200),
  city: optionalText(120),
  /** A US state by code or name is stored as its code; other regions stay as written. */
  region: optionalText(120),
  postalCode: optionalText(20),
  phone: optionalText(40),
  email: optional(email),
  website: optional(website),
  coverColor: z.optional(z.enum(coverColors)),
  description: optional(multiline(10_000)),
  leaseEnd: optional(calendarDate),
  npi: optional(npi),
  ccn: optional(ccn),
  clia: identifier(isCliaNumber, 'A CLIA number looks like 05D1234567'),
  dea: identifier(isDeaNumber, 'A DEA number has 2 letters and 7 digits. Check the last digit'),
  ein: identifier(isEin, 'An EIN looks like 12-3456789'),
  typeFacts: z.optional(factChanges),
  payerMix: optional(payerMix),
  /** Replaces the other owners. */
  coOwners: z.optional(coOwners),
  custom: z.optional(customChanges),
};

export const createBusinessBody = z.strictObject({
  name: nameLine(200),
  type: z.enum(businessTypes),
  /** Defaults to the workspace's currency. */
  currency: z.optional(z.string().check(z.regex(/^[A-Z]{3}$/, 'Enter three capital letters such as USD'))),
  ...businessFields,
});
export type CreateBusiness = z.infer<typeof createBusinessBody>;
export const updateBusinessBody = z.strictObject({
  version,
  name: z.optional(nameLine(200)),
  type: z.optional(z.enum(businessTypes)),
  ...businessFields,
});
export type UpdateBusiness = z.infer<typeof updateBusinessBody>;

export const moveBusinessBody = z.strictObject({
  version,
  stage: z.enum(businessStages),
  /** Required for every move except to the next stage; with an end reason, only for `other`. */
  reason: optionalText(300),
  /** Required for withdrawn and expired. */
  endReason: z.optional(z.enum(closedReasons)),
  override: z.optional(gateOverride),
});
export type MoveBusiness = z.infer<typeof moveBusinessBody>;

export const listBusinessesQuery = z.strictObject({
  ...businessFilters,
  /** Defaults to -createdAt; for a text search, records are ranked. */
  sort: z.optional(businessSort),
  ...paging,
});

const one = z.object({ business: businessDetail });
const area = 'business-center';

export const listBusinesses = defineEndpoint({
  method: 'GET',
  path: '/businesses',
  summary: 'List businesses that match, a page at a time; clients see their own',
  access: member('CLIENT', area),
  status: 200,
  query: listBusinessesQuery,
  response: z.object({ businesses: z.array(business), similar: z.array(business), ...recordPage }),
});
export const countBusinesses = defineEndpoint({
  method: 'GET',
  path: '/businesses/total',
  summary: 'Count the businesses that match: exactly, or up to 10,000 unless `exact` is set',
  access: member('CLIENT', area),
  status: 200,
  query: z.strictObject({ ...businessFilters, ...totalQuery }),
  response: recordTotal,
});
export const createBusiness = defineEndpoint({
  method: 'POST',
  path: '/businesses',
  summary: 'Create a business; it begins as a lead',
  access: member('STAFF', area),
  status: 201,
  body: createBusinessBody,
  response: one,
});
export const getBusiness = defineEndpoint({
  method: 'GET',
  path: '/businesses/{id}',
  summary: 'Get a business with abilities; clients see their own',
  access: member('CLIENT', area),
  status: 200,
  params: idParams,
  response: one,
});
export const updateBusiness = defineEndpoint({
  method: 'PATCH',
  path: '/businesses/{id}',
  summary: 'Change a business',
  access: member('STAFF', area),
  status: 200,
  params: idParams,
  body: updateBusinessBody,
  response: one,
});
export const moveBusiness = defineEndpoint({
  method: 'POST',
  path: '/businesses/{id}/move',
  summary: 'Move a business to another stage, through the exit gate of its stage',
  access: member('STAFF', area),
  status: 200,
  params: idParams,
  body: moveBusinessBody,
  response: one,
});
export const deleteBusiness = defineEndpoint({
  method: 'DELETE',
  path: '/businesses/{id}',
  summary: 'Move a business to the trash',
  access: member('STAFF', area),
  status: 204,
  params: idParams,
});
export const restoreBusiness = defineEndpoint({
  method: 'POST',
  path: '/businesses/{id}/restore',
  summary: 'Restore a business from the trash',
  access: member('STAFF', area),
  status: 200,
  params: idParams,
  response: one,
});
export const exportBusinesses = defineEndpoint({
  method: 'POST',
  path: '/businesses/export',
  summary: 'Get a download ticket for the CSV of all businesses that match, or of selected ones',
  access: member('STAFF', area),
  status: 201,
  body: z.strictObject({ ...businessSelection, sort: z._default(businessSort, 'name') }),
  response: downloadTicket,
});
