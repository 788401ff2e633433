import type { OwnRoom } from '@handover/contract/documents/data-rooms.ts';
import { sql, type Insertable, type Updateable } from 'kysely';
import type { Db } from '#db/client.ts';
import type { DataRoomsTable, DocumentFoldersTable } from '#db/schema/documents.ts';
import { updateVersion } from '#db/statements/update-version.ts';
import { isOwnBusiness, isReadableBusiness } from '#features/businesses/businesses.public.ts';
import type { Position } from '#lib/pagination.ts';
import type { Member } from '#platform/session/actor.ts';
import type { RecordTypeWithFiles } from '#platform/records/files.queries.ts';
import { inDocumentScope } from '../documents.queries.ts';
import { blockedState } from '#platform/files/screening/blocked-files.queries.ts';
import { isOpenToBuyer, openDeals } from './room-access.queries.ts';

/** Rooms of active businesses, in the member's workspace. */
function selectRooms(db: Db, { workspaceId }: Member) {
  return db
    .selectFrom('data_rooms')
    .innerJoin('businesses', (join) =>
      join
        .onRef('businesses.workspace_id', '=', 'data_rooms.workspace_id')
        .onRef('businesses.id', '=', 'data_rooms.business_id')
        .on('businesses.deleted_at', 'is', null),
    )
    .select([
      'data_rooms.id',
      'data_rooms.business_id',
      'data_rooms.state',
      'data_rooms.created_at',
      'data_rooms.version',
      'businesses.name as business_name',
      'businesses.broker_id',
      'businesses.owner_id',
      sql<number>`(SELECT count(*)::int FROM documents JOIN document_folders AS place
        ON place.workspace_id = documents.workspace_id AND place.id = documents.folder_id
        WHERE place.workspace_id = data_rooms.workspace_id AND place.room_id = data_rooms.id AND documents.deleted_at IS NULL)`.as(
        'document_count',
      ),
    ])
    .where('data_rooms.workspace_id', '=', workspaceId);
}

/** Rooms of the businesses that the member of the staff may read. */
function selectReadable(db: Db, member: Member) {
  return selectRooms(db, member).where(isReadableBusiness(member, sql.ref('data_rooms.business_id')));
}

export type RoomRow = Awaited<ReturnType<typeof listRoomRows>>[number];

/** Newest first. */
export function listRoomRows(
  db: Db,
  member: Member,
  { after, limit }: { after: Position | null; limit: number },
) {
  let query = selectReadable(db, member);
  if (after !== null)
    query = query.where(
      sql<boolean>`(data_rooms.created_at, data_rooms.id) < (${String(after[0])}::timestamptz, ${String(after[1])}::uuid)`,
    );
  return query
    .orderBy('data_rooms.created_at', 'desc')
    .orderBy('data_rooms.id', 'desc')
    .limit(limit)
    .execute();
}

