import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { ListSkeleton } from '@handover/ui/states/list-skeleton.tsx';
import { EmptyState, FailedState, NoMatch } from '@handover/ui/states/state-panel.tsx';
import { messageOf } from '#shared/api/api-error.ts';
import late from '#shared/lists/late.module.css';
import { LoadMore } from '#shared/lists/load-more.tsx';
import { useRestoredFocus } from '#shared/lists/use-restored-focus.ts';
import { QuickAdd } from '../screen/quick-add.tsx';
import { queryOf } from '../screen/task-search.ts';
import type { TaskDialogs } from '../screen/use-task-dialogs.ts';
import type { TaskNavigation } from '../screen/use-task-search.ts';
import { tasksQuery, totalsQuery } from '../tasks.queries.ts';
import { BulkBar } from './bulk-bar.tsx';
import { DueGroups } from './due-groups.tsx';
import styles from './grouped-list.module.css';
import { usePicked } from './use-picked.ts';

interface GroupedListProps {
  navigation: TaskNavigation;
  dialogs: TaskDialogs;
}

/** The tasks under the headings of when they are due; the done ones last done first. */
export function GroupedList({ navigation, dialogs }: GroupedListProps): ReactElement {
  const { filter } = navigation.search;
  const isDone = filter.status === 'done';
  const asked = queryOf(filter);
  const query = useInfiniteQuery({
    ...tasksQuery({ ...asked, sort: isDone ? '-completedAt' : 'dueDate' }),
    placeholderData: keepPreviousData,
  });
  const { data: totals } = useQuery({ ...totalsQuery(asked), placeholderData: keepPreviousData });
  const tasks = query.data?.pages.flatMap((page) => page.tasks) ?? [];
  const picked = usePicked(tasks);
  const list = useRestoredFocus<HTMLElement>();
  return (
    <section ref={list} className={styles['card']} aria-label="Task list">
      {picked.tasks.length === 0 ? <QuickAdd /> : <BulkBar tasks={picked.tasks} onClear={picked.clear} />}
      {query.isPending && <ListSkeleton columns={['64px', '1fr', '120px']} rowHeight={64} />}
      {query.data === undefined && query.error !== null && (
        <FailedState
          title="The tasks could not be loaded"
          text={messageOf(query.error)}
          onRetry={() => void query.refetch()}
        />
      )}
      {query.data !== undefined && tasks.length === 0 && <Nothing navigation={navigation} />}
      <div className={query.isPlaceholderData ? late['late'] : undefined} aria-busy={query.isPlaceholderData}>
        <DueGroups tasks={tasks} isDone={isDone} totals={totals} picked={picked} onOpen={dialogs.open} />
      </div>
      <LoadMore query={query} shown={tasks.length} total={query.data?.pages[0]?.total ?? tasks.length} />
    </section>
  );
}

function Nothing({ navigation }: { navigation: TaskNavigation }): ReactElement {
  if (navigation.hasFilter) return <NoMatch noun="tasks" onClear={navigation.clear} />;
  return (
    <EmptyState
      icon="solar:checklist-minimalistic-bold-duotone"
      title="Nothing to do"
      text="Add a task above, or from a customer’s record."
    />
  );
}
