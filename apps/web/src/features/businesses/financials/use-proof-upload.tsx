import type { createDocument } from '@handover/contract/documents/documents.ts';
import { FileButton } from '@handover/ui/forms/file-button.tsx';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import type { CallOf } from '#shared/api/client.ts';
import { uploadWithProgress } from '#shared/api/upload-with-progress.ts';
import { useFileUploads } from '#shared/files/use-file-uploads.tsx';
import { refresh } from '#shared/live/live-updates.tsx';

const createCall: CallOf<typeof createDocument> = { method: 'POST', path: '/documents' };

interface ProofUpload {
  isUploading: boolean;
  /** Uploads a file, and lists one that was not uploaded. */
  control: ReactElement;
}

/** Uploads a proof to the files of a business. `onUploaded` is called with its id once it is in their list. */
export function useProofUpload(businessId: string, onUploaded: (id: string) => void): ProofUpload {
  const client = useQueryClient();
  const { progress, start, failure } = useFileUploads({
    upload: async ({ file, idempotencyKey }, onProgress) => {
      const { document } = await uploadWithProgress(createCall, {
        query: { recordType: 'business', recordId: businessId, name: file.name.slice(0, 1000) },
        file,
        idempotencyKey,
        onProgress,
      });
      await refresh(client, { noun: 'document', customerId: null, businessId });
      onUploaded(document.id);
    },
    onUploaded: () => undefined,
    onSettled: () => undefined,
  });
  const control = (
    <div>
      <FileButton
        variant="outlined"
        color="inherit"
        aria-label="Upload a proof"
        disabled={progress !== null}
        onFiles={start}
      >
        {progress === null ? 'Upload' : `${String(Math.round(progress * 100))}%`}
      </FileButton>
      {failure}
    </div>
  );
  return { isUploading: progress !== null, control };
}
