import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { FastifyRequest } from 'fastify';
import { type ByteRange, MissingObjectError } from '#adapters/storage/object-store.ts';
import {
  BlockedObjectError,
  type BlockedState,
  LostKeyError,
  type Storage,
  type StoredBytes,
  type StoredObject,
  TooLargeError,
} from '#adapters/storage/storage.ts';
import type { Db } from '#db/client.ts';
import { AppError, invalidField } from '#lib/errors.ts';
import { newId } from '#lib/ids.ts';
import type { Work } from '#platform/work.ts';
import { getErrorCode } from '#lib/error-codes.ts';
import { detectContentType, getDocumentKind } from './content-type.ts';
import { uploadInterrupted, openUpload, tooLargeError } from './upload.ts';

export type FileRecord = {
  readonly id: string;
  readonly name: string;
  readonly contentType: string;
  readonly sizeBytes: number;
  readonly sha256: string;
};
export type FilePurpose = 'attachment' | 'raw-mail' | 'import' | 'document';

const sniffedBytes = 4096;

/** Files that people open. Raw mail and imports are read in a confined process and have no URL. */
const scannedPurposes: readonly FilePurpose[] = ['attachment', 'document'];

type ReceivedUpload = { stored: StoredObject; contentType: string };
type Upload = Pick<FastifyRequest, 'headers' | 'body'>;

/**
 * Stores the body of an upload and detects its type. Throws TOO_LARGE, INVALID_INPUT for an empty or incomplete
 * upload, UNAVAILABLE.
 */
export async function receiveFile(
  request: Upload,
  storage: Storage,
  maxBytes: number,
): Promise<ReceivedUpload> {
  return storeUpload(request, storage, { maxBytes, check: () => undefined });
}

/** Like `receiveFile`. Throws UNSUPPORTED_MEDIA for any other type, without storing it. */
export async function receivePdfOrImage(
  request: Upload,
  storage: Storage,
  maxBytes: number,
): Promise<ReceivedUpload> {
  return storeUpload(request, storage, { maxBytes, check: requirePdfOrImage });
}

async function storeUpload(
  request: Upload,
  storage: Storage,
  { maxBytes, check }: { maxBytes: number; check: (contentType: string) => void },
): Promise<ReceivedUpload> {
  const { head, bytes } = await openUpload(request, { headBytes: sniffedBytes, maxBytes });
  if (head.length === 0) throw invalidField('body', 'This file is empty.');
  const contentType = detectContentType(head);
  check(contentType);
  return { stored: await storeBytes(storage, bytes, maxBytes), contentType };
}

function requirePdfOrImage(contentType: string): void {
  if (!['pdf', 'image'].includes(getDocumentKind(contentType)))
    throw new AppError('UNSUPPORTED_MEDIA', 'Upload a PDF or an image.');
}

/** Stores bytes of unknown type and detects the type from the content. Throws like `storeBytes`. */
export async function storeUntyped(
  storage: Storage,
  source: Readable,
  maxBytes: number,
): Promise<{ stored: StoredObject; contentType: string }> {
  let head = Buffer.alloc(0);
  async function* watched(): AsyncGenerator<Buffer> {
    const chunks: AsyncIterable<Buffer> = source;
    for await (const chunk of chunks) {
      if (head.length < sniffedBytes) head = Buffer.concat([head, chunk.subarray(0, sniffedBytes)]);
      yield chunk;
    }
  }
  const stored = await storeBytes(storage, Readable.from(watched(), { objectMode: false }), maxBytes);
  return { stored, contentType: detectContentType(head) };
}

/**
 * Streams bytes into the store. Throws TOO_LARGE above `maxBytes`, UNAVAILABLE if the store or disk fails, and the source's
 * own `AppError`.
 */
export async function storeBytes(
  storage: Storage,
  source: Readable,
  maxBytes: number,
): Promise<StoredObject> {
  try {
    return await storage.write(source, { maxBytes });
  } catch (error) {
    if (error instanceof AppError) throw error;
    if (error instanceof TooLargeError) throw tooLargeError(maxBytes, error);
    if (getErrorCode(error) === 'ENOSPC')
      throw new AppError(
        'UNAVAILABLE',
        'The server’s disk is full. The file was not saved. Nothing else changed.',
        { cause: error },
      );
    if (getErrorCode(error) === 'ECONNRESET' || getErrorCode(error) === 'ERR_STREAM_PREMATURE_CLOSE')
      throw uploadInterrupted(error);
    throw new AppError(
      'UNAVAILABLE',
      'File storage is not responding. Nothing was changed. Try again in a minute.',
      { cause: error, retryAfterSeconds: 5 },
    );
  }
}

