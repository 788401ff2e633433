import type { PostStatus } from '@handover/contract/posts.ts';
import { roleLevels } from '@handover/contract/auth/roles.ts';
import { sql, type Insertable, type Updateable } from 'kysely';
import type { Db } from '#db/client.ts';
import type { PostsTable } from '#db/schema/posts.ts';
import { updateVersion } from '#db/statements/update-version.ts';
import type { Position } from '#lib/pagination.ts';
import { escapeLike } from '#lib/text.ts';
import type { Member } from '#platform/session/actor.ts';
import { isFound, summaryColumns } from './reading.queries.ts';

/** All posts of the workspace for admins; only their own for staff. */
function fromOwn(db: Db, member: Member) {
  const posts = db
    .selectFrom('posts')
    .innerJoin('users', 'users.id', 'posts.author_id')
    .innerJoin('post_stats', (join) =>
      join
        .onRef('post_stats.workspace_id', '=', 'posts.workspace_id')
        .onRef('post_stats.post_id', '=', 'posts.id'),
    )
    .where('posts.workspace_id', '=', member.workspaceId);
  return member.level >= roleLevels.ADMIN ? posts : posts.where('posts.author_id', '=', member.userId);
}

export type PostFilter = { readonly status: PostStatus | undefined; readonly q: string };

function fromManaged(db: Db, member: Member, status: PostStatus | undefined) {
  const query = fromOwn(db, member).where('posts.deleted_at', 'is', null);
  return status === undefined ? query : query.where('posts.status', '=', status);
}

/** Posts the member may manage, last changed first. */
export async function listManagedRows(
  db: Db,
  member: Member,
  { filter: { status, q }, after, limit }: { filter: PostFilter; after: Position | null; limit: number },
) {
  let query = fromManaged(db, member, status)
    .where(await isFound(db, { workspaceId: member.workspaceId, q }))
    .select(summaryColumns);
  if (after !== null)
    query = query.where(sql<boolean>`(posts.updated_at, posts.id) < (${after[0]}, ${after[1]})`);
  return query.orderBy('posts.updated_at', 'desc').orderBy('posts.id', 'desc').limit(limit).execute();
}

export type ManagedRow = Awaited<ReturnType<typeof listManagedRows>>[number];

export async function countManaged(db: Db, member: Member, { status, q }: PostFilter): Promise<number> {
  return (
    await fromManaged(db, member, status)
      .where(await isFound(db, { workspaceId: member.workspaceId, q }))
      .select(sql<number>`count(*)::int`.as('count'))
      .executeTakeFirstOrThrow()
  ).count;
}

type Key = { readonly id: string } | { readonly slug: string };

/** Includes deleted posts. */
export function findManagedRow(db: Db, member: Member, key: Key) {
  const [column, value] = 'id' in key ? (['posts.id', key.id] as const) : (['posts.slug', key.slug] as const);
  return fromOwn(db, member)
    .select([...summaryColumns, 'posts.body_html', 'posts.deleted_at'])
    .where(column, '=', value)
    .executeTakeFirst();
}

export type FullRow = NonNullable<Awaited<ReturnType<typeof findManagedRow>>>;

export async function insertPost(db: Db, row: Insertable<PostsTable>): Promise<void> {
  await db.insertInto('posts').values(row).execute();
}

export type PostRowChange = Updateable<PostsTable>;

type Change = {
  readonly workspaceId: string;
  readonly postId: string;
  readonly version: number;
  readonly change: PostRowChange;
  readonly now: Date;
};

/** Returns false for a stale version. */
export function updatePostRow(
  db: Db,
  { workspaceId, postId, version, change, now }: Change,
): Promise<boolean> {
  return updateVersion(db, 'posts', {
    workspaceId,
    id: postId,
    version,
    change: { ...change, updated_at: now },
  });
}

/** Serializes slug selection in the workspace until the transaction ends. */
export async function lockSlugs(db: Db, workspaceId: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(4712, hashtext(${workspaceId}))`.execute(db);
}

/** Slugs that start with `slug`, except the post's own. */
export async function listUsedSlugs(
  db: Db,
  { workspaceId, slug, postId }: { workspaceId: string; slug: string; postId: string },
): Promise<Set<string>> {
  const rows = await db
    .selectFrom('posts')
    .select('slug')
    .where('workspace_id', '=', workspaceId)
    .where('id', '<>', postId)
    .where('slug', 'like', `${escapeLike(slug)}%`)
    .execute();
  return new Set(rows.map((row) => row.slug));
}

/** Whether the member uploaded this image. */
export async function isOwnPicture(
  db: Db,
  { member, fileId, types }: { member: Member; fileId: string; types: readonly string[] },
): Promise<boolean> {
  const row = await db
    .selectFrom('files')
    .select('id')
    .where('workspace_id', '=', member.workspaceId)
    .where('id', '=', fileId)
    .where('created_by', '=', member.userId)
    .where('content_type', 'in', [...types])
    .executeTakeFirst();
  return row !== undefined;
}

/** Undefined if the post is no longer scheduled. */
export function findScheduledRow(db: Db, { workspaceId, postId }: { workspaceId: string; postId: string }) {
  return db
    .selectFrom('posts')
    .select(['version', sql<Date>`scheduled_at`.as('due_at')])
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', postId)
    .where('status', '=', 'scheduled')
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}
