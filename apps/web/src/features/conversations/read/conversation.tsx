import Alert from '@mui/material/Alert';
import type { Message } from '@handover/contract/conversations.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { LoadMore } from '../../../shared/lists/load-more.tsx';
import { PagedPanel } from '../../../shared/lists/paged-panel.tsx';
import { emailsQuery } from '../conversations.queries.ts';
import styles from './conversation.module.css';
import { MessageView } from './message-view.tsx';
import { threadsOf } from '../threads.ts';
import { useReachMessage } from './use-reach-message.ts';

interface ConversationProps {
  customerId: string;
  onReply: (message: Message) => void;
}

/** The e-mail conversation with a customer, thread by thread. */
export default function Conversation({ customerId, onReply }: ConversationProps): ReactElement {
  const query = useInfiniteQuery(emailsQuery(customerId));
  const messages = query.data?.pages.flatMap((page) => page.emails) ?? [];
  useReachMessage(query, messages);
  const isOutbox = query.data?.pages[0]?.delivery === 'outbox';
  return (
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
        {threadsOf(messages).map((thread) => (
          <section key={thread.id} className={styles['thread']} aria-label={thread.subject}>
            <h2 className={styles['subject']}>
              {thread.subject}
              {thread.messages.length > 1 && (
                <span className={styles['count']}>{thread.messages.length}</span>
              )}
            </h2>
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
  );
}
