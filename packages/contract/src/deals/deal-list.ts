import * as z from 'zod/mini';
import { calendarDate, flag, id, line, searchText } from '../http/common.ts';
import { dealStages, lostReasons } from './deal-stages.ts';
import { recordSelection } from '../records/records.ts';
import { recordSort } from '../records/record-sort.ts';

export const dealSortKeys = ['createdAt', 'stage', 'stageEnteredAt', 'expectedClose'] as const;
export type DealSortKey = (typeof dealSortKeys)[number];
export const dealSort = recordSort(dealSortKeys);

export const dealFilters = {
  q: z.optional(searchText),
  stage: z.optional(z.enum(dealStages)),
  /** Neither closed nor lost. */
  isOpen: z.optional(flag),
  /** A member's id, `me` for the caller, or `none` for deals without a broker. */
  brokerId: z.optional(z.union([id, z.literal('none'), z.literal('me')])),
  businessId: z.optional(id),
  /** The customer who buys. */
  buyerId: z.optional(id),
  lostReason: z.optional(z.enum(lostReasons)),
  currency: z.optional(line(3)),
  source: z.optional(line(120)),
  hasSource: z.optional(flag),
  /** Entered its stage on or after the first day, and before the second, in the workspace's time zone. */
  stageFrom: z.optional(calendarDate),
  stageBefore: z.optional(calendarDate),
  /** Expected to close before this day. */
  closeBefore: z.optional(calendarDate),
  deleted: z.optional(flag),
};
export const dealFilter = z.strictObject(dealFilters);
export type DealFilter = z.infer<typeof dealFilter>;

export const dealSelection = recordSelection(dealFilter);
