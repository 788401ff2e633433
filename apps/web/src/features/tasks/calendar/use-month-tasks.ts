import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { Task } from '@handover/contract/tasks/tasks.ts';
import { useEffect } from 'react';
import { tasksQuery, totalsQuery, type TaskQuery } from '../tasks.queries.ts';

/** A day whose tasks are not all loaded shows their number, and all of them when it is opened. */
const maxPages = 5;

interface MonthTasks {
  isPending: boolean;
  /** Whether the tasks of the previous month are still shown. */
  isPlaceholder: boolean;
  error: Error | null;
  retry: () => void;
  byDay: ReadonlyMap<string, readonly Task[]>;
  /** Exact even if not every task was loaded. */
  countOf: (day: string) => number;
  total: number;
}

/** The tasks that are due in a range of days. */
export function useMonthTasks(filter: TaskQuery, { from, to }: { from: string; to: string }): MonthTasks {
  const monthQuery = { ...filter, dueFrom: from, dueTo: to };
  const query = useInfiniteQuery({
    ...tasksQuery({ ...monthQuery, sort: 'dueDate' }, { isLarge: true }),
    placeholderData: keepPreviousData,
  });
  const { data: totals } = useQuery({ ...totalsQuery(monthQuery), placeholderData: keepPreviousData });
  const { data, hasNextPage, isFetching, fetchNextPage } = query;
  const shouldFetchMore =
    hasNextPage && !isFetching && !query.isError && (data?.pages.length ?? 0) < maxPages;
  useEffect(() => {
    if (shouldFetchMore) void fetchNextPage();
  }, [shouldFetchMore, fetchNextPage]);

  const byDay = new Map<string, Task[]>();
  for (const task of data?.pages.flatMap((page) => page.tasks) ?? []) {
    const day = task.dueDate ?? '';
    byDay.set(day, [...(byDay.get(day) ?? []), task]);
  }
  const counts = new Map(totals?.days.map(({ date, count }) => [date, count]));
  return {
    isPending: query.isPending,
    isPlaceholder: query.isPlaceholderData,
    error: data === undefined ? query.error : null,
    retry: () => void query.refetch(),
    byDay,
    countOf: (day) => counts.get(day) ?? byDay.get(day)?.length ?? 0,
    total: data?.pages[0]?.total ?? 0,
  };
}
