import { maxUploadBytes } from '@handover/contract/records/files.ts';
import {
  maxUnfinishedUploads,
  uploadExpiryHours,
  type UnfinishedUpload,
} from '@handover/contract/records/uploads.ts';
import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { addMinutes } from '#lib/clock.ts';
import { AppError, notFound } from '#lib/errors.ts';
import { newId } from '#lib/ids.ts';
import { storeUntyped } from '#platform/files/files.ts';
import { uploadInterrupted, cleanFileName, tooLargeError } from '#platform/files/upload.ts';
import type { Platform } from '#platform/platform.ts';
import type { Member } from '#platform/session/actor.ts';
import type { Work } from '#platform/work.ts';
import { getErrorCode } from '#lib/error-codes.ts';
import { addStoredDocument, findUploadPlace } from '../documents.service.ts';
import { addStoredVersion, requireReplaceable } from '../versions.service.ts';
import type { PartFiles } from './part-files.ts';
import {
  countUploads,
  deleteUnfinished,
  extendUpload,
  findUpload,
  finishUpload,
  insertUpload,
  type UploadPlace,
  type UploadRow,
} from './uploads.queries.ts';

export type UploadParts = Pick<Platform, 'records' | 'storage' | 'runner'> & {
  readonly parts: PartFiles;
  /** Uploads that are being written to or finished by this server. */
  readonly busy: Set<string>;
};

/** Throws INVALID_INPUT without a size, TOO_LARGE above the limit of the plan, RULE_BROKEN, NOT_FOUND for the place. */
export async function startUpload(
  { records, runner }: UploadParts,
  actor: Member,
  { name, place, sizeBytes }: { name: string; place: UploadPlace; sizeBytes: number },
): Promise<UnfinishedUpload> {
  const { workspaceId, userId } = actor;
  if (!Number.isSafeInteger(sizeBytes) || sizeBytes < 1)
    throw new AppError('INVALID_INPUT', 'Upload-Length must be the size of the file, at least 1 byte.');
  return runner.transact(async (work) => {
    const { plan, count } = await countUploads(work.db, { workspaceId, userId });
    if (sizeBytes > maxUploadBytes[plan]) throw tooLargeError(maxUploadBytes[plan]);
    if (count >= maxUnfinishedUploads)
      throw new AppError('RULE_BROKEN', 'Too many uploads are unfinished. Finish or cancel some first.');
    await requirePlace(work, actor, { records, place });
    const id = newId();
    const cleanName = cleanFileName(name);
    const expiresAt = getExpiration(work.now);
    const row = { workspaceId, id, createdBy: userId, name: cleanName, sizeBytes, place };
    await insertUpload(work.db, { ...row, now: work.now, expiresAt });
    return {
      id,
      name: cleanName,
      sizeBytes,
      offset: 0,
      documentId: null,
      expiresAt: expiresAt.toISOString(),
    };
  });
}

/** An upload and how much of it has arrived. One that is complete is finished first. Throws NOT_FOUND. */
export async function getOwnUpload(
  parts: UploadParts,
  actor: Member,
  { id, request }: { id: string; request: FastifyRequest },
): Promise<UnfinishedUpload> {
  const row = await requireUpload(parts, actor, id);
  const offset = row.document_id === null ? await parts.parts.size(id) : row.size_bytes;
  if (row.document_id !== null || offset < row.size_bytes || parts.busy.has(id)) return present(row, offset);
  // The server was stopped between the last chunk and the document.
  return withBusyUpload(parts, id, async () =>
    present(await completeUpload(parts, actor, { row, request }), row.size_bytes),
  );
}

/**
 * Appends a chunk; the last chunk creates the document. The received part of an interrupted chunk is kept. Throws
 * NOT_FOUND, also if the actor has lost access to the location; CONFLICT for a different offset, or during another
 * chunk; INVALID_INPUT for an interrupted chunk.
 */
