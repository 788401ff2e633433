import type { Task } from '@handover/contract/tasks/tasks.ts';
import {
  useEffect,
  useRef,
  type KeyboardEvent,
  type ReactElement,
  useState,
  type ComponentProps,
} from 'react';
import { weekdayNames, weekdays } from '../task-labels.ts';
import { getFirstWeekday } from '@handover/domain/week-start.ts';
import { findDayByKey, listWeekdays } from '#shared/dates/month.ts';
import { MonthDay, getTone } from './month-day.tsx';
import styles from './month-grid.module.css';
import type { useMonthTasks } from './use-month-tasks.ts';
import { DndContext, DragOverlay, pointerWithin } from '@dnd-kit/core';
import { classNames } from '@handover/ui-lite/parts/class-names.ts';
import { useUser } from '#shared/session/session-context.tsx';
import { useDayMove } from '../moving/use-day-move.ts';
import { formatDate } from '../due.ts';
import { useDragSensors } from '#shared/records/board/use-board-move.ts';
import { findDraggedTask } from '../moving/use-move.ts';

interface MonthGridProps {
  month: string;
  weeks: readonly (readonly string[])[];
  /** The selected day, which has keyboard focus. */
  day: string;
  tasks: ReturnType<typeof useMonthTasks>;
  onDay: (day: string) => void;
  onOpen: (task: Task) => void;
}

/** The month as a grid. Arrows, Home, End, and the page keys move from day to day. */
export function MonthGrid({ month, weeks, day, tasks, onDay, onOpen }: MonthGridProps): ReactElement {
  const grid = useRef<HTMLDivElement>(null);
  const firstDay = getFirstWeekday(useUser().timeZone);
  const walkedTo = useRef<string | null>(null);
  const title = formatDate(`${month}-01`, { month: 'long', year: 'numeric' });

  useEffect(() => {
    if (walkedTo.current !== day) return;
    walkedTo.current = null;
    grid.current?.querySelector<HTMLElement>(`[data-day="${day}"]`)?.focus();
  }, [day, weeks]);

  const onKeyDown = (event: KeyboardEvent): void => {
    const next = findDayByKey(event.key, day, firstDay);
    if (next === null) return;
    event.preventDefault();
    walkedTo.current = next;
    onDay(next);
  };

  return (
    <div ref={grid} role="grid" aria-label={title} className={styles['grid']}>
      <div role="row" className={styles['week']}>
        {listWeekdays(firstDay).map((weekday) => {
          const name = weekdayNames[weekdays[weekday - 1] ?? 'mon'];
          return (
            <div key={name} role="columnheader" aria-label={name} className={styles['weekday']}>
              {name.slice(0, 3)}
            </div>
          );
        })}
      </div>
      {weeks.map((week) => (
        <div key={week[0]} role="row" className={styles['week']}>
          {week.map((date) => (
            <MonthDay
              key={date}
              date={date}
              isOutside={!date.startsWith(month)}
              isChosen={date === day}
              tasks={tasks.byDay.get(date) ?? []}
              count={tasks.countOf(date)}
              onDay={onDay}
              onKeyDown={onKeyDown}
              onOpen={onOpen}
            />
          ))}
        </div>
      ))}
    </div>
  );
}

/** A month with drag and drop between days. Keyboard users move tasks with a menu below the grid. */
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
      onDragStart={({ active }) => setDragged(findDraggedTask(active.data.current))}
      onDragCancel={() => setDragged(null)}
      onDragEnd={({ over }) => {
        if (dragged !== null && over !== null) move({ task: dragged, dueDate: String(over.id) });
        setDragged(null);
      }}
    >
      <MonthGrid {...props} />
      <DragOverlay>
        {dragged !== null && (
          <div className={classNames(styles['task'], styles['lifted'])} data-tone={getTone(dragged, today)}>
            {dragged.title}
          </div>
        )}
      </DragOverlay>
    </DndContext>
  );
}
