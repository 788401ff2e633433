import * as z from 'zod/mini';
import { flag, id, searchText } from '../http/common.ts';
import { recordSelection } from '../records/records.ts';
import { recordSort } from '../records/record-sort.ts';

/** The state of a sent agreement: `overdue` is pending past its deadline, `ended` signed and past its term. */
export const agreementStates = ['pending', 'overdue', 'in_force', 'ended', 'declined', 'revoked'] as const;
export type AgreementState = (typeof agreementStates)[number];
export const agreementStateNames: Readonly<Record<AgreementState, string>> = {
  pending: 'Waiting for signature',
  overdue: 'Link expired',
  in_force: 'Signed',
  ended: 'Expired',
  declined: 'Declined',
  revoked: 'Withdrawn',
};

/** How many days before its end an agreement counts as expiring. */
export const expiringDays = 30;
export const agreementSortKeys = ['sentAt', 'customer', 'expiresOn'] as const;
export type AgreementSortKey = (typeof agreementSortKeys)[number];
export const agreementSort = recordSort(agreementSortKeys);
export const agreementFilters = {
  q: z.optional(searchText),
  state: z.optional(z.enum(agreementStates)),
  /** In force, and ending within 30 days. */
  isExpiring: z.optional(flag),
  /** The sender: a member's id, or `me` for the caller. */
  sentBy: z.optional(z.union([id, z.literal('me')])),
  customerId: z.optional(id),
  businessId: z.optional(id),
  dealId: z.optional(id),
};
export const agreementFilter = z.strictObject(agreementFilters);
export const agreementSelection = recordSelection(agreementFilter);
export type AgreementFilter = z.infer<typeof agreementFilter>;
