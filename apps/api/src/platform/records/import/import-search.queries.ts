import { recordTypes, type RecordType } from '@handover/contract/records/records.ts';
import { sql } from 'kysely';
import type { LiveSpec } from '#platform/live/audience.ts';
import type { Member } from '#platform/session/actor.ts';
import { isRecordAreaOpen } from '#platform/session/access.ts';
import { containsWords, type SourceHit, type SearchSource } from '../search/search.queries.ts';
import type { TimelineSubject } from '../timeline.ts';
import { inImportScope } from './imports.policy.ts';

const maxCandidates = 20;

/** Imports in timelines, by the name of their file. */
export const importSubject: TimelineSubject = {
  kind: 'import',
  table: 'imports',
  view: () => ({ label: sql`imports.file_name` }),
};

/** Members limited to their own records get notices of other imports without IDs. */
export const importLive: LiveSpec = {
  noun: 'import',
  audience: 'attached',
  changesLists: true,
  readable: {
    table: 'imports',
    from: () => sql`imports`,
    scope: (member) =>
      sql<boolean>`(${inImportScope(member)} AND imports.record_type = ANY(${openTypes(member)}::text[]))`,
  },
};

/** Imports of the record types that are open to the member, by the name of their file, the newest first. */
export const importSearch: SearchSource = {
  kind: 'import',
  find: async (db, member, { q }) => {
    const { rows } = await sql<SourceHit>`
      SELECT imports.id, imports.file_name AS title, imports.status AS detail, imports.record_type AS "recordType"
      FROM imports
      WHERE imports.workspace_id = ${member.workspaceId} AND ${inImportScope(member)}
        AND imports.record_type = ANY(${openTypes(member)}::text[]) AND ${containsWords(sql`lower(imports.file_name)`, q)}
      ORDER BY imports.created_at DESC, imports.id DESC LIMIT ${maxCandidates}`.execute(db);
    return rows;
  },
};

function openTypes(member: Member): RecordType[] {
  return recordTypes.filter((type) => isRecordAreaOpen(member, type));
}
