import { sql, type RawBuilder, type Updateable } from 'kysely';
import type { Db } from '#db/client.ts';
import { prepareStatement } from '#db/statements/prepared-statement.ts';
import type { NotesTable } from '#db/schema/customers.ts';
import { updateVersion } from '#db/statements/update-version.ts';
import type { Position } from '#lib/pagination.ts';
import {
  inCustomerScope,
  createPreparedScope,
  getScopeParts,
  type ScopeShape,
  type ScopeValues,
} from '#features/customers/customers.public.ts';
import type { Member } from '#platform/session/actor.ts';
import { isReadableBusiness } from '#features/businesses/businesses.public.ts';
import { isReadableDeal } from '#features/deals/deals.public.ts';
import { isOpenTo } from '#platform/session/access.ts';

const noteColumns = [
  'notes.id',
  'notes.customer_id',
  'notes.business_id',
  'notes.deal_id',
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
  'notes.quarantine_id',
] as const;

const authorName = sql<string>`(SELECT u.display_name FROM users u WHERE u.id = notes.author_id)`;

const mentions = sql<{ id: string; displayName: string }[]>`coalesce((
  SELECT json_agg(json_build_object('id', u.id, 'displayName', u.display_name) ORDER BY u.display_name)
  FROM note_mentions m JOIN users u ON u.id = m.user_id
  WHERE m.workspace_id = notes.workspace_id AND m.note_id = notes.id), '[]')`;

type Kind = 'note' | 'call' | 'meeting';
export type NoteOwner = { readonly column: 'customer_id' | 'business_id' | 'deal_id'; readonly id: string };
type Which = { workspaceId: string; of: NoteOwner; kind: Kind | undefined };

