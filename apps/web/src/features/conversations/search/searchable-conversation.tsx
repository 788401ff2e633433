import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import type { Message } from '@handover/contract/conversations/conversations.ts';
import type { ReactElement } from 'react';
import { useSearchParams, Link } from 'react-router';
import { SearchBox } from '#shared/lists/search-box.tsx';
import Conversation from '../read/conversation.tsx';
import styles from './message-search.module.css';
import {
  type MessageHit,
  type MarkedText,
  searchMessages,
} from '@handover/contract/conversations/message-search.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { RelativeTime } from '@handover/ui/parts/relative-time.tsx';
import { NoMatch } from '@handover/ui/states/state-panel.tsx';
import { PagedPanel, LoadMore } from '#shared/lists/paged-panel.tsx';
import { useUser } from '#shared/session/session-context.tsx';
import type { ResponseOf } from '@handover/contract/http/endpoint.ts';
import { send } from '#shared/api/client.ts';
import { pagesQuery, type PagesFor } from '#shared/api/query-factory.ts';

interface SearchableConversationProps {
  customerId: string;
  onReply: (message: Message) => void;
  onDraft: ((threadId: string | null) => void) | null;
}

/** The conversation with a customer, or the search results in it. The query is in the URL. */
export default function SearchableConversation(props: SearchableConversationProps): ReactElement {
  const [params, setParams] = useSearchParams();
  const text = params.get('find') ?? '';
  const isEverywhere = params.get('in') === 'all';
  const set = (changes: Record<string, string | null>): void =>
    setParams(
      (current) => {
        const next = new URLSearchParams(current);
        for (const [name, value] of Object.entries(changes))
          if (value === null || value === '') next.delete(name);
          else next.set(name, value);
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  // The server does not search for a single character that is neither a letter nor a digit.
  const isWord = /[\p{L}\p{N}]/u.test(text);
  return (
    <>
      <div className={styles['bar']}>
        <SearchBox noun="emails" fields="email text" value={text} onSearch={(find) => set({ find })} />
        {text !== '' && (
          <FormControlLabel
            label="All conversations"
            slotProps={{ typography: { variant: 'body2' } }}
            control={
              <Checkbox
                checked={isEverywhere}
                onChange={(event) => set({ in: event.target.checked ? 'all' : null })}
              />
            }
          />
        )}
      </div>
      {isWord ? (
        <MessageHits
          text={text}
          customerId={isEverywhere ? null : props.customerId}
          onClear={() => set({ find: null, in: null })}
        />
      ) : (
        <Conversation {...props} of={{ type: 'customer', id: props.customerId }} />
      )}
    </>
  );
}

interface MessageHitsProps {
  text: string;
  /** Null for all conversations. */
  customerId: string | null;
  onClear: () => void;
}

/** The messages found; each links to its place in its conversation. */
export function MessageHits({ text, customerId, onClear }: MessageHitsProps): ReactElement {
  const query = useInfiniteQuery(messageSearchQuery(text, customerId));
  const hits = query.data?.pages.flatMap((page) => page.hits) ?? [];
  const total = query.data?.pages[0]?.total ?? null;
  return (
    <PagedPanel
      query={query}
      count={1}
      empty={{ icon: 'solar:letter-bold-duotone', title: 'No emails' }}
      failed="The search failed"
    >
      {hits.length === 0 && <NoMatch noun="emails" onClear={onClear} />}
      {hits.length > 0 && (
        <p role="status" className={styles['count']}>
          {total === null ? 'More than 1,000' : total.toLocaleString('en')} {total === 1 ? 'email' : 'emails'}
        </p>
      )}
      <ul className={styles['hits']} aria-label="Emails found">
        {hits.map((hit) => (
          <Hit key={hit.id} hit={hit} hasCustomer={customerId === null} />
        ))}
      </ul>
      <LoadMore query={query} shown={hits.length} total={total} />
    </PagedPanel>
  );
}

function Hit({ hit, hasCustomer }: { hit: MessageHit; hasCustomer: boolean }): ReactElement {
  const { timeZone } = useUser();
  const { id, customer, subject, people, excerpt, createdAt } = hit;
  return (
    <li>
      <Link to={`/admin/users/view/${customer.id}?tab=conversation#message-${id}`} className={styles['hit']}>
        <span className={styles['top']}>
          <span className={styles['subject']}>
            <Highlighted text={subject} />
          </span>
          <span className={styles['time']}>
            <RelativeTime time={createdAt} timeZone={timeZone} />
          </span>
        </span>
        <span className={styles['people']}>
          {hasCustomer && <strong>{customer.name} · </strong>}
          <Highlighted text={people} />
        </span>
        <span className={styles['excerpt']}>
          <Highlighted text={excerpt} />
        </span>
      </Link>
    </li>
  );
}

/** A text with its matches highlighted. */
export function Highlighted({ text }: { text: MarkedText }): ReactElement {
  return (
    <>
      {text.map((piece, index) =>
        piece.isHit ? (
          <mark key={index} className={styles['mark']}>
            {piece.text}
          </mark>
        ) : (
          piece.text
        ),
      )}
    </>
  );
}

/** Messages that contain the words, newest first; null searches all conversations the user can read. */
export const messageSearchQuery = (
  q: string,
  customerId: string | null,
): PagesFor<ResponseOf<typeof searchMessages>> =>
  pagesQuery({
    queryKey: ['message', customerId ?? 'all', 'search', q],
    fetchPage: ({ cursor, signal }) =>
      send(searchMessages, { query: { q, cursor, ...(customerId !== null && { customerId }) } }, { signal }),
  });
