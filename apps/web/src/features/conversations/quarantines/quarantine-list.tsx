import {
  quarantineStates,
  type Quarantine,
  type QuarantineState,
} from '@handover/contract/documents/quarantines.ts';
import { recordInfo } from '@handover/contract/records/records.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { Link, useSearchParams } from 'react-router';
import { Pill } from '@handover/ui-lite/parts/pill.tsx';
import { PageToolbar } from '@handover/ui/parts/page-toolbar.tsx';
import { RelativeTime } from '@handover/ui/parts/relative-time.tsx';
import { TabList } from '@handover/ui/parts/tab-list.tsx';
import { LoadMore, PagedPanel } from '#shared/lists/paged-panel.tsx';
import { ReviewButton } from '#shared/quarantines/quarantine-notice.tsx';
import { getPhiKindName, quarantinesQuery } from '#shared/quarantines/quarantines.queries.ts';
import { useUser } from '#shared/session/session-context.tsx';
import styles from './quarantine-list.module.css';

const stateNames: Readonly<Record<QuarantineState, string>> = {
  waiting: 'To review',
  kept: 'Kept quarantined',
  released: 'Released',
  edited: 'Edited',
};

const empty: Readonly<Record<QuarantineState, { title: string; text: string }>> = {
  waiting: {
    title: 'Nothing to review',
    text: 'Emails, notes, and files that may contain patient information will appear here.',
  },
  kept: {
    title: 'Nothing in quarantine',
    text: 'Emails, notes, and files that you keep quarantined will appear here.',
  },
  released: {
    title: 'No released items',
    text: 'Released emails, notes, and files will appear here with the reason.',
  },
  edited: {
    title: 'No edited notes',
    text: 'Notes whose author removed patient information will appear here.',
  },
};

/** Emails, notes, and files that may contain patient information. The state is in the URL. */
export default function QuarantineList(): ReactElement {
  const [params, setParams] = useSearchParams();
  const state = quarantineStates.find((each) => each === params.get('state')) ?? 'waiting';
  const query = useInfiniteQuery(quarantinesQuery(state));
  const quarantines = query.data?.pages.flatMap((page) => page.quarantines) ?? [];
  const total = query.data?.pages[0]?.total ?? null;
  const count = total === null || total === 0 ? '' : ` (${total.toLocaleString('en')})`;
  return (
    <>
      <PageToolbar>
        <TabList
          label="State"
          idPrefix="quarantines"
          tabs={quarantineStates.map((name) => ({
            name,
            label: `${stateNames[name]}${name === state ? count : ''}`,
          }))}
          selected={state}
          onSelect={(name) =>
            setParams({ shown: 'quarantine', ...(name !== 'waiting' && { state: name }) }, { replace: true })
          }
        />
      </PageToolbar>
      <section
        className={styles['card']}
        id="quarantines-panel"
        role="tabpanel"
        aria-labelledby={`quarantines-tab-${state}`}
      >
        <PagedPanel
          query={query}
          count={quarantines.length}
          empty={{ icon: 'solar:shield-check-bold-duotone', ...empty[state] }}
          failed="The quarantine could not be loaded"
        >
          <ul className={styles['list']}>
            {quarantines.map((quarantine) => (
              <QuarantineItem key={quarantine.id} quarantine={quarantine} />
            ))}
          </ul>
          <LoadMore query={query} shown={quarantines.length} total={total} />
        </PagedPanel>
      </section>
    </>
  );
}

function QuarantineItem({ quarantine }: { quarantine: Quarantine }): ReactElement {
  const { id, subject, name, from, record, kinds, createdAt, decision, state, abilities } = quarantine;
  const { timeZone } = useUser();
  const noun = {
    message: 'Email from',
    note: 'Note by',
    document: 'File added by',
    attachment: 'Attached to an email from',
  }[subject.kind];
  return (
    <li className={styles['item']}>
      <div className={styles['text']}>
        <p className={styles['head']}>
          <span>
            {name !== undefined && (
              <>
                <Link to={getAddress(quarantine)}>
                  <bdi>{name}</bdi>
                </Link>
                {': '}
              </>
            )}
            {noun} {record?.name !== from && <strong dir="auto">{from}</strong>}
            {record !== null && (
              <>
                {record.name !== from && ' on '}
                <Link to={name === undefined ? getAddress(quarantine) : recordPath(record)}>
                  {record.name}
                </Link>
              </>
            )}
          </span>
          <span className={styles['second']}>
            <RelativeTime time={createdAt} timeZone={timeZone} />
          </span>
        </p>
        <p className={styles['kinds']}>
          {kinds.map((kind) => (
            <Pill key={kind} tone="warning">
              {getPhiKindName(kind)}
            </Pill>
          ))}
        </p>
        {decision !== null && (
          <p className={styles['second']}>
            {state === 'released' ? 'Released' : 'Kept'} by {decision.by}{' '}
            <RelativeTime time={decision.at} timeZone={timeZone} />
            {decision.reason !== null && `: ${decision.reason}`}
          </p>
        )}
      </div>
      {abilities.canOpen && (
        <ReviewButton id={id} label={`Review ${name ?? `${noun.toLowerCase()} ${from}`}`} />
      )}
    </li>
  );
}

function recordPath({ type, id }: NonNullable<Quarantine['record']>): string {
  return `${recordInfo[type].path}${id}`;
}

/** The email or note on the page of its record, the email of an attachment, or the page of the file. */
function getAddress({ record, subject }: Quarantine): string {
  if (subject.kind === 'document') return `${recordInfo.document.path}${subject.id}`;
  if (record === null) return '/admin/users/triage';
  const place = subject.kind === 'note' ? 'notes#note' : 'conversation#message';
  return `${recordPath(record)}?tab=${place}-${subject.id}`;
}
