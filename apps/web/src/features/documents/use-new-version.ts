import { createDocumentVersion, type Document } from '@handover/contract/documents.ts';
import { useToasts } from '@handover/ui/feedback/use-toasts.tsx';
import { useState } from 'react';
import { messageOf } from '#shared/api/api-error.ts';
import { newSubmitKey } from '#shared/api/submit-key.ts';
import { uploadWithProgress } from '#shared/api/upload-with-progress.ts';
import { useRefresh } from '#shared/live/live-updates.tsx';

/** Uploads a new version of a file. `progress` is the share that was sent, 0–1; null while nothing is sent. */
export function useNewVersion({ id }: Document): { upload: (file: File) => void; progress: number | null } {
  const toasts = useToasts();
  const refresh = useRefresh();
  const [progress, setProgress] = useState<number | null>(null);
  const upload = async (file: File): Promise<void> => {
    setProgress(0);
    try {
      await uploadWithProgress(createDocumentVersion, {
        params: { id },
        file,
        idempotencyKey: newSubmitKey(),
        onProgress: setProgress,
      });
      toasts.done('New version added');
    } catch (error) {
      toasts.failed(messageOf(error));
    } finally {
      setProgress(null);
      refresh({ noun: 'document', customerId: null });
    }
  };
  return { progress, upload: (file) => void (progress === null && upload(file)) };
}
