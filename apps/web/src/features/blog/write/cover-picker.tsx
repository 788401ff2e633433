import { type Cover, coverDesigns, getPostCover, uploadCover } from '@handover/contract/posts.ts';
import FormHelperText from '@mui/material/FormHelperText';
import { type ReactElement, useEffect, useId, useState } from 'react';
import { FileButton } from '@handover/ui/forms/file-button.tsx';
import { photoAccept } from '#shared/photos/photo-input.tsx';
import { ApiError, getErrorMessage } from '#shared/api/api-error.ts';
import { openStream } from '#shared/api/client.ts';
import { uploadWithProgress } from '#shared/api/upload-with-progress.ts';
import { shrinkPhoto } from '#shared/photos/shrink-photo.ts';
import styles from './cover-picker.module.css';

interface CoverPickerProps {
  cover: Cover;
  onChange: (cover: Cover) => void;
  error?: string | undefined;
  isDisabled: boolean;
}

/** One of the app's covers or an uploaded picture. */
export function CoverPicker({ cover, onChange, error, isDisabled }: CoverPickerProps): ReactElement {
  const name = useId();
  const { previewUrl, progress, failure, upload } = useCover(cover, onChange);
  const problem = failure ?? error;
  return (
    <fieldset className={styles['field']} disabled={isDisabled}>
      <legend>Cover</legend>
      <div className={styles['shown']}>
        {cover.kind === 'design' ? (
          <img src={`/covers/${cover.design}.svg`} alt="" />
        ) : (
          previewUrl !== null && <img src={previewUrl} alt="" />
        )}
      </div>
      <div className={styles['designs']}>
        {coverDesigns.map((design) => (
          <label key={design} className={styles['design']}>
            <input
              type="radio"
              name={name}
              aria-label={design}
              checked={cover.kind === 'design' && cover.design === design}
              onChange={() => onChange({ kind: 'design', design })}
            />
            <img src={`/covers/${design}.svg`} alt="" />
          </label>
        ))}
      </div>
      <FileButton
        variant="outlined"
        color="inherit"
        accept={photoAccept}
        onFiles={([file]) => file !== undefined && upload(file)}
      >
        {progress === null ? 'Upload image' : `Uploading, ${String(Math.round(progress * 100))}%`}
      </FileButton>
      <FormHelperText role={problem === undefined ? undefined : 'alert'} error={problem !== undefined}>
        {problem ?? 'PNG, JPEG, or WebP, cropped to 16:9.'}
      </FormHelperText>
    </fieldset>
  );
}

/** Twice the size of a cover on the page, for high-density screens. */
const shown = { width: 1440, height: 810 };
const unreadable = 'This image cannot be displayed. Choose a PNG, JPEG, or WebP.';

interface CoverUpload {
  /** The object URL of the uploaded picture; null if there is none or it is still loading. */
  previewUrl: string | null;
  /** The uploaded share, 0–1; null when nothing is being uploaded. */
  progress: number | null;
  failure: string | null;
  upload: (file: File) => void;
}

/** Uploads a picture and shows it. Its bytes are fetched, because browsers send no bearer token for images. */
function useCover(cover: Cover, onUploaded: (cover: Cover) => void): CoverUpload {
  const [progress, setProgress] = useState<number | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [local, setLocal] = useState<{ fileId: string; url: string } | null>(null);
  const fileId = cover.kind === 'file' ? cover.fileId : null;

  useEffect(() => {
    if (fileId === null || local?.fileId === fileId) return undefined;
    const ended = new AbortController();
    fetchPicture(fileId, ended.signal)
      .then((picture) => setLocal({ fileId, url: URL.createObjectURL(picture) }))
      .catch((error: unknown) => {
        if (!ended.signal.aborted) setFailure(getErrorMessage(error));
      });
    return () => ended.abort();
  }, [fileId, local]);
  useEffect(() => () => (local === null ? undefined : URL.revokeObjectURL(local.url)), [local]);

  const upload = async (picture: File): Promise<void> => {
    setProgress(0);
    setFailure(null);
    try {
      const small = await shrinkPhoto(picture, shown);
      const { file } = await uploadWithProgress(uploadCover, {
        query: { name: picture.name },
        file: small,
        onProgress: setProgress,
      });
      setLocal({ fileId: file.id, url: URL.createObjectURL(small) });
      onUploaded({ kind: 'file', fileId: file.id });
    } catch (error) {
      setFailure(error instanceof ApiError ? getErrorMessage(error) : unreadable);
    } finally {
      setProgress(null);
    }
  };

  return {
    previewUrl: local !== null && local.fileId === fileId ? local.url : null,
    progress,
    failure,
    upload: (file) => void upload(file),
  };
}

async function fetchPicture(id: string, signal: AbortSignal): Promise<Blob> {
  return (await openStream(getPostCover, { params: { id }, signal })).blob();
}