/**
 * Gives stored bytes to a workspace, or to the installation, in the transaction of the row that refers to them. Returns the
 * object's ID. Throws UNAVAILABLE if they were removed in the meantime.
 */
export async function assignBytes(
  db: Db,
  { object }: Pick<StoredObject, 'object'>,
  { workspaceId, needsScan = false }: { workspaceId: string | null; needsScan?: boolean },
): Promise<string> {
  try {
    return await object.assign(db, workspaceId, { needsScan });
  } catch (error) {
    if (!(error instanceof MissingObjectError)) throw error;
    throw new AppError('UNAVAILABLE', 'The upload took too long. Upload the file again.', { cause: error });
  }
}

/** Creates a workspace's row for stored bytes. Throws UNAVAILABLE if they were removed in the meantime. */
export async function recordFile(
  work: Work,
  file: {
    workspaceId: string;
    stored: StoredObject;
    contentType: string;
    name: string;
    purpose: FilePurpose;
    createdBy: string | null;
  },
): Promise<FileRecord> {
  const id = newId();
  const objectId = await assignBytes(work.db, file.stored, {
    workspaceId: file.workspaceId,
    needsScan: scannedPurposes.includes(file.purpose),
  });
  await work.db
    .insertInto('files')
    .values({
      workspace_id: file.workspaceId,
      id,
      sha256: file.stored.sha256,
      size_bytes: file.stored.sizeBytes,
      content_type: file.contentType,
      name: file.name,
      purpose: file.purpose,
      object_id: objectId,
      created_by: file.createdBy,
      created_at: work.now,
    })
    .execute();
  return {
    id,
    name: file.name,
    contentType: file.contentType,
    sizeBytes: file.stored.sizeBytes,
    sha256: file.stored.sha256,
  };
}

/**
 * Opens a file's bytes. Throws RULE_BROKEN while they are blocked for malware or patient information, UNAVAILABLE if they are
 * missing, their key is lost, or the store is down.
 */
export async function openFile(storage: Storage, file: StoredBytes, range?: ByteRange): Promise<Readable> {
  try {
    return await storage.read(file, range);
  } catch (error) {
    if (error instanceof BlockedObjectError) throw createBlockedError(error.state, error);
    throw new AppError('UNAVAILABLE', explainUnreadable(error), { cause: error, retryAfterSeconds: 5 });
  }
}

/** Detects the type of a stored file from its content. Throws like `openFile`. */
export async function detectType(
  storage: Storage,
  file: StoredBytes & { readonly size_bytes: number },
): Promise<string> {
  if (file.size_bytes === 0) return detectContentType(Buffer.alloc(0));
  const end = Math.min(sniffedBytes, file.size_bytes) - 1;
  return detectContentType(await buffer(await openFile(storage, file, { start: 0, end })));
}

/** Throws RULE_BROKEN for a blocked file, even if its pages were drawn before. */
export function requireOpenable({ blocked: state }: { blocked: BlockedState | null }): void {
  if (state !== null) throw createBlockedError(state);
}

function createBlockedError(state: BlockedState, cause?: unknown): AppError {
  return new AppError('RULE_BROKEN', blockedMessages[state], { cause });
}

const blockedMessages: Readonly<Record<BlockedState, string>> = {
  waiting: 'This file has not been scanned for malware yet. Try again in a minute.',
  'too-large':
    'This file is too large for the malware scanner, so it cannot be opened. Ask your administrator to raise the scanner’s size limit, then upload the file again.',
  infected: 'Malware was found in this file, so it cannot be opened.',
  quarantined: 'This file may contain patient information. It can be opened after it is released.',
};

function explainUnreadable(error: unknown): string {
  if (error instanceof MissingObjectError)
    return 'This file is missing from storage. Ask your administrator to restore it from a backup.';
  if (error instanceof LostKeyError)
    return 'This file is encrypted with a secret key that this installation no longer has.';
  return 'File storage is not responding. Try again in a minute.';
}
