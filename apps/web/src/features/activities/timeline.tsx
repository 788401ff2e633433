import { activityGroupNames } from '@handover/contract/records/activities.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { lazy, Suspense, type ReactElement } from 'react';
import { useSearchParams } from 'react-router';
import { PagedPanel, LoadMore } from '#shared/lists/paged-panel.tsx';
import type { RecordRef } from '#shared/records/page/record-ref.ts';
import { timelineQuery, type ActivityGroup } from './activities.queries.ts';
import { groupMinor } from './minor-entries.ts';
import { TimelineEntry, useChangedFields } from './timeline-entry.tsx';
import styles from './timeline.module.css';

const MinorList = lazy(() => import('./minor-list.tsx'));

const groupNames = {
  notes: 'Notes',
  calls: 'Calls and meetings',
  emails: 'Emails',
  tasks: 'Tasks',
  files: 'Files',
  changes: 'Changes',
  businesses: 'Business changes',
  deals: 'Deals',
} as const satisfies Record<ActivityGroup, string>;

/** Timeline of a record, newest first; the URL holds the type filter. */
export function Timeline({ of }: { of: RecordRef }): ReactElement {
  const [groups, toggle] = useGroups();
  const query = useInfiniteQuery(timelineQuery(of, groups));
  const activities = query.data?.pages.flatMap((page) => page.activities) ?? [];
  const own = useChangedFields(activities);
  const empty = {
    icon: 'solar:history-bold-duotone',
    title: groups.length === 0 ? 'No activity yet' : 'No activity of this kind',
  };
  return (
    <>
      <div role="group" aria-label="Show only" className={styles['filter']}>
        {groupsByType[of.type].map((group) => (
          <button
            key={group}
            type="button"
            className={styles['chip']}
            aria-pressed={groups.includes(group)}
            onClick={() => toggle(group)}
          >
            {groupNames[group]}
          </button>
        ))}
      </div>
      <PagedPanel
        query={query}
        count={activities.length}
        empty={empty}
        failed="The timeline could not be loaded"
      >
        <ol className={styles['timeline']} aria-label="Timeline">
          {groupMinor(activities).map((run) =>
            run.length === 1 ? (
              <TimelineEntry key={run[0].id} activity={run[0]} own={own} of={of} />
            ) : (
              <Suspense key={run[0].id}>
                <MinorList activities={run} own={own} of={of} />
              </Suspense>
            ),
          )}
        </ol>
        <LoadMore
          query={query}
          shown={activities.length}
          total={query.data?.pages[0]?.total ?? activities.length}
        />
      </PagedPanel>
    </>
  );
}

const groupsByType: Readonly<Record<RecordRef['type'], readonly ActivityGroup[]>> = {
  customer: activityGroupNames,
  business: activityGroupNames.filter((group) => group !== 'changes'),
  deal: ['notes', 'calls', 'tasks', 'files', 'deals'],
};

function useGroups(): [ActivityGroup[], (group: ActivityGroup) => void] {
  const [params, setParams] = useSearchParams();
  const named = params.getAll('type');
  const groups = activityGroupNames.filter((group) => named.includes(group));
  const toggle = (group: ActivityGroup): void => {
    const next = new URLSearchParams(params);
    next.delete('type');
    for (const name of activityGroupNames)
      if (groups.includes(name) !== (name === group)) next.append('type', name);
    setParams(next, { replace: true });
  };
  return [groups, toggle];
}
