import * as z from 'zod/mini';
import { calendarDate, flag, id, many, searchText } from './common.ts';
import { customCondition, customIdOf, toCustomKey, type CustomKey } from './custom-filter.ts';

export const accountTypes = ['Individual', 'Corporate'] as const;
export const customerStatuses = ['active', 'banned'] as const;

export const customerSortKeys = ['name', 'createdAt', 'joiningDate', 'lastActivityAt', 'company'] as const;
export type CustomerSortKey = (typeof customerSortKeys)[number];

/** One key of an order. By a custom field, customers without a value come last, whatever the direction. */
export type SortPart = { readonly key: CustomerSortKey | CustomKey; readonly isDescending: boolean };

export const maxSortKeys = 3;

const sortKey = `-?(?:${customerSortKeys.join('|')}|custom\\.[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})`;

/** Up to three keys, the first counting most, `-` for descending: `-createdAt,name`. */
export const customerSort = z
  .string()
  .check(
    z.regex(
      new RegExp(`^${sortKey}(?:,${sortKey}){0,${String(maxSortKeys - 1)}}$`),
      `Up to ${String(maxSortKeys)} of ${customerSortKeys.join(', ')} and custom.<field id>, with a comma between and - before one for descending`,
    ),
    z.refine(hasEachKeyOnce, 'Each key can be named once'),
  );

/** The keys of an order, the first counting most. What is no key is left out. */
export function readSort(sort: string): SortPart[] {
  return sort.split(',').flatMap((part) => {
    const isDescending = part.startsWith('-');
    const name = isDescending ? part.slice(1) : part;
    const key = customerSortKeys.find((known) => known === name) ?? customKeyOf(name);
    return key === null ? [] : [{ key, isDescending }];
  });
}

function customKeyOf(name: string): CustomKey | null {
  const fieldId = customIdOf(name);
  return fieldId === null ? null : toCustomKey(fieldId);
}

/** The order as text: the inverse of `readSort`. */
export function writeSort(parts: readonly SortPart[]): string {
  return parts.map(({ key, isDescending }) => `${isDescending ? '-' : ''}${key}`).join(',');
}

function hasEachKeyOnce(sort: string): boolean {
  const keys = readSort(sort).map(({ key }) => key);
  return new Set(keys).size === keys.length;
}

export const createdWithin = ['today', 'week', 'month', 'quarter'] as const;

export const customerFilters = {
  q: z.optional(searchText),
  status: z.optional(z.enum(customerStatuses)),
  accountType: z.optional(z.enum(accountTypes)),
  isVerified: z.optional(flag),
  /** Whether the customer wants no bulk e-mail. */
  isUnsubscribed: z.optional(flag),
  /** A member's id, `me` for the caller, or `none` for customers without a broker. */
  brokerId: z.optional(z.union([id, z.literal('none'), z.literal('me')])),
  tagId: z.optional(many(id)),
  source: z.optional(searchText),
  planName: z.optional(searchText),
  region: z.optional(searchText),
  joinedFrom: z.optional(calendarDate),
  joinedTo: z.optional(calendarDate),
  /** No activity since this date. */
  inactiveSince: z.optional(calendarDate),
  /** Neither an e-mail, a call nor a meeting for so many days, and the record is at least as old. */
  uncontactedDays: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(3650))),
  /** Record made in the current day, week, month or quarter of the workspace's time zone. */
  created: z.optional(z.enum(createdWithin)),
  /** What is asked of custom fields; up to 20. */
  custom: z.optional(many(customCondition, 20)),
  deleted: z.optional(flag),
};
export const customerFilter = z.strictObject(customerFilters);
export type CustomerFilter = z.infer<typeof customerFilter>;

const maxSelected = 10_000;
const picked = z.array(id).check(z.maxLength(maxSelected));

/** Which customers: all that match, only the named ones of them, or all but the named ones. */
export const customerSelection = {
  filter: customerFilter,
  ids: z.optional(picked.check(z.minLength(1))),
  exceptIds: z.optional(picked),
};
export type CustomerSelection = z.infer<z.ZodMiniObject<typeof customerSelection>>;
