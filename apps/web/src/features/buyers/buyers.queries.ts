import { getBuyer, listBuyers, type Buyer } from '@handover/contract/buyers/buyers.ts';
import type { QueryInput, ResponseOf } from '@handover/contract/http/endpoint.ts';
import { send } from '#shared/api/client.ts';
import { oneQuery, type QueryFor } from '#shared/api/query-factory.ts';

/** One page of the buyers that match. */
export const buyersQuery = (query: QueryInput<typeof listBuyers>): QueryFor<ResponseOf<typeof listBuyers>> =>
  oneQuery({
    queryKey: ['buyer', 'all', 'list', query],
    queryFn: ({ signal }) => send(listBuyers, { query }, { signal }),
  });

export const buyerQuery = (id: string): QueryFor<Buyer> =>
  oneQuery({
    queryKey: ['buyer', 'all', 'detail', id],
    queryFn: async ({ signal }) => (await send(getBuyer, { params: { id } }, { signal })).buyer,
  });
