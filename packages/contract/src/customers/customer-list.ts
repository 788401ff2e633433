import * as z from 'zod/mini';
import { calendarDate, flag, id, many, searchText } from '../http/common.ts';
import { customConditions } from '../records/custom-filter.ts';
import { recordSelection, type RecordSelection } from '../records/records.ts';
import { recordSort, type SortPart } from '../records/record-sort.ts';

export const accountTypes = ['Individual', 'Corporate'] as const;
export const customerStatuses = ['active', 'banned'] as const;

export const customerSortKeys = ['name', 'createdAt', 'joiningDate', 'lastContactAt', 'company'] as const;
export type CustomerSortKey = (typeof customerSortKeys)[number];

export type CustomerSortPart = SortPart<CustomerSortKey>;
export const customerSort = recordSort(customerSortKeys, { hasCustomFields: true });

export const createdWithin = ['today', 'week', 'month', 'quarter'] as const;

export const customerFilters = {
  q: z.optional(searchText),
  status: z.optional(z.enum(customerStatuses)),
  accountType: z.optional(z.enum(accountTypes)),
  isVerified: z.optional(flag),
  /** Unsubscribed from bulk email. */
  isUnsubscribed: z.optional(flag),
  /** A member's id, `me` for the caller, or `none` for customers without a broker. */
  brokerId: z.optional(z.union([id, z.literal('none'), z.literal('me')])),
  tagId: z.optional(many(id)),
  source: z.optional(searchText),
  planName: z.optional(searchText),
  region: z.optional(searchText),
  joinedFrom: z.optional(calendarDate),
  joinedTo: z.optional(calendarDate),
  /** No email, call, meeting, or note since this date; includes customers who were never contacted. */
  noContactSince: z.optional(calendarDate),
  neverContacted: z.optional(flag),
  /** No contact for this many days, on a record that is at least that old. */
  uncontactedDays: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(3650))),
  /** When the record was created, in the workspace's time zone; both days inclusive. */
  createdFrom: z.optional(calendarDate),
  createdTo: z.optional(calendarDate),
  /** The record was created in the current day, week, month, or quarter of the workspace's time zone. */
  created: z.optional(z.enum(createdWithin)),
  /** Conditions on custom fields; up to 120. */
  custom: z.optional(customConditions),
  deleted: z.optional(flag),
};
export const customerFilter = z.strictObject(customerFilters);
export type CustomerFilter = z.infer<typeof customerFilter>;

export const customerSelection = recordSelection(customerFilter);
export type CustomerSelection = RecordSelection<CustomerFilter>;
