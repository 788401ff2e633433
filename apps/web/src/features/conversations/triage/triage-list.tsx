import { useInfiniteQuery } from '@tanstack/react-query';
import { lazy, Suspense, type ReactElement } from 'react';
import { Link, useSearchParams } from 'react-router';
import { PageToolbar } from '@handover/ui/parts/page-toolbar.tsx';
import { PagedPanel, LoadMore } from '#shared/lists/paged-panel.tsx';
import { TriageItem } from './triage-item.tsx';
import styles from './triage-list.module.css';
import { triageQuery, type TriageShown } from './triage.queries.ts';

const QuarantineList = lazy(() => import('../quarantines/quarantine-list.tsx'));

const views = [
  { shown: 'waiting', name: 'Waiting', address: '' },
  { shown: 'ignored', name: 'Ignored', address: '?shown=ignored' },
  { shown: 'quarantine', name: 'Quarantine', address: '?shown=quarantine' },
] as const;

const empty = {
  waiting: {
    icon: 'solar:inbox-bold-duotone',
    title: 'No messages to triage',
    text: 'Email from addresses that match no customer appears here.',
  },
  ignored: {
    icon: 'solar:inbox-archive-bold-duotone',
    title: 'No ignored emails',
    text: 'Emails that you ignore or mark as spam will appear here.',
  },
} as const satisfies Record<TriageShown, object>;

/** Email from unknown senders, and quarantined content. The selected tab is in the URL. */
export default function TriageList(): ReactElement {
  const [params] = useSearchParams();
  const selected = params.get('shown');
  if (selected === 'quarantine')
    return (
      <>
        <Views shown={selected} total={0} />
        <Suspense>
          <QuarantineList />
        </Suspense>
      </>
    );
  return <UnknownSenders shown={selected === 'ignored' ? selected : 'waiting'} />;
}

function Views({ shown, total }: { shown: string; total: number }): ReactElement {
  return (
    <PageToolbar>
      <nav aria-label="Views" className={styles['views']}>
        {views.map((view) => (
          <Link
            key={view.shown}
            to={{ search: view.address }}
            aria-current={view.shown === shown ? 'true' : undefined}
            className={styles['view']}
          >
            {view.name}
            {view.shown === shown && total > 0 && ` (${total.toLocaleString('en')})`}
          </Link>
        ))}
      </nav>
    </PageToolbar>
  );
}

function UnknownSenders({ shown }: { shown: TriageShown }): ReactElement {
  const query = useInfiniteQuery(triageQuery(shown));
  const mails = query.data?.pages.flatMap((page) => page.mails) ?? [];
  const total = query.data?.pages[0]?.total ?? 0;
  return (
    <>
      <Views shown={shown} total={total} />
      <section className={styles['card']} aria-label="Emails from unknown senders">
        <PagedPanel
          query={query}
          count={mails.length}
          empty={empty[shown]}
          failed="The emails could not be loaded"
        >
          {mails.map((mail) => (
            <TriageItem key={mail.id} mail={mail} />
          ))}
          <LoadMore query={query} shown={mails.length} total={total} />
        </PagedPanel>
      </section>
    </>
  );
}
