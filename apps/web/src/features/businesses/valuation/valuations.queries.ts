import type { ResponseOf } from '@handover/contract/endpoint.ts';
import { listValuations } from '@handover/contract/valuations.ts';
import { send } from '#shared/api/client.ts';
import { pagesQuery, type PagesFor } from '#shared/api/query-factory.ts';

/** The saved valuations of a business, newest first, 10 a page. */
export const valuationsQuery = (businessId: string): PagesFor<ResponseOf<typeof listValuations>> =>
  pagesQuery({
    queryKey: ['business', 'all', 'valuations', businessId],
    fetchPage: ({ cursor, signal }) =>
      send(listValuations, { params: { id: businessId }, query: { cursor, limit: 10 } }, { signal }),
  });
