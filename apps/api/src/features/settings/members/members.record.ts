import { sql } from 'kysely';
import { containsWords, type SourceHit, type SearchSource } from '#platform/records/search/search.queries.ts';

const maxCandidates = 20;

/** Everyone who works in the workspace, by name and email address. */
export const personSearch: SearchSource = {
  kind: 'person',
  find: async (db, { workspaceId }, { q }) => {
    const { rows } = await sql<SourceHit>`
      SELECT users.id, users.display_name AS title, users.email AS detail
      FROM memberships JOIN users ON users.id = memberships.user_id AND users.status = 'active'
      WHERE memberships.workspace_id = ${workspaceId} AND memberships.role <> 'CLIENT' AND memberships.status = 'active'
        AND ${containsWords(sql`lower(users.display_name || ' ' || users.email)`, q)}
      ORDER BY lower(users.display_name), users.id LIMIT ${maxCandidates}`.execute(db);
    return rows;
  },
};
