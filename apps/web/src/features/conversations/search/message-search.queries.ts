import type { ResponseOf } from '@handover/contract/endpoint.ts';
import { searchMessages } from '@handover/contract/message-search.ts';
import { send } from '#shared/api/client.ts';
import { pagesQuery, type PagesFor } from '#shared/api/query-factory.ts';

/** Messages with these words, newest first; with one customer, or in all open conversations for null. */
export const messageSearchQuery = (
  q: string,
  customerId: string | null,
): PagesFor<ResponseOf<typeof searchMessages>> =>
  pagesQuery({
    queryKey: ['message', customerId ?? 'all', 'search', q],
    fetchPage: ({ cursor, signal }) =>
      send(searchMessages, { query: { q, cursor, ...(customerId !== null && { customerId }) } }, { signal }),
  });
