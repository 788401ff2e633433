import type { EmailDraft } from '@handover/contract/email-drafts.ts';
import Alert from '@mui/material/Alert';
import LinearProgress from '@mui/material/LinearProgress';
import type { ReactElement } from 'react';
import { RemovableChip } from '@handover/ui/chips/removable-chip.tsx';
import styles from './attachment-list.module.css';
import type { useAttaching } from './use-attaching.ts';
import { sizeText } from '#shared/files/files.ts';

interface AttachmentListProps {
  attachments: EmailDraft['attachments'];
  attaching: ReturnType<typeof useAttaching>;
  error?: string | undefined;
}

/** The draft's files, including those still uploading. */
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
            <RemovableChip
              key={id}
              label={`${name} (${sizeText(sizeBytes)})`}
              onRemove={() => attaching.detach(id)}
            />
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
