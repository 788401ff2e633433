import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import type { ReactElement } from 'react';
import { Icon } from '@handover/ui-lite/icon/icon.tsx';
import { RemovableChip } from '@handover/ui/parts/removable-chip.tsx';
import { sizeText } from '../../shared/files/size-text.ts';
import type { EmailDraft } from './email-draft.ts';
import styles from './attachment-list.module.css';
import type { useAttaching } from './use-attaching.ts';

interface AttachmentListProps {
  attachments: EmailDraft['attachments'];
  attaching: ReturnType<typeof useAttaching>;
  error?: string | undefined;
}

/** The files on the draft and those on their way. */
export function AttachmentList({ attachments, attaching, error }: AttachmentListProps): ReactElement {
  const failure = attaching.failure ?? error;
  return (
    <>
      {failure !== undefined && (
        <Alert severity="error" role="alert">
          {failure}
        </Alert>
      )}
      {attachments.length > 0 && (
        <div className={styles['files']}>
          {attachments.map(({ id, name, sizeBytes }) => (
            <RemovableChip key={id} label={`${name} (${sizeText(sizeBytes)})`} onRemove={() => attaching.detach(id)} />
          ))}
        </div>
      )}
      {attaching.uploads.map(({ name, share }) => (
        <div key={name} className={styles['upload']}>
          <span>{name}</span>
          <LinearProgress variant="determinate" value={share * 100} aria-label={`Uploading ${name}`} />
        </div>
      ))}
    </>
  );
}

/** Chooses files to attach. */
export function AttachButton({ onFiles }: { onFiles: (files: readonly File[]) => void }): ReactElement {
  return (
    <Button component="label" variant="text" color="inherit" className={styles['attach'] ?? ''} startIcon={<Icon name="solar:paperclip-linear" size={18} />}>
      Attach
      <input
        type="file"
        multiple
        className="sr-only"
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])]);
          event.target.value = '';
        }}
      />
    </Button>
  );
}
