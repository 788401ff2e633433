import { mentionPattern } from '@handover/contract/records/notes.ts';
import { sql } from 'kysely';
import { toExcerpt } from '#lib/text.ts';
import { inCustomerScope } from '#features/customers/customers.public.ts';
import { containsWords, splitWords, type SearchSource } from '#platform/records/search/search.queries.ts';

import type { TimelineSubject } from '#platform/records/timeline.ts';

const maxCandidates = 20;
const titleCharacters = 120;
/** The index contains trigrams; shorter words only narrow down the rows found by others. */
const indexedLetters = 3;

/** Notes in timelines. */
export const noteSubject: TimelineSubject = {
  kind: 'note',
  table: 'notes',
  view: () => ({
    label: sql`NULL::text`,
    excerpt: sql`left(notes.body, 600)`,
    condition: sql`notes.deleted_at IS NULL`,
  }),
};

/** The newest notes that contain every word. Finds none unless a word has at least three letters. */
export const noteSearch: SearchSource = {
  kind: 'note',
  area: 'users',
  find: async (db, member, { q }) => {
    if (!splitWords(q).some((word) => word.length >= indexedLetters)) return [];
    const { rows } = await sql<{ id: string; body: string; customer_id: string; customer_name: string }>`
      SELECT notes.id, notes.body, customers.id AS customer_id, customers.name AS customer_name
      FROM notes JOIN customers ON customers.workspace_id = notes.workspace_id AND customers.id = notes.customer_id
        AND customers.deleted_at IS NULL AND ${inCustomerScope(member)}
      WHERE notes.workspace_id = ${member.workspaceId} AND notes.deleted_at IS NULL AND ${containsWords(sql`lower(notes.body)`, q)}
      ORDER BY notes.occurred_at DESC, notes.id DESC LIMIT ${maxCandidates}`.execute(db);
    return rows.map(({ id, body, customer_id: customerId, customer_name: detail }) => ({
      id,
      title: toExcerpt(body.replace(mentionPattern, '@$1'), titleCharacters),
      detail,
      customerId,
    }));
  },
};
