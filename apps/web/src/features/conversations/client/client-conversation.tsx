import Button from '@mui/material/Button';
import {
  type Message,
  writeMessage,
  writeMessageBody,
  type WriteMessageBody,
} from '@handover/contract/conversations/conversations.ts';
import { useState, type ReactElement } from 'react';
import { Link, useNavigate } from 'react-router';
import { Icon } from '@handover/ui-lite/icon/icon.tsx';
import { RelativeTime } from '@handover/ui/parts/relative-time.tsx';
import { useUser } from '#shared/session/session-context.tsx';
import styles from './client-conversation.module.css';
import { classNames } from '@handover/ui-lite/parts/class-names.ts';
import { Avatar } from '@handover/ui-lite/parts/avatar.tsx';
import { MessageAttachments } from '../read/message-attachments.tsx';
import { MessageHtml } from '../read/message-html.tsx';
import { groupByThread, type Thread, emailsQuery } from '../conversations.queries.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { send } from '#shared/api/client.ts';
import { PagedPanel, LoadMore } from '#shared/lists/paged-panel.tsx';
import { useHashTarget } from '#shared/lists/use-hash-target.ts';
import { useRefresh } from '#shared/live/live-updates.tsx';
import * as z from 'zod/mini';
import { LabeledInput } from '@handover/ui/forms/labeled-input.tsx';
import { useToasts } from '@handover/ui/feedback/use-toasts.tsx';
import { DraftFormView } from '#shared/drafts/draft-form-view.tsx';
import { useDraftForm, useDraft } from '#shared/drafts/use-draft.ts';

interface ClientThreadsProps {
  /** Newest first. */
  messages: readonly Message[];
  /** Null for viewers who can only read. */
  write: WriteMessage | null;
  /** The name of the draft of a new message. */
  draftName?: string;
  /** False for an advisor: messages from the client show the client's name. */
  isOwn?: boolean;
}

/** Conversations by subject, the newest open with a reply form; above them the form for a new one. */
export function ClientThreads({
  messages,
  write,
  draftName = 'new',
  isOwn = true,
}: ClientThreadsProps): ReactElement {
  const { ref, isTarget: isNew } = useHashTarget<HTMLElement>('new-message');
  const navigate = useNavigate();
  const threads = groupByThread(messages);
  if (threads.length === 0)
    return write === null ? (
      <p className={styles['invitation']}>No messages yet</p>
    ) : (
      <section ref={ref} aria-label="New conversation">
        <p className={styles['invitation']}>No messages yet. Message your broker here.</p>
        <ClientComposer answered={null} write={write} draftName={draftName} />
      </section>
    );
  return (
    <div className={styles['threads']}>
      {write === null ? null : isNew ? (
        <section ref={ref} className={styles['new']} aria-label="New conversation">
          <ClientComposer
            answered={null}
            write={write}
            draftName={draftName}
            onClose={() => void navigate({ hash: '' }, { replace: true, preventScrollReset: true })}
          />
        </section>
      ) : (
        <div>
          <Button
            variant="outlined"
            color="inherit"
            size="small"
            startIcon={<Icon name="solar:pen-linear" size={16} />}
            component={Link}
            to="#new-message"
          >
            New message
          </Button>
        </div>
      )}
      {threads.map((thread, index) => (
        <ThreadView key={thread.id} thread={thread} isNewest={index === 0} write={write} isOwn={isOwn} />
      ))}
    </div>
  );
}

interface ThreadViewProps {
  thread: Thread;
  isNewest: boolean;
  write: WriteMessage | null;
  isOwn: boolean;
}

function ThreadView({ thread, isNewest, write, isOwn }: ThreadViewProps): ReactElement {
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
              <ClientMessage key={message.id} message={message} isReaderClient={isOwn} />
            ))}
          </ol>
          {write !== null && <ClientComposer answered={last} write={write} />}
        </div>
      )}
    </section>
  );
}

