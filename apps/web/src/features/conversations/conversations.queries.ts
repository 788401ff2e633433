import { listBusinessEmails, listEmails } from '@handover/contract/conversations.ts';
import type { ResponseOf } from '@handover/contract/endpoint.ts';
import { send } from '#shared/api/client.ts';
import type { RecordRef } from '#shared/records/page/record-ref.ts';
import { pagesQuery, type PagesFor } from '#shared/api/query-factory.ts';

const lists = { customer: listEmails, business: listBusinessEmails } as const;

/** The emails with a customer or about a business, newest first. */
export const emailsQuery = ({ type, id }: RecordRef): PagesFor<ResponseOf<typeof listEmails>> =>
  pagesQuery({
    queryKey: ['message', id, 'list'],
    fetchPage: ({ cursor, signal }) => send(lists[type], { params: { id }, query: { cursor } }, { signal }),
  });
