import type { PendingMail } from '@handover/contract/dashboard.ts';
import type { ReactElement } from 'react';
import { Link } from 'react-router';
import { RelativeTime } from '@handover/ui/parts/relative-time.tsx';
import { StatusLabel } from '@handover/ui/parts/status-label.tsx';
import { LoadMore } from '#shared/lists/load-more.tsx';
import { useUser } from '#shared/session/session-context.tsx';
import { Section } from './section.tsx';
import styles from './today.module.css';

export interface MailPages {
  data: { pages: { mails: PendingMail[]; total: number }[] } | undefined;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  error: Error | null;
  fetchNextPage: () => Promise<unknown>;
}

interface MailSectionProps {
  id?: string;
  icon: string;
  title: string;
  note?: string;
  pages: MailPages;
}

/** Email that needs attention, page by page. */
export function MailSection({ id, icon, title, note, pages }: MailSectionProps): ReactElement {
  const mails = pages.data?.pages.flatMap((page) => page.mails) ?? [];
  const total = pages.data?.pages[0]?.total ?? mails.length;
  return (
    <Section
      {...(id !== undefined && { id })}
      icon={icon}
      title={title}
      count={total}
      {...(note !== undefined && { note })}
    >
      <ul className={styles['rows']}>
        {mails.map((mail) => (
          <MailRow key={mail.id} mail={mail} />
        ))}
      </ul>
      <LoadMore query={pages} shown={mails.length} total={total} />
    </Section>
  );
}

function MailRow({ mail }: { mail: PendingMail }): ReactElement {
  const { timeZone } = useUser();
  const { id, customer, subject, snippet, status, statusDetail, createdAt } = mail;
  return (
    <li className={styles['row']}>
      <div className={styles['text']}>
        <Link
          className={styles['main']}
          to={`/admin/users/view/${customer.id}?tab=conversation#message-${id}`}
        >
          {subject === '' ? '(no subject)' : subject}
        </Link>
        <span className={styles['sub']}>
          <span className={styles['who']}>{customer.name}</span> {statusDetail ?? snippet}
        </span>
      </div>
      <span className={styles['end']}>
        {status === 'failed' && <StatusLabel tone="error">Failed</StatusLabel>}
        {status === 'uncertain' && <StatusLabel tone="warning">Uncertain</StatusLabel>}
        <RelativeTime time={createdAt} timeZone={timeZone} />
      </span>
    </li>
  );
}
