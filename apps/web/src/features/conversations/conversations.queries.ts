import { listEmails } from '@handover/contract/conversations.ts';
import type { ResponseOf } from '@handover/contract/endpoint.ts';
import { send } from '#shared/api/client.ts';
import { pagesQuery, type PagesFor } from '#shared/api/query-factory.ts';

/** The e-mails with a customer, newest first. */
export const emailsQuery = (customerId: string): PagesFor<ResponseOf<typeof listEmails>> =>
  pagesQuery({
    queryKey: ['message', customerId, 'list'],
    fetchPage: ({ cursor, signal }) =>
      send(listEmails, { params: { id: customerId }, query: { cursor } }, { signal }),
  });
