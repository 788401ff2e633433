import type { listDeals } from '@handover/contract/deals/deals.ts';
import type { ResponseOf } from '@handover/contract/http/endpoint.ts';
import { send, type CallOf } from '#shared/api/client.ts';
import { oneQuery, type QueryFor } from '#shared/api/query-factory.ts';

// Without the contract's schemas, which the client's dashboard would load.
const listCall: CallOf<typeof listDeals> = { method: 'GET', path: '/deals' };
const query = { limit: 100, sort: '-stageEnteredAt' } as const;

/** The deals that a client is a party to or that are shared with them. The limit is far above what one client has. */
export const ownDealsQuery = (): QueryFor<ResponseOf<typeof listDeals>> =>
  oneQuery({
    queryKey: ['deal', 'all', 'list', query],
    queryFn: ({ signal }) => send(listCall, { query }, { signal }),
  });
