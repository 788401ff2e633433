import { createDocument } from '@handover/contract/documents.ts';
import { attachmentMaxBytes } from '@handover/contract/files.ts';
import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { messageOf } from '#shared/api/api-error.ts';
import { uploadWithProgress } from '#shared/api/upload-with-progress.ts';
import { refresh } from '#shared/live/live-updates.tsx';
import { concerned, type RecordRef } from '#shared/records/page/record-ref.ts';
import { newSubmitKey } from '#shared/api/submit-key.ts';

export interface Upload {
  /** Also its idempotency key, so that a retry adds no second file. */
  key: string;
  file: File;
  /** Share of the file that was sent, 0–1; null while it waits for the ones before it. */
  share: number | null;
  failure: string | null;
  canRetry: boolean;
  ending: AbortController;
}

/** Where uploads are added: to a record, a folder, or neither. */
export interface UploadPlace {
  readonly of: RecordRef | null;
  readonly folderId: string | null;
}

interface Uploads {
  uploads: readonly Upload[];
  add: (files: readonly File[]) => void;
  retry: (upload: Upload) => void;
  /** Stops an upload, or forgets one that failed. */
  remove: (upload: Upload) => void;
}

/** As the server says it. */
export const maxUploadSize = `${String(attachmentMaxBytes / 1024 ** 2)} MB`;

const maxNameLength = 1000;
const noUploads: readonly Upload[] = [];

/** Uploads files to a place, one after another. They go on, and failed ones stay, while another section is shown. */
export function useUploads(place: UploadPlace): Uploads {
  const client = useQueryClient();
  const { queryKey } = uploadsQuery(place);
  const { data: uploads } = useQuery(uploadsQuery(place));
  const start = async (added: readonly Upload[]): Promise<void> => {
    client.setQueryData(queryKey, (all: readonly Upload[] = []) => [
      ...all.filter(({ key }) => added.every((upload) => upload.key !== key)),
      ...added,
    ]);
    for (const upload of added) if (upload.canRetry) await send(client, { place, upload });
  };
  return {
    uploads,
    add: (files) => void start(files.map(newUpload)),
    retry: ({ file, key }) => void start([{ ...newUpload(file), key }]),
    remove: (upload) => {
      upload.ending.abort();
      change(client, { place, key: upload.key, to: () => null });
    },
  };
}

/** Stored with the queries, which end with the session and the workspace. */
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

function newUpload(file: File): Upload {
  const isTooLarge = file.size > attachmentMaxBytes;
  return {
    key: newSubmitKey(),
    file,
    share: null,
    failure: isTooLarge ? `This file is larger than ${maxUploadSize}.` : null,
    canRetry: !isTooLarge,
    ending: new AbortController(),
  };
}

async function send(
  client: QueryClient,
  { place, upload: { key, file, ending } }: { place: UploadPlace; upload: Upload },
): Promise<void> {
  const { signal } = ending;
  const { of, folderId } = place;
  if (signal.aborted) return;
  const show = (part: Partial<Upload>): void =>
    change(client, { place, key, to: (upload) => ({ ...upload, ...part }) });
  show({ share: 0 });
  try {
    await uploadWithProgress(createDocument, {
      query: {
        ...(of !== null && { recordType: of.type, recordId: of.id }),
        ...(folderId !== null && { folderId }),
        name: file.name.slice(0, maxNameLength),
      },
      file,
      signal,
      idempotencyKey: key,
      onProgress: (share) => show({ share }),
    });
    change(client, { place, key, to: () => null });
    await refresh(client, { noun: 'document', ...concerned(of) });
  } catch (error) {
    if (!signal.aborted) show({ failure: messageOf(error) });
  }
}

function change(
  client: QueryClient,
  { place, key, to }: { place: UploadPlace; key: string; to: (upload: Upload) => Upload | null },
): void {
  client.setQueryData(uploadsQuery(place).queryKey, (all: readonly Upload[] = []) =>
    all.flatMap((upload) => (upload.key === key ? (to(upload) ?? []) : upload)),
  );
}
