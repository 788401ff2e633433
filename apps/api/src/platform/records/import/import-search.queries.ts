import { sql } from 'kysely';
import { containsWords, type FoundHit, type SearchSource } from '../search/search.queries.ts';
import { inImportScope } from './imports.policy.ts';

const maxCandidates = 20;

/** Imports by the name of their file, the newest first. */
export const importSearch: SearchSource = {
  kind: 'import',
  area: 'users',
  find: async (db, member, { q }) => {
    const { rows } = await sql<FoundHit>`
      SELECT imports.id, imports.file_name AS title, imports.status AS detail
      FROM imports
      WHERE imports.workspace_id = ${member.workspaceId} AND ${inImportScope(member)}
        AND ${containsWords(sql`lower(imports.file_name)`, q)}
      ORDER BY imports.created_at DESC, imports.id DESC LIMIT ${maxCandidates}`.execute(db);
    return rows;
  },
};
