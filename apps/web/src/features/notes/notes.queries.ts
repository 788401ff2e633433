import type { ResponseOf } from '@handover/contract/endpoint.ts';
import { listNotes } from '@handover/contract/notes.ts';
import { send } from '#shared/api/client.ts';
import { pagesQuery, type PagesFor } from '#shared/api/query-factory.ts';

/** Notes, calls and meetings of a customer: pinned first, then newest first. */
export const notesQuery = (customerId: string): PagesFor<ResponseOf<typeof listNotes>> =>
  pagesQuery({
    queryKey: ['note', customerId, 'list'],
    fetchPage: ({ cursor, signal }) =>
      send(listNotes, { params: { id: customerId }, query: { cursor } }, { signal }),
  });
