import type { Message } from '@handover/contract/conversations/conversations.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { PagedPanel, LoadMore } from '#shared/lists/paged-panel.tsx';
import { useLoadUntilFound } from '#shared/lists/use-hash-target.ts';
import type { MailRecordRef } from '#shared/records/page/record-ref.ts';
import { emailsQuery, groupByThread } from '../conversations.queries.ts';
import { usePendingDrafts } from '../write/draft/pending-drafts.ts';
import styles from './conversation.module.css';
import { LooseDrafts, ThreadDraft, type Drafts } from './draft-line.tsx';
import { MessageView } from './message-view.tsx';
import { useDraftMutations } from '../write/draft/use-email-draft.ts';

interface ConversationProps {
  of: MailRecordRef;
  onReply: (message: Message) => void;
  /** Opens the draft of a thread, or of a new email for null; null if the record keeps no drafts. */
  onDraft: ((threadId: string | null) => void) | null;
}

/** The emails of a record, thread by thread, with drafts. */
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
  const { of, onDraft } = props;
  const waiting = usePendingDrafts(of.id);
  const { discard } = useDraftMutations(of.id, { onOpen: onDraft });
  return <Threads {...props} drafts={{ waiting, open: onDraft, discard }} />;
}

interface ThreadsProps extends ConversationProps {
  drafts: Drafts | null;
}

function Threads({ of, onReply, drafts }: ThreadsProps): ReactElement {
  const query = useInfiniteQuery(emailsQuery(of));
  const messages = query.data?.pages.flatMap((page) => page.emails) ?? [];
  useLoadUntilFound('message', { query, items: messages });
  const threads = groupByThread(messages);
  const shownIds = query.isPending ? null : threads.map(({ id }) => id);
  return (
    <>
      <LooseDrafts drafts={drafts} shownIds={shownIds} />
      <PagedPanel
        query={query}
        count={messages.length}
        empty={{
          icon: 'solar:letter-bold-duotone',
          title: 'No emails yet',
          text: 'Send the first one above.',
        }}
        failed="The conversation could not be loaded"
      >
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
                  of={of}
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
