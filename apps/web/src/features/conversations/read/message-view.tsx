import Button from '@mui/material/Button';
import type { Message } from '@handover/contract/conversations.ts';
import { useState, type ReactElement } from 'react';
import { Icon } from '@handover/ui-lite/icon/icon.tsx';
import { Avatar } from '@handover/ui-lite/parts/avatar.tsx';
import { RelativeTime } from '@handover/ui/parts/relative-time.tsx';
import { useHashTarget } from '#shared/lists/use-hash-target.ts';
import type { RecordRef } from '#shared/records/page/record-ref.ts';
import { useUser } from '#shared/session/session-context.tsx';
import { MessageAttachments } from './message-attachments.tsx';
import { MessageDelivery } from './message-delivery.tsx';
import { MessageHtml } from './message-html.tsx';
import { statusLabels } from './message-status.ts';
import styles from './message-view.module.css';

interface MessageViewProps {
  message: Message;
  of: RecordRef;
  /** The newest of its thread stands open. */
  isNewest: boolean;
  onReply: (message: Message) => void;
}

/** One email: a line when closed; text, files, delivery and reply when open. */
export function MessageView({ message, of, isNewest, onReply }: MessageViewProps): ReactElement {
  const { ref, isTarget } = useHashTarget<HTMLElement>(`message-${message.id}`);
  const [chosen, setOpen] = useState<boolean | null>(null);
  const isOpen = chosen ?? (isNewest || isTarget);
  const { timeZone } = useUser();
  const sender = message.from.name ?? message.from.address;
  const hasTrouble =
    message.status === 'failed' || message.status === 'uncertain' || message.status === 'undelivered';
  return (
    <article
      ref={ref}
      className={styles['message']}
      data-target={isTarget || undefined}
      aria-label={`Email from ${sender}`}
    >
      <button type="button" className={styles['top']} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <Avatar name={sender} size={32} />
        <span className={styles['who']}>
          <span className={styles['sender']}>{sender}</span>
          <span className={styles['snippet']}>
            {isOpen ? `to ${message.to.join(', ')}` : message.snippet}
          </span>
        </span>
        {!isOpen && hasTrouble && (
          <Icon name="solar:danger-triangle-bold" size={18} label={statusLabels[message.status].text} />
        )}
        <span className={styles['time']}>
          <RelativeTime time={message.sentAt ?? message.createdAt} timeZone={timeZone} />
        </span>
      </button>
      {isOpen && (
        <div className={styles['open']}>
          <Recipients message={message} />
          {message.direction === 'outbound' && <MessageDelivery message={message} of={of} />}
          {message.hasHtml ? (
            <MessageHtml message={message} />
          ) : (
            <p className={styles['text']}>{message.text}</p>
          )}
          <MessageAttachments attachments={message.attachments} of={of} />
          <div>
            <Button
              size="small"
              variant="outlined"
              color="inherit"
              startIcon={<Icon name="solar:reply-linear" size={16} />}
              onClick={() => onReply(message)}
            >
              Reply
            </Button>
          </div>
        </div>
      )}
    </article>
  );
}

function Recipients({ message }: { message: Message }): ReactElement {
  const others = [
    ...(message.cc.length > 0 ? [`Cc: ${message.cc.join(', ')}`] : []),
    ...(message.bcc.length > 0 ? [`Bcc: ${message.bcc.join(', ')}`] : []),
  ];
  return (
    <p className={styles['recipients']}>
      From {message.from.address}
      {others.map((line) => ` · ${line}`)}
    </p>
  );
}
