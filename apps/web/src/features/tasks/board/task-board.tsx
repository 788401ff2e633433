import {
  closestCenter,
  type CollisionDetection,
  DndContext,
  DragOverlay,
  pointerWithin,
  useDroppable,
} from '@dnd-kit/core';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type TaskStatus, taskStatuses, taskTransitions } from '@handover/contract/tasks/task-rules.ts';
import { type Task, taskFilter } from '@handover/contract/tasks/tasks.ts';
import { type ReactElement, useState } from 'react';
import { EmptyState, FailedState, NoMatch } from '@handover/ui/states/state-panel.tsx';
import { findDraggedTask, columnQuery, useStatusMove } from '../moving/use-move.ts';
import type { ListNavigation } from '#shared/records/list/list-search.ts';
import { parseInput } from '#shared/records/list/record-list.ts';
import type { TaskDialogs } from '../screen/use-task-dialogs.ts';
import { type TaskQuery, tasksQuery, totalsQuery } from '../tasks.queries.ts';
import { CardFace, TaskCard } from './task-card.tsx';
import styles from '#shared/records/board/board.module.css';
import { useDragSensors } from '#shared/records/board/use-board-move.ts';
import { classNames } from '@handover/ui-lite/parts/class-names.ts';
import { ListSkeleton } from '@handover/ui/states/list-skeleton.tsx';
import { getErrorMessage } from '#shared/api/api-error.ts';
import { statusNames } from '../task-labels.ts';
import { useNearViewport } from '#shared/lists/use-hash-target.ts';
import { LoadMore } from '#shared/lists/paged-panel.tsx';

interface TaskBoardProps {
  navigation: ListNavigation;
  dialogs: TaskDialogs;
}

/** The column under the pointer, or else the nearest column. */
const detectCollision: CollisionDetection = (args) => {
  const under = pointerWithin(args);
  return under.length > 0 ? under : closestCenter(args);
};

/** A column for each status. Cards are moved by dragging or with their menu. */
export default function TaskBoard({ navigation, dialogs }: TaskBoardProps): ReactElement {
  const filter = parseInput(taskFilter, navigation.search.filter);
  const move = useStatusMove(filter);
  const [dragged, setDragged] = useState<Task | null>(null);
  const { data: totals } = useQuery({ ...totalsQuery(filter), placeholderData: keepPreviousData });
  const sensors = useDragSensors();
  const isEmpty = totals !== undefined && Object.values(totals.status).every((count) => count === 0);
  if (isEmpty) return <NothingHere navigation={navigation} />;
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={detectCollision}
      accessibility={{ screenReaderInstructions: { draggable: 'To move a card by keyboard, use its menu.' } }}
      onDragStart={({ active }) => setDragged(findDraggedTask(active.data.current))}
      onDragCancel={() => setDragged(null)}
      onDragEnd={({ over }) => {
        const status = taskStatuses.find((name) => name === over?.id);
        if (dragged !== null && status !== undefined) move({ task: dragged, status });
        setDragged(null);
      }}
    >
      <div className={styles['board']}>
        {taskStatuses.map((status) => (
          <BoardColumn
            key={status}
            status={status}
            filter={filter}
            total={totals?.status[status] ?? null}
            isTarget={dragged !== null && taskTransitions[dragged.status].includes(status)}
            onMove={move}
            onOpen={dialogs.open}
          />
        ))}
      </div>
      <DragOverlay>{dragged !== null && <CardFace task={dragged} isLifted />}</DragOverlay>
    </DndContext>
  );
}

function NothingHere({ navigation }: { navigation: ListNavigation }): ReactElement {
  return (
    <section className={styles['nothing']} aria-label="Task board">
      {Object.keys(navigation.search.filter).length > 0 ? (
        <NoMatch noun="tasks" onClear={navigation.clearFilter} />
      ) : (
        <EmptyState
          icon="solar:widget-4-bold-duotone"
          title="No tasks yet"
          text="Tasks will appear here by status. Add one with New task."
        />
      )}
    </section>
  );
}

interface BoardColumnProps {
  status: TaskStatus;
  filter: TaskQuery;
  total: number | null;
  /** Whether the dragged card can be dropped here. */
  isTarget: boolean;
  onMove: (move: { task: Task; status: TaskStatus }) => void;
  onOpen: (task: Task) => void;
}

/** A status with its cards; more are loaded on scrolling. */
function BoardColumn({ status, filter, total, isTarget, onMove, onOpen }: BoardColumnProps): ReactElement {
  const { setNodeRef, isOver } = useDroppable({ id: status });
  const query = useInfiniteQuery({
    ...tasksQuery(columnQuery(filter, status)),
    placeholderData: keepPreviousData,
  });
  const end = useNearViewport(() => {
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
        <FailedState
          title="Not loaded"
          text={getErrorMessage(query.error)}
          onRetry={() => void query.refetch()}
        />
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
