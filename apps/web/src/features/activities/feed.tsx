import type { CustomField } from '@handover/contract/records/custom-fields.ts';
import type { FeedEntry } from '@handover/contract/dashboard.ts';
import { recordInfo } from '@handover/contract/records/records.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { Link } from 'react-router';
import { Icon } from '@handover/ui-lite/icon/icon.tsx';
import { RelativeTime } from '@handover/ui/parts/relative-time.tsx';
import { PagedPanel, LoadMore } from '#shared/lists/paged-panel.tsx';
import { useUser } from '#shared/session/session-context.tsx';
import { feedQuery } from './activities.queries.ts';
import styles from './feed.module.css';
import { isRepeatedSignIn } from './minor-entries.ts';
import { toRunSentence, toSentence } from './sentence.ts';
import { useChangedFields } from './timeline-entry.tsx';
import { useStageNames } from '#shared/labels/businesses.ts';

/** Recent activity in the workspace that the viewer may see, newest first. */
export function Feed(): ReactElement {
  const query = useInfiniteQuery(feedQuery());
  const entries = query.data?.pages.flatMap((page) => page.activities) ?? [];
  const own = useChangedFields(entries);
  return (
    <PagedPanel
      query={query}
      count={entries.length}
      empty={{
        icon: 'solar:history-bold-duotone',
        title: 'No recent activity',
        text: 'Your team’s activity will appear here.',
      }}
      failed="Recent activity could not be loaded"
    >
      <ol className={styles['feed']} aria-label="Recent activity">
        {entries.map((entry, index) =>
          isRepeatedSignIn(entry, entries[index - 1]) ? null : (
            <Entry key={entry.id} entry={entry} own={own} />
          ),
        )}
      </ol>
      <LoadMore query={query} shown={entries.length} total={null} />
    </PagedPanel>
  );
}

function Entry({ entry, own }: { entry: FeedEntry; own: readonly CustomField[] }): ReactElement {
  const { timeZone } = useUser();
  const names = useStageNames();
  const { business, run } = entry;
  const { icon, actor, verb, subject, section, page, ending } =
    run === null ? toSentence(entry, own, names) : toRunSentence(entry, run, own);
  // A business that is the subject of the entry is named in its sentence.
  const place = entry.customer ?? (entry.subject.kind === 'business' ? null : business);
  const isNamelessDeal = entry.subject.kind === 'deal' && subject === null && entry.customer !== null;
  const placePage =
    entry.customer === null
      ? `/admin/business-center/businesses/${business?.id ?? ''}`
      : `/admin/users/view/${entry.customer.id}`;
  const { kind, id } = entry.subject;
  const target =
    page ?? (place !== null && section !== null ? `${placePage}?tab=${section}#${kind}-${id}` : null);
  return (
    <li className={styles['entry']}>
      <span className={styles['icon']}>
        <Icon name={icon} size={18} />
      </span>
      <div className={styles['text']}>
        <p>
          {actor !== '' && <strong>{actor} </strong>}
          {subject === null ? <Target to={target} text={verb} /> : verb}{' '}
          {subject !== null && <Target to={target} text={subject} />} {ending}
        </p>
        <p className={styles['about']}>
          {place !== null && (
            <Link to={placePage} dir="auto">
              {place.name}
            </Link>
          )}
          {isNamelessDeal && business !== null && (
            <Link to={`${recordInfo.business.path}${business.id}`} dir="auto">
              {business.name}
            </Link>
          )}
          <RelativeTime time={entry.occurredAt} timeZone={timeZone} />
        </p>
      </div>
    </li>
  );
}

function Target({ to, text }: { to: string | null; text: string }): ReactElement {
  return to === null ? <>{text}</> : <Link to={to}>{text}</Link>;
}
