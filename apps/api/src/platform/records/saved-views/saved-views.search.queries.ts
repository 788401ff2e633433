import type { ViewSettings } from '@handover/contract/records/saved-views.ts';
import { recordTypes, type RecordType } from '@handover/contract/records/records.ts';
import { sql } from 'kysely';
import { isRecordAreaOpen } from '#platform/session/access.ts';
import { containsWords, type SearchSource } from '../search/search.queries.ts';
import { inViewScope } from './saved-views.queries.ts';

const maxCandidates = 20;

type ViewRow = {
  id: string;
  title: string;
  detail: string | null;
  recordType: RecordType;
  settings: ViewSettings;
};

/** Saved views of the lists that are open to the member, by their name; the detail names the member who shares it. */
export const viewSearch: SearchSource = {
  kind: 'view',
  find: async (db, member, { q }) => {
    const open = recordTypes.filter((type) => isRecordAreaOpen(member, type));
    const { rows } = await sql<ViewRow>`
      SELECT saved_views.id, saved_views.name AS title, saved_views.record_type AS "recordType", saved_views.settings,
        CASE WHEN saved_views.owner_id <> ${member.userId} THEN users.display_name END AS detail
      FROM saved_views JOIN users ON users.id = saved_views.owner_id
      WHERE saved_views.workspace_id = ${member.workspaceId} AND ${inViewScope(member)}
        AND saved_views.record_type = ANY(${open}::text[]) AND saved_views.deleted_at IS NULL
        AND ${containsWords(sql`lower(saved_views.name)`, q)}
      ORDER BY saved_views.id LIMIT ${maxCandidates}`.execute(db);
    return rows.map(({ settings, ...row }) => ({ ...row, slug: formatViewQuery(row.id, settings) }));
  },
};

/** The query of the list's URL; a view stores its filter as in a URL. */
function formatViewQuery(id: string, { filter, sort, columns, density }: ViewSettings): string {
  const params = new URLSearchParams({ view: id });
  for (const [name, value] of Object.entries(filter))
    for (const item of Array.isArray(value) ? value : [value]) params.append(name, item);
  if (sort !== null) params.set('sort', sort);
  if (columns !== null) params.set('columns', columns.join(','));
  if (density !== null) params.set('density', density);
  return params.toString();
}
