import type { MessageHit } from '@handover/contract/message-search.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { Link } from 'react-router';
import { RelativeTime } from '@handover/ui/parts/relative-time.tsx';
import { NoMatch } from '@handover/ui/states/state-panel.tsx';
import { LoadMore } from '#shared/lists/load-more.tsx';
import { PagedPanel } from '#shared/lists/paged-panel.tsx';
import { useUser } from '#shared/session/session-context.tsx';
import { Marked } from './marked.tsx';
import { messageSearchQuery } from './message-search.queries.ts';
import styles from './message-search.module.css';

interface MessageHitsProps {
  text: string;
  /** Null for all conversations. */
  customerId: string | null;
  onClear: () => void;
}

/** The messages that hold what is searched for; each opens its conversation at the message. */
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
            <Marked text={subject} />
          </span>
          <span className={styles['time']}>
            <RelativeTime time={createdAt} timeZone={timeZone} />
          </span>
        </span>
        <span className={styles['people']}>
          {hasCustomer && <strong>{customer.name} · </strong>}
          <Marked text={people} />
        </span>
        <span className={styles['excerpt']}>
          <Marked text={excerpt} />
        </span>
      </Link>
    </li>
  );
}
