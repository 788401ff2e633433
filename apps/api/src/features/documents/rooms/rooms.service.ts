import type {
  DataRoomDetail,
  OwnRoom,
  updateDataRoom,
  updateRoomFolder,
} from '@handover/contract/documents/data-rooms.ts';
import type { BodyOf } from '@handover/contract/http/endpoint.ts';
import { roomFolders, listRoomRequests } from '@handover/domain/data-rooms/room-template.ts';
import type { Db } from '#db/client.ts';
import { getBusinessRef } from '#features/businesses/businesses.public.ts';
import { AppError, notFound, staleVersion } from '#lib/errors.ts';
import { newId } from '#lib/ids.ts';
import type { RecordTypeWithFiles } from '#platform/records/files.queries.ts';
import type { Member } from '#platform/session/actor.ts';
import { toContributor } from '#platform/session/grants.queries.ts';
import type { Work } from '#platform/work.ts';
import { listRoomDocuments } from '../documents.queries.ts';
import { updateFolderRow } from '../folders/folders.queries.ts';
import { presentRequest, presentRoomDetail } from './rooms.presenter.ts';
import {
  findRoom,
  findFolderRoomId,
  findBusinessRoom,
  insertFolders,
  insertRoom,
  listOpenFolders,
  listRoomFolders,
  listBuyerRooms,
  listOwnerRooms,
  lockBusiness,
  updateRoomRow,
  type RoomRow,
} from './rooms.queries.ts';
import { renewFiles } from './room-access.queries.ts';
import { insertRequests, listRequests } from './room-requests.queries.ts';
import { findLastVisit, recordVisit } from './views.queries.ts';

type Context = { readonly records: readonly RecordTypeWithFiles[] };

/** Creates the room of a business with the folders and requests of its type. Throws NOT_FOUND, RULE_BROKEN for a second one. */
export async function createRoom(
  work: Work,
  actor: Member,
  { businessId, records }: Context & { readonly businessId: string },
): Promise<DataRoomDetail> {
  const { db, now } = work;
  const { workspaceId, userId } = actor;
  const business = await lockBusiness(db, actor, businessId);
  if (business === null) throw notFound('business');
  if ((await findBusinessRoom(db, actor, businessId)) !== null)
    throw new AppError('RULE_BROKEN', 'This business already has a data room.');
  const roomId = newId();
  await insertRoom(db, {
    workspace_id: workspaceId,
    id: roomId,
    business_id: businessId,
    created_by: userId,
    created_at: now,
    updated_at: now,
  });
  await fillRoom(work, actor, { roomId, type: business.type });
  return publishRoomChange(work, actor, { roomId, records });
}

/** Adds the folders and requests of a type of business. */
async function fillRoom(
  { db, now }: Work,
  { workspaceId, userId }: Member,
  { roomId, type }: { roomId: string; type: string },
): Promise<void> {
  const stamps = { created_at: now, updated_at: now };
  const idOf = new Map(roomFolders.map(({ number }) => [number, newId()]));
  const folderId = (number: string): string => {
    const id = idOf.get(number);
    if (id === undefined) throw new Error(`The index of data rooms has no folder ${number}`);
    return id;
  };
  await insertFolders(
    db,
    roomFolders.map(({ number, name, level }) => {
      const [outer = number, inner] = number.split('.');
      return {
        workspace_id: workspaceId,
        id: folderId(number),
        parent_id: inner === undefined ? null : folderId(outer),
        name,
        room_id: roomId,
        number,
        level,
        created_by: userId,
        ...stamps,
      };
    }),
  );
  await insertRequests(
    db,
    listRoomRequests(type).map(({ title, folder }, position) => ({
      workspace_id: workspaceId,
      id: newId(),
      room_id: roomId,
      folder_id: folderId(folder),
      position,
      title,
      ...stamps,
    })),
  );
}

/** The room of a business that the member may read; null without one. Throws NOT_FOUND for the business. */
export async function loadBusinessRoom(
  { db, now }: Pick<Work, 'db' | 'now'>,
  actor: Member,
  { businessId, records }: Context & { readonly businessId: string },
): Promise<DataRoomDetail | null> {
  await getBusinessRef(db, actor, businessId);
  const room = await findBusinessRoom(db, actor, businessId);
  return room === null ? null : loadDetail({ db, now }, actor, { room, records });
}

/** Freezes a room or opens it again. Throws NOT_FOUND, STALE_VERSION. */
export async function updateRoom(
  work: Work,
  actor: Member,
  {
    roomId,
    input,
    records,
  }: Context & { readonly roomId: string; readonly input: BodyOf<typeof updateDataRoom> },
): Promise<DataRoomDetail> {
  const { workspaceId } = actor;
  await requireRoom(work.db, actor, roomId);
  const { version, state } = input;
  const isSaved = await updateRoomRow(work.db, {
    workspaceId,
    roomId,
    version,
    change: { state },
    now: work.now,
  });
  const room = await publishRoomChange(work, actor, { roomId, records });
  if (!isSaved) throw staleVersion(room);
  return room;
}

