import type { createDocumentVersion, Document } from '@handover/contract/documents/documents.ts';
import { currentAttestation } from '@handover/domain/phi/attestation.ts';
import { useToasts } from '@handover/ui/feedback/use-toasts.tsx';
import { useState } from 'react';
import { getErrorMessage } from '#shared/api/api-error.ts';
import type { CallOf } from '#shared/api/client.ts';
import { followSession } from '#shared/api/follow-session.ts';
import { createSubmitKey } from '#shared/api/submit-key.ts';
import { uploadWithProgress } from '#shared/api/upload-with-progress.ts';
import { useRefresh } from '#shared/live/live-updates.tsx';
import { maxNameLength, minLargeBytes } from './use-uploads.ts';

const versionCall: CallOf<typeof createDocumentVersion> = {
  method: 'POST',
  path: '/documents/{id}/versions',
};

/**
 * Uploads a new version of a file; large files are sent in chunks. `progress` is the share sent so far, 0–1; null if no
 * upload is running.
 */
export function useNewVersion({ id, isInRoom = false }: Document): {
  upload: (file: File) => void;
  progress: number | null;
} {
  const toasts = useToasts();
  const refresh = useRefresh();
  const [progress, setProgress] = useState<number | null>(null);
  // The page has already asked for the confirmation.
  const confirmed = isInRoom ? { attestation: currentAttestation } : {};
  /** Can resume after a lost connection, or with the same file after the page was closed. */
  const sendLarge = async (file: File, onProgress: (share: number) => void): Promise<void> => {
    const query = { ...confirmed, name: file.name.slice(0, maxNameLength), documentId: id };
    const { uploadInChunks } = await import('#shared/api/upload-in-chunks.ts');
    const session = followSession();
    await uploadInChunks({ file, query, signal: session.signal, onProgress }).finally(session.end);
  };
  const upload = async (file: File): Promise<void> => {
    setProgress(0);
    try {
      await (file.size < minLargeBytes
        ? uploadWithProgress(versionCall, {
            params: { id },
            query: confirmed,
            file,
            idempotencyKey: createSubmitKey(),
            onProgress: setProgress,
          })
        : sendLarge(file, setProgress));
      toasts.done('New version added');
    } catch (error) {
      toasts.failed(getErrorMessage(error));
    } finally {
      setProgress(null);
      refresh({ noun: 'document', customerId: null });
    }
  };
  return { progress, upload: (file) => void (progress === null && upload(file)) };
}
