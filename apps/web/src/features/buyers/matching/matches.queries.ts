import { listMatchingBusinesses, listMatchingBuyers } from '@handover/contract/buyers/buyer-matches.ts';
import type { ResponseOf } from '@handover/contract/http/endpoint.ts';
import { send } from '#shared/api/client.ts';
import { pagesQuery, type PagesFor } from '#shared/api/query-factory.ts';

const limit = 10;

export const matchingBuyersQuery = (businessId: string): PagesFor<ResponseOf<typeof listMatchingBuyers>> =>
  pagesQuery({
    queryKey: ['buyer', 'all', 'matches of business', businessId],
    fetchPage: ({ cursor, signal }) =>
      send(listMatchingBuyers, { params: { id: businessId }, query: { cursor, limit } }, { signal }),
  });

export const matchingBusinessesQuery = (
  buyerId: string,
): PagesFor<ResponseOf<typeof listMatchingBusinesses>> =>
  pagesQuery({
    queryKey: ['buyer', 'all', 'matches of buyer', buyerId],
    fetchPage: ({ cursor, signal }) =>
      send(listMatchingBusinesses, { params: { id: buyerId }, query: { cursor, limit } }, { signal }),
  });
