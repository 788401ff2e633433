import { sql, type Insertable, type Updateable } from 'kysely';
import type { Db } from '#db/client.ts';
import type { RoomQuestionEventsTable, RoomQuestionsTable } from '#db/schema/documents.ts';
import { updateVersion } from '#db/statements/update-version.ts';
import type { Position } from '#lib/pagination.ts';

const maxOwn = 200;

type RoomKey = { readonly workspaceId: string; readonly roomId: string };
type QuestionKey = { readonly workspaceId: string; readonly questionId: string };

function selectQuestions(db: Db, workspaceId: string) {
  return db
    .selectFrom('room_questions as questions')
    .innerJoin('users as authors', 'authors.id', 'questions.author_id')
    .leftJoin('users as assignees', 'assignees.id', 'questions.assignee_id')
    .selectAll('questions')
    .select(['authors.display_name as author_name', 'assignees.display_name as assignee_name'])
    .where('questions.workspace_id', '=', workspaceId);
}

/** Newest first. */
export function listQuestionRows(
  db: Db,
  { workspaceId, roomId, after, limit }: RoomKey & { after: Position | null; limit: number },
) {
  let query = selectQuestions(db, workspaceId).where('questions.room_id', '=', roomId);
  if (after !== null)
    query = query.where(
      sql<boolean>`(questions.created_at, questions.id) < (${String(after[0])}::timestamptz, ${String(after[1])}::uuid)`,
    );
  return query.orderBy('questions.created_at', 'desc').orderBy('questions.id', 'desc').limit(limit).execute();
}

export type QuestionRow = Awaited<ReturnType<typeof listQuestionRows>>[number];

export async function countQuestions(db: Db, { workspaceId, roomId }: RoomKey): Promise<number> {
  const { count } = await db
    .selectFrom('room_questions')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('workspace_id', '=', workspaceId)
    .where('room_id', '=', roomId)
    .executeTakeFirstOrThrow();
  return count;
}

/** A question by its id; access to its room is the caller's to check. */
export async function findQuestionRow(
  db: Db,
  { workspaceId, questionId }: QuestionKey,
): Promise<QuestionRow | null> {
  const row = await selectQuestions(db, workspaceId)
    .where('questions.id', '=', questionId)
    .executeTakeFirst();
  return row ?? null;
}

/**
 * Questions of the client's deals, and questions published to all buyers of rooms that are open to the client. Newest
 * first.
 */
export function listBuyerQuestions(
  db: Db,
  {
    workspaceId,
    roomIds,
    dealIds,
  }: { workspaceId: string; roomIds: readonly string[]; dealIds: readonly string[] },
): Promise<QuestionRow[]> {
  return selectQuestions(db, workspaceId)
    .where(sql<boolean>`questions.room_id = ANY(${roomIds}::uuid[])`)
    .where(sql<boolean>`(questions.deal_id = ANY(${dealIds}::uuid[]) OR questions.is_for_all)`)
    .orderBy('questions.created_at', 'desc')
    .orderBy('questions.id', 'desc')
    .limit(maxOwn)
    .execute();
}

/** Questions forwarded to the owner of rooms, newest first. */
export function listOwnerQuestions(
  db: Db,
  { workspaceId, roomIds }: { workspaceId: string; roomIds: readonly string[] },
): Promise<QuestionRow[]> {
  return selectQuestions(db, workspaceId)
    .where(sql<boolean>`questions.room_id = ANY(${roomIds}::uuid[])`)
    .where('questions.owner_asked_at', 'is not', null)
    .orderBy('questions.created_at', 'desc')
    .orderBy('questions.id', 'desc')
    .limit(maxOwn)
    .execute();
}

export async function insertQuestion(db: Db, row: Insertable<RoomQuestionsTable>): Promise<void> {
  await db.insertInto('room_questions').values(row).execute();
}

