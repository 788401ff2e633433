import type { listDocuments } from '@handover/contract/documents/documents.ts';
import type { ResponseOf } from '@handover/contract/http/endpoint.ts';
import { send, type CallOf } from '#shared/api/client.ts';
import { pagesQuery, type PagesFor } from '#shared/api/query-factory.ts';
import type { RecordRef } from '#shared/records/page/record-ref.ts';

const listCall: CallOf<typeof listDocuments> = { method: 'GET', path: '/documents' };

export type Documents = PagesFor<ResponseOf<typeof listDocuments>>;

/** The files of a record, newest first. */
export const recordDocumentsQuery = ({ type, id }: RecordRef): Documents =>
  pagesQuery({
    queryKey: ['document', id, 'list'],
    fetchPage: ({ cursor, signal }) =>
      send(listCall, { query: { recordType: type, recordId: id, cursor } }, { signal }),
  });

/** Every file that a client may read, newest first. */
export const sharedDocumentsQuery = (): Documents =>
  pagesQuery({
    queryKey: ['document', 'all', 'shared'],
    fetchPage: ({ cursor, signal }) => send(listCall, { query: { cursor } }, { signal }),
  });
