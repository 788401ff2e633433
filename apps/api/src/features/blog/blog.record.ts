import { sql } from 'kysely';
import type { FoundHit, SearchSource } from '#platform/records/search/search.queries.ts';
import { matchesText } from '#platform/search.ts';

const maxCandidates = 100;

/** Published posts, visible to everyone. */
export const postSearch: SearchSource = {
  kind: 'post',
  find: async (db, { workspaceId }, { q }) => {
    const { rows } = await sql<FoundHit>`
      SELECT posts.id, posts.title, posts.slug, NULL AS detail
      FROM search_entries JOIN posts ON posts.workspace_id = search_entries.workspace_id AND posts.id = search_entries.record_id
      WHERE search_entries.workspace_id = ${workspaceId} AND search_entries.kind = 'post' AND ${matchesText(q)}
        AND posts.status = 'published' AND posts.deleted_at IS NULL LIMIT ${maxCandidates}`.execute(db);
    return rows;
  },
};
