import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#db/client.ts';
import type { ViewSettings } from '@handover/contract/saved-views.ts';
import { inViewScope } from '#platform/records/saved-views/saved-views.queries.ts';
import { inImportScope } from '#platform/records/import/imports.policy.ts';
import { likeLiteral } from '#lib/text.ts';
import { inCustomerScope } from '#platform/customers/scope.ts';
import type { Member } from '#platform/session/actor.ts';
import type { Asked } from './candidates.queries.ts';

const maxCandidates = 20;
/** The index knows texts by three letters in a row; a word of fewer is looked for in what the others find. */
const indexedLetters = 3;

type NoteCandidate = { id: string; body: string; customer_id: string; customer_name: string };

/** The newest notes that hold every word. Without a word of three letters no note is looked at. */
export async function listNoteCandidates(db: Db, member: Member, { q }: Asked): Promise<NoteCandidate[]> {
  const words = wordsOf(q);
  if (!words.some((word) => word.length >= indexedLetters)) return [];
  const { rows } = await sql<NoteCandidate>`
    SELECT notes.id, notes.body, customers.id AS customer_id, customers.name AS customer_name
    FROM notes JOIN customers ON customers.workspace_id = notes.workspace_id AND customers.id = notes.customer_id
      AND customers.deleted_at IS NULL AND ${inCustomerScope(member)}
    WHERE notes.workspace_id = ${member.workspaceId} AND notes.deleted_at IS NULL AND ${holds(sql`lower(notes.body)`, words)}
    ORDER BY notes.occurred_at DESC, notes.id DESC LIMIT ${maxCandidates}`.execute(db);
  return rows;
}

/** Who works in the workspace, by name and e-mail address. */
export async function listPersonCandidates(
  db: Db,
  { workspaceId }: Member,
  { q }: Asked,
): Promise<{ id: string; title: string; detail: string }[]> {
  const { rows } = await sql<{ id: string; title: string; detail: string }>`
    SELECT users.id, users.display_name AS title, users.email AS detail
    FROM memberships JOIN users ON users.id = memberships.user_id AND users.status = 'active'
    WHERE memberships.workspace_id = ${workspaceId} AND memberships.role <> 'CLIENT' AND memberships.status = 'active'
      AND ${holds(sql`lower(users.display_name || ' ' || users.email)`, wordsOf(q))}
    ORDER BY lower(users.display_name), users.id LIMIT ${maxCandidates}`.execute(db);
  return rows;
}

type ViewCandidate = { id: string; title: string; detail: string | null; settings: ViewSettings };

/** Saved views of the customer list by their name; of one that another member shares, who that is. */
export async function listViewCandidates(db: Db, member: Member, { q }: Asked): Promise<ViewCandidate[]> {
  const { rows } = await sql<ViewCandidate>`
    SELECT saved_views.id, saved_views.name AS title, saved_views.settings,
      CASE WHEN saved_views.owner_id <> ${member.userId} THEN users.display_name END AS detail
    FROM saved_views JOIN users ON users.id = saved_views.owner_id
    WHERE saved_views.workspace_id = ${member.workspaceId} AND ${inViewScope(member)}
      AND saved_views.record_type = 'customer' AND saved_views.deleted_at IS NULL AND ${holds(sql`lower(saved_views.name)`, wordsOf(q))}
    ORDER BY saved_views.id LIMIT ${maxCandidates}`.execute(db);
  return rows;
}

/** Imports by the name of their file, the newest first. */
export async function listImportCandidates(
  db: Db,
  member: Member,
  { q }: Asked,
): Promise<{ id: string; title: string; detail: string }[]> {
  const { rows } = await sql<{ id: string; title: string; detail: string }>`
    SELECT imports.id, imports.file_name AS title, imports.status AS detail
    FROM imports
    WHERE imports.workspace_id = ${member.workspaceId} AND ${inImportScope(member)}
      AND ${holds(sql`lower(imports.file_name)`, wordsOf(q))}
    ORDER BY imports.created_at DESC, imports.id DESC LIMIT ${maxCandidates}`.execute(db);
  return rows;
}

function holds(text: RawBuilder<unknown>, words: readonly string[]): RawBuilder<boolean> {
  const conditions = words.map((word) => sql`${text} LIKE ${`%${likeLiteral(word)}%`}`);
  return sql<boolean>`(${sql.join(conditions, sql` AND `)})`;
}

function wordsOf(query: string): string[] {
  return query
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
}
