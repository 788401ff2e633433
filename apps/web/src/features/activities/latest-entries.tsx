import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { Link } from 'react-router';
import { PagedPanel } from '#shared/lists/paged-panel.tsx';
import type { RecordRef } from '#shared/records/page/record-ref.ts';
import { timelineQuery } from './activities.queries.ts';
import { TimelineEntry, useChangedFields } from './timeline-entry.tsx';
import styles from './timeline.module.css';

const maxEntries = 5;

/** The latest activity on a record, with a link to the rest on its page. */
export default function LatestEntries({ of, page }: { of: RecordRef; page: string }): ReactElement {
  const query = useInfiniteQuery(timelineQuery(of, []));
  const activities = query.data?.pages[0]?.activities ?? [];
  const shown = activities.slice(0, maxEntries);
  const own = useChangedFields(shown);
  return (
    <PagedPanel
      query={query}
      count={activities.length}
      empty={{ icon: 'solar:history-bold-duotone', title: 'No activity yet' }}
      failed="The timeline could not be loaded"
    >
      <ol className={styles['timeline']} aria-label="Latest activity">
        {shown.map((activity) => (
          <TimelineEntry key={activity.id} activity={activity} own={own} of={of} page={page} />
        ))}
      </ol>
      {activities.length > maxEntries && (
        <Link to={page} className={styles['all']}>
          Full timeline
        </Link>
      )}
    </PagedPanel>
  );
}
