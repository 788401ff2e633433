import Alert from '@mui/material/Alert';
import type { Message } from '@handover/contract/conversations.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { LoadMore } from '#shared/lists/load-more.tsx';
import { PagedPanel } from '#shared/lists/paged-panel.tsx';
import { emailsQuery } from '../conversations.queries.ts';
import { useDraftMutations } from '../write/draft/use-draft-mutations.ts';
import { usePendingDrafts } from '../write/draft/use-pending-drafts.ts';
import styles from './conversation.module.css';
import { LooseDrafts, ThreadDraft, type Drafts } from './draft-line.tsx';
import { MessageView } from './message-view.tsx';
import { threadsOf } from '../threads.ts';
import { useReachMessage } from './use-reach-message.ts';

interface ConversationProps {
  customerId: string;
  onReply: (message: Message) => void;
  /** Opens the draft of a thread, or with null that of a new e-mail; null for who may not write. */
  onDraft: ((threadId: string | null) => void) | null;
}

/** The e-mail conversation with a customer, thread by thread, with what waits to be sent. */
export default function Conversation(props: ConversationProps): ReactElement {
  return props.onDraft === null ? (
    <Threads {...props} drafts={null} />
  ) : (
    <DraftedThreads {...props} onDraft={props.onDraft} />
  );
}

function DraftedThreads(
  props: ConversationProps & { onDraft: (threadId: string | null) => void },
): ReactElement {
  const { customerId, onDraft } = props;
  const waiting = usePendingDrafts(customerId);
  const { discard } = useDraftMutations(customerId, { onOpen: onDraft });
  return <Threads {...props} drafts={{ waiting, open: onDraft, discard }} />;
}

interface ThreadsProps extends ConversationProps {
  drafts: Drafts | null;
}

function Threads({ customerId, onReply, drafts }: ThreadsProps): ReactElement {
  const query = useInfiniteQuery(emailsQuery(customerId));
  const messages = query.data?.pages.flatMap((page) => page.emails) ?? [];
  useReachMessage(query, messages);
  const isOutbox = query.data?.pages[0]?.delivery === 'outbox';
  const threads = threadsOf(messages);
  const shownIds = query.isPending ? null : threads.map(({ id }) => id);
  return (
    <>
      <LooseDrafts drafts={drafts} shownIds={shownIds} />
      <PagedPanel
        query={query}
        count={messages.length}
        empty={{
          icon: 'solar:letter-bold-duotone',
          title: 'No e-mails yet',
          text: 'Write the first one above.',
        }}
        failed="The conversation could not be loaded"
      >
        {isOutbox && (
          <Alert severity="info" sx={{ mb: 2 }}>
            No mail server is configured: outgoing e-mails are kept in the outbox and not delivered.
          </Alert>
        )}
        <div className={styles['threads']}>
          {threads.map((thread) => (
            <section key={thread.id} className={styles['thread']} aria-label={thread.subject}>
              <h2 className={styles['subject']}>
                {thread.subject}
                {thread.messages.length > 1 && (
                  <span className={styles['count']}>{thread.messages.length}</span>
                )}
              </h2>
              <ThreadDraft drafts={drafts} thread={thread} />
              {thread.messages.map((message) => (
                <MessageView
                  key={message.id}
                  message={message}
                  customerId={customerId}
                  isNewest={message === thread.messages.at(-1)}
                  onReply={onReply}
                />
              ))}
            </section>
          ))}
        </div>
        <LoadMore
          query={query}
          shown={messages.length}
          total={query.data?.pages[0]?.total ?? messages.length}
        />
      </PagedPanel>
    </>
  );
}
