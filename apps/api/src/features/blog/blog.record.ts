import { sql } from 'kysely';
import { maxOfAKind, type FoundHit, type SearchSource } from '#platform/records/search/search.queries.ts';
import { rankWithSimilar } from '#platform/search/rank-records.queries.ts';
import { resolveSearch } from '#platform/search/resolve-search.queries.ts';

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
    const { rows } = await sql<Omit<FoundHit, 'rank'>>`
      SELECT posts.id, posts.title, posts.slug, NULL AS detail FROM posts
      WHERE posts.workspace_id = ${workspaceId} AND posts.id = ANY(${hits.map(({ id }) => id)}::uuid[])`.execute(
      db,
    );
    return hits.flatMap((hit) => rows.flatMap((row) => (row.id === hit.id ? [{ ...hit, ...row }] : [])));
  },
};
