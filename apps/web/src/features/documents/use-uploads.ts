import type { createDocument } from '@handover/contract/documents/documents.ts';
import type { QueryInput } from '@handover/contract/http/endpoint.ts';
import { maxUploadBytes } from '@handover/contract/records/files.ts';
import type { AttestationVersion } from '@handover/domain/phi/attestation.ts';
import { useToasts } from '@handover/ui/feedback/use-toasts.tsx';
import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { ApiError, getErrorMessage } from '#shared/api/api-error.ts';
import type { CallOf } from '#shared/api/client.ts';
import { followSession } from '#shared/api/follow-session.ts';
import { uploadWithProgress } from '#shared/api/upload-with-progress.ts';
import { guardTab } from '#shared/forms/use-unsaved-guard.tsx';
import { refresh } from '#shared/live/live-updates.tsx';
import { getRelatedIds, type RecordRef } from '#shared/records/page/record-ref.ts';
import { createSubmitKey } from '#shared/api/submit-key.ts';

export interface Upload {
  /** Also the idempotency key, so that a retry does not add a second file. */
  key: string;
  file: File;
  /** The target folder, which may be below the displayed one. */
  folderId: string | null;
  /** Share of the file that was sent, 0–1; null while it is queued. */
  share: number | null;
  failure: string | null;
  canRetry: boolean;
  /** Sent in chunks, so that it resumes where it was paused. */
  isLarge: boolean;
  /** Paused by the user, or because the connection was lost or the session changed before its end. */
  isPaused: boolean;
  ending: AbortController;
}

/** The target of uploads: a record, a folder, or neither. */
export interface UploadPlace {
  readonly of: RecordRef | null;
  readonly folderId: string | null;
  /** The confirmation of files for a data room. */
  readonly attestation?: AttestationVersion;
}

export type PlacedFile = Pick<Upload, 'file' | 'folderId'>;

interface Uploads {
  uploads: readonly Upload[];
  add: (files: readonly File[]) => void;
  /** Adds files to different folders. */
  addPlaced: (files: readonly PlacedFile[]) => void;
  /** Continues an upload that failed or was paused. */
  retry: (upload: Upload) => void;
  /** Continues all of them. */
  retryAll: () => void;
  pause: (upload: Upload) => void;
  /** Cancels an upload, or dismisses a failed one. */
  remove: (upload: Upload) => void;
}

const createCall: CallOf<typeof createDocument> = { method: 'POST', path: '/documents' };

const maxBytes = maxUploadBytes.Pro;
export const maxUploadSize = `${String(maxBytes / 1024 ** 3)} GB`;
/** Smaller files are sent in one request. */
export const minLargeBytes = 8 * 1024 ** 2;

export const maxNameLength = 1000;
const noUploads: readonly Upload[] = [];

/**
 * Uploads files to a location, one after another. Uploads continue, and failed ones are kept, while another section is
 * shown.
 */
export function useUploads(place: UploadPlace): Uploads {
  const client = useQueryClient();
  const toasts = useToasts();
  const { queryKey } = uploadsQuery(place);
  const { data: uploads } = useQuery(uploadsQuery(place));
  const start = async (added: readonly Upload[]): Promise<void> => {
    client.setQueryData(queryKey, (all: readonly Upload[] = []) => [
      ...all.filter(({ key }) => added.every((upload) => upload.key !== key)),
      ...added,
    ]);
    const unguardTab = guardTab();
    await sendAll(client, { place, uploads: added.filter(({ canRetry }) => canRetry) });
    unguardTab();
  };
  const retry = (stopped: readonly Upload[]): void =>
    void start(stopped.map(({ file, key, folderId }) => ({ ...createUpload({ file, folderId }), key })));
  return {
    uploads,
    add: (files) => void start(files.map((file) => createUpload({ file, folderId: place.folderId }))),
    addPlaced: (files) => void start(files.map(createUpload)),
    retry: (upload) => retry([upload]),
    // A file that cannot be read fails like a lost connection, and must not hold up the paused ones again.
    retryAll: () =>
      retry(uploads.filter(isStopped).toSorted((a, b) => Number(b.isPaused) - Number(a.isPaused))),
    pause: (upload) => {
      upload.ending.abort();
      change(client, { place, key: upload.key, to: (paused) => ({ ...paused, isPaused: true }) });
    },
    remove: (upload) => {
      upload.ending.abort();
      if (upload.isLarge)
        void cancelUpload(upload, place).then((isCanceled) => {
          if (!isCanceled) toasts.failed(`${upload.file.name} was already added.`);
        });
      change(client, { place, key: upload.key, to: () => null });
    },
  };
}

