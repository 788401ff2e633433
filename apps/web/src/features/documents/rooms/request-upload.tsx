import { uploadToRequest, type RoomRequest } from '@handover/contract/documents/data-rooms.ts';
import { useToasts } from '@handover/ui/feedback/use-toasts.tsx';
import { currentAttestation } from '@handover/domain/phi/attestation.ts';
import { FileButton } from '@handover/ui/forms/file-button.tsx';
import { lazy, Suspense, useState, type ReactElement } from 'react';
import { uploadWithProgress } from '#shared/api/upload-with-progress.ts';
import { useFileUploads } from '#shared/files/use-file-uploads.tsx';
import { useRefresh } from '#shared/live/live-updates.tsx';
import { CameraButton, isPhoto } from './request-parts.tsx';
import styles from './rooms.module.css';

const AttestDialog = lazy(() => import('./attest-dialog.tsx'));
const PhotosDialog = lazy(() => import('./photos-dialog.tsx'));

/** Uploads files for a request, one after another, and photos as one PDF. Failed uploads can be retried. */
export function RequestUpload({ request }: { request: RoomRequest }): ReactElement {
  const { id, title } = request;
  const toasts = useToasts();
  const refresh = useRefresh();
  const [photos, setPhotos] = useState<readonly File[]>([]);
  const [chosen, setChosen] = useState<readonly File[]>([]);
  const refreshDocuments = (): void => refresh({ noun: 'document', customerId: null });
  const { progress, start, failure } = useFileUploads({
    upload: ({ file, idempotencyKey }, onProgress) =>
      uploadWithProgress(uploadToRequest, {
        params: { id },
        query: { name: file.name.slice(0, 1000), attestation: currentAttestation },
        file,
        idempotencyKey,
        onProgress,
      }),
    onUploaded: (count) => toasts.done(count === 1 ? 'File uploaded' : `${String(count)} files uploaded`),
    onSettled: refreshDocuments,
  });
  const choose = (files: readonly File[]): void => {
    setPhotos(files.filter(isPhoto));
    setChosen(files.filter((file) => !isPhoto(file)));
  };
  return (
    <div className={styles['uploads']}>
      <CameraButton label={`Take a photo of ${title}`} onFiles={setPhotos}>
        Take photo
      </CameraButton>
      <FileButton
        isMultiple
        variant="outlined"
        color="inherit"
        aria-label={`Upload ${title}`}
        disabled={progress !== null}
        onFiles={choose}
      >
        {progress === null ? 'Upload' : `${String(Math.round(progress * 100))}%`}
      </FileButton>
      {failure}
      <Suspense>
        {chosen.length > 0 && (
          <AttestDialog files={chosen} onConfirm={() => start(chosen)} onClose={() => setChosen([])} />
        )}
        {photos.length > 0 && (
          <PhotosDialog
            request={request}
            chosen={photos}
            onUploaded={() => {
              setPhotos([]);
              refreshDocuments();
            }}
            onClose={() => setPhotos([])}
          />
        )}
      </Suspense>
    </div>
  );
}
