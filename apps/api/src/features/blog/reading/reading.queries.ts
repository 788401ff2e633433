import { sql } from 'kysely';
import type { Db } from '#db/client.ts';
import type { Position } from '#lib/pagination.ts';
import { matchesText } from '#platform/search.ts';
import { summaryColumns } from '../post-columns.ts';

const postedAt = sql<Date>`posts.published_at`.as('posted_at');

/** What readers see: published, and not deleted. */
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

function fromFound(db: Db, { workspaceId, q }: Search) {
  const query = fromPublished(db, workspaceId);
  if (q === '') return query;
  return query.where((eb) =>
    eb.exists(
      eb
        .selectFrom('search_entries')
        .select('search_entries.record_id')
        .where('search_entries.workspace_id', '=', workspaceId)
        .where('search_entries.kind', '=', 'post')
        .whereRef('search_entries.record_id', '=', 'posts.id')
        .where(matchesText(q)),
    ),
  );
}

/** Published posts: featured first, then newest first. */
export function listPublishedRows(
  db: Db,
  { after, limit, ...search }: Search & { after: Position | null; limit: number },
) {
  let query = fromFound(db, search).select([...summaryColumns, postedAt]);
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
    await fromFound(db, search)
      .select(sql<number>`count(*)::int`.as('count'))
      .executeTakeFirstOrThrow()
  ).count;
}

/** A published post with its text; undefined when there is none at the address. */
export function findPublishedRow(db: Db, { workspaceId, slug }: { workspaceId: string; slug: string }) {
  return fromPublished(db, workspaceId)
    .select([...summaryColumns, postedAt, 'posts.body_html'])
    .where('posts.slug', '=', slug)
    .executeTakeFirst();
}

/** The newest published posts, whatever stands first on the page. */
export function listNewestRows(db: Db, { workspaceId, limit }: { workspaceId: string; limit: number }) {
  return fromPublished(db, workspaceId)
    .select([...summaryColumns, postedAt])
    .orderBy('posts.published_at', 'desc')
    .orderBy('posts.id', 'desc')
    .limit(limit)
    .execute();
}

/** What the feed says about the brokerage. */
export function readBrand(db: Db) {
  return db.selectFrom('installation').select(['name', 'tagline']).executeTakeFirstOrThrow();
}

/** The picture of a post with the post it belongs to; undefined when no post has it. */
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

/** Whether this is the visitor's first look at the post that day. Days that are over are forgotten. */
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
