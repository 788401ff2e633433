import type { ResponseOf } from '@handover/contract/endpoint.ts';
import {
  getManagedPost,
  listManagedPosts,
  type ManagedPost,
  type PostStatus,
} from '@handover/contract/posts.ts';
import { send } from '#shared/api/client.ts';
import { oneQuery, pagesQuery, type PagesFor, type QueryFor } from '#shared/api/query-factory.ts';

/** The posts that the member may manage, last changed first. */
export const managedPostsQuery = (filter: {
  q: string;
  status: PostStatus | undefined;
}): PagesFor<ResponseOf<typeof listManagedPosts>> =>
  pagesQuery({
    queryKey: ['post', 'all', 'list', filter],
    fetchPage: ({ cursor, signal }) =>
      send(
        listManagedPosts,
        { query: { cursor, status: filter.status, q: filter.q === '' ? undefined : filter.q } },
        { signal },
      ),
  });

/** A post to edit. */
export const managedPostQuery = (slug: string): QueryFor<ManagedPost> =>
  oneQuery({
    queryKey: ['post', 'all', 'one', slug],
    queryFn: async ({ signal }) => (await send(getManagedPost, { params: { slug } }, { signal })).post,
  });
