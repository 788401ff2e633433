import {
  requestPhotoMaxBytes,
  requestPhotosMax,
  uploadPhotosToRequest,
  type RoomRequest,
} from '@handover/contract/documents/data-rooms.ts';
import { useToasts } from '@handover/ui/feedback/use-toasts.tsx';
import { currentAttestation } from '@handover/domain/phi/attestation.ts';
import { FileButton } from '@handover/ui/forms/file-button.tsx';
import { MenuButton } from '@handover/ui/parts/menu-button.tsx';
import LinearProgress from '@mui/material/LinearProgress';
import { useEffect, useMemo, useState, type ReactElement } from 'react';
import { getErrorMessage } from '#shared/api/api-error.ts';
import { createSubmitKey, useSubmitKey } from '#shared/api/submit-key.ts';
import { uploadWithProgress } from '#shared/api/upload-with-progress.ts';
import { FormDialog } from '#shared/forms/form-dialog.tsx';
import { useAttestation } from './attest-dialog.tsx';
import { CameraButton, isPhoto, photoTypes } from './request-parts.tsx';
import styles from './rooms.module.css';

interface PhotosDialogProps {
  request: RoomRequest;
  /** In the order in which they were selected. */
  chosen: readonly File[];
  onUploaded: () => void;
  onClose: () => void;
}

/** Puts photos in order and uploads them as one PDF. */
export default function PhotosDialog({
  request: { id, title },
  chosen,
  onUploaded,
  onClose,
}: PhotosDialogProps): ReactElement {
  const toasts = useToasts();
  const { keyFor } = useSubmitKey();
  const attestation = useAttestation();
  const [photos, setPhotos] = useState(() => addKeys(chosen));
  const [progress, setProgress] = useState<number | null>(null);
  const [failure, setFailure] = useState<string | undefined>(undefined);
  const add = (files: readonly File[]): void => setPhotos((before) => [...before, ...addKeys(files)]);
  const upload = async (): Promise<void> => {
    const problem = findProblem(photos.map(({ file }) => file));
    setFailure(problem);
    if (problem !== undefined || !attestation.check()) return;
    setProgress(0);
    try {
      await uploadWithProgress(uploadPhotosToRequest, {
        params: { id },
        query: { sizes: photos.map(({ file }) => file.size).join(), attestation: currentAttestation },
        file: new Blob(photos.map(({ file }) => file)),
        // On a retry, the same photos do not create a second document.
        idempotencyKey: keyFor(photos.map(({ key }) => key)),
        onProgress: setProgress,
      });
      toasts.done(photos.length === 1 ? 'Photo uploaded as PDF' : 'Photos uploaded as one PDF');
      onUploaded();
    } catch (error) {
      setFailure(getErrorMessage(error));
    } finally {
      setProgress(null);
    }
  };
  return (
    <FormDialog
      draft={null}
      title={title}
      submitLabel={photos.length === 1 ? 'Upload 1 page' : `Upload ${String(photos.length)} pages`}
      failure={failure}
      isPending={progress !== null}
      isDirty={photos.length > 0}
      isLockedWhilePending
      maxWidth="sm"
      onSubmit={(event) => {
        event.preventDefault();
        if (progress === null) void upload();
      }}
      onClose={onClose}
    >
      <p>
        The photos are uploaded as one PDF with a page for each, in this order. Their location is removed.
      </p>
      {progress !== null && (
        <LinearProgress variant="determinate" value={progress * 100} aria-label={`Uploading ${title}`} />
      )}
      <ol className={styles['list']}>
        {photos.map((photo, index) => (
          <PhotoPage
            key={photo.key}
            photo={photo.file}
            number={index + 1}
            isLast={index === photos.length - 1}
            onMove={(step) =>
              setPhotos(photos.with(index, photos[index + step] ?? photo).with(index + step, photo))
            }
            onRemove={() => setPhotos(photos.filter((other) => other !== photo))}
          />
        ))}
      </ol>
      <div className={styles['tools']}>
        <CameraButton onFiles={add}>Take photo</CameraButton>
        <FileButton
          isMultiple
          accept={photoTypes}
          variant="outlined"
          color="inherit"
          onFiles={(files) => add(files.filter(isPhoto))}
        >
          Add photos
        </FileButton>
      </div>
      {attestation.box}
    </FormDialog>
  );
}

interface PhotoPageProps {
  photo: File;
  /** The page number. */
  number: number;
  isLast: boolean;
  onMove: (step: 1 | -1) => void;
  onRemove: () => void;
}

function PhotoPage({ photo, number, isLast, onMove, onRemove }: PhotoPageProps): ReactElement {
  const url = useMemo(() => URL.createObjectURL(photo), [photo]);
  useEffect(() => () => URL.revokeObjectURL(url), [url]);
  const name = `Page ${String(number)}`;
  return (
    <li className={styles['item']} aria-label={name}>
      <div className={styles['line']}>
        <img className={styles['photo']} src={url} alt="" />
        <div className={styles['text']}>
          <p className={styles['name']}>{name}</p>
          <p className={styles['note']}>{photo.name}</p>
        </div>
        <MenuButton
          isIconOnly
          label={`Actions for ${name}`}
          actions={[
            { label: 'Move up', isDisabled: number === 1, onSelect: () => onMove(-1) },
            { label: 'Move down', isDisabled: isLast, onSelect: () => onMove(1) },
            { label: 'Remove', isDangerous: true, onSelect: onRemove },
          ]}
        />
      </div>
    </li>
  );
}

/** The same photo may be selected twice. */
function addKeys(files: readonly File[]): { key: string; file: File }[] {
  return files.map((file) => ({ key: createSubmitKey(), file }));
}

function findProblem(photos: readonly File[]): string | undefined {
  if (photos.length === 0) return 'Add a photo.';
  if (photos.length > requestPhotosMax)
    return `A PDF can have at most ${String(requestPhotosMax)} photos. Upload the others after it.`;
  const large = photos.find(({ size }) => size > requestPhotoMaxBytes);
  return large && `${large.name} is larger than 25 MB.`;
}