/** Changes a question and its version; false when the version was not the current one. */
export function updateQuestionRow(
  db: Db,
  {
    workspaceId,
    questionId,
    version,
    change,
    now,
  }: QuestionKey & {
    readonly version: number;
    readonly change: Updateable<RoomQuestionsTable>;
    readonly now: Date;
  },
): Promise<boolean> {
  return updateVersion(db, 'room_questions', {
    workspaceId,
    id: questionId,
    version,
    change: { ...change, updated_at: now },
  });
}

type Assignee = { readonly workspaceId: string; readonly userId: string };

function isToBeAnswered({ workspaceId, userId }: Assignee) {
  return sql<boolean>`workspace_id = ${workspaceId} AND assignee_id = ${userId} AND state <> 'published'`;
}

/** How many unpublished questions are assigned to a member. */
export async function countAssignedQuestions(db: Db, assignee: Assignee): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM room_questions WHERE ${isToBeAnswered(assignee)}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** The rooms in which unpublished questions are assigned to a member. */
export async function listAssignedRooms(db: Db, assignee: Assignee): Promise<string[]> {
  const { rows } = await sql<{ room_id: string }>`
    SELECT DISTINCT room_id FROM room_questions WHERE ${isToBeAnswered(assignee)}`.execute(db);
  return rows.map((row) => row.room_id);
}

/** Assigns a member's unpublished questions in a room to somebody else, or to no one. Returns their ids. */
export async function reassignQuestions(
  db: Db,
  {
    roomId,
    to,
    now,
    ...assignee
  }: Assignee & { readonly roomId: string; readonly to: string | null; readonly now: Date },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    UPDATE room_questions SET assignee_id = ${to}, version = version + 1, updated_at = ${now}
    WHERE ${isToBeAnswered(assignee)} AND room_id = ${roomId} RETURNING id`.execute(db);
  return rows.map(({ id }) => id);
}

export async function insertEvent(db: Db, row: Insertable<RoomQuestionEventsTable>): Promise<void> {
  await db.insertInto('room_question_events').values(row).execute();
}

/** Oldest first. */
export function listEvents(
  db: Db,
  { workspaceId, questionIds }: { workspaceId: string; questionIds: readonly string[] },
) {
  return db
    .selectFrom('room_question_events as events')
    .innerJoin('users as actors', 'actors.id', 'events.actor_id')
    .leftJoin('users as assignees', 'assignees.id', 'events.assignee_id')
    .select([
      'events.id',
      'events.question_id',
      'events.type',
      'events.actor_id',
      'events.assignee_id',
      'events.at',
      'actors.display_name as actor_name',
      'assignees.display_name as assignee_name',
    ])
    .where('events.workspace_id', '=', workspaceId)
    .where(sql<boolean>`events.question_id = ANY(${questionIds}::uuid[])`)
    .orderBy('events.at')
    .orderBy('events.id')
    .execute();
}

export type EventRow = Awaited<ReturnType<typeof listEvents>>[number];

export type DealBuyer = {
  readonly dealId: string;
  readonly customerId: string;
  readonly userId: string | null;
};

/** The buyers with a deal on the business of a room that is not lost, with their logins. */
export async function listBuyers(db: Db, { workspaceId, roomId }: RoomKey): Promise<DealBuyer[]> {
  const { rows } = await sql<DealBuyer>`
    SELECT deals.id AS "dealId", customers.id AS "customerId", customers.user_id AS "userId"
    FROM data_rooms
      JOIN deals ON deals.workspace_id = data_rooms.workspace_id AND deals.business_id = data_rooms.business_id
      JOIN customers ON customers.workspace_id = deals.workspace_id AND customers.id = deals.buyer_id
    WHERE data_rooms.workspace_id = ${workspaceId} AND data_rooms.id = ${roomId} AND deals.deleted_at IS NULL
      AND deals.stage <> 'lost' AND customers.deleted_at IS NULL AND customers.status = 'active'`.execute(db);
  return rows;
}

/** The broker of a deal; null without one. */
export async function findDealBroker(
  db: Db,
  { workspaceId, dealId }: { workspaceId: string; dealId: string },
): Promise<string | null> {
  const row = await db
    .selectFrom('deals')
    .select('broker_id')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', dealId)
    .executeTakeFirst();
  return row?.broker_id ?? null;
}
