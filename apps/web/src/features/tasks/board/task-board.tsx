import {
  closestCenter,
  DndContext,
  DragOverlay,
  pointerWithin,
  type CollisionDetection,
} from '@dnd-kit/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { taskStatuses, taskTransitions } from '@handover/contract/task-rules.ts';
import { taskFilter, type Task } from '@handover/contract/tasks.ts';
import { useState, type ReactElement } from 'react';
import { EmptyState, NoMatch } from '@handover/ui/states/state-panel.tsx';
import { carriedTask, useStatusMove } from '../moving/use-move.ts';
import type { ListNavigation } from '#shared/records/list/list-search.ts';
import { inputOf } from '#shared/records/list/record-list.ts';
import type { TaskDialogs } from '../screen/use-task-dialogs.ts';
import { totalsQuery } from '../tasks.queries.ts';
import { BoardColumn } from './board-column.tsx';
import { CardFace } from './task-card.tsx';
import styles from '#shared/records/board/board.module.css';
import { useDragSensors } from '#shared/records/board/use-board-move.ts';

interface TaskBoardProps {
  navigation: ListNavigation;
  dialogs: TaskDialogs;
}

/** The column under the pointer, else the nearest. */
const collision: CollisionDetection = (args) => {
  const under = pointerWithin(args);
  return under.length > 0 ? under : closestCenter(args);
};

/** A column for each status. Cards are dragged, or moved by their menu. */
export default function TaskBoard({ navigation, dialogs }: TaskBoardProps): ReactElement {
  const filter = inputOf(taskFilter, navigation.search.filter);
  const move = useStatusMove(filter);
  const [dragged, setDragged] = useState<Task | null>(null);
  const { data: totals } = useQuery({ ...totalsQuery(filter), placeholderData: keepPreviousData });
  const sensors = useDragSensors();
  const isEmpty = totals !== undefined && Object.values(totals.status).every((count) => count === 0);
  if (isEmpty) return <NothingHere navigation={navigation} />;
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={collision}
      accessibility={{ screenReaderInstructions: { draggable: 'To move a card by keyboard, use its menu.' } }}
      onDragStart={({ active }) => setDragged(carriedTask(active.data.current))}
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
