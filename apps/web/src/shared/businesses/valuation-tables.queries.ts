import type { ResponseOf } from '@handover/contract/http/endpoint.ts';
import { getValuationTables } from '@handover/contract/businesses/valuation-tables.ts';
import { send } from '#shared/api/client.ts';
import { oneQuery, type QueryFor } from '#shared/api/query-factory.ts';

/** Sale multiples and lender requirements, refreshed by the workspace's live notices. */
export const valuationTablesQuery = (): QueryFor<ResponseOf<typeof getValuationTables>> =>
  oneQuery({
    queryKey: ['workspace', 'all', 'valuation-tables'],
    queryFn: ({ signal }) => send(getValuationTables, {}, { signal }),
  });
