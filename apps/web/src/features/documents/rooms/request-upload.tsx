import { uploadToRequest, type RoomRequest } from '@handover/contract/data-rooms.ts';
import { useToasts } from '@handover/ui/feedback/use-toasts.tsx';
import { FileButton } from '@handover/ui/forms/file-button.tsx';
import { useState, type ReactElement } from 'react';
import { messageOf } from '#shared/api/api-error.ts';
import { newSubmitKey } from '#shared/api/submit-key.ts';
import { uploadWithProgress } from '#shared/api/upload-with-progress.ts';
import { useRefresh } from '#shared/live/live-updates.tsx';

/** Uploads files for a request, one after another; a phone offers its camera as well. */
export function RequestUpload({ request: { id, title } }: { request: RoomRequest }): ReactElement {
  const toasts = useToasts();
  const refresh = useRefresh();
  const [progress, setProgress] = useState<number | null>(null);
  const upload = async (files: readonly File[]): Promise<void> => {
    try {
      for (const file of files) {
        setProgress(0);
        await uploadWithProgress(uploadToRequest, {
          params: { id },
          query: { name: file.name.slice(0, 1000) },
          file,
          idempotencyKey: newSubmitKey(),
          onProgress: setProgress,
        });
      }
      toasts.done(files.length === 1 ? 'File uploaded' : `${String(files.length)} files uploaded`);
    } catch (error) {
      toasts.failed(messageOf(error));
    } finally {
      setProgress(null);
      refresh({ noun: 'document', customerId: null });
    }
  };
  return (
    <FileButton
      isMultiple
      variant="outlined"
      color="inherit"
      aria-label={`Upload ${title}`}
      onFiles={(files) => void (progress === null && files.length > 0 && upload(files))}
    >
      {progress === null ? 'Upload' : `${String(Math.round(progress * 100))}%`}
    </FileButton>
  );
}
