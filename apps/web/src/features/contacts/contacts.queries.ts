import { getContact, listContacts, type Contact } from '@handover/contract/customers/contacts.ts';
import type { QueryInput, ResponseOf } from '@handover/contract/http/endpoint.ts';
import { send } from '#shared/api/client.ts';
import { oneQuery, type QueryFor } from '#shared/api/query-factory.ts';

/** One page of the contacts that match. */
export const contactsQuery = (
  query: QueryInput<typeof listContacts>,
): QueryFor<ResponseOf<typeof listContacts>> =>
  oneQuery({
    queryKey: ['contact', 'all', 'list', query],
    queryFn: ({ signal }) => send(listContacts, { query }, { signal }),
  });

export const contactQuery = (id: string): QueryFor<Contact> =>
  oneQuery({
    queryKey: ['contact', 'all', 'detail', id],
    queryFn: async ({ signal }) => (await send(getContact, { params: { id } }, { signal })).contact,
  });
