import { sql } from 'kysely';
import type { Db } from '#db/client.ts';
import type { Position } from '#lib/pagination.ts';

type RoomKey = { readonly workspaceId: string; readonly roomId: string };

/** Records that a client opens a document, in the room that it is in. */
export async function insertView(
  db: Db,
  row: {
    workspaceId: string;
    id: string;
    documentId: string;
    number: number;
    userId: string;
    ipAddress: string;
    now: Date;
  },
): Promise<void> {
  await sql`
    INSERT INTO document_views (workspace_id, id, document_id, number, room_id, user_id, ip_address, viewed_at)
    SELECT ${row.workspaceId}, ${row.id}, documents.id, ${row.number}, place.room_id, ${row.userId}, ${row.ipAddress}, ${row.now}
    FROM documents LEFT JOIN document_folders AS place
      ON place.workspace_id = documents.workspace_id AND place.id = documents.folder_id
    WHERE documents.workspace_id = ${row.workspaceId} AND documents.id = ${row.documentId}`.execute(db);
}

/** Newest first. */
export function listViews(
  db: Db,
  { workspaceId, roomId, after, limit }: RoomKey & { after: Position | null; limit: number },
) {
  let query = db
    .selectFrom('document_views as views')
    .innerJoin('documents', (join) =>
      join
        .onRef('documents.workspace_id', '=', 'views.workspace_id')
        .onRef('documents.id', '=', 'views.document_id'),
    )
    .innerJoin('users', 'users.id', 'views.user_id')
    .select([
      'views.id',
      'views.number',
      'views.user_id',
      'views.document_id',
      'views.ip_address',
      'views.viewed_at',
      'users.display_name as viewer_name',
      'documents.name as document_name',
    ])
    .where('views.workspace_id', '=', workspaceId)
    .where('views.room_id', '=', roomId);
  if (after !== null)
    query = query.where(
      sql<boolean>`(views.viewed_at, views.id) < (${String(after[0])}::timestamptz, ${String(after[1])}::uuid)`,
    );
  return query.orderBy('views.viewed_at', 'desc').orderBy('views.id', 'desc').limit(limit).execute();
}

export async function countViews(db: Db, { workspaceId, roomId }: RoomKey): Promise<number> {
  const { count } = await db
    .selectFrom('document_views')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('workspace_id', '=', workspaceId)
    .where('room_id', '=', roomId)
    .executeTakeFirstOrThrow();
  return count;
}

/** Records that the client visits a room. Visits within half an hour count as one. */
export async function recordVisit(
  db: Db,
  { workspaceId, roomId, userId, now }: RoomKey & { userId: string; now: Date },
): Promise<void> {
  await sql`
    INSERT INTO room_visits (workspace_id, room_id, user_id, visited_at) VALUES (${workspaceId}, ${roomId}, ${userId}, ${now})
    ON CONFLICT (workspace_id, room_id, user_id) DO UPDATE SET
      visited_before = CASE WHEN excluded.visited_at - room_visits.visited_at > interval '30 minutes'
        THEN room_visits.visited_at ELSE room_visits.visited_before END,
      visited_at = excluded.visited_at`.execute(db);
}

/** When the client last visited a room before the current visit; null on the first visit. */
export async function findLastVisit(
  db: Db,
  { workspaceId, roomId, userId, now }: RoomKey & { userId: string; now: Date },
): Promise<Date | null> {
  const { rows } = await sql<{ last: Date | null }>`
    SELECT CASE WHEN ${now}::timestamptz - visited_at > interval '30 minutes' THEN visited_at ELSE visited_before END AS last
    FROM room_visits WHERE workspace_id = ${workspaceId} AND room_id = ${roomId} AND user_id = ${userId}`.execute(
    db,
  );
  return rows[0]?.last ?? null;
}
