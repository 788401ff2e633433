import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { LoadMore } from '#shared/lists/load-more.tsx';
import { PagedPanel } from '#shared/lists/paged-panel.tsx';
import { businessTimelineQuery } from './activities.queries.ts';
import { TimelineEntry } from './timeline-entry.tsx';
import styles from './timeline.module.css';

/** What happened with a business, newest first. */
export function BusinessTimeline({ businessId }: { businessId: string }): ReactElement {
  const query = useInfiniteQuery(businessTimelineQuery(businessId));
  const activities = query.data?.pages.flatMap((page) => page.activities) ?? [];
  return (
    <PagedPanel
      query={query}
      count={activities.length}
      empty={{ icon: 'solar:history-bold-duotone', title: 'Nothing has happened yet' }}
      failed="The history could not be loaded"
    >
      <ol className={styles['timeline']} aria-label="History">
        {activities.map((activity) => (
          <TimelineEntry key={activity.id} activity={activity} isHere />
        ))}
      </ol>
      <LoadMore
        query={query}
        shown={activities.length}
        total={query.data?.pages[0]?.total ?? activities.length}
      />
    </PagedPanel>
  );
}
