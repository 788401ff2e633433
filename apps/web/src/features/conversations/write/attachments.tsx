import type { EmailDraft } from '@handover/contract/conversations/email-drafts.ts';
import Alert from '@mui/material/Alert';
import LinearProgress from '@mui/material/LinearProgress';
import { type ReactElement, useState } from 'react';
import { RemovableChip } from '@handover/ui/chips/removable-chip.tsx';
import styles from './attachment-list.module.css';
import { formatSize } from '#shared/files/files.ts';
import { attachmentMaxBytes, uploadFile } from '@handover/contract/records/files.ts';
import { getErrorMessage } from '#shared/api/api-error.ts';
import { followSession } from '#shared/api/follow-session.ts';
import { uploadWithProgress } from '#shared/api/upload-with-progress.ts';
import type { DraftHandle } from '#shared/drafts/use-draft.ts';

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
              label={`${name} (${formatSize(sizeBytes)})`}
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

export interface PendingUpload {
  readonly name: string;
  /** 0–1 */
  readonly share: number;
}

interface AttachmentState {
  uploads: readonly PendingUpload[];
  failure: string | null;
  attach: (files: readonly File[]) => void;
  detach: (id: string) => void;
}

/** Uploads files one by one and attaches them to the draft. */
export function useAttaching({ change }: DraftHandle<EmailDraft>): AttachmentState {
  const [uploads, setUploads] = useState<readonly PendingUpload[]>([]);
  const [failure, setFailure] = useState<string | null>(null);

  const uploadOne = async (file: File, signal: AbortSignal): Promise<void> => {
    const show = (share: number): void =>
      setUploads((all) => [...all.filter(({ name }) => name !== file.name), { name: file.name, share }]);
    show(0);
    try {
      const { file: stored } = await uploadWithProgress(uploadFile, {
        query: { name: file.name },
        file,
        signal,
        onProgress: show,
      });
      change(({ attachments }) => ({
        attachments: [...attachments, { id: stored.id, name: stored.name, sizeBytes: stored.sizeBytes }],
      }));
    } catch (error) {
      setFailure(`${file.name}: ${getErrorMessage(error)}`);
    } finally {
      setUploads((all) => all.filter(({ name }) => name !== file.name));
    }
  };

  const attach = async (files: readonly File[]): Promise<void> => {
    setFailure(null);
    const session = followSession();
    for (const file of files) {
      if (session.signal.aborted) break;
      if (file.size > attachmentMaxBytes)
        setFailure(`${file.name} is too large: at most ${formatSize(attachmentMaxBytes)} each`);
      else await uploadOne(file, session.signal);
    }
    session.end();
  };

  return {
    uploads,
    failure,
    attach: (files) => void attach(files),
    detach: (id) =>
      change(({ attachments }) => ({ attachments: attachments.filter((file) => file.id !== id) })),
  };
}