/** Whether an upload failed or was paused, and can be continued. */
export function isStopped({ failure, canRetry, isPaused }: Upload): boolean {
  return isPaused || (failure !== null && canRetry);
}

/** Stored in the query cache, which is cleared when the session ends or the workspace changes. */
function uploadsQuery({ of, folderId }: UploadPlace) {
  return {
    queryKey: ['uploads', of?.id ?? null, folderId],
    queryFn: () => Promise.resolve(noUploads),
    enabled: false,
    initialData: noUploads,
    staleTime: Infinity,
    gcTime: Infinity,
  };
}

function createUpload({ file, folderId }: PlacedFile): Upload {
  const isTooLarge = file.size > maxBytes;
  return {
    key: createSubmitKey(),
    file,
    folderId,
    share: null,
    failure: isTooLarge ? `This file is larger than ${maxUploadSize}.` : null,
    canRetry: !isTooLarge,
    isLarge: file.size >= minLargeBytes,
    isPaused: false,
    ending: new AbortController(),
  };
}

/**
 * Sends files one after another. If the connection is lost, the rest is paused, since each of them would fail; if the
 * session changes, because they belong to the previous user and workspace.
 */
async function sendAll(
  client: QueryClient,
  { place, uploads }: { place: UploadPlace; uploads: readonly Upload[] },
): Promise<void> {
  const session = followSession();
  for (const [index, upload] of uploads.entries()) {
    if (await send(client, { place, upload, session: session.signal })) continue;
    for (const { key } of uploads.slice(index + 1))
      change(client, { place, key, to: (queued) => ({ ...queued, isPaused: true }) });
    break;
  }
  session.end();
}

/** Returns false if the server could not be reached or the session changed. */
async function send(
  client: QueryClient,
  { place, upload, session }: { place: UploadPlace; upload: Upload; session: AbortSignal },
): Promise<boolean> {
  const { key, file, ending, isLarge } = upload;
  const signal = AbortSignal.any([ending.signal, session]);
  const { of } = place;
  if (ending.signal.aborted) return true;
  const show = (part: Partial<Upload>): void =>
    change(client, { place, key, to: (shown) => ({ ...shown, ...part }) });
  show({ share: 0 });
  try {
    const query = toQuery(upload, place);
    const onProgress = (share: number): void => show({ share });
    if (isLarge) await (await loadChunks()).uploadInChunks({ query, file, signal, onProgress });
    else await uploadWithProgress(createCall, { query, file, signal, idempotencyKey: key, onProgress });
    change(client, { place, key, to: () => null });
    await refresh(client, { noun: 'document', ...getRelatedIds(of) });
  } catch (error) {
    if (ending.signal.aborted) return true;
    if (session.aborted) {
      show({ isPaused: true });
      return false;
    }
    show({ failure: getErrorMessage(error) });
    return !(error instanceof ApiError && error.status === 0);
  }
  return true;
}

function toQuery(
  { file: { name }, folderId }: Pick<Upload, 'file' | 'folderId'>,
  { of, attestation }: UploadPlace,
): QueryInput<typeof createDocument> {
  return {
    ...(of !== null && { recordType: of.type, recordId: of.id }),
    ...(folderId !== null && { folderId }),
    ...(attestation !== undefined && { attestation }),
    name: name.slice(0, maxNameLength),
  };
}

const loadChunks = () => import('#shared/api/upload-in-chunks.ts');

/** False if the document exists already. If this fails, the server deletes the uploaded chunks when they expire. */
async function cancelUpload(upload: Upload, place: UploadPlace): Promise<boolean> {
  const { removeChunks } = await loadChunks();
  try {
    await removeChunks({ file: upload.file, query: toQuery(upload, place) });
  } catch (error) {
    return !(error instanceof ApiError && error.status === 409);
  }
  return true;
}

function change(
  client: QueryClient,
  { place, key, to }: { place: UploadPlace; key: string; to: (upload: Upload) => Upload | null },
): void {
  client.setQueryData(uploadsQuery(place).queryKey, (all: readonly Upload[] = []) =>
    all.flatMap((upload) => (upload.key === key ? (to(upload) ?? []) : upload)),
  );
}
