import { sql } from 'kysely';
import type { LiveSpec } from '#platform/live/audience.ts';
import { isAdmin } from '#platform/session/policy.ts';
import { maxOfAKind, type SourceHit, type SearchSource } from '#platform/records/search/search.queries.ts';
import { rankWithSimilar } from '#platform/search/similar-records.queries.ts';
import { resolveSearch } from '#platform/search/resolve-search.queries.ts';

/** Events name a draft only to its author and to administrators; readers reload their lists. */
export const postLive: LiveSpec = {
  noun: 'post',
  audience: 'attached',
  changesLists: true,
  readable: {
    table: 'posts',
    from: () => sql`posts`,
    scope: (member) => sql<boolean>`(posts.workspace_id = ${member.workspaceId} AND (${isAdmin(member)}
      OR posts.author_id = ${member.userId} OR (posts.status = 'published' AND posts.deleted_at IS NULL)))`,
  },
};

/** Published posts, visible to everyone. */
export const postSearch: SearchSource = {
  kind: 'post',
  find: async (db, { workspaceId }, { q }) => {
    const search = await resolveSearch(db, { workspaceId, kind: 'post' }, q);
    const posts = {
      search,
      table: 'posts',
      from: sql`posts`,
      where: sql<boolean>`(posts.workspace_id = ${workspaceId} AND posts.status = 'published' AND posts.deleted_at IS NULL)`,
      isWhole: false,
    };
    const hits = await rankWithSimilar(db, posts, maxOfAKind);
    const { rows } = await sql<Omit<SourceHit, 'rank'>>`
      SELECT posts.id, posts.title, posts.slug, NULL AS detail FROM posts
      WHERE posts.workspace_id = ${workspaceId} AND posts.id = ANY(${hits.map(({ id }) => id)}::uuid[])`.execute(
      db,
    );
    return hits.flatMap((hit) => rows.flatMap((row) => (row.id === hit.id ? [{ ...hit, ...row }] : [])));
  },
};
