import { openFile } from '@handover/contract/files.ts';
import type { Message } from '@handover/contract/conversations.ts';
import { useMutation } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { Icon } from '@handover/ui-lite/icon/icon.tsx';
import { useToasts } from '@handover/ui/feedback/use-toasts.tsx';
import { messageOf } from '#shared/api/api-error.ts';
import { send } from '#shared/api/client.ts';
import { downloadTicket } from '#shared/files/open-ticket.ts';
import { sizeText } from '#shared/files/size-text.ts';
import styles from './message-view.module.css';

/** The files of an email; a click downloads one by a ticket. */
export function MessageAttachments({ attachments }: Pick<Message, 'attachments'>): ReactElement | null {
  const toasts = useToasts();
  const { mutate } = useMutation({
    mutationFn: (id: string) => send(openFile, { params: { id } }),
    onSuccess: ({ ticket }) => downloadTicket(ticket),
    onError: (error) => toasts.failed(messageOf(error)),
  });
  if (attachments.length === 0) return null;
  return (
    <ul className={styles['attachments']} aria-label="Attachments">
      {attachments.map(({ id, name, sizeBytes }) => (
        <li key={id}>
          <button type="button" className={styles['attachment']} onClick={() => mutate(id)}>
            <Icon name="solar:paperclip-linear" size={16} />
            <span className={styles['fileName']}>{name}</span>
            <span>{sizeText(sizeBytes)}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
