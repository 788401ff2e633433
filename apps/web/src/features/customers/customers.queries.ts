import {
  findDuplicates,
  getCustomer,
  type CustomerDetail,
  type Duplicate,
} from '@handover/contract/customers/customers.ts';
import type { QueryInput } from '@handover/contract/http/endpoint.ts';
import { send } from '#shared/api/client.ts';
import { oneQuery, type QueryFor } from '#shared/api/query-factory.ts';

export type DuplicateQuery = QueryInput<typeof findDuplicates>;

/** A customer as shown on its page. */
export const customerQuery = (id: string): QueryFor<CustomerDetail> =>
  oneQuery({
    queryKey: ['customer', id, 'detail'],
    queryFn: async ({ signal }) => (await send(getCustomer, { params: { id } }, { signal })).user,
  });

/** Customers that may be the same person or organization. */
export const duplicatesQuery = (query: DuplicateQuery): QueryFor<Duplicate[]> =>
  oneQuery({
    queryKey: ['customer', 'all', 'duplicates', query],
    queryFn: async ({ signal }) => (await send(findDuplicates, { query }, { signal })).duplicates,
  });
