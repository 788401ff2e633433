import { coverDesigns, type Cover } from '@handover/contract/posts.ts';
import FormHelperText from '@mui/material/FormHelperText';
import { useId, type ReactElement } from 'react';
import { FileButton } from '@handover/ui/forms/file-button.tsx';
import { photoAccept } from '#shared/photos/use-photo.ts';
import styles from './cover-picker.module.css';
import { useCover } from './use-cover.ts';

interface CoverPickerProps {
  cover: Cover;
  onChange: (cover: Cover) => void;
  error?: string | undefined;
}

/** One of the app's covers or a picture of one's own. */
export function CoverPicker({ cover, onChange, error }: CoverPickerProps): ReactElement {
  const name = useId();
  const { previewUrl, progress, failure, upload } = useCover(cover, onChange);
  const problem = failure ?? error;
  return (
    <fieldset className={styles['field']}>
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
        {progress === null ? 'Upload a picture' : `Uploading, ${String(Math.round(progress * 100))} %`}
      </FileButton>
      <FormHelperText role={problem === undefined ? undefined : 'alert'} error={problem !== undefined}>
        {problem ?? 'PNG, JPEG or WebP. Its middle is shown, 16 to 9.'}
      </FormHelperText>
    </fieldset>
  );
}
