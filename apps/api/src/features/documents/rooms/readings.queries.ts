import { clampReportedTime, type PageTime } from '@handover/domain/data-rooms/reading-time.ts';
import { sql } from 'kysely';
import type { Db } from '#db/client.ts';
import { notFound } from '#lib/errors.ts';
import { newId } from '#lib/ids.ts';
import type { Position } from '#lib/pagination.ts';

/** Someone with a login, or a session of a shared link. */
export type Reader = { readonly workspaceId: string } & (
  | { readonly userId: string; readonly sessionId: null }
  | { readonly userId: null; readonly sessionId: string }
);

type Version = { readonly documentId: string; readonly number: number };

/** Records that a page is opened, before it is sent. */
export async function recordPage(
  db: Db,
  { workspaceId, userId, sessionId }: Reader,
  { documentId, number, page, now }: Version & { page: number; now: Date },
): Promise<void> {
  await sql`
    INSERT INTO page_readings (workspace_id, id, document_id, number, page, room_id, user_id, session_id, opened_at)
    SELECT ${workspaceId}, ${newId()}, documents.id, ${number}, ${page}, place.room_id, ${userId}, ${sessionId}, ${now}
    FROM documents LEFT JOIN document_folders AS place
      ON place.workspace_id = documents.workspace_id AND place.id = documents.folder_id
    WHERE documents.workspace_id = ${workspaceId} AND documents.id = ${documentId}
    ON CONFLICT (workspace_id, document_id, number, page, user_id, session_id)
      DO UPDATE SET room_id = excluded.room_id`.execute(db);
}

/** Adds the plausible part of a report. Throws NOT_FOUND for a page that the reader has not opened. */
export async function addReadingTime(
  db: Db,
  reader: Reader,
  { documentId, number, times, now }: Version & { times: readonly PageTime[]; now: Date },
): Promise<void> {
  const { workspaceId } = reader;
  // Serializes reports of one reader: concurrent reports would both be accepted.
  await sql`SELECT pg_advisory_xact_lock(4717, hashtext(${reader.userId ?? reader.sessionId}))`.execute(db);
  const rows = await selectOwn(db, reader)
    .select(['page', 'opened_at'])
    .where('document_id', '=', documentId)
    .where('number', '=', number)
    .where(
      'page',
      'in',
      times.map(({ page }) => page),
    )
    .execute();
  const openedAt = new Map(rows.map((row) => [row.page, row.opened_at]));
  if (times.some(({ page }) => !openedAt.has(page))) throw notFound('page');
  const { last } = await selectOwn(db, reader)
    .select((eb) => eb.fn.max('reported_at').as('last'))
    .executeTakeFirstOrThrow();
  for (const { page, ms } of clampReportedTime(times, { openedAt, lastReportAt: last, now }))
    await sql`
      UPDATE page_readings SET read_ms = read_ms + ${ms}, reported_at = ${now}
      WHERE workspace_id = ${workspaceId} AND document_id = ${documentId} AND number = ${number} AND page = ${page}
        AND user_id IS NOT DISTINCT FROM ${reader.userId}::uuid AND session_id IS NOT DISTINCT FROM ${reader.sessionId}::uuid`.execute(
      db,
    );
}

function selectOwn(db: Db, { workspaceId, userId, sessionId }: Reader) {
  const rows = db.selectFrom('page_readings').where('workspace_id', '=', workspaceId);
  return userId === null ? rows.where('session_id', '=', sessionId) : rows.where('user_id', '=', userId);
}

type RoomKey = { readonly workspaceId: string; readonly roomId: string };

export type ReadingRow = {
  readonly user_id: string | null;
  readonly viewer_name: string;
  /** The id of the login, or the address. */
  readonly viewer_key: string;
  readonly document_id: string;
  readonly document_name: string;
  readonly number: number;
  readonly pages: PageTime[];
  readonly total_ms: number;
  readonly last_at: Date;
};

/** One row for each viewer and version of a file of a room. The sessions of one address are one viewer. */
const selectReadings = ({ workspaceId, roomId }: RoomKey) => sql`(
  SELECT user_id, viewer_name, viewer_key, document_id, document_name, number,
    json_agg(json_build_object('page', page, 'ms', ms) ORDER BY page) AS pages,
    sum(ms)::float8 AS total_ms, max(last_at) AS last_at
  FROM (
    SELECT page_readings.user_id, coalesce(users.display_name, sessions.email) AS viewer_name,
      coalesce(users.id::text, sessions.email) AS viewer_key, documents.id AS document_id, documents.name AS document_name,
      page_readings.number, page_readings.page, sum(page_readings.read_ms)::float8 AS ms,
      max(coalesce(page_readings.reported_at, page_readings.opened_at)) AS last_at
    FROM page_readings
      JOIN documents ON documents.workspace_id = page_readings.workspace_id AND documents.id = page_readings.document_id
      LEFT JOIN users ON users.id = page_readings.user_id
      LEFT JOIN shared_link_sessions AS sessions
        ON sessions.workspace_id = page_readings.workspace_id AND sessions.id = page_readings.session_id
    WHERE page_readings.workspace_id = ${workspaceId} AND page_readings.room_id = ${roomId}
    GROUP BY page_readings.user_id, users.id, users.display_name, sessions.email, documents.id, documents.name,
      page_readings.number, page_readings.page
  ) AS pages GROUP BY user_id, viewer_name, viewer_key, document_id, document_name, number
) AS readings`;

/** Readings by viewer and file. */
export async function listReadings(
  db: Db,
  { after, limit, ...room }: RoomKey & { after: Position | null; limit: number },
): Promise<ReadingRow[]> {
  const isAfter =
    after === null
      ? sql`true`
      : sql`(viewer_name, viewer_key, document_name, document_id, number)
          > (${after[0]}::text, ${after[1]}::text, ${after[2]}::text, ${after[3]}::uuid, ${after[4]}::int)`;
  const { rows } = await sql<ReadingRow>`SELECT * FROM ${selectReadings(room)} WHERE ${isAfter}
    ORDER BY viewer_name, viewer_key, document_name, document_id, number LIMIT ${limit}`.execute(db);
  return rows;
}

export async function countReadings(db: Db, room: RoomKey): Promise<number> {
  const { rows } = await sql<{
    count: number;
  }>`SELECT count(*)::int AS count FROM ${selectReadings(room)}`.execute(db);
  return rows[0]?.count ?? 0;
}
