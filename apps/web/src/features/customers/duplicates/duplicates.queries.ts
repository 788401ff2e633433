import type { ResponseOf } from '@handover/contract/endpoint.ts';
import { listDuplicatePairs, listDuplicatesOf, type DuplicatePair } from '@handover/contract/merges.ts';
import { send } from '#shared/api/client.ts';
import { oneQuery, pagesQuery, type PagesFor, type QueryFor } from '#shared/api/query-factory.ts';

/** Pairs of customers that may be one, the surest first. */
export const duplicatePairsQuery = (): PagesFor<ResponseOf<typeof listDuplicatePairs>> =>
  pagesQuery({
    queryKey: ['customer', 'all', 'duplicate-pairs', 'list'],
    fetchPage: ({ cursor, signal }) => send(listDuplicatePairs, { query: { cursor } }, { signal }),
  });

/** How many pairs there are. */
export const duplicateCountQuery = (): QueryFor<number> =>
  oneQuery({
    queryKey: ['customer', 'all', 'duplicate-pairs', 'count'],
    queryFn: async ({ signal }) =>
      (await send(listDuplicatePairs, { query: { limit: 1 } }, { signal })).total,
  });

/** Customers that may be the same as this one. */
export const duplicatesOfQuery = (customerId: string): QueryFor<DuplicatePair[]> =>
  oneQuery({
    queryKey: ['customer', 'all', 'duplicate-pairs', customerId],
    queryFn: async ({ signal }) =>
      (await send(listDuplicatesOf, { params: { id: customerId } }, { signal })).duplicatePairs,
  });