export async function appendChunk(
  parts: UploadParts,
  actor: Member,
  { id, offset, request }: { id: string; offset: number; request: FastifyRequest },
): Promise<UnfinishedUpload> {
  return withBusyUpload(parts, id, async () => {
    const row = await requireUpload(parts, actor, id);
    const { workspaceId } = actor;
    await requirePlace(parts.runner, actor, { records: parts.records, place: row.place });
    const size = row.document_id === null ? await parts.parts.size(id) : row.size_bytes;
    if (offset !== size) throw new AppError('CONFLICT', `Resume the upload at byte ${String(size)}.`);
    if (size === row.size_bytes) return present(row, size);
    await extendUpload(parts.runner.db, {
      workspaceId,
      id,
      expiresAt: getExpiration(parts.runner.clock.now()),
    });
    const body = request.body instanceof Readable ? request.body : Readable.from([]);
    const arrived = await parts.parts.append(id, body, row.size_bytes - size).catch((error: unknown) => {
      throw isFull(error) ? createDiskFullError(error) : uploadInterrupted(error);
    });
    if (arrived < row.size_bytes) return present(row, arrived);
    return present(await completeUpload(parts, actor, { row, request }), row.size_bytes);
  });
}

/**
 * Removes an upload and its received data, also during a chunk: without its row, nothing is added. Throws NOT_FOUND,
 * CONFLICT once the document exists.
 */
export async function cancelUpload(parts: UploadParts, actor: Member, id: string): Promise<void> {
  await requireUpload(parts, actor, id);
  if (!(await deleteUnfinished(parts.runner.db, { workspaceId: actor.workspaceId, id })))
    throw createEndedError();
  await parts.parts.remove(id);
}

async function requireUpload({ runner }: UploadParts, actor: Member, id: string): Promise<UploadRow> {
  const { workspaceId, userId } = actor;
  const row = await findUpload(runner.db, { workspaceId, userId, id, now: runner.clock.now() });
  if (row === null) throw notFound('upload');
  return row;
}

/** Throws NOT_FOUND, RULE_BROKEN if the actor may not add a document or, with `documentId`, a version. */
async function requirePlace(
  { db }: Pick<Work, 'db'>,
  actor: Member,
  { records, place: { documentId, ...place } }: Pick<UploadParts, 'records'> & { place: UploadPlace },
): Promise<void> {
  if (documentId === undefined) await findUploadPlace(db, actor, { records, ...place });
  else await requireReplaceable({ db }, actor, { records, id: documentId, attestation: place.attestation });
}

/** Stores the bytes and adds the document or its version, once. */
async function completeUpload(
  { parts, storage, runner, records }: UploadParts,
  actor: Member,
  { row, request }: { row: UploadRow; request: FastifyRequest },
): Promise<UploadRow> {
  const { id, name, place, size_bytes: sizeBytes } = row;
  const { workspaceId } = actor;
  const received = await storeUntyped(storage, parts.read(id), sizeBytes);
  const documentId = await runner.transact(async (work: Work) => {
    const { documentId: replacedId, ...added } = place;
    const document = await (replacedId === undefined
      ? addStoredDocument(work, actor, { records, name, place: added, received, request })
      : addStoredVersion(work, actor, {
          records,
          id: replacedId,
          attestation: added.attestation,
          received,
          request,
        }));
    if (!(await finishUpload(work.db, { workspaceId, id, documentId: document.id })))
      throw createEndedError();
    return document.id;
  });
  await parts.remove(id);
  return { ...row, document_id: documentId };
}

async function withBusyUpload<T>({ busy }: UploadParts, id: string, act: () => Promise<T>): Promise<T> {
  if (busy.has(id)) throw new AppError('CONFLICT', 'Another chunk of this upload is being received.');
  busy.add(id);
  try {
    return await act();
  } finally {
    busy.delete(id);
  }
}

function present(row: UploadRow, offset: number): UnfinishedUpload {
  return {
    id: row.id,
    name: row.name,
    sizeBytes: row.size_bytes,
    offset,
    documentId: row.document_id,
    expiresAt: row.expires_at.toISOString(),
  };
}

function getExpiration(now: Date): Date {
  return addMinutes(now, uploadExpiryHours * 60);
}

function createEndedError(): AppError {
  return new AppError('CONFLICT', 'This upload was canceled or is already finished.');
}

function isFull(error: unknown): boolean {
  return getErrorCode(error) === 'ENOSPC';
}

function createDiskFullError(cause: unknown): AppError {
  return new AppError(
    'UNAVAILABLE',
    'The server’s disk is full. The part received so far is saved. Try again later.',
    {
      cause,
      retryAfterSeconds: 60,
    },
  );
}
