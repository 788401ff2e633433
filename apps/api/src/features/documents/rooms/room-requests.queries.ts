import { sql, type Insertable, type Updateable } from 'kysely';
import type { Db } from '#db/client.ts';
import type { RoomRequestsTable } from '#db/schema/documents.ts';
import { updateVersion } from '#db/statements/update-version.ts';

export async function insertRequests(db: Db, rows: Insertable<RoomRequestsTable>[]): Promise<void> {
  await db.insertInto('room_requests').values(rows).execute();
}

function selectRequests(db: Db, workspaceId: string) {
  return db
    .selectFrom('room_requests')
    .innerJoin('document_folders', (join) =>
      join
        .onRef('document_folders.workspace_id', '=', 'room_requests.workspace_id')
        .onRef('document_folders.id', '=', 'room_requests.folder_id'),
    )
    .leftJoin('users', 'users.id', 'room_requests.verified_by')
    .selectAll('room_requests')
    .select(['document_folders.name as folder_name', 'users.display_name as verifier_name'])
    .where('room_requests.workspace_id', '=', workspaceId);
}

/** The requests of rooms, in the order of their checklists. */
export async function listRequests(
  db: Db,
  { workspaceId, roomIds }: { workspaceId: string; roomIds: readonly string[] },
) {
  if (roomIds.length === 0) return [];
  return selectRequests(db, workspaceId)
    .where('room_requests.room_id', 'in', roomIds)
    .orderBy('room_requests.position')
    .orderBy('room_requests.id')
    .execute();
}

export type RequestRow = Awaited<ReturnType<typeof listRequests>>[number];

/** The data for the readiness of a business's room, as of today in its workspace; empty without a room. */
export async function listStates(
  db: Db,
  { workspaceId, businessId }: { workspaceId: string; businessId: string },
) {
  return db
    .selectFrom('room_requests')
    .innerJoin('data_rooms', (join) =>
      join
        .onRef('data_rooms.workspace_id', '=', 'room_requests.workspace_id')
        .onRef('data_rooms.id', '=', 'room_requests.room_id'),
    )
    .innerJoin('workspaces', 'workspaces.id', 'room_requests.workspace_id')
    .select([
      'room_requests.state',
      'room_requests.expires_on as expiresOn',
      sql<string>`(now() AT TIME ZONE workspaces.time_zone)::date::text`.as('today'),
    ])
    .where('room_requests.workspace_id', '=', workspaceId)
    .where('data_rooms.business_id', '=', businessId)
    .execute();
}

/** The states of the requests of a task. */
export async function listTaskRequestStates(
  db: Db,
  { workspaceId, taskId }: { workspaceId: string; taskId: string },
): Promise<RequestRow['state'][]> {
  const rows = await db
    .selectFrom('room_requests')
    .select('state')
    .where('workspace_id', '=', workspaceId)
    .where('task_id', '=', taskId)
    .execute();
  return rows.map(({ state }) => state);
}

/** Whether a request has a document that is neither in the trash nor rejected. */
export async function hasAnswers(db: Db, { workspaceId, requestId }: RequestKey): Promise<boolean> {
  const row = await db
    .selectFrom('documents')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('request_id', '=', requestId)
    .where('deleted_at', 'is', null)
    .where('rejected_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Rejects the documents of a request, so that they stay hidden from buyers when others are verified. */
export async function rejectAnswers(
  db: Db,
  { workspaceId, requestId, now }: RequestKey & { readonly now: Date },
): Promise<void> {
  await db
    .updateTable('documents')
    .set({ rejected_at: now })
    .where('workspace_id', '=', workspaceId)
    .where('request_id', '=', requestId)
    .where('rejected_at', 'is', null)
    .execute();
}

/** Takes the last rejection back. */
export async function acceptRejected(db: Db, { workspaceId, requestId }: RequestKey): Promise<void> {
  const ofRequest = sql`workspace_id = ${workspaceId} AND request_id = ${requestId}`;
  await sql`UPDATE documents SET rejected_at = NULL WHERE ${ofRequest}
    AND rejected_at = (SELECT max(rejected_at) FROM documents WHERE ${ofRequest} AND deleted_at IS NULL)`.execute(
    db,
  );
}

/** The files of a verified request are new to buyers, who read them from then on. */
export async function renewAnswers(
  db: Db,
  { workspaceId, requestId, now }: RequestKey & { readonly now: Date },
): Promise<void> {
  await db
    .updateTable('documents')
    .set({ available_at: now })
    .where('workspace_id', '=', workspaceId)
    .where('request_id', '=', requestId)
    .where('rejected_at', 'is', null)
    .where('deleted_at', 'is', null)
    .execute();
}

type RequestKey = { readonly workspaceId: string; readonly requestId: string };

export async function findRequest(
  db: Db,
  { workspaceId, requestId }: RequestKey,
): Promise<RequestRow | null> {
  const row = await selectRequests(db, workspaceId)
    .where('room_requests.id', '=', requestId)
    .executeTakeFirst();
  return row ?? null;
}

/** Serializes changes that follow from documents of a request, which do not name a version. */
export async function lockRequest(db: Db, { workspaceId, requestId }: RequestKey): Promise<void> {
  await db
    .selectFrom('room_requests')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', requestId)
    .forNoKeyUpdate()
    .execute();
}

/** Changes a request and its version; false when the version was not the current one. */
export function updateRequestRow(
  db: Db,
  {
    workspaceId,
    requestId,
    version,
    change,
    now,
  }: RequestKey & {
    readonly version: number;
    readonly change: Updateable<RoomRequestsTable>;
    readonly now: Date;
  },
): Promise<boolean> {
  return updateVersion(db, 'room_requests', {
    workspaceId,
    id: requestId,
    version,
    change: { ...change, updated_at: now },
  });
}
