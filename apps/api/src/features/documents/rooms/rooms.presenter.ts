import { toCalendarDate } from '@handover/domain/local-time.ts';
import type { DataRoom, DataRoomDetail, RoomRequest } from '@handover/contract/documents/data-rooms.ts';
import type { ShownRequestState } from '@handover/contract/documents/room-request-states.ts';
import { isExpired, calculateReadyPercent } from '@handover/domain/data-rooms/room-template.ts';
import type { Member } from '#platform/session/actor.ts';
import { presentDocument } from '../documents.presenter.ts';
import type { DocumentRow } from '../documents.queries.ts';
import type { RoomFolderRow, RoomRow } from './rooms.queries.ts';
import type { RequestRow } from './room-requests.queries.ts';

type Parts = {
  readonly room: RoomRow;
  readonly folders: readonly RoomFolderRow[];
  readonly requests: readonly RequestRow[];
  /** Documents that answer requests. */
  readonly documents: readonly DocumentRow[];
  readonly now: Date;
};

/** A room as shown in lists. */
export function presentRoom(
  { timeZone }: Member,
  { room, requests, now }: Pick<Parts, 'room' | 'requests' | 'now'>,
): DataRoom {
  const today = toCalendarDate(now, timeZone);
  return {
    id: room.id,
    business: { id: room.business_id, name: room.business_name },
    state: room.state,
    readyPercent: calculateReadyPercent(
      requests.map(({ state, expires_on: expiresOn }) => ({ state, expiresOn })),
      today,
    ),
    documentCount: room.document_count,
    createdAt: room.created_at.toISOString(),
    version: room.version,
  };
}

/** A room with its folders and requests. */
export function presentRoomDetail(member: Member, parts: Parts): DataRoomDetail {
  return {
    ...presentRoom(member, parts),
    folders: parts.folders.map(({ id, number, name, parent_id, level, document_count, version }) => ({
      id,
      number,
      name,
      parentId: parent_id,
      level: level ?? 0,
      documentCount: document_count,
      version,
    })),
    requests: parts.requests.map((row) => presentRequest(member, { ...parts, row })),
  };
}

/** A request with the documents that answer it. */
export function presentRequest(
  member: Member,
  { row, documents, now }: Pick<Parts, 'documents' | 'now'> & { readonly row: RequestRow },
): RoomRequest {
  return {
    id: row.id,
    title: row.title,
    folder: { id: row.folder_id, name: row.folder_name },
    state: getShownState(row, toCalendarDate(now, member.timeZone)),
    dueOn: row.due_on,
    expiresOn: row.expires_on,
    refusal: row.refusal,
    documents: documents
      .filter(({ request_id: requestId }) => requestId === row.id)
      .map((document) => presentDocument(member, document)),
    verifiedBy:
      row.verified_by === null || row.verifier_name === null
        ? null
        : { id: row.verified_by, displayName: row.verifier_name },
    verifiedAt: row.verified_at?.toISOString() ?? null,
    version: row.version,
  };
}

function getShownState({ state, expires_on: expiresOn }: RequestRow, today: string): ShownRequestState {
  return state === 'verified' && isExpired(expiresOn, today) ? 'expired' : state;
}
