import { toCalendarDate } from '@handover/domain/local-time.ts';
import type {
  RoomRequest,
  createRoomRequest,
  updateRoomRequest,
  uploadPhotosToRequest,
  uploadToRequest,
} from '@handover/contract/documents/data-rooms.ts';
import { requestPhotoMaxBytes, requestPhotosMax } from '@handover/contract/documents/data-rooms.ts';
import type { AttestationVersion } from '@handover/domain/phi/attestation.ts';
import type { BodyOf, QueryOf } from '@handover/contract/http/endpoint.ts';
import type { FastifyRequest } from 'fastify';
import { AppError, invalidField, notFound, staleVersion } from '#lib/errors.ts';
import { newId } from '#lib/ids.ts';
import { toExcerpt } from '#lib/text.ts';
import type { WriteOnce } from '#platform/http/routes.ts';
import { storeBytes } from '#platform/files/files.ts';
import { notify } from '#platform/notifications.ts';
import { createPhotosPdf, readPhotos } from '#platform/photos/photos-pdf.ts';
import type { Platform } from '#platform/platform.ts';
import type { RecordTypeWithFiles } from '#platform/records/files.queries.ts';
import type { Member } from '#platform/session/actor.ts';
import { listResponsibleIds } from '#platform/session/session.queries.ts';
import type { Work } from '#platform/work.ts';
import { listRoomDocuments } from '../documents.queries.ts';
import { listRecordTypesWithFiles, uploadDocument } from '../documents.service.ts';
import { notifyOwner } from './ask-for-documents.ts';
import { followTask } from './follow-answers.ts';
import { presentRequest } from './rooms.presenter.ts';
import { findRoom, findRoomAsOwner, findFolderRoomId, type RoomRow } from './rooms.queries.ts';
import {
  acceptRejected,
  findRequest,
  insertRequests,
  listRequests,
  lockRequest,
  rejectAnswers,
  renewAnswers,
  updateRequestRow,
  type RequestRow,
} from './room-requests.queries.ts';
import { publishRoomChange, checkOpen, requireOpenRoom } from './rooms.service.ts';

/** Limit for a PDF of photos. PNG pixels are compressed again, which can make them larger. */
const maxPdfBytes = 2 * requestPhotosMax * requestPhotoMaxBytes;
/** Limit for a reason in the title of a notification, which is also the subject of its email. */
const titleCharacters = 100;

type Context = { readonly records: readonly RecordTypeWithFiles[] };

/** Adds a request at the end of the checklist. Throws NOT_FOUND, RULE_BROKEN in a frozen room. */
export async function addRequest(
  work: Work,
  actor: Member,
  {
    roomId,
    input: { title, folderId },
    records,
  }: Context & { readonly roomId: string; readonly input: BodyOf<typeof createRoomRequest> },
): Promise<RoomRequest> {
  const { db, now } = work;
  const { workspaceId } = actor;
  await requireOpenRoom(db, actor, roomId);
  if ((await findFolderRoomId(db, { workspaceId, folderId })) !== roomId) throw notFound('folder');
  const { length: position } = await listRequests(db, { workspaceId, roomIds: [roomId] });
  const id = newId();
  await insertRequests(db, [
    {
      workspace_id: workspaceId,
      id,
      room_id: roomId,
      folder_id: folderId,
      position,
      title,
      created_at: now,
      updated_at: now,
    },
  ]);
  return answer(work, actor, { requestId: id, roomId, records });
}

type Update = Context & { readonly requestId: string; readonly input: BodyOf<typeof updateRoomRequest> };

/**
 * Sends a request to the owner, verifies or rejects the upload, or sets a request aside; notifies the owner if it
 * concerns them. Throws NOT_FOUND, INVALID_INPUT, RULE_BROKEN, STALE_VERSION.
 */
