import * as z from 'zod/mini';
import { agreementFilter, agreementSort } from '../agreements/agreement-list.ts';
import { businessFilter, businessSort } from '../businesses/business-list.ts';
import { buyerFilter, buyerSort } from '../buyers/buyer-list.ts';
import { commissionFilter, commissionSort } from '../commission/commission-list.ts';
import { contactFilter, contactSort } from '../customers/contacts.ts';
import { customerFilter, customerSort } from '../customers/customer-list.ts';
import { dealFilter, dealSort } from '../deals/deal-list.ts';
import { documentFilter, documentSort } from '../documents/document-list.ts';
import type { RecordType } from './records.ts';
import type { ViewSettings } from './saved-views.ts';
import { taskFilter, taskSort } from '../tasks/tasks.ts';

/** The filter and sort schemas of each record type's list. */
export const recordLists = {
  customer: { filter: customerFilter, sort: customerSort },
  business: { filter: businessFilter, sort: businessSort },
  contact: { filter: contactFilter, sort: contactSort },
  commission: { filter: commissionFilter, sort: commissionSort },
  deal: { filter: dealFilter, sort: dealSort },
  buyer: { filter: buyerFilter, sort: buyerSort },
  agreement: { filter: agreementFilter, sort: agreementSort },
  task: { filter: taskFilter, sort: taskSort },
  document: { filter: documentFilter, sort: documentSort },
} as const satisfies Record<RecordType, { filter: z.ZodMiniType; sort: z.ZodMiniType }>;

/** The problem with the view settings for lists of this record type; null if there is none. */
export function findViewProblem(
  type: RecordType,
  { filter, sort }: Pick<ViewSettings, 'filter' | 'sort'>,
): { path: 'filter' | 'sort'; message: string } | null {
  const list = recordLists[type];
  if (!z.safeParse(list.filter, filter).success) return { path: 'filter', message: 'Unknown filter' };
  const result = z.safeParse(z.nullable(list.sort), sort);
  return result.success
    ? null
    : { path: 'sort', message: result.error.issues[0]?.message ?? 'This list cannot be sorted that way' };
}
