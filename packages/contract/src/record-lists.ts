import type * as z from 'zod/mini';
import { agreementFilter, agreementSort } from './agreements.ts';
import { businessFilter, businessSort } from './business-list.ts';
import { buyerFilter, buyerSort } from './buyer-list.ts';
import { contactFilter, contactSort } from './contacts.ts';
import { customerFilter, customerSort } from './customer-list.ts';
import { dealFilter, dealSort } from './deal-list.ts';
import type { RecordType } from './records.ts';
import { taskFilter, taskSort } from './tasks.ts';

/** The filter and the order that the list of each record type takes. */
export const recordLists = {
  customer: { filter: customerFilter, sort: customerSort },
  business: { filter: businessFilter, sort: businessSort },
  contact: { filter: contactFilter, sort: contactSort },
  deal: { filter: dealFilter, sort: dealSort },
  buyer: { filter: buyerFilter, sort: buyerSort },
  agreement: { filter: agreementFilter, sort: agreementSort },
  task: { filter: taskFilter, sort: taskSort },
} as const satisfies Record<RecordType, { filter: z.ZodMiniType; sort: z.ZodMiniType }>;