export async function updateRequest(
  work: Work,
  actor: Member,
  { requestId, input, records }: Update,
): Promise<RoomRequest> {
  const { workspaceId, userId } = actor;
  const before = await findRequest(work.db, { workspaceId, requestId });
  if (before === null) throw notFound('request');
  const room = await requireOpenRoom(work.db, actor, before.room_id);
  const { version, title, state, dueOn, expiresOn, refusal } = input;
  await checkAnswer(work, actor, { before, input, records });
  const isNewlyAsked = state === 'requested' && before.state !== 'requested';
  const change = {
    title,
    due_on: dueOn,
    expires_on: expiresOn,
    ...(state !== undefined && {
      state,
      refusal: state === 'refused' ? refusal : null,
      verified_by: state === 'verified' ? userId : null,
      verified_at: state === 'verified' ? work.now : null,
    }),
    // The owner is notified below, so no reminder is needed that day.
    ...((isNewlyAsked || state === 'refused') && { reminded_on: toCalendarDate(work.now, actor.timeZone) }),
  };
  const isSaved = await updateRequestRow(work.db, { workspaceId, requestId, version, change, now: work.now });
  if (state === 'refused') await rejectAnswers(work.db, { workspaceId, requestId, now: work.now });
  if (state === 'verified' && before.state === 'refused')
    await acceptRejected(work.db, { workspaceId, requestId });
  if (state === 'verified' && before.state !== 'verified')
    await renewAnswers(work.db, { workspaceId, requestId, now: work.now });
  const request = await answer(work, actor, { requestId, roomId: room.id, records });
  if (!isSaved) throw staleVersion(request);
  if (before.task_id !== null && state !== undefined)
    await followTask(work, actor, { taskId: before.task_id, canReopen: state !== 'not_applicable' });
  const of = { workspaceId, room };
  if (isNewlyAsked)
    await notifyOwner(work, { ...of, title: `Documents requested for ${room.business_name}` });
  if (state === 'refused')
    await notifyOwner(work, {
      ...of,
      title: `${request.title} was rejected: ${toExcerpt(refusal ?? '', titleCharacters)}`,
    });
  return request;
}

/**
 * Throws RULE_BROKEN when there is no upload to review, INVALID_INPUT for a rejection without a reason. What was
 * rejected can be verified only while the request is rejected, which takes that back.
 */
async function checkAnswer(
  { db }: Work,
  actor: Member,
  { before, input, records }: Pick<Update, 'input' | 'records'> & { readonly before: RequestRow },
): Promise<void> {
  const { state, refusal } = input;
  if (state !== 'verified' && state !== 'refused') return;
  const documents = await listRoomDocuments(db, actor, {
    records,
    roomIds: [before.room_id],
    answersOnly: true,
  });
  const answers = documents.filter(({ request_id: requestId }) => requestId === before.id);
  if (answers.length === 0)
    throw new AppError('RULE_BROKEN', 'Nothing has been uploaded for this request yet.');
  const hasOpenAnswer = answers.some(({ rejected_at: rejectedAt }) => rejectedAt === null);
  if (state === 'verified' && before.state !== 'refused' && !hasOpenAnswer)
    throw new AppError('RULE_BROKEN', 'All files for this request were rejected. Upload a new one first.');
  if (state === 'refused' && refusal === undefined)
    throw invalidField('refusal', 'Enter a reason so the owner knows what to send');
}

type Upload = {
  readonly requestId: string;
  readonly platform: Pick<Platform, 'records' | 'storage'>;
  readonly request: FastifyRequest;
  readonly work: Work;
  readonly writeOnce: WriteOnce;
};

/**
 * Adds a document to a request, as the owner of the business or for them; it is hidden from buyers until it is
 * reviewed. Throws NOT_FOUND, RULE_BROKEN, TOO_LARGE, INVALID_INPUT, UNAVAILABLE.
 */
export async function uploadForRequest(
  actor: Member,
  { input, ...upload }: Upload & { readonly input: QueryOf<typeof uploadToRequest> },
): Promise<RoomRequest> {
  const place = await findPlace(upload.work, actor, upload.requestId);
  return addAnswer(actor, { ...upload, ...place, ...input, action: 'uploadToRequest' });
}

/**
 * Adds photos to a request as one PDF with its title as the name, else like `uploadForRequest`. Throws NOT_FOUND, RULE_BROKEN,
 * TOO_LARGE, UNSUPPORTED_MEDIA and INVALID_INPUT naming the photo, UNAVAILABLE.
 */
