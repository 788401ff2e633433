import { createTag, listTags, type Tag } from '@handover/contract/tags.ts';
import type { QueryClient } from '@tanstack/react-query';
import { send } from '#shared/api/client.ts';
import { oneQuery, type QueryFor } from '#shared/api/query-factory.ts';

/** The workspace's tags by name. */
export const tagsQuery = (): QueryFor<Tag[]> =>
  oneQuery({
    queryKey: ['customer', 'all', 'tags'],
    queryFn: async ({ signal }) => (await send(listTags, {}, { signal })).tags,
    staleTime: 60_000,
  });

/** Makes a tag, or finds the one of that name. */
export async function addTag(client: QueryClient, name: string): Promise<Tag> {
  const { tag } = await send(createTag, { body: { name } });
  client.setQueryData(tagsQuery().queryKey, (tags) =>
    tags === undefined || tags.some(({ id }) => id === tag.id) ? tags : [...tags, tag],
  );
  return tag;
}
