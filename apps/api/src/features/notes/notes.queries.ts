import { sql, type Updateable } from 'kysely';
import type { Db } from '../../db/client.ts';
import type { NotesTable } from '../../db/schema/desk/customer-desk.ts';
import type { Position } from '../../lib/pagination.ts';
import { inCustomerScope } from '../../platform/customers/scope.ts';
import type { Member } from '../../platform/session/actor.ts';

const columns = [
  'notes.id',
  'notes.customer_id',
  'notes.kind',
  'notes.body',
  'notes.occurred_at',
  'notes.duration_minutes',
  'notes.author_id',
  'notes.is_pinned',
  'notes.created_at',
  'notes.updated_at',
  'notes.deleted_at',
  'notes.version',
  'users.display_name as author_name',
] as const;

const mentions = sql<{ id: string; displayName: string }[]>`coalesce((
  SELECT json_agg(json_build_object('id', u.id, 'displayName', u.display_name) ORDER BY u.display_name)
  FROM note_mentions m JOIN users u ON u.id = m.user_id
  WHERE m.workspace_id = notes.workspace_id AND m.note_id = notes.id), '[]')`;

type Kind = 'note' | 'call' | 'meeting';
type Slice = { customerId: string; kind: Kind | undefined; after: Position | null; limit: number };

/** Notes of a customer whose access was checked: pinned first, then newest first. */
export function listNoteRows(
  db: Db,
  { workspaceId, customerId, kind, after, limit }: Slice & { workspaceId: string },
) {
  let query = db
    .selectFrom('notes')
    .innerJoin('users', 'users.id', 'notes.author_id')
    .select([...columns, mentions.as('mentions')])
    .where('notes.workspace_id', '=', workspaceId)
    .where('notes.customer_id', '=', customerId)
    .where('notes.deleted_at', 'is', null);
  if (kind !== undefined) query = query.where('notes.kind', '=', kind);
  if (after !== null)
    query = query.where(
      sql<boolean>`(notes.is_pinned, notes.occurred_at, notes.id) < (${after[0]}, ${after[1]}, ${after[2]})`,
    );
  return query
    .orderBy('notes.is_pinned', 'desc')
    .orderBy('notes.occurred_at', 'desc')
    .orderBy('notes.id', 'desc')
    .limit(limit)
    .execute();
}

export type NoteRow = Awaited<ReturnType<typeof listNoteRows>>[number];

export async function countNotes(
  db: Db,
  { workspaceId, customerId, kind }: { workspaceId: string; customerId: string; kind: Kind | undefined },
): Promise<number> {
  let query = db
    .selectFrom('notes')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('workspace_id', '=', workspaceId)
    .where('customer_id', '=', customerId)
    .where('deleted_at', 'is', null);
  if (kind !== undefined) query = query.where('kind', '=', kind);
  return (await query.executeTakeFirstOrThrow()).count;
}

/** A note, deleted ones included, whose customer is in the member's scope; null otherwise. */
export async function findNoteRow(db: Db, member: Member, noteId: string): Promise<NoteRow | null> {
  const row = await db
    .selectFrom('notes')
    .innerJoin('users', 'users.id', 'notes.author_id')
    .innerJoin('customers', (join) =>
      join
        .onRef('customers.workspace_id', '=', 'notes.workspace_id')
        .onRef('customers.id', '=', 'notes.customer_id'),
    )
    .select([...columns, mentions.as('mentions')])
    .where('notes.workspace_id', '=', member.workspaceId)
    .where('notes.id', '=', noteId)
    .where('customers.deleted_at', 'is', null)
    .where(inCustomerScope(member))
    .executeTakeFirst();
  return row ?? null;
}

export type NewNote = {
  workspaceId: string;
  id: string;
  customerId: string;
  authorId: string;
  kind: Kind;
  body: string;
  occurredAt: Date;
  durationMinutes: number | null;
  now: Date;
};

export async function insertNote(db: Db, note: NewNote): Promise<void> {
  await db
    .insertInto('notes')
    .values({
      workspace_id: note.workspaceId,
      id: note.id,
      customer_id: note.customerId,
      author_id: note.authorId,
      kind: note.kind,
      body: note.body,
      occurred_at: note.occurredAt,
      duration_minutes: note.durationMinutes,
      created_at: note.now,
      updated_at: note.now,
    })
    .execute();
}

/** Changes a note and its version; false when the version was not the current one. */
export async function updateNoteRow(
  db: Db,
  {
    workspaceId,
    noteId,
    version,
    change,
    now,
  }: { workspaceId: string; noteId: string; version: number; change: Updateable<NotesTable>; now: Date },
): Promise<boolean> {
  const row = await db
    .updateTable('notes')
    .set((eb) => ({ ...change, version: eb('version', '+', 1), updated_at: now }))
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', noteId)
    .where('version', '=', version)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Replaces the mentions of a note; ids that are not staff of the workspace are left out. Returns those kept. */
export async function replaceMentions(
  db: Db,
  { workspaceId, noteId, userIds }: { workspaceId: string; noteId: string; userIds: readonly string[] },
): Promise<string[]> {
  await db
    .deleteFrom('note_mentions')
    .where('workspace_id', '=', workspaceId)
    .where('note_id', '=', noteId)
    .execute();
  if (userIds.length === 0) return [];
  const staff = await db
    .selectFrom('memberships')
    .select('user_id')
    .where('workspace_id', '=', workspaceId)
    .where('user_id', 'in', [...userIds])
    .where('role', '<>', 'CLIENT')
    .where('status', '=', 'active')
    .execute();
  const kept = staff.map((row) => row.user_id);
  if (kept.length > 0)
    await db
      .insertInto('note_mentions')
      .values(kept.map((userId) => ({ workspace_id: workspaceId, note_id: noteId, user_id: userId })))
      .execute();
  return kept;
}
