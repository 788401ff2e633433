import { buyerTimings } from '@handover/domain/matching/buyer-match.ts';
import * as z from 'zod/mini';
import { businessTypes } from '../businesses/business-list.ts';
import { usState } from './buyer-matching-settings.ts';
import { flag, id, searchText } from '../http/common.ts';
import { recordSelection, type RecordSelection } from '../records/records.ts';
import { recordSort } from '../records/record-sort.ts';

export const buyerSortKeys = ['name', 'cash', 'confirmedAt', 'createdAt'] as const;
export type BuyerSortKey = (typeof buyerSortKeys)[number];
export const buyerSort = recordSort(buyerSortKeys);

export const buyerFilters = {
  q: z.optional(searchText),
  /** One of the searches is for this type, or for any type. */
  type: z.optional(z.enum(businessTypes)),
  /** One of the searches is for this state, or for any state. */
  state: z.optional(usState),
  timing: z.optional(z.enum(buyerTimings)),
  /** The broker of the customer: a member's id, `me` for the caller, or `none`. */
  brokerId: z.optional(z.union([id, z.literal('none'), z.literal('me')])),
  customerId: z.optional(id),
  /** Verified, and not expired. */
  hasProofOfFunds: z.optional(flag),
  /** The buyer has sent proof of funds that is not accepted or returned yet. */
  isProofSent: z.optional(flag),
  /** Confirmed within the last six months. */
  isConfirmed: z.optional(flag),
  isBlocked: z.optional(flag),
  deleted: z.optional(flag),
};
export const buyerFilter = z.strictObject(buyerFilters);
export type BuyerFilter = z.infer<typeof buyerFilter>;

export const buyerSelection = recordSelection(buyerFilter);
export type BuyerSelection = RecordSelection<BuyerFilter>;
