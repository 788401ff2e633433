import type { ResponseOf } from '@handover/contract/endpoint.ts';
import { listBusinessNotes, listNotes } from '@handover/contract/notes.ts';
import { send } from '#shared/api/client.ts';
import { pagesQuery, type PagesFor } from '#shared/api/query-factory.ts';
import type { RecordRef } from '#shared/records/page/record-ref.tsx';

const lists = { customer: listNotes, business: listBusinessNotes } as const;

/** Notes, calls, and meetings of a record: pinned first, then newest first. */
export const notesQuery = ({ type, id }: RecordRef): PagesFor<ResponseOf<typeof listNotes>> =>
  pagesQuery({
    queryKey: ['note', id, 'list'],
    fetchPage: ({ cursor, signal }) => send(lists[type], { params: { id }, query: { cursor } }, { signal }),
  });
