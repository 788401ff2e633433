import * as contract from '@handover/contract/documents/data-rooms.ts';
import { paginate } from '#lib/pagination.ts';
import type { Routes } from '#platform/http/routes.ts';
import type { Platform } from '#platform/platform.ts';
import { issueTicket } from '#platform/tickets.ts';
import { listRecordTypesWithFiles } from '../documents.service.ts';
import { askOwner } from './ask-for-documents.ts';
import { roomArchiveAction } from './room-archive.ts';
import {
  addRequest,
  updateRequest,
  uploadForRequest,
  uploadPhotosForRequest,
} from './room-requests.service.ts';
import { countReadings, listReadings, type ReadingRow } from './readings.queries.ts';
import { presentRoom } from './rooms.presenter.ts';
import { countRooms, listRoomRows } from './rooms.queries.ts';
import { listRequests } from './room-requests.queries.ts';
import { countViews, listViews } from './views.queries.ts';
import {
  createRoom,
  loadBusinessRoom,
  listOwn,
  requireRoom,
  setFolderLevel,
  updateRoom,
  visit,
} from './rooms.service.ts';

type Parts = Pick<Platform, 'keyring' | 'records' | 'storage'>;

/** Data rooms of businesses. */
export function roomRoutes(routes: Routes, platform: Parts): void {
  readRoutes(routes, platform);
  activityRoutes(routes, platform);
  writeRoutes(routes, platform);
  clientRoutes(routes, platform);
}

function readRoutes(routes: Routes, { keyring, records: all }: Parts): void {
  const records = listRecordTypesWithFiles(all);
  routes.add(contract.listDataRooms, async ({ actor, query, work }) => {
    const { rows, ...page } = await paginate(keyring, {
      ...query,
      cursor: query.cursor,
      viewer: actor,
      binding: 'data-rooms',
      fetch: (slice) => listRoomRows(work.db, actor, slice),
      count: () => countRooms(work.db, actor),
      positionOf: (row) => [row.created_at.toISOString(), row.id],
    });
    const { workspaceId } = actor;
    const requests = await listRequests(work.db, { workspaceId, roomIds: rows.map(({ id }) => id) });
    const rooms = rows.map((room) =>
      presentRoom(actor, {
        room,
        requests: requests.filter(({ room_id: roomId }) => roomId === room.id),
        now: work.now,
      }),
    );
    return { rooms, ...page };
  });
  routes.add(contract.getDataRoom, async ({ actor, params, work }) => ({
    room: await loadBusinessRoom(work, actor, { businessId: params.id, records }),
  }));
  routes.add(contract.openRoomArchive, async ({ actor, params, work }) => {
    const { id: roomId } = await requireRoom(work.db, actor, params.id);
    return { ticket: await issueTicket(work, actor, { action: roomArchiveAction, subject: { roomId } }) };
  });
}

/** Activity of outside readers. */
function activityRoutes(routes: Routes, { keyring }: Pick<Parts, 'keyring'>): void {
  routes.add(contract.listRoomViews, async ({ actor, params, query, work }) => {
    const { id: roomId } = await requireRoom(work.db, actor, params.id);
    const { workspaceId } = actor;
    const { rows, ...page } = await paginate(keyring, {
      ...query,
      cursor: query.cursor,
      viewer: actor,
      binding: ['room-views', roomId],
      fetch: (slice) => listViews(work.db, { workspaceId, roomId, ...slice }),
      count: () => countViews(work.db, { workspaceId, roomId }),
      positionOf: (row) => [row.viewed_at.toISOString(), row.id],
    });
    return { views: rows.map(presentView), ...page };
  });
  routes.add(contract.listRoomReadings, async ({ actor, params, query, work }) => {
    const { id: roomId } = await requireRoom(work.db, actor, params.id);
    const { workspaceId } = actor;
    const { rows, ...page } = await paginate(keyring, {
      ...query,
      cursor: query.cursor,
      viewer: actor,
      binding: ['room-readings', roomId],
      fetch: (slice) => listReadings(work.db, { workspaceId, roomId, ...slice }),
      count: () => countReadings(work.db, { workspaceId, roomId }),
      positionOf: (row) => [row.viewer_name, row.viewer_key, row.document_name, row.document_id, row.number],
    });
    return { readings: rows.map(presentReading), ...page };
  });
}

function clientRoutes(routes: Routes, platform: Parts): void {
  const records = listRecordTypesWithFiles(platform.records);
  routes.add(contract.listOwnRooms, async ({ actor, work }) => ({
    rooms: await listOwn(work, actor, { records }),
  }));
  routes.add(contract.visitRoom, async ({ actor, params, work }) => {
    await visit(work, actor, params.id);
  });
}

function writeRoutes(routes: Routes, platform: Parts): void {
  const records = listRecordTypesWithFiles(platform.records);
  routes.add(contract.createDataRoom, async ({ actor, params, work }) => ({
    room: await createRoom(work, actor, { businessId: params.id, records }),
  }));
  routes.add(contract.updateDataRoom, async ({ actor, params, body, work }) => ({
    room: await updateRoom(work, actor, { roomId: params.id, input: body, records }),
  }));
  routes.add(contract.updateRoomFolder, async ({ actor, params, body, work }) => ({
    room: await setFolderLevel(work, actor, { folderId: params.id, input: body, records }),
  }));
  routes.add(contract.createRoomRequest, async ({ actor, params, body, work }) => ({
    request: await addRequest(work, actor, { roomId: params.id, input: body, records }),
  }));
  routes.add(contract.askForDocuments, async ({ actor, params, body, work }) => ({
    room: await askOwner(work, actor, { roomId: params.id, input: body, records }),
  }));
  routes.add(contract.updateRoomRequest, async ({ actor, params, body, work }) => ({
    request: await updateRequest(work, actor, { requestId: params.id, input: body, records }),
  }));
  routes.add(contract.uploadToRequest, async ({ actor, params, query, ...context }) => ({
    request: await uploadForRequest(actor, { requestId: params.id, input: query, platform, ...context }),
  }));
  routes.add(contract.uploadPhotosToRequest, async ({ actor, params, query, ...context }) => ({
    request: await uploadPhotosForRequest(actor, {
      requestId: params.id,
      input: query,
      platform,
      ...context,
    }),
  }));
}

function presentView(row: Awaited<ReturnType<typeof listViews>>[number]): contract.RoomView {
  return {
    id: row.id,
    viewer: { id: row.user_id, displayName: row.viewer_name },
    document: { id: row.document_id, name: row.document_name },
    number: row.number,
    viewedAt: row.viewed_at.toISOString(),
    ipAddress: row.ip_address,
  };
}

function presentReading(row: ReadingRow): contract.RoomReading {
  return {
    viewer: { id: row.user_id, displayName: row.viewer_name },
    document: { id: row.document_id, name: row.document_name },
    number: row.number,
    pages: row.pages,
    totalMs: row.total_ms,
    lastAt: row.last_at.toISOString(),
  };
}
