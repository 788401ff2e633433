import type { listBuyers } from '@handover/contract/buyers/buyers.ts';
import type { QueryInput, ResponseOf } from '@handover/contract/http/endpoint.ts';
import { send, type CallOf } from '#shared/api/client.ts';
import { oneQuery, type QueryFor } from '#shared/api/query-factory.ts';

// Without the contract's schemas, which the client's dashboard would load.
const listCall: CallOf<typeof listBuyers> = { method: 'GET', path: '/buyers' };

/** One page of the buyers that match. */
export const buyersQuery = (query: QueryInput<typeof listBuyers>): QueryFor<ResponseOf<typeof listBuyers>> =>
  oneQuery({
    queryKey: ['buyer', 'all', 'list', query],
    queryFn: ({ signal }) => send(listCall, { query }, { signal }),
  });
