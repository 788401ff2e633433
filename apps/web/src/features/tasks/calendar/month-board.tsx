import { DndContext, DragOverlay, pointerWithin } from '@dnd-kit/core';
import type { Task } from '@handover/contract/tasks.ts';
import { useState, type ComponentProps, type ReactElement } from 'react';
import { classNames } from '@handover/ui-lite/parts/class-names.ts';
import { useUser } from '#shared/session/session-context.tsx';
import { useDayMove } from '../moving/use-day-move.ts';
import { carriedTask, useDragSensors } from '../moving/use-drag-sensors.ts';
import { toneOf } from './month-day.tsx';
import { MonthGrid } from './month-grid.tsx';
import styles from './month-grid.module.css';

/** A month with drag and drop between days; for the keyboard, a menu below the grid moves tasks. */
export function MonthBoard(props: ComponentProps<typeof MonthGrid>): ReactElement {
  const { today } = useUser();
  const [dragged, setDragged] = useState<Task | null>(null);
  const move = useDayMove();
  return (
    <DndContext
      sensors={useDragSensors()}
      collisionDetection={pointerWithin}
      accessibility={{
        screenReaderInstructions: {
          draggable: 'To move a task by keyboard, choose its day and use its menu below the calendar.',
        },
      }}
      onDragStart={({ active }) => setDragged(carriedTask(active.data.current))}
      onDragCancel={() => setDragged(null)}
      onDragEnd={({ over }) => {
        if (dragged !== null && over !== null) move({ task: dragged, dueDate: String(over.id) });
        setDragged(null);
      }}
    >
      <MonthGrid {...props} />
      <DragOverlay>
        {dragged !== null && (
          <div className={classNames(styles['task'], styles['lifted'])} data-tone={toneOf(dragged, today)}>
            {dragged.title}
          </div>
        )}
      </DragOverlay>
    </DndContext>
  );
}
