import * as z from 'zod/mini';
import { id, idParams, page, paging, timestamp, version } from '../http/common.ts';
import { accountTypes } from '../customers/customer-list.ts';
import { customerDetail } from '../customers/customers.ts';
import { maxCustomFields } from './custom-fields.ts';
import { customKey } from './custom-filter.ts';
import { defineEndpoint, member } from '../http/endpoint.ts';

/** Why two customers may be duplicates, strongest reason first. Names count if their spelling is similar. */
export const duplicateReasons = ['npi', 'email', 'phone', 'name'] as const;
export type DuplicateReason = (typeof duplicateReasons)[number];

/** The key facts of a customer to compare. */
export const duplicateParty = z.object({
  id,
  name: z.string(),
  accountType: z.enum(accountTypes),
  email: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  company: z.nullable(z.string()),
  npi: z.nullable(z.string()),
  city: z.nullable(z.string()),
  region: z.nullable(z.string()),
  activityCount: z.int(),
  createdAt: timestamp,
});
export type DuplicateParty = z.infer<typeof duplicateParty>;

/** Two possible duplicates. `survivor` is the customer with more history, or else the older one. */
export const duplicatePair = z.object({
  survivor: duplicateParty,
  other: duplicateParty,
  reasons: z.array(z.enum(duplicateReasons)),
  /** Whether the viewer may merge them. Everyone who sees both may dismiss the pair. */
  canMerge: z.boolean(),
});
export type DuplicatePair = z.infer<typeof duplicatePair>;

/** The fields that keep only one value. Everything else is moved. */
export const mergeFields = [
  'name',
  'accountType',
  'email',
  'phone',
  'company',
  'title',
  'npi',
  'ccn',
  'taxonomyCode',
  'brokerId',
  'isVerified',
  'planName',
  'joiningDate',
  'source',
  'website',
  'addressLine1',
  'addressLine2',
  'city',
  'region',
  'postalCode',
  'country',
] as const;
export type BuiltInMergeField = (typeof mergeFields)[number];
const mergeField = z.union([z.enum(mergeFields), customKey]);
export type MergeField = z.infer<typeof mergeField>;

/**
 * How many records of the other customer move to the survivor, with their singular and plural names; kinds without any
 * are included with 0.
 */
export const movedCounts = z.array(z.object({ one: z.string(), many: z.string(), count: z.int() }));
export type MovedCounts = z.infer<typeof movedCounts>;

export const mergePreview = z.object({
  survivor: customerDetail,
  other: customerDetail,
  /** The fields that differ, each with the default choice. */
  fields: z.array(z.object({ field: mergeField, isFromOther: z.boolean() })),
  moved: movedCounts,
  /** Why these two customers cannot be merged; null if they can be. */
  obstacle: z.nullable(z.string()),
});
export type MergePreview = z.infer<typeof mergePreview>;

const person = z.object({ id, displayName: z.string() });

/** A completed merge. Until it is undone, the merged customer's ID redirects to the survivor. */
export const merge = z.object({
  id,
  survivor: z.object({ id, name: z.string() }),
  merged: z.object({ id, name: z.string() }),
  moved: movedCounts,
  fields: z.array(mergeField),
  /** Values of either customer that the survivor did not keep. */
  unused: z.array(z.object({ field: mergeField, value: z.string() })),
  createdBy: person,
  createdAt: timestamp,
  undoneBy: z.nullable(person),
  undoneAt: z.nullable(timestamp),
  /**
   * Fields that the undo did not restore because people had since changed them; `contactPoints` for further emails,
   * phones, and addresses.
   */
  storedFields: z.array(z.union([mergeField, z.literal('contactPoints')])),
  canUndo: z.boolean(),
  /** Why the merge cannot be undone; null if it can be. */
  obstacle: z.nullable(z.string()),
});
export type Merge = z.infer<typeof merge>;

const otherParams = z.strictObject({ id, otherId: id });
const users = (level: 'STAFF' | 'ADMIN') => member(level, 'users');

export const listDuplicatePairs = defineEndpoint({
  method: 'GET',
  path: '/duplicates',
  summary: 'List possible duplicates, most likely first',
  access: users('STAFF'),
  status: 200,
  query: z.strictObject(paging),
  response: z.object({
    duplicatePairs: z.array(duplicatePair),
    /** Customers that changed and are still to be compared. */
    pendingChecks: z.int(),
    ...page,
  }),
});
export const listDuplicatesOf = defineEndpoint({
  method: 'GET',
  path: '/users/{id}/duplicates',
  summary: 'List possible duplicates of this customer, most likely first',
  access: users('STAFF'),
  status: 200,
  params: idParams,
  response: z.object({ duplicatePairs: z.array(duplicatePair) }),
});
export const dismissDuplicate = defineEndpoint({
  method: 'POST',
  path: '/users/{id}/not-same',
  summary: 'Mark two customers as different; they are no longer shown as duplicates',
  access: users('STAFF'),
  status: 204,
  params: idParams,
  body: z.strictObject({ otherId: id }),
});
export const recallDismissal = defineEndpoint({
  method: 'DELETE',
  path: '/users/{id}/not-same/{otherId}',
  summary: 'Undo marking two customers as different',
  access: users('STAFF'),
  status: 204,
  params: otherParams,
});
export const previewMerge = defineEndpoint({
  method: 'GET',
  path: '/users/{id}/merge-preview/{otherId}',
  summary: 'Preview of merging another customer into this one',
  access: users('ADMIN'),
  status: 200,
  params: otherParams,
  response: z.object({ preview: mergePreview }),
});
export const mergeCustomers = defineEndpoint({
  method: 'POST',
  path: '/users/{id}/merge',
  summary: 'Merge another customer into this one with all related records',
  access: users('ADMIN'),
  status: 201,
  params: idParams,
  body: z.strictObject({
    version,
    otherId: id,
    otherVersion: version,
    /** The fields that take the other customer's value; defaults to the preview's choice. */
    fromOther: z.optional(z.array(mergeField).check(z.maxLength(mergeFields.length + maxCustomFields))),
  }),
  response: z.object({ merge }),
});
export const getMerge = defineEndpoint({
  method: 'GET',
  path: '/merges/{id}',
  summary: 'Get a merge, the records it moved, and whether it can be undone',
  access: users('STAFF'),
  status: 200,
  params: idParams,
  response: z.object({ merge }),
});
export const undoMerge = defineEndpoint({
  method: 'POST',
  path: '/merges/{id}/undo',
  summary: 'Undo a merge; everything returns to the customer it came from',
  access: users('ADMIN'),
  status: 200,
  params: idParams,
  response: z.object({ merge }),
});