/** Changes the level of a folder. Throws NOT_FOUND, RULE_BROKEN in a frozen room, STALE_VERSION. */
export async function setFolderLevel(
  work: Work,
  actor: Member,
  {
    folderId,
    input: { version, level },
    records,
  }: Context & { readonly folderId: string; readonly input: BodyOf<typeof updateRoomFolder> },
): Promise<DataRoomDetail> {
  const { workspaceId } = actor;
  const roomId = await findFolderRoomId(work.db, { workspaceId, folderId });
  if (roomId === null) throw notFound('folder');
  await requireOpenRoom(work.db, actor, roomId);
  const change = { level };
  await renewFiles(work.db, { workspaceId, folderId, level, now: work.now });
  const isSaved = await updateFolderRow(work.db, { workspaceId, folderId, version, change, now: work.now });
  const room = await publishRoomChange(work, actor, { roomId, records });
  if (!isSaved) throw staleVersion(room);
  return room;
}

/** A room that the member may read. Throws NOT_FOUND. */
export async function requireRoom(db: Db, actor: Member, roomId: string): Promise<RoomRow> {
  const room = await findRoom(db, actor, roomId);
  if (room === null) throw notFound('data room');
  return room;
}

/** A room that the member may read and that is not frozen. Throws NOT_FOUND, RULE_BROKEN. */
export async function requireOpenRoom(db: Db, actor: Member, roomId: string): Promise<RoomRow> {
  const room = await requireRoom(db, actor, roomId);
  checkOpen(room);
  return room;
}

/** Throws RULE_BROKEN for a frozen room. */
export function checkOpen({ state }: Pick<RoomRow, 'state'>): void {
  if (state === 'frozen')
    throw new AppError('RULE_BROKEN', 'This data room is locked. Unlock it to make changes.');
}

/**
 * The client's requests in data rooms as an owner, and the files open to the client as a buyer or a buyer's advisor: a
 * folder without files is left out.
 */
export async function listOwn(
  { db, now }: Pick<Work, 'db' | 'now'>,
  actor: Member,
  { records }: Context,
): Promise<OwnRoom[]> {
  const { workspaceId } = actor;
  const owned = await listOwnerRooms(db, actor);
  const opened = await listBuyerRooms(db, actor);
  const askable = await listBuyerRooms(db, toContributor(actor));
  const ownedIds = owned.map(({ id }) => id);
  const documents = await listRoomDocuments(db, actor, { records, roomIds: ownedIds, answersOnly: true });
  const requests = await listRequests(db, { workspaceId, roomIds: ownedIds });
  const asOwner = owned.map((room): OwnRoom => ({
    roomId: room.id,
    side: 'seller',
    businessId: room.business_id,
    dealId: null,
    name: room.business_name,
    canAsk: false,
    lastVisitAt: null,
    requests: requests
      .filter((row) => row.room_id === room.id && isAsked(row.state))
      .map((row) => presentRequest(actor, { row, documents, now })),
    folders: [],
  }));
  const asBuyer: OwnRoom[] = [];
  for (const { room_id: roomId, deal_id: dealId, business_name: name } of opened) {
    // An advisor of two buyers has two deals with one room.
    if (asBuyer.some((room) => room.roomId === roomId)) continue;
    const lastVisit = await findLastVisit(db, { workspaceId, roomId, userId: actor.userId, now });
    const folders = await listOpenFolders(db, actor, { roomId, lastVisit });
    const canAsk = askable.some(({ room_id: id }) => id === roomId);
    const lastVisitAt = lastVisit?.toISOString() ?? null;
    const room = { roomId, dealId, name, canAsk, lastVisitAt, folders };
    asBuyer.push({ ...room, side: 'buyer', businessId: null, requests: [] });
  }
  return [...asOwner, ...asBuyer];
}

/** Records that the client visits a room that is open to them. Throws NOT_FOUND. */
export async function visit(work: Work, actor: Member, roomId: string): Promise<void> {
  const opened = await listBuyerRooms(work.db, actor);
  if (opened.every(({ room_id: id }) => id !== roomId)) throw notFound('data room');
  const { workspaceId, userId } = actor;
  await recordVisit(work.db, { workspaceId, roomId, userId, now: work.now });
}

/** The owner's view: the requests that staff have sent, and their results. */
function isAsked(state: string): boolean {
  return state !== 'required' && state !== 'not_applicable';
}

/** The current room, after notifying other browsers. */
export async function publishRoomChange(
  work: Work,
  actor: Member,
  { roomId, records }: Context & { readonly roomId: string },
): Promise<DataRoomDetail> {
  const room = await requireRoom(work.db, actor, roomId);
  const { workspaceId } = actor;
  work.publish({
    workspaceId,
    noun: 'document',
    id: room.id,
    // The owner is notified through the customer record.
    customerId: room.owner_id,
    businessId: room.business_id,
    isForClient: true,
  });
  return loadDetail(work, actor, { room, records });
}

async function loadDetail(
  { db, now }: Pick<Work, 'db' | 'now'>,
  actor: Member,
  { room, records }: Context & { readonly room: RoomRow },
): Promise<DataRoomDetail> {
  const { workspaceId } = actor;
  const folders = await listRoomFolders(db, { workspaceId, roomId: room.id });
  const requests = await listRequests(db, { workspaceId, roomIds: [room.id] });
  const documents = await listRoomDocuments(db, actor, { records, roomIds: [room.id], answersOnly: true });
  return presentRoomDetail(actor, { room, folders, requests, documents, now });
}
