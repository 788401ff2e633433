import * as z from 'zod/mini';
import { calendarDate, flag, id, line } from '../http/common.ts';
import { recordSelection } from '../records/records.ts';
import { recordSort } from '../records/record-sort.ts';

/** Expected from an open deal, to be finalized after the deal has closed, due, fully paid out, or none owed. */
export const commissionStatuses = ['expected', 'to_finalize', 'due', 'paid', 'no_commission'] as const;
export type CommissionStatus = (typeof commissionStatuses)[number];
export const commissionStatusNames = {
  expected: 'Expected',
  to_finalize: 'To finalize',
  due: 'Due',
  paid: 'Paid',
  no_commission: 'No commission',
} as const satisfies Record<CommissionStatus, string>;

export const commissionSortKeys = ['createdAt', 'expectedClose', 'closedOn'] as const;
export type CommissionSortKey = (typeof commissionSortKeys)[number];
export const commissionSort = recordSort(commissionSortKeys);

export const commissionFilters = {
  status: z.optional(z.enum(commissionStatuses)),
  /** The deal's broker: a member's id, or `me` for the caller. */
  brokerId: z.optional(z.union([id, z.literal('me')])),
  businessId: z.optional(id),
  currency: z.optional(line(3)),
  /** Expected to close on or after the first day, and before the second. */
  expectedFrom: z.optional(calendarDate),
  expectedBefore: z.optional(calendarDate),
  hasExpectedClose: z.optional(flag),
  /** Closed on or after the first day, and before the second. */
  closedFrom: z.optional(calendarDate),
  closedBefore: z.optional(calendarDate),
  deleted: z.optional(flag),
};
export const commissionFilter = z.strictObject(commissionFilters);
export type CommissionFilter = z.infer<typeof commissionFilter>;
export const commissionSelection = recordSelection(commissionFilter);
