import { Icon } from '@handover/ui-lite/icon/icon.tsx';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import LinearProgress from '@mui/material/LinearProgress';
import type { ReactElement } from 'react';
import styles from './documents.module.css';
import { isStopped, type Upload } from './use-uploads.ts';

/** A folder may contain thousands of files. */
const maxRows = 20;

interface UploadRowsProps {
  uploads: readonly Upload[];
  onRetry: (upload: Upload) => void;
  onRetryAll: () => void;
  onPause: (upload: Upload) => void;
  onRemove: (upload: Upload) => void;
}

/** Running and paused uploads with their progress, and failed uploads with the reason. */
export default function UploadRows({
  uploads,
  onRetry,
  onRetryAll,
  onPause,
  onRemove,
}: UploadRowsProps): ReactElement | null {
  if (uploads.length === 0) return null;
  const stoppedCount = uploads.filter(isStopped).length;
  const others = uploads
    .slice(maxRows)
    .filter(({ failure, isPaused }) => failure === null && !isPaused).length;
  return (
    <ul className={styles['rows']} aria-label="Uploads">
      {stoppedCount > 1 && (
        <li className={styles['row']}>
          {stoppedCount.toLocaleString('en')} files not uploaded
          <Button size="small" variant="outlined" color="inherit" onClick={onRetryAll}>
            Retry all
          </Button>
        </li>
      )}
      {uploads.slice(0, maxRows).map((upload) => (
        <UploadRow
          key={upload.key}
          upload={upload}
          onRetry={() => onRetry(upload)}
          onPause={() => onPause(upload)}
          onRemove={() => onRemove(upload)}
        />
      ))}
      {others > 0 && (
        <li className={styles['row']}>
          {others === 1 ? '1 more file' : `${others.toLocaleString('en')} more files`} to upload
        </li>
      )}
    </ul>
  );
}

interface UploadRowProps {
  upload: Upload;
  onRetry: () => void;
  onPause: () => void;
  onRemove: () => void;
}

function UploadRow({ upload, onRetry, onPause, onRemove }: UploadRowProps): ReactElement {
  const { file, share, failure, canRetry, isLarge, isPaused } = upload;
  const percent = Math.floor((share ?? 0) * 100);
  return (
    <li className={styles['row']}>
      <Icon name="solar:cloud-upload-bold-duotone" size={28} />
      <div className={styles['text']}>
        <p className={styles['uploading']}>
          <bdi>{file.name}</bdi>
          {(isLarge || isPaused) &&
            failure === null &&
            ` · ${isPaused ? 'Paused at ' : ''}${String(percent)}%`}
        </p>
        {failure === null ? (
          <LinearProgress variant="determinate" value={percent} aria-label={`Uploading ${file.name}`} />
        ) : (
          <p role="alert" className={styles['failure']}>
            {failure}
          </p>
        )}
      </div>
      {((failure !== null && canRetry) || isPaused) && (
        <Button size="small" variant="outlined" color="inherit" onClick={onRetry}>
          {isPaused ? 'Resume' : 'Retry'}
        </Button>
      )}
      {isLarge && !isPaused && failure === null && share !== null && (
        <Button size="small" variant="outlined" color="inherit" onClick={onPause}>
          Pause
        </Button>
      )}
      <IconButton aria-label={`${failure === null ? 'Cancel' : 'Dismiss'} ${file.name}`} onClick={onRemove}>
        <Icon name="solar:close-circle-linear" size={20} />
      </IconButton>
    </li>
  );
}
