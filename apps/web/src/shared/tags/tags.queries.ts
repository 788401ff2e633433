import type { listTags, Tag } from '@handover/contract/records/tags.ts';
import { send, type CallOf } from '#shared/api/client.ts';
import { oneQuery, type QueryFor } from '#shared/api/query-factory.ts';

// Only the type is imported, so that lists do not load more of the contract.
const listTagsCall: CallOf<typeof listTags> = { method: 'GET', path: '/tags' };

/** The workspace's tags by name. */
export const tagsQuery = (): QueryFor<Tag[]> =>
  oneQuery({
    queryKey: ['customer', 'all', 'tags'],
    queryFn: async ({ signal }) => (await send(listTagsCall, {}, { signal })).tags,
    staleTime: 60_000,
  });
