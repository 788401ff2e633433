import type { Message } from '@handover/contract/conversations.ts';
import type { ReactElement } from 'react';
import { classNames } from '@handover/ui-lite/parts/class-names.ts';
import { Avatar } from '@handover/ui-lite/parts/avatar.tsx';
import { RelativeTime } from '@handover/ui/parts/relative-time.tsx';
import { useUser } from '#shared/session/session-context.tsx';
import { MessageAttachments } from '../read/message-attachments.tsx';
import { MessageHtml } from '../read/message-html.tsx';
import styles from './client-threads.module.css';

/** One message as the client sees it: what came in at the office is theirs. */
export function ClientMessage({ message }: { message: Message }): ReactElement {
  const { timeZone } = useUser();
  const isOwn = message.direction === 'inbound';
  const sender = message.from.name ?? message.from.address;
  return (
    <li className={classNames(styles['message'], isOwn && styles['own'])}>
      {!isOwn && <Avatar name={sender} size={32} />}
      <div className={styles['bubble']}>
        <p className={styles['from']}>
          <strong>{isOwn ? 'You' : sender}</strong>
          <RelativeTime time={message.sentAt ?? message.createdAt} timeZone={timeZone} />
        </p>
        {message.hasHtml ? (
          <MessageHtml message={message} />
        ) : (
          <p className={styles['text']}>{message.text}</p>
        )}
        <MessageAttachments attachments={message.attachments} />
      </div>
    </li>
  );
}
