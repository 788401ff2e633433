import {
  createTag,
  findDuplicates,
  getCustomer,
  listTags,
  type CustomerDetail,
  type Duplicate,
  type Tag,
} from '@handover/contract/customers.ts';
import type { QueryInput } from '@handover/contract/endpoint.ts';
import type { QueryClient } from '@tanstack/react-query';
import { send } from '#shared/api/client.ts';
import { oneQuery, type QueryFor } from '#shared/api/query-factory.ts';

export type DuplicateQuery = QueryInput<typeof findDuplicates>;

/** A customer as its own page shows it. */
export const customerQuery = (id: string): QueryFor<CustomerDetail> =>
  oneQuery({
    queryKey: ['customer', id, 'detail'],
    queryFn: async ({ signal }) => (await send(getCustomer, { params: { id } }, { signal })).user,
  });

/** The workspace's tags by name. */
export const tagsQuery = (): QueryFor<Tag[]> =>
  oneQuery({
    queryKey: ['customer', 'all', 'tags'],
    queryFn: async ({ signal }) => (await send(listTags, {}, { signal })).tags,
    staleTime: 60_000,
  });

/** Customers that may be the same person or organisation. */
export const duplicatesQuery = (query: DuplicateQuery): QueryFor<Duplicate[]> =>
  oneQuery({
    queryKey: ['customer', 'all', 'duplicates', query],
    queryFn: async ({ signal }) => (await send(findDuplicates, { query }, { signal })).duplicates,
  });

/** Makes a tag, or finds the one of that name. */
export async function addTag(client: QueryClient, name: string): Promise<Tag> {
  const { tag } = await send(createTag, { body: { name } });
  client.setQueryData(tagsQuery().queryKey, (tags) =>
    tags === undefined || tags.some(({ id }) => id === tag.id) ? tags : [...tags, tag],
  );
  return tag;
}
