import { sql, type RawBuilder, type Selectable } from 'kysely';
import { type Cover, coverDesigns, type PostSummary } from '@handover/contract/posts.ts';
import type { Db } from '#db/client.ts';
import type { Position } from '#lib/pagination.ts';
import { matchesSearch, resolveSearch } from '#platform/search/resolve-search.queries.ts';
import type { PostsTable, PostStatsTable } from '#db/schema/posts.ts';
import { findPhotoUrl } from '#platform/photos/photos.ts';

const postedAt = sql<Date>`posts.published_at`.as('posted_at');

function fromPublished(db: Db, workspaceId: string) {
  return db
    .selectFrom('posts')
    .innerJoin('users', 'users.id', 'posts.author_id')
    .innerJoin('post_stats', (join) =>
      join
        .onRef('post_stats.workspace_id', '=', 'posts.workspace_id')
        .onRef('post_stats.post_id', '=', 'posts.id'),
    )
    .where('posts.workspace_id', '=', workspaceId)
    .where('posts.status', '=', 'published')
    .where('posts.deleted_at', 'is', null);
}

type Search = { workspaceId: string; q: string };

/** Condition on `posts`: they match the search text, if any. */
export async function isFound(db: Db, { workspaceId, q }: Search): Promise<RawBuilder<boolean>> {
  if (q === '') return sql<boolean>`true`;
  return matchesSearch(sql.ref('posts.id'), await resolveSearch(db, { workspaceId, kind: 'post' }, q));
}

/** Published posts: featured first, then newest first. */
export async function listPublishedRows(
  db: Db,
  { after, limit, ...search }: Search & { after: Position | null; limit: number },
) {
  let query = fromPublished(db, search.workspaceId)
    .where(await isFound(db, search))
    .select([...summaryColumns, postedAt]);
  if (after !== null)
    query = query.where(
      sql<boolean>`(posts.is_featured, posts.published_at, posts.id) < (${after[0]}, ${after[1]}, ${after[2]})`,
    );
  return query
    .orderBy('posts.is_featured', 'desc')
    .orderBy('posts.published_at', 'desc')
    .orderBy('posts.id', 'desc')
    .limit(limit)
    .execute();
}

export type PublishedRow = Awaited<ReturnType<typeof listPublishedRows>>[number];

export async function countPublished(db: Db, search: Search): Promise<number> {
  return (
    await fromPublished(db, search.workspaceId)
      .where(await isFound(db, search))
      .select(sql<number>`count(*)::int`.as('count'))
      .executeTakeFirstOrThrow()
  ).count;
}

export function findPublishedRow(db: Db, { workspaceId, slug }: { workspaceId: string; slug: string }) {
  return fromPublished(db, workspaceId)
    .select([...summaryColumns, postedAt, 'posts.body_html'])
    .where('posts.slug', '=', slug)
    .executeTakeFirst();
}

/** The newest published posts, ignoring the featured one. */
export function listNewestRows(db: Db, { workspaceId, limit }: { workspaceId: string; limit: number }) {
  return fromPublished(db, workspaceId)
    .select([...summaryColumns, postedAt])
    .orderBy('posts.published_at', 'desc')
    .orderBy('posts.id', 'desc')
    .limit(limit)
    .execute();
}

export function readBrand(db: Db) {
  return db.selectFrom('installation').select(['name', 'tagline']).executeTakeFirstOrThrow();
}

/** The image of a cover with its post. */
export function findCoverRow(db: Db, { workspaceId, fileId }: { workspaceId: string; fileId: string }) {
  return db
    .selectFrom('posts')
    .innerJoin('files', (join) =>
      join
        .onRef('files.workspace_id', '=', 'posts.workspace_id')
        .onRef('files.id', '=', 'posts.cover_file_id'),
    )
    .select([
      'posts.status',
      'posts.author_id',
      'posts.deleted_at',
      'files.sha256',
      'files.object_id',
      'files.content_type',
      'files.size_bytes',
    ])
    .where('posts.workspace_id', '=', workspaceId)
    .where('posts.cover_file_id', '=', fileId)
    .orderBy(sql`(posts.status = 'published' AND posts.deleted_at IS NULL)`, 'desc')
    .limit(1)
    .executeTakeFirst();
}

