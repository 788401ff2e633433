import * as z from 'zod/mini';
import { id } from '../http/common.ts';
import type { Area } from '../auth/roles.ts';

/**
 * The record types that the record kit handles, by the names used in lists, search, live notices, bulk runs, and
 * imports.
 */
export const recordTypes = [
  'customer',
  'business',
  'contact',
  'deal',
  'buyer',
  'agreement',
  'commission',
  'task',
  'document',
] as const;
export type RecordType = (typeof recordTypes)[number];

/** Requests without a record type are about customers, as before other types existed. */
export const recordType = z._default(z.enum(recordTypes), 'customer');

export type RecordLabels = { readonly one: string; readonly many: string };

/** Facts about each record type that are needed throughout the product. */
export const recordInfo = {
  customer: {
    one: 'customer',
    many: 'customers',
    apiNoun: 'customers',
    area: 'users',
    icon: 'solar:user-id-bold-duotone',
    listPath: '/admin/users',
    path: '/admin/users/view/',
    events: [
      'customer.created',
      'customer.updated',
      'customer.banned',
      'customer.unbanned',
      'customer.deleted',
      'customer.restored',
      'customer.invited',
      'customer.imported',
      'customer.signed_in',
      'customer.merged',
      'customer.unmerged',
      'customer.unsubscribed',
      'customer.resubscribed',
    ],
  },
  business: {
    one: 'business',
    many: 'businesses',
    apiNoun: 'businesses',
    area: 'business-center',
    icon: 'solar:buildings-bold-duotone',
    listPath: '/admin/business-center',
    path: '/admin/business-center/businesses/',
    events: [
      'business.created',
      'business.updated',
      'business.moved',
      'business.requirement_confirmed',
      'business.requirement_overridden',
      'business.deleted',
      'business.restored',
      'business.valued',
      'business.valuation_released',
      'business.engagement_drafted',
      'business.engagement_signed',
      'business.engagement_ended',
      'business.recast',
      'business.teaser_sent',
      'business.teaser_approved',
      'business.teaser_declined',
      'business.teaser_released',
      'business.teaser_withdrawn',
      'business.cim_sent',
      'business.cim_approved',
      'business.cim_declined',
      'business.cim_released',
      'business.cim_withdrawn',
      'business.imported',
      'business.held',
      'business.hold_lifted',
    ],
  },
  contact: {
    one: 'contact',
    many: 'contacts',
    apiNoun: 'contacts',
    area: 'business-center',
    icon: 'solar:users-group-two-rounded-bold-duotone',
    listPath: '/admin/business-center/contacts',
    path: '/admin/business-center/contacts/',
    events: ['contact.created', 'contact.updated', 'contact.deleted', 'contact.restored', 'contact.imported'],
  },
  deal: {
    one: 'deal',
    many: 'deals',
    apiNoun: 'deals',
    area: 'business-center',
    icon: 'solar:case-round-bold-duotone',
    listPath: '/admin/business-center/deals',
    path: '/admin/business-center/deals/',
    events: [
      'deal.created',
      'deal.updated',
      'deal.cim_opened',
      'deal.moved',
      'deal.buyer_approved',
      'deal.buyer_declined',
      'deal.requirement_confirmed',
      'deal.requirement_overridden',
      'deal.offer_submitted',
      'deal.offer_countered',
      'deal.offer_accepted',
      'deal.offer_declined',
      'deal.offer_withdrawn',
      'deal.request_added',
      'deal.request_answered',
      'deal.request_returned',
      'deal.request_closed',
      'deal.item_done',
      'deal.deleted',
      'deal.restored',
    ],
  },
  buyer: {
    one: 'buyer',
    many: 'buyers',
    apiNoun: 'buyers',
    area: 'business-center',
    icon: 'solar:hand-money-bold-duotone',
    listPath: '/admin/business-center/buyers',
    path: '/admin/business-center/buyers/',
    events: [
      'buyer.created',
      'buyer.updated',
      'buyer.confirmed',
      'buyer.proof_sent',
      'buyer.proof_returned',
      'buyer.funds_verified',
      'buyer.blocked',
      'buyer.unblocked',
      'buyer.excluded',
      'buyer.invited',
      'buyer.deleted',
      'buyer.restored',
      'buyer.imported',
    ],
  },
  agreement: {
    one: 'NDA',
    many: 'NDAs',
    apiNoun: 'agreements',
    area: 'business-center',
    icon: 'solar:shield-check-bold-duotone',
    listPath: '/admin/business-center/ndas',
    path: '/admin/business-center/ndas/',
    events: [
      'agreement.sent',
      'agreement.recorded',
      'agreement.reminded',
      'agreement.signed',
      'agreement.declined',
      'agreement.revoked',
    ],
  },
  commission: {
    one: 'commission',
    many: 'commissions',
    apiNoun: 'commissions',
    area: 'business-center',
    icon: 'solar:wallet-money-bold-duotone',
    listPath: '/admin/business-center/commission',
    path: '/admin/business-center/deals/',
    events: [
      'commission.finalized',
      'commission.not_owed',
      'commission.reopened',
      'commission.earn_out_paid',
      'commission.earn_out_removed',
      'commission.paid',
      'commission.payout_reversed',
    ],
  },
  task: {
    one: 'task',
    many: 'tasks',
    apiNoun: 'tasks',
    area: 'tasks',
    icon: 'solar:check-square-bold-duotone',
    listPath: '/admin/tasks',
    path: '/admin/tasks?task=',
    events: ['task.created', 'task.completed', 'task.reopened'],
  },
  document: {
    one: 'file',
    many: 'files',
    apiNoun: 'documents',
    area: 'documents',
    icon: 'solar:folder-2-bold-duotone',
    listPath: '/admin/documents',
    path: '/admin/documents/',
    events: [
      'document.created',
      'document.shared',
      'document.replaced',
      'document.deleted',
      'document.restored',
      'document.held',
      'document.hold_lifted',
      'document.purged',
    ],
  },
} as const satisfies Record<
  RecordType,
  RecordLabels & {
    /** The name in API key scopes. */
    readonly apiNoun: string;
    /** The area of the product that it belongs to: a workspace can close it to STAFF. */
    readonly area: Area;
    readonly icon: string;
    /** The path of its list in the web app. */
    readonly listPath: string;
    /** The path of a record's page, without its ID. */
    readonly path: string;
    /** The types of its timeline entries, which are also webhook events. */
    readonly events: readonly `${RecordType}.${string}`[];
  }
>;

/** The names of the record types in the scopes of API keys. */
export const recordNouns = recordTypes.map((type) => recordInfo[type].apiNoun);

const pickedIds = z.array(id).check(z.maxLength(10_000));

/** The records of a list that an action applies to: all that match the filter, only `ids` of them, or all but `exceptIds`. */
export function recordSelection<Filter extends z.ZodMiniType>(
  filter: Filter,
): {
  filter: Filter;
  ids: z.ZodMiniOptional<typeof pickedIds>;
  exceptIds: z.ZodMiniOptional<typeof pickedIds>;
} {
  return { filter, ids: z.optional(pickedIds.check(z.minLength(1))), exceptIds: z.optional(pickedIds) };
}

export type RecordSelection<Filter> = {
  readonly filter: Filter;
  readonly ids?: readonly string[] | undefined;
  readonly exceptIds?: readonly string[] | undefined;
};
