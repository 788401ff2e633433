import { useDroppable } from '@dnd-kit/core';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import type { TaskStatus } from '@handover/contract/task-rules.ts';
import type { Task } from '@handover/contract/tasks.ts';
import type { ReactElement } from 'react';
import { classNames } from '@handover/ui-lite/parts/class-names.ts';
import { ListSkeleton } from '@handover/ui/states/list-skeleton.tsx';
import { FailedState } from '@handover/ui/states/state-panel.tsx';
import { messageOf } from '#shared/api/api-error.ts';
import { columnQuery } from '../moving/use-move.ts';
import { tasksQuery, type TaskQuery } from '../tasks.queries.ts';
import { statusNames } from '../task-labels.ts';
import { TaskCard } from './task-card.tsx';
import styles from '#shared/records/board/board.module.css';
import { useReached } from '#shared/lists/use-hash-target.ts';
import { LoadMore } from '#shared/lists/paged-panel.tsx';

interface BoardColumnProps {
  status: TaskStatus;
  filter: TaskQuery;
  total: number | null;
  /** A card is in the air that may land here. */
  isTarget: boolean;
  onMove: (move: { task: Task; status: TaskStatus }) => void;
  onOpen: (task: Task) => void;
}

/** One status with its cards; more come as it is scrolled. */
export function BoardColumn({
  status,
  filter,
  total,
  isTarget,
  onMove,
  onOpen,
}: BoardColumnProps): ReactElement {
  const { setNodeRef, isOver } = useDroppable({ id: status });
  const query = useInfiniteQuery({
    ...tasksQuery(columnQuery(filter, status)),
    placeholderData: keepPreviousData,
  });
  const end = useReached(() => {
    if (query.hasNextPage && !query.isFetchingNextPage && !query.isFetchNextPageError)
      void query.fetchNextPage();
  });
  const tasks = query.data?.pages.flatMap((page) => page.tasks) ?? [];
  const headingId = `column-${status}`;
  return (
    <section
      ref={setNodeRef}
      aria-labelledby={headingId}
      data-over={(isTarget && isOver) || undefined}
      className={classNames(styles['column'], isTarget && styles['target'])}
    >
      <h2 id={headingId} className={styles['heading']}>
        {statusNames[status]} <span className={styles['count']}>{total?.toLocaleString('en') ?? ''}</span>
      </h2>
      {query.isPending && <ListSkeleton columns={['1fr']} rowHeight={84} rows={3} />}
      {query.data === undefined && query.error !== null && (
        <FailedState title="Not loaded" text={messageOf(query.error)} onRetry={() => void query.refetch()} />
      )}
      {query.data !== undefined && tasks.length === 0 && <p className={styles['empty']}>No tasks</p>}
      <ul className={styles['cards']} aria-labelledby={headingId}>
        {tasks.map((task) => (
          <TaskCard key={task.id} task={task} onMove={onMove} onOpen={onOpen} />
        ))}
      </ul>
      <div ref={end} />
      <LoadMore query={query} shown={tasks.length} total={total ?? tasks.length} />
    </section>
  );
}