export async function countRooms(db: Db, member: Member): Promise<number> {
  const { count } = await selectReadable(db, member)
    .clearSelect()
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

export async function findRoom(db: Db, member: Member, roomId: string): Promise<RoomRow | null> {
  return (await selectReadable(db, member).where('data_rooms.id', '=', roomId).executeTakeFirst()) ?? null;
}

export async function findBusinessRoom(db: Db, member: Member, businessId: string): Promise<RoomRow | null> {
  const row = await selectReadable(db, member)
    .where('data_rooms.business_id', '=', businessId)
    .executeTakeFirst();
  return row ?? null;
}

/** The type of an active business that the member may read, locked against a second room; null otherwise. */
export async function lockBusiness(
  db: Db,
  member: Member,
  businessId: string,
): Promise<{ type: string } | null> {
  const row = await db
    .selectFrom('businesses')
    .select('type')
    .where('workspace_id', '=', member.workspaceId)
    .where('id', '=', businessId)
    .where('deleted_at', 'is', null)
    .where(isReadableBusiness(member, sql.ref('businesses.id')))
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

/** Rooms of the businesses that the client owns. */
export function listOwnerRooms(db: Db, member: Member): Promise<RoomRow[]> {
  return selectRooms(db, member)
    .where(isOwnBusiness(member, sql.ref('data_rooms.business_id')))
    .orderBy('data_rooms.created_at', 'desc')
    .limit(100)
    .execute();
}

/** Rooms that are open to the client as a buyer or as their advisor, once for each deal. */
export async function listBuyerRooms(db: Db, member: Member) {
  const { rows } = await sql<{ room_id: string; deal_id: string; business_name: string }>`
    SELECT data_rooms.id AS room_id, open_deals.deal_id, open_deals.business_name
    FROM (SELECT deals.id AS deal_id, deals.business_id, businesses.name AS business_name FROM ${openDeals(member)}) AS open_deals
      JOIN data_rooms ON data_rooms.workspace_id = ${member.workspaceId} AND data_rooms.business_id = open_deals.business_id
    ORDER BY data_rooms.created_at DESC, data_rooms.id LIMIT 100`.execute(db);
  return rows;
}

/** The folders of a room with files that are open to the client, in the order of the index. */
export async function listOpenFolders(
  db: Db,
  member: Member,
  { roomId, lastVisit }: { roomId: string; lastVisit: Date | null },
) {
  const { rows } = await sql<OwnRoom['folders'][number]>`
    SELECT place.id, place.number, place.name, count(*)::int AS "documentCount",
      count(*) FILTER (WHERE documents.available_at > ${lastVisit}::timestamptz)::int AS "newCount"
    FROM document_folders AS place
      JOIN documents ON documents.workspace_id = place.workspace_id AND documents.folder_id = place.id
    WHERE place.workspace_id = ${member.workspaceId} AND place.room_id = ${roomId} AND ${isOpenToBuyer(member)}
    GROUP BY place.id, place.number, place.name ORDER BY place.number, place.id`.execute(db);
  return rows;
}

export async function insertRoom(db: Db, row: Insertable<DataRoomsTable>): Promise<void> {
  await db.insertInto('data_rooms').values(row).execute();
}

export async function insertFolders(db: Db, rows: Insertable<DocumentFoldersTable>[]): Promise<void> {
  await db.insertInto('document_folders').values(rows).execute();
}

type RoomKey = { readonly workspaceId: string; readonly roomId: string };

/** In the order of the index. */
export function listRoomFolders(db: Db, { workspaceId, roomId }: RoomKey) {
  return db
    .selectFrom('document_folders')
    .select([
      'id',
      'number',
      'name',
      'parent_id',
      'level',
      'version',
      sql<number>`(SELECT count(*)::int FROM documents WHERE documents.workspace_id = document_folders.workspace_id
        AND documents.folder_id = document_folders.id AND documents.deleted_at IS NULL)`.as('document_count'),
    ])
    .where('workspace_id', '=', workspaceId)
    .where('room_id', '=', roomId)
    .orderBy('number')
    .orderBy('id')
    .execute();
}

export type RoomFolderRow = Awaited<ReturnType<typeof listRoomFolders>>[number];

/** The room of a request if the client owns its business; null otherwise. */
export async function findRoomAsOwner(db: Db, member: Member, roomId: string): Promise<RoomRow | null> {
  const row = await selectRooms(db, member)
    .where('data_rooms.id', '=', roomId)
    .where(isOwnBusiness(member, sql.ref('data_rooms.business_id')))
    .executeTakeFirst();
  return row ?? null;
}

/** A room of an active business; access to it is the caller's to check. */
export async function findRoomOnSale(db: Db, member: Member, roomId: string): Promise<RoomRow | null> {
  return (await selectRooms(db, member).where('data_rooms.id', '=', roomId).executeTakeFirst()) ?? null;
}

/** The login of the owner of a room's business; null without one. */
export async function findOwnerLogin(
  db: Db,
  { workspaceId, roomId }: RoomKey,
): Promise<{ userId: string; customerId: string } | null> {
  const row = await db
    .selectFrom('data_rooms')
    .innerJoin('businesses', (join) =>
      join
        .onRef('businesses.workspace_id', '=', 'data_rooms.workspace_id')
        .onRef('businesses.id', '=', 'data_rooms.business_id'),
    )
    .innerJoin('customers', (join) =>
      join
        .onRef('customers.workspace_id', '=', 'businesses.workspace_id')
        .onRef('customers.id', '=', 'businesses.owner_id'),
    )
    .select(['customers.id as customer_id', 'customers.user_id'])
    .where('data_rooms.workspace_id', '=', workspaceId)
    .where('data_rooms.id', '=', roomId)
    .where('customers.deleted_at', 'is', null)
    .where('customers.status', '=', 'active')
    .executeTakeFirst();
  return row?.user_id == null ? null : { userId: row.user_id, customerId: row.customer_id };
}

/** Changes a room and its version; false when the version was not the current one. */
export function updateRoomRow(
  db: Db,
  {
    workspaceId,
    roomId,
    version,
    change,
    now,
  }: RoomKey & { readonly version: number; readonly change: Updateable<DataRoomsTable>; readonly now: Date },
): Promise<boolean> {
  return updateVersion(db, 'data_rooms', {
    workspaceId,
    id: roomId,
    version,
    change: { ...change, updated_at: now },
  });
}

/** The room of a folder; null for a folder of the library, or for no folder. */
export async function findFolderRoomId(
  db: Db,
  { workspaceId, folderId }: { workspaceId: string; folderId: string },
): Promise<string | null> {
  const row = await db
    .selectFrom('document_folders')
    .select('room_id')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', folderId)
    .executeTakeFirst();
  return row?.room_id ?? null;
}

/** The current files of a room that the member of the staff may read, in the order of its index. */
export async function listArchiveFiles(
  db: Db,
  member: Member,
  { roomId, records }: { readonly roomId: string; readonly records: readonly RecordTypeWithFiles[] },
) {
  return db
    .selectFrom('documents')
    .innerJoin('document_folders as folder', (join) =>
      join
        .onRef('folder.workspace_id', '=', 'documents.workspace_id')
        .onRef('folder.id', '=', 'documents.folder_id'),
    )
    .innerJoin('files', (join) =>
      join
        .onRef('files.workspace_id', '=', 'documents.workspace_id')
        .onRef('files.id', '=', 'documents.file_id'),
    )
    .leftJoin(selectViewCounts(db, member).as('views'), (join) =>
      join.onRef('views.document_id', '=', 'documents.id'),
    )
    .select([
      'documents.name',
      'documents.created_at',
      'documents.folder_id',
      'folder.number as folder_number',
      'folder.level',
      'files.size_bytes',
      'files.sha256',
      'files.object_id',
      blockedState,
      sql<number>`row_number() OVER (PARTITION BY folder.id ORDER BY documents.created_at, documents.id)::int`.as(
        'place',
      ),
      sql<number>`coalesce(views.count, 0)`.as('view_count'),
    ])
    .where('documents.workspace_id', '=', member.workspaceId)
    .where('folder.room_id', '=', roomId)
    .where('documents.deleted_at', 'is', null)
    .where(inDocumentScope(member, { records }))
    .orderBy('folder.number')
    .orderBy('folder.id')
    .orderBy('place')
    .execute();
}

/** How often each document was opened. */
function selectViewCounts(db: Db, { workspaceId }: Member) {
  return db
    .selectFrom('document_views')
    .select(['document_id', sql<number>`count(*)::int`.as('count')])
    .where('workspace_id', '=', workspaceId)
    .groupBy('document_id');
}

export type ArchiveFile = Awaited<ReturnType<typeof listArchiveFiles>>[number];
