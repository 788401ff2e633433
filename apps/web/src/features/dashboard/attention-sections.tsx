import type { ReactNode, ReactElement } from 'react';
import { Icon } from '@handover/ui-lite/icon/icon.tsx';
import { Link } from 'react-router';
import styles from './today.module.css';
import type { StalledList, UrgentBusiness, UrgentList, PendingMail } from '@handover/contract/dashboard.ts';
import { RelativeTime } from '@handover/ui/parts/relative-time.tsx';
import { StatusLabel } from '@handover/ui/parts/status-label.tsx';
import { formatDate } from '@handover/ui/parts/time-text.ts';
import { useUser } from '#shared/session/session-context.tsx';
import { openBusinessesWith } from './dashboard.queries.ts';
import { LoadMore } from '#shared/lists/paged-panel.tsx';
import { useStageNames } from '#shared/labels/businesses.ts';

/** One kind of pending item, with the count. */
export function Section({ id, icon, title, count, to, note, children }: SectionProps): ReactElement {
  const heading = (
    <>
      {title} <span className={styles['count']}>{count.toLocaleString('en')}</span>
    </>
  );
  return (
    <section id={id} className={styles['section']} aria-label={title}>
      <h3 className={styles['heading']}>
        <Icon name={icon} size={20} />
        {to === undefined ? (
          <span>{heading}</span>
        ) : (
          <Link to={to} className={styles['link']}>
            {heading}
          </Link>
        )}
        {note !== undefined && <small className={styles['note']}>{note}</small>}
      </h3>
      {children}
    </section>
  );
}

interface SectionProps {
  id?: string;
  icon: string;
  title: string;
  count: number;
  /** A list with exactly this many items; not set if the section itself shows all of them. */
  to?: string;
  note?: string;
  children?: ReactNode;
}

/** Open businesses that have been in the same stage for a long time. */
export function StalledSection({ list }: { list: StalledList }): ReactElement {
  const { timeZone } = useUser();
  return (
    <Section
      icon="solar:hourglass-bold-duotone"
      title="Stalled businesses"
      note={formatStalledNote(list.days)}
      count={list.total}
      to={openBusinessesWith({ isStuck: 'true', sort: 'stage' })}
    >
      <Rows businesses={list.businesses}>
        {({ stageEnteredAt }) => (
          <>
            entered stage <RelativeTime time={stageEnteredAt} timeZone={timeZone} />
          </>
        )}
      </Rows>
    </Section>
  );
}

function formatStalledNote(days: number | null): string {
  if (days === null) return 'past the stage’s time limit';
  return days === 1 ? 'in one stage for more than a day' : `in one stage for more than ${String(days)} days`;
}

/** Open businesses with a lease that ends soon or has ended. */
export function LeasesSection({ list }: { list: UrgentList }): ReactElement {
  const { today } = useUser();
  return (
    <Section
      icon="solar:document-text-bold-duotone"
      title="Expiring leases"
      note={`before ${formatDate(list.before)}`}
      count={list.total}
      to={openBusinessesWith({ leaseBefore: list.before })}
    >
      <Rows businesses={list.businesses}>
        {({ leaseEnd }) =>
          leaseEnd !== null &&
          (leaseEnd < today ? (
            <StatusLabel tone="error">Expired {formatDate(leaseEnd)}</StatusLabel>
          ) : (
            formatDate(leaseEnd)
          ))
        }
      </Rows>
    </Section>
  );
}

function Rows({
  businesses,
  children,
}: {
  businesses: readonly UrgentBusiness[];
  children: (business: UrgentBusiness) => ReactNode;
}): ReactElement {
  const names = useStageNames();
  return (
    <ul className={styles['rows']}>
      {businesses.map((business) => (
        <li key={business.id} className={styles['row']}>
          <div className={styles['text']}>
            <Link className={styles['main']} to={`/admin/business-center/businesses/${business.id}`}>
              {business.name}
            </Link>
            <span className={styles['sub']}>{names[business.stage]}</span>
          </div>
          <span className={styles['end']}>{children(business)}</span>
        </li>
      ))}
    </ul>
  );
}

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
        {status === 'uncertain' && <StatusLabel tone="warning">Delivery unknown</StatusLabel>}
        <RelativeTime time={createdAt} timeZone={timeZone} />
      </span>
    </li>
  );
}
