import { uploadToRequest, type RoomRequest } from '@handover/contract/data-rooms.ts';
import { useToasts } from '@handover/ui/feedback/use-toasts.tsx';
import { currentAttestation } from '@handover/domain/phi/attestation.ts';
import Button from '@mui/material/Button';
import { FileButton } from '@handover/ui/forms/file-button.tsx';
import { lazy, Suspense, useState, type ReactElement } from 'react';
import { messageOf } from '#shared/api/api-error.ts';
import { newSubmitKey } from '#shared/api/submit-key.ts';
import { uploadWithProgress } from '#shared/api/upload-with-progress.ts';
import { useRefresh } from '#shared/live/live-updates.tsx';
import { CameraButton, isPhoto } from './request-parts.tsx';
import styles from './rooms.module.css';

const AttestDialog = lazy(() => import('./attest-dialog.tsx'));
const PhotosDialog = lazy(() => import('./photos-dialog.tsx'));

/** A file with the key of its upload, so that a retry adds no second file. */
type KeyedFile = { readonly file: File; readonly idempotencyKey: string };

/** Uploads files for a request, one after another, and photos as one PDF. What was not uploaded can be tried again. */
export function RequestUpload({ request }: { request: RoomRequest }): ReactElement {
  const { id, title } = request;
  const toasts = useToasts();
  const refresh = useRefresh();
  const [progress, setProgress] = useState<number | null>(null);
  const [photos, setPhotos] = useState<readonly File[]>([]);
  const [chosen, setChosen] = useState<readonly File[]>([]);
  const [left, setLeft] = useState<{ files: readonly KeyedFile[]; reason: string } | null>(null);
  const upload = async (files: readonly KeyedFile[]): Promise<void> => {
    setLeft(null);
    let count = 0;
    try {
      for (const { file, idempotencyKey } of files) {
        setProgress(0);
        await uploadWithProgress(uploadToRequest, {
          params: { id },
          query: { name: file.name.slice(0, 1000), attestation: currentAttestation },
          file,
          idempotencyKey,
          onProgress: setProgress,
        });
        count += 1;
      }
      toasts.done(count === 1 ? 'File uploaded' : `${String(count)} files uploaded`);
    } catch (error) {
      setLeft({ files: files.slice(count), reason: messageOf(error) });
    } finally {
      setProgress(null);
      refresh({ noun: 'document', customerId: null });
    }
  };
  const choose = (files: readonly File[]): void => {
    setPhotos(files.filter(isPhoto));
    if (progress === null) setChosen(files.filter((file) => !isPhoto(file)));
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
        onFiles={choose}
      >
        {progress === null ? 'Upload' : `${String(Math.round(progress * 100))}%`}
      </FileButton>
      {left !== null && (
        <div role="alert" className={styles['left']}>
          <p className={styles['refusal']}>
            {namesOf(left.files)} not uploaded. {left.reason}
          </p>
          <Button size="small" onClick={() => void upload(left.files)}>
            Retry
          </Button>
        </div>
      )}
      <Suspense>
        {chosen.length > 0 && (
          <AttestDialog
            files={chosen}
            onConfirm={() => void upload(chosen.map(withKey))}
            onClose={() => setChosen([])}
          />
        )}
        {photos.length > 0 && (
          <PhotosDialog
            request={request}
            chosen={photos}
            onUploaded={() => {
              setPhotos([]);
              refresh({ noun: 'document', customerId: null });
            }}
            onClose={() => setPhotos([])}
          />
        )}
      </Suspense>
    </div>
  );
}

function withKey(file: File): KeyedFile {
  return { file, idempotencyKey: newSubmitKey() };
}

/** “returns.pdf was”, or “returns.pdf and 2 more were”. */
function namesOf([first, ...others]: readonly KeyedFile[]): string {
  const name = first?.file.name ?? '';
  return others.length === 0 ? `${name} was` : `${name} and ${String(others.length)} more were`;
}