/** One message from the client's point of view: incoming mail is their own. An advisor sees the name of each sender. */
export function ClientMessage({
  message,
  isReaderClient = true,
}: {
  message: Message;
  isReaderClient?: boolean;
}): ReactElement {
  const { timeZone } = useUser();
  const isOwn = message.direction === 'inbound';
  const sender = message.from.name ?? message.from.address;
  return (
    <li className={classNames(styles['message'], isOwn && styles['own'])}>
      {!isOwn && <Avatar name={sender} size={32} />}
      <div className={styles['bubble']}>
        <p className={styles['from']}>
          <strong>{isOwn && isReaderClient ? 'You' : sender}</strong>
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

/** The messages between a client and their broker, with a form for new ones. */
export function ClientConversation({
  customerId,
  canWrite = true,
  isOwn = true,
}: {
  customerId: string;
  canWrite?: boolean;
  isOwn?: boolean;
}): ReactElement {
  const query = useInfiniteQuery(emailsQuery({ type: 'customer', id: customerId }));
  const refresh = useRefresh();
  const messages = query.data?.pages.flatMap((page) => page.emails) ?? [];
  const write: WriteMessage = async (body, idempotencyKey) => {
    await send(writeMessage, { params: { id: customerId }, body }, { idempotencyKey });
    refresh({ noun: 'message', customerId });
  };
  return (
    <PagedPanel
      query={query}
      // The form is shown even without messages.
      count={1}
      empty={{ icon: 'solar:chat-round-line-bold-duotone', title: 'No messages yet' }}
      failed="Your messages could not be loaded"
    >
      <ClientThreads
        messages={messages}
        write={canWrite ? write : null}
        draftName={customerId}
        isOwn={isOwn}
      />
      <LoadMore
        query={query}
        shown={messages.length}
        total={query.data?.pages[0]?.total ?? messages.length}
      />
    </PagedPanel>
  );
}

const schema = z.object({ subject: z.string(), text: z.string() });
const empty = { subject: '', text: '' };

/** Sends the text; retries of the same text use the same key. */
export type WriteMessage = (body: WriteMessageBody, idempotencyKey: string) => Promise<void>;

interface ClientComposerProps {
  /** Null for a new conversation, which needs a subject. */
  answered: Message | null;
  write: WriteMessage;
  draftName?: string;
  /** Set if the form can be closed; also called after the text is sent. */
  onClose?: () => void;
}

/** Writes to the broker. Each conversation keeps its own text until it is sent. */
export function ClientComposer({ answered, write, draftName, onClose }: ClientComposerProps): ReactElement {
  const toasts = useToasts();
  const draft = useDraft(`to-broker:${answered?.threadId ?? draftName ?? 'new'}`, { schema, empty });
  const form = useDraftForm(draft, {
    parse: ({ subject, text }) =>
      writeMessageBody.safeParse(answered === null ? { subject, text } : { text, inReplyTo: answered.id }),
    send: write,
    onSent: () => {
      toasts.done('Message sent');
      onClose?.();
    },
  });
  const { values, change } = draft;
  const isNew = answered === null;
  return (
    <DraftFormView
      form={form}
      label={isNew ? 'New message' : 'Reply'}
      submitLabel="Send"
      extras={
        onClose !== undefined && (
          <Button variant="text" color="inherit" onClick={onClose}>
            Close
          </Button>
        )
      }
    >
      {isNew && (
        <LabeledInput
          label="Subject"
          value={values.subject}
          error={form.errors['subject']}
          readOnly={form.isPending}
          autoComplete="off"
          autoFocus={onClose !== undefined}
          onChange={(event) => change({ subject: event.target.value })}
        />
      )}
      <LabeledInput
        label={isNew ? 'Message' : 'Your reply'}
        multiline
        minRows={isNew ? 4 : 2}
        maxRows={16}
        value={values.text}
        error={form.errors['text']}
        readOnly={form.isPending}
        onChange={(event) => change({ text: event.target.value })}
      />
    </DraftFormView>
  );
}