/** Notes of a record with checked access: pinned first, then newest first. */
export function listNoteRows(
  db: Db,
  { after, limit, ...which }: Which & { after: Position | null; limit: number },
) {
  let query = selectActiveNotes(db, which).select([
    ...noteColumns,
    authorName.as('author_name'),
    mentions.as('mentions'),
  ]);
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

export async function countNotes(db: Db, which: Which): Promise<number> {
  const query = selectActiveNotes(db, which).select(sql<number>`count(*)::int`.as('count'));
  return (await query.executeTakeFirstOrThrow()).count;
}

function selectActiveNotes(db: Db, { workspaceId, of, kind }: Which) {
  const notes = db
    .selectFrom('notes')
    .where('notes.workspace_id', '=', workspaceId)
    .where('notes.deleted_at', 'is', null)
    .$if(kind !== undefined, (list) => list.where('notes.kind', '=', kind ?? 'note'));
  return notes.where(`notes.${of.column}`, '=', of.id);
}

/** A note on a record that the member may read, including deleted notes; null otherwise. */
export async function findNoteRow(db: Db, member: Member, noteId: string): Promise<NoteRow | null> {
  const row = await db
    .selectFrom('notes')
    .select([...noteColumns, authorName.as('author_name'), mentions.as('mentions')])
    .where('notes.workspace_id', '=', member.workspaceId)
    .where('notes.id', '=', noteId)
    .where(isVisible(member))
    .executeTakeFirst();
  return row ?? null;
}

/** The note's records that the member may read; null if there are none. */
export async function findReadableRecords(
  db: Db,
  member: Member,
  noteId: string,
): Promise<Pick<NoteRow, 'customer_id' | 'business_id' | 'deal_id'> | null> {
  const { onCustomer, onBusiness, onDeal } = selectReadable(member);
  const row = await db
    .selectFrom('notes')
    .select([
      sql<string | null>`CASE WHEN ${onCustomer} THEN notes.customer_id END`.as('customer_id'),
      sql<string | null>`CASE WHEN ${onBusiness} THEN notes.business_id END`.as('business_id'),
      sql<string | null>`CASE WHEN ${onDeal} THEN notes.deal_id END`.as('deal_id'),
    ])
    .where('notes.workspace_id', '=', member.workspaceId)
    .where('notes.id', '=', noteId)
    .where(isVisible(member))
    .executeTakeFirst();
  return row ?? null;
}

/** A note is visible through any of its records. */
export function isVisible(member: Member): RawBuilder<boolean> {
  const { onCustomer, onBusiness, onDeal } = selectReadable(member);
  return sql<boolean>`(${onCustomer} OR ${onBusiness} OR ${onDeal})`;
}

/** Whether the member may read each record of a note. */
function selectReadable(member: Member) {
  const none = sql<boolean>`false`;
  const isOfCustomers = isOpenTo(member, 'users');
  const isOfBusinesses = isOpenTo(member, 'business-center');
  return {
    onCustomer: isOfCustomers
      ? sql<boolean>`EXISTS (SELECT FROM customers WHERE customers.id = notes.customer_id AND customers.deleted_at IS NULL AND ${inCustomerScope(member)})`
      : none,
    onBusiness: isOfBusinesses ? isReadableBusiness(member, sql`notes.business_id`) : none,
    onDeal: isOfBusinesses ? isReadableDeal(member, sql`notes.deal_id`) : none,
  };
}

export type NewNote = {
  id: string;
  customerId: string | null;
  /** Must be readable by the member. */
  businessId: string | null;
  /** Must be readable by the member. */
  dealId: string | null;
  kind: Kind;
  body: string;
  occurredAt: Date;
  durationMinutes: number | null;
  now: Date;
};

/** Adds a note; null if the customer is out of scope. */
export async function insertNote(
  db: Db,
  member: Member,
  note: NewNote,
): Promise<Omit<NoteRow, 'author_name' | 'mentions'> | null> {
  const { values, shape } = getScopeParts(member);
  const { customerId } = note;
  const [row] =
    customerId === null
      ? await insertOnOthers(db, { ...note, ...values })
      : await insertInScope(db, { ...note, ...values, customerId }, shape);
  return row ?? null;
}

type AuthoredNote = NewNote & ScopeValues;

const insertOnOthers = prepareStatement((db, note: AuthoredNote) =>
  db
    .insertInto('notes')
    .values({
      workspace_id: note.workspaceId,
      id: note.id,
      business_id: note.businessId,
      deal_id: note.dealId,
      author_id: note.userId,
      kind: note.kind,
      body: note.body,
      occurred_at: note.occurredAt,
      duration_minutes: note.durationMinutes,
      created_at: note.now,
      updated_at: note.now,
    })
    .returning(noteColumns),
);

const insertInScope = prepareStatement((db, note: AuthoredNote & { customerId: string }, shape: ScopeShape) =>
  db
    .insertInto('notes')
    .columns([
      'workspace_id',
      'id',
      'customer_id',
      'business_id',
      'deal_id',
      'author_id',
      'kind',
      'body',
      'occurred_at',
      'duration_minutes',
      'created_at',
      'updated_at',
    ])
    .expression((eb) =>
      eb
        .selectFrom('customers')
        .select((of) => [
          'customers.workspace_id',
          of.cast<string>(of.val(note.id), 'uuid').as('id'),
          'customers.id as customer_id',
          of.cast<string | null>(of.val(note.businessId), 'uuid').as('business_id'),
          of.cast<string | null>(of.val(note.dealId), 'uuid').as('deal_id'),
          of.cast<string>(of.val(note.userId), 'uuid').as('author_id'),
          of.cast<Kind>(of.val(note.kind), 'text').as('kind'),
          of.cast<string>(of.val(note.body), 'text').as('body'),
          of.cast<Date>(of.val(note.occurredAt), 'timestamptz').as('occurred_at'),
          of.cast<number | null>(of.val(note.durationMinutes), 'integer').as('duration_minutes'),
          of.cast<Date>(of.val(note.now), 'timestamptz').as('created_at'),
          of.cast<Date>(of.val(note.now), 'timestamptz').as('updated_at'),
        ])
        .where('customers.id', '=', note.customerId)
        .where('customers.deleted_at', 'is', null)
        .where(inCustomerScope(createPreparedScope(note, shape))),
    )
    .returning(noteColumns),
);

/** Updates a note and its version; false if the version is stale. */
export function updateNoteRow(
  db: Db,
  {
    workspaceId,
    noteId,
    version,
    change,
    now,
  }: { workspaceId: string; noteId: string; version: number; change: Updateable<NotesTable>; now: Date },
): Promise<boolean> {
  return updateVersion(db, 'notes', {
    workspaceId,
    id: noteId,
    version,
    change: { ...change, updated_at: now },
  });
}

type Mentions = { workspaceId: string; noteId: string; userIds: readonly string[] };

/** Adds mentions of staff members; ignores other IDs. Returns the added mentions by name. */
export async function insertMentions(
  db: Db,
  { workspaceId, noteId, userIds }: Mentions,
): Promise<NoteRow['mentions']> {
  if (userIds.length === 0) return [];
  const { rows } = await sql<NoteRow['mentions'][number]>`
    WITH added AS (
      INSERT INTO note_mentions (workspace_id, note_id, user_id)
      SELECT workspace_id, ${noteId}::uuid, user_id FROM memberships
      WHERE workspace_id = ${workspaceId} AND user_id = ANY(${[...userIds]}::uuid[]) AND role <> 'CLIENT' AND status = 'active'
      RETURNING user_id
    )
    SELECT u.id, u.display_name AS "displayName" FROM added JOIN users u ON u.id = added.user_id
    ORDER BY u.display_name`.execute(db);
  return rows;
}

/** Replaces a note's mentions and returns them. */
export async function replaceMentions(db: Db, mentioned: Mentions): Promise<NoteRow['mentions']> {
  await db
    .deleteFrom('note_mentions')
    .where('workspace_id', '=', mentioned.workspaceId)
    .where('note_id', '=', mentioned.noteId)
    .execute();
  return insertMentions(db, mentioned);
}
