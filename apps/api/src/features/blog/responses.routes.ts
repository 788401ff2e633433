import * as contract from '@handover/contract/posts.ts';
import { paginate } from '#lib/pagination.ts';
import type { Routes } from '#platform/http/routes.ts';
import type { Platform } from '#platform/platform.ts';
import type { RateLimits } from '#platform/rate-limits.ts';
import type { Work } from '#platform/work.ts';
import { canDeleteComment, canHideComments } from './blog.policy.ts';
import { findReader, getPublished } from './visits.ts';
import { countComments, deleteFavorite, insertFavorite, listCommentRows } from './responses.queries.ts';
import {
  getAbilities,
  createComment,
  deleteComment,
  hideComment,
  presentComment,
} from './comments.service.ts';
import { moveCount } from './reading.queries.ts';

/** Comments and favorites. */
export function responseRoutes(
  routes: Routes,
  { keyring, limits }: Pick<Platform, 'keyring' | 'limits'>,
): void {
  routes.add(contract.listComments, async ({ params, query, request, work }) => {
    const { workspaceId, id: postId } = await getPublished(work, params.slug);
    const reader = await findReader(work, request);
    const which = { workspaceId, postId, withHidden: canHideComments(reader, workspaceId) };
    const page = await paginate(keyring, {
      limit: query.limit,
      cursor: query.cursor,
      viewer: null,
      binding: ['comments', which],
      fetch: (slice) => listCommentRows(work.db, { ...which, ...slice }),
      count: () => countComments(work.db, which),
      positionOf: (row) => [row.created_at.toISOString(), row.id],
    });
    return {
      comments: page.rows.map((row) =>
        presentComment(row, getAbilities(reader, { workspaceId, comment: row })),
      ),
      total: page.total,
      nextCursor: page.nextCursor,
    };
  });
  routes.add(contract.createComment, async ({ actor, params, body, work }) => ({
    comment: await createComment(work, actor, { slug: params.slug, body: body.body, limits }),
  }));
  routes.add(contract.deleteComment, async ({ actor, params, work }) =>
    deleteComment(work, actor, params.id),
  );
  routes.add(contract.hideComment, async ({ actor, params, body, work }) => {
    const { workspaceId } = actor;
    const comment = await hideComment(work, { workspaceId, id: params.id, isHidden: body.isHidden });
    const canDelete = canDeleteComment(actor, comment);
    return { comment: presentComment(comment, { canDelete, canHide: true }) };
  });
  routes.add(contract.favoritePost, async ({ actor: { userId }, params: { slug }, work }) =>
    setFavorite(work, { slug, userId, isFavorite: true, limits }),
  );
  routes.add(contract.unfavoritePost, async ({ actor: { userId }, params: { slug }, work }) =>
    setFavorite(work, { slug, userId, isFavorite: false, limits }),
  );
}

const favoriteLimit = { hits: 120, perSeconds: 3600 };

type Wish = {
  readonly slug: string;
  readonly userId: string;
  readonly isFavorite: boolean;
  readonly limits: RateLimits;
};

/** Adds or removes a favorite; repeating it changes nothing. Throws NOT_FOUND, TOO_MANY_REQUESTS. */
async function setFavorite(
  work: Work,
  { slug, userId, isFavorite, limits }: Wish,
): Promise<{ isFavorite: boolean; totalFavorites: number }> {
  await limits.hit(`blog:favorite:${userId}`, favoriteLimit);
  const { workspaceId, id: postId } = await getPublished(work, slug);
  const favorite = { workspaceId, postId, userId };
  const hasChanged = isFavorite
    ? await insertFavorite(work.db, { ...favorite, now: work.now })
    : await deleteFavorite(work.db, favorite);
  const by = hasChanged ? (isFavorite ? 1 : -1) : 0;
  const totalFavorites = await moveCount(work.db, { workspaceId, postId, count: 'favorite_count', by });
  return { isFavorite, totalFavorites };
}
