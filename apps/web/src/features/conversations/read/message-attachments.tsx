import { openFile } from '@handover/contract/records/files.ts';
import type { Message } from '@handover/contract/conversations/conversations.ts';
import { useMutation } from '@tanstack/react-query';
import { Suspense, type ReactElement } from 'react';
import { Icon } from '@handover/ui-lite/icon/icon.tsx';
import { useToasts } from '@handover/ui/feedback/use-toasts.tsx';
import { getErrorMessage } from '#shared/api/api-error.ts';
import { send } from '#shared/api/client.ts';
import { downloadTicket, isBeingChecked, formatSize } from '#shared/files/files.ts';
import { optionalPart } from '#shared/page/loading.ts';
import type { MailRecordRef } from '#shared/records/page/record-ref.ts';
import { useUser } from '#shared/session/session-context.tsx';
import styles from './message-view.module.css';

const FileParts = optionalPart(() => import('./file-parts.tsx'));

interface MessageAttachmentsProps extends Pick<Message, 'attachments'> {
  /** The record whose files the attachments can be saved to. */
  of?: MailRecordRef;
}

/** The files of an email, each with a download button. */
export function MessageAttachments({ attachments, of }: MessageAttachmentsProps): ReactElement | null {
  const toasts = useToasts();
  const { role } = useUser();
  const { mutate } = useMutation({
    mutationFn: (id: string) => send(openFile, { params: { id } }),
    onSuccess: ({ ticket }) => downloadTicket(ticket),
    onError: (error) => toasts.failed(getErrorMessage(error)),
  });
  if (attachments.length === 0) return null;
  return (
    <ul className={styles['attachments']} aria-label="Attachments">
      {attachments.map((file) => (
        <li key={file.id} className={styles['attached']}>
          <button
            type="button"
            className={styles['attachment']}
            disabled={isBeingChecked(file, role)}
            onClick={() => mutate(file.id)}
          >
            <Icon name="solar:paperclip-linear" size={16} />
            <span className={styles['fileName']}>{file.name}</span>
            <span>{formatSize(file.sizeBytes)}</span>
          </button>
          <Suspense>
            <FileParts file={file} of={of} />
          </Suspense>
        </li>
      ))}
    </ul>
  );
}