export async function isFavorite(
  db: Db,
  { workspaceId, postId, userId }: { workspaceId: string; postId: string; userId: string },
): Promise<boolean> {
  const row = await db
    .selectFrom('post_favorites')
    .select('user_id')
    .where('workspace_id', '=', workspaceId)
    .where('post_id', '=', postId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns true for the visitor's first view of the post that day. Deletes earlier days. */
export async function insertView(
  db: Db,
  view: { workspaceId: string; postId: string; visitor: string; day: string },
): Promise<boolean> {
  await db
    .deleteFrom('post_views')
    .where('workspace_id', '=', view.workspaceId)
    .where('day', '<', view.day)
    .execute();
  const row = await db
    .insertInto('post_views')
    .values({ workspace_id: view.workspaceId, day: view.day, post_id: view.postId, visitor: view.visitor })
    .onConflict((conflict) => conflict.doNothing())
    .returning('post_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Needs a join with `users` for the author. */
export const summaryColumns = [
  'posts.id',
  'posts.slug',
  'posts.title',
  'posts.description',
  'posts.cover_design',
  'posts.cover_file_id',
  'posts.status',
  'posts.is_featured',
  'posts.author_id',
  'posts.scheduled_at',
  'posts.published_at',
  'posts.updated_at',
  'posts.version',
  'users.display_name as author_name',
  'users.photo_key as author_photo_key',
  'post_stats.view_count',
  'post_stats.share_count',
  'post_stats.comment_count',
  'post_stats.favorite_count',
] as const;

type SummaryRow = Pick<
  Selectable<PostsTable>,
  'id' | 'slug' | 'title' | 'description' | 'is_featured' | 'cover_design' | 'cover_file_id'
> &
  Pick<Selectable<PostStatsTable>, 'view_count' | 'share_count' | 'comment_count' | 'favorite_count'> & {
    readonly author_name: string;
    readonly author_photo_key: string | null;
  };

/** List fields of a post, except dates. */
export function presentSummary(row: SummaryRow): Omit<PostSummary, 'postedAt'> {
  return {
    id: row.id,
    slug: row.slug,
    title: row.title,
    description: row.description,
    coverUrl: getCoverUrl(row),
    isFeatured: row.is_featured,
    totalViews: row.view_count,
    totalComments: row.comment_count,
    totalShares: row.share_count,
    totalFavorites: row.favorite_count,
    author: { name: row.author_name, avatarUrl: findPhotoUrl(row.author_photo_key) },
  };
}

/** Falls back to the first design if the stored one no longer exists. */
export function getCover(row: Pick<SummaryRow, 'cover_design' | 'cover_file_id'>): Cover {
  if (row.cover_file_id !== null) return { kind: 'file', fileId: row.cover_file_id };
  const design = coverDesigns.find((name) => name === row.cover_design) ?? coverDesigns[0];
  return { kind: 'design', design };
}

function getCoverUrl(row: Pick<SummaryRow, 'cover_design' | 'cover_file_id'>): string {
  const cover = getCover(row);
  return cover.kind === 'file' ? `/api/blog/covers/${cover.fileId}` : `/covers/${cover.design}.svg`;
}

type Count = 'view_count' | 'share_count' | 'comment_count' | 'favorite_count';

export async function insertStats(
  db: Db,
  { workspaceId, postId }: { workspaceId: string; postId: string },
): Promise<void> {
  await db.insertInto('post_stats').values({ workspace_id: workspaceId, post_id: postId }).execute();
}

/** Changes a counter of the post and returns the new value. */
export async function moveCount(
  db: Db,
  { workspaceId, postId, count, by }: { workspaceId: string; postId: string; count: Count; by: number },
): Promise<number> {
  const row = await db
    .updateTable('post_stats')
    .set((eb) => ({ [count]: eb(count, '+', by) }))
    .where('workspace_id', '=', workspaceId)
    .where('post_id', '=', postId)
    .returning(count)
    .executeTakeFirstOrThrow();
  return row[count];
}
