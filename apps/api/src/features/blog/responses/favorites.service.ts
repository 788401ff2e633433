import type { RateLimits } from '#platform/rate-limits.ts';
import type { Work } from '#platform/work.ts';
import { getPublished } from '../reading/reader.ts';
import { moveCount } from '../stats.queries.ts';
import { deleteFavorite, insertFavorite } from './favorites.queries.ts';

const favoriteLimit = { hits: 120, perSeconds: 3600 };

type Wish = {
  readonly slug: string;
  readonly userId: string;
  readonly isFavorite: boolean;
  readonly limits: RateLimits;
};

/** Makes a post somebody's favourite or takes it back; doing it twice counts once. Throws NOT_FOUND, TOO_MANY_REQUESTS. */
export async function setFavorite(
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
