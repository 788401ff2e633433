import {
  appendUpload,
  createUpload,
  deleteUpload,
  getUpload,
  type UnfinishedUpload,
} from '@handover/contract/records/uploads.ts';
import type { QueryInput } from '@handover/contract/http/endpoint.ts';
import { ApiError } from './api-error.ts';
import { send } from './client.ts';
import { readWorkspaceId } from './stored-session.ts';
import { uploadWithProgress } from './upload-with-progress.ts';

interface ChunkedUpload {
  file: File;
  query: QueryInput<typeof createUpload>;
  /** Stops the upload. The received data is kept, and uploading the same file again resumes from there. */
  signal: AbortSignal;
  onProgress: (share: number) => void;
}

/** Each chunk is a separate request, checked by the server like any other. */
const chunkBytes = 16 * 1024 ** 2;
/** Time between checks whether the document exists. */
const finishingMs = 3_000;
/** Delays between attempts, about ten minutes in total. */
const waitsMs = [1_000, 2_000, 5_000, 10_000, 20_000, 30_000, 60_000, 120_000, 180_000, 180_000];

/**
 * Uploads a file in chunks (tus 1.0). Resumes after a lost connection, a server restart, or a closed page: the same
 * file for the same place continues where it left off. Resolves when the document exists.
 * @throws ApiError, or the signal's reason if the upload was stopped.
 */
export async function uploadInChunks({ file, query, signal, onProgress }: ChunkedUpload): Promise<void> {
  const started = createUploadMemory(getKey(file, query));
  let id = started.read();
  let failures = 0;
  for (;;) {
    signal.throwIfAborted();
    try {
      id ??= await start({ file, query, signal });
      started.write(id);
      const { offset, documentId } = await getUploadState(id, signal);
      onProgress(offset / file.size);
      if (documentId !== null) break;
      if (offset < file.size) await append({ id, file, offset, signal, onProgress });
      // All data has arrived, but the server is still creating the document, for example after a connection lost at the
      // end.
      else await pause(finishingMs, signal);
      failures = 0;
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof ApiError && error.status === 404 && started.read() !== null) {
        // The upload has expired, or its place was deleted, which a new upload will report.
        started.forget();
        id = null;
        continue;
      }
      const wait = isTransientError(error) ? waitsMs[failures] : undefined;
      if (wait === undefined) throw error;
      failures += 1;
      await pause(wait, signal);
    }
  }
  started.forget();
}

async function start({
  file,
  query,
  signal,
}: Pick<ChunkedUpload, 'file' | 'query' | 'signal'>): Promise<string> {
  const headers = { 'Upload-Length': String(file.size), 'Tus-Resumable': '1.0.0' };
  const { upload } = await uploadWithProgress(createUpload, { query, file: new Blob(), headers, signal });
  return upload.id;
}

async function getUploadState(id: string, signal: AbortSignal): Promise<UnfinishedUpload> {
  return (await send(getUpload, { params: { id } }, { signal })).upload;
}

async function append({
  id,
  file,
  offset,
  signal,
  onProgress,
}: Pick<ChunkedUpload, 'file' | 'signal' | 'onProgress'> & { id: string; offset: number }): Promise<void> {
  const chunk = file.slice(offset, offset + chunkBytes, 'application/offset+octet-stream');
  await uploadWithProgress(appendUpload, {
    params: { id },
    file: chunk,
    headers: { 'Upload-Offset': String(offset), 'Tus-Resumable': '1.0.0' },
    signal,
    onProgress: (share) => onProgress((offset + chunk.size * share) / file.size),
  });
}

/** Deletes the received data of an unfinished upload of this file. */
export async function removeChunks({ file, query }: Pick<ChunkedUpload, 'file' | 'query'>): Promise<void> {
  const started = createUploadMemory(getKey(file, query));
  const id = started.read();
  started.forget();
  if (id !== null) await send(deleteUpload, { params: { id } });
}

/** No response, a busy server, an interrupted chunk, or an earlier connection that the server still considers open. */
function isTransientError(error: unknown): boolean {
  return error instanceof ApiError && [0, 400, 409, 429, 500, 502, 503, 504].includes(error.status);
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      window.removeEventListener('online', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end);
    window.addEventListener('online', end);
  });
}

function getKey({ name, size, lastModified }: File, query: object): string {
  return `upload:${JSON.stringify([readWorkspaceId(), name, size, lastModified, query])}`;
}

/** The id of an unfinished upload, kept in this browser. */
function createUploadMemory(key: string): {
  read: () => string | null;
  write: (id: string) => void;
  forget: () => void;
} {
  return {
    read: () => localStorage.getItem(key),
    write: (id) => localStorage.setItem(key, id),
    forget: () => localStorage.removeItem(key),
  };
}