export async function uploadPhotosForRequest(
  actor: Member,
  { input, ...upload }: Upload & { readonly input: QueryOf<typeof uploadPhotosToRequest> },
): Promise<RoomRequest> {
  const place = await findPlace(upload.work, actor, upload.requestId);
  const { title } = place.row;
  const sizes = input.sizes.split(',').map(Number);
  const receive = async () => {
    const photos = await readPhotos(upload.request, { sizes, maxBytes: requestPhotoMaxBytes });
    const pdf = createPhotosPdf(photos, { title, createdAt: upload.work.now });
    const stored = await storeBytes(upload.platform.storage, pdf, maxPdfBytes);
    return { stored, contentType: 'application/pdf' };
  };
  return addAnswer(actor, {
    ...upload,
    ...place,
    attestation: input.attestation,
    name: `${title}.pdf`,
    action: 'uploadPhotosToRequest',
    receive,
  });
}

async function addAnswer(
  actor: Member,
  {
    requestId,
    room,
    row,
    name,
    attestation,
    action,
    receive,
    platform,
    request,
    work: before,
    writeOnce,
  }: Upload & {
    readonly room: RoomRow;
    readonly row: RequestRow;
    readonly name: string;
    readonly attestation?: AttestationVersion | undefined;
    readonly action: string;
    readonly receive?: Parameters<typeof uploadDocument>[1]['receive'];
  },
): Promise<RoomRequest> {
  const records = listRecordTypesWithFiles(platform.records);
  let answered: RoomRequest | null = null;
  await uploadDocument(actor, {
    input: { recordType: 'business', recordId: room.business_id, folderId: row.folder_id, name, attestation },
    platform,
    request,
    work: before,
    writeOnce,
    audience: 'client',
    action,
    requestId,
    receive,
    onAdded: async (work) => {
      await markUploaded(work, actor, { requestId, room });
      answered = await presentOne(work, actor, { requestId, records });
    },
  });
  return answered ?? presentOne(before, actor, { requestId, records });
}

/** Also a verified request needs a review of the new file. Throws NOT_FOUND, RULE_BROKEN. */
async function markUploaded(
  work: Work,
  actor: Member,
  { requestId, room }: { readonly requestId: string; readonly room: RoomRow },
): Promise<void> {
  const { workspaceId } = actor;
  await lockRequest(work.db, { workspaceId, requestId });
  const { version, title, task_id: taskId } = (await findPlace(work, actor, requestId)).row;
  const change = {
    state: 'uploaded',
    expires_on: null,
    refusal: null,
    verified_by: null,
    verified_at: null,
  } as const;
  await updateRequestRow(work.db, { workspaceId, requestId, version, change, now: work.now });
  if (taskId !== null) await followTask(work, actor, { taskId, canReopen: false });
  if (actor.scope === 'client')
    await notify(work, {
      workspaceId,
      userIds: await listResponsibleIds(work.db, { workspaceId, userId: room.broker_id }),
      type: 'room.uploaded',
      title: `${title} was uploaded for ${room.business_name}`,
      customerId: null,
      businessId: room.business_id,
    });
}

/** A request of a room that is not frozen, which staff may read or the client owns. Throws NOT_FOUND, RULE_BROKEN. */
async function findPlace(
  { db }: Work,
  actor: Member,
  requestId: string,
): Promise<{ room: RoomRow; row: RequestRow }> {
  const row = await findRequest(db, { workspaceId: actor.workspaceId, requestId });
  if (row === null) throw notFound('request');
  const isClient = actor.scope === 'client';
  const room = await (isClient ? findRoomAsOwner : findRoom)(db, actor, row.room_id);
  if (room === null || (isClient && row.state === 'required')) throw notFound('request');
  checkOpen(room);
  if (row.state === 'not_applicable')
    throw new AppError('RULE_BROKEN', 'This request is marked as not applicable.');
  return { room, row };
}

async function presentOne(
  { db, now }: Work,
  actor: Member,
  { requestId, records }: Context & { readonly requestId: string },
): Promise<RoomRequest> {
  const row = await findRequest(db, { workspaceId: actor.workspaceId, requestId });
  if (row === null) throw notFound('request');
  const documents = await listRoomDocuments(db, actor, {
    records,
    roomIds: [row.room_id],
    answersOnly: true,
  });
  return presentRequest(actor, { row, documents, now });
}

async function answer(
  work: Work,
  actor: Member,
  { requestId, roomId, records }: Context & { readonly requestId: string; readonly roomId: string },
): Promise<RoomRequest> {
  await publishRoomChange(work, actor, { roomId, records });
  return presentOne(work, actor, { requestId, records });
}
