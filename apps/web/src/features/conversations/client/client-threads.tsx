import Button from '@mui/material/Button';
import type { Message } from '@handover/contract/conversations.ts';
import { useState, type ReactElement } from 'react';
import { Icon } from '@handover/ui-lite/icon/icon.tsx';
import { RelativeTime } from '@handover/ui/parts/relative-time.tsx';
import { useUser } from '#shared/session/session-context.tsx';
import { ClientComposer, type WriteMessage } from './client-composer.tsx';
import styles from './client-threads.module.css';
import { classNames } from '@handover/ui-lite/parts/class-names.ts';
import { Avatar } from '@handover/ui-lite/parts/avatar.tsx';
import { MessageAttachments } from '../read/message-attachments.tsx';
import { MessageHtml } from '../read/message-html.tsx';
import { threadsOf, type Thread } from '../conversations.queries.ts';

interface ClientThreadsProps {
  /** Newest first. */
  messages: readonly Message[];
  write: WriteMessage;
}

/** Conversations by subject, the newest open with a reply form; above them the form for a new one. */
export function ClientThreads({ messages, write }: ClientThreadsProps): ReactElement {
  const [isNew, setNew] = useState(false);
  const threads = threadsOf(messages);
  if (threads.length === 0)
    return (
      <>
        <p className={styles['invitation']}>No messages yet. Write to your broker here.</p>
        <ClientComposer answered={null} write={write} />
      </>
    );
  return (
    <div className={styles['threads']}>
      {isNew ? (
        <section className={styles['new']} aria-label="New conversation">
          <ClientComposer answered={null} write={write} onClose={() => setNew(false)} />
        </section>
      ) : (
        <div>
          <Button
            variant="outlined"
            color="inherit"
            size="small"
            startIcon={<Icon name="solar:pen-linear" size={16} />}
            onClick={() => setNew(true)}
          >
            New message
          </Button>
        </div>
      )}
      {threads.map((thread, index) => (
        <ThreadView key={thread.id} thread={thread} isNewest={index === 0} write={write} />
      ))}
    </div>
  );
}

interface ThreadViewProps {
  thread: Thread;
  isNewest: boolean;
  write: WriteMessage;
}

function ThreadView({ thread, isNewest, write }: ThreadViewProps): ReactElement {
  const { timeZone } = useUser();
  const [chosen, setOpen] = useState<boolean | null>(null);
  const isOpen = chosen ?? isNewest;
  const last = thread.messages.at(-1);
  return (
    <section className={styles['thread']} aria-label={thread.subject}>
      <h3>
        <button
          type="button"
          className={styles['top']}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          <span className={styles['subject']}>{thread.subject === '' ? '(no subject)' : thread.subject}</span>
          {last !== undefined && (
            <span className={styles['time']}>
              <RelativeTime time={last.sentAt ?? last.createdAt} timeZone={timeZone} />
            </span>
          )}
          <Icon name={isOpen ? 'solar:alt-arrow-up-linear' : 'solar:alt-arrow-down-linear'} size={16} />
        </button>
      </h3>
      {isOpen && last !== undefined && (
        <div className={styles['open']}>
          <ol className={styles['messages']} aria-label={`Messages on ${thread.subject}`}>
            {thread.messages.map((message) => (
              <ClientMessage key={message.id} message={message} />
            ))}
          </ol>
          <ClientComposer answered={last} write={write} />
        </div>
      )}
    </section>
  );
}

/** One message from the client's point of view: incoming mail is their own. */
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
