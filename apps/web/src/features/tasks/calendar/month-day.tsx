import { useDraggable, useDroppable } from '@dnd-kit/core';
import type { Task } from '@handover/contract/tasks/tasks.ts';
import type { KeyboardEvent, ReactElement } from 'react';
import { classNames } from '@handover/ui-lite/parts/class-names.ts';
import { useUser } from '#shared/session/session-context.tsx';
import styles from './month-grid.module.css';
import { formatDate } from '../due.ts';

const shownPerDay = 3;

interface MonthDayProps {
  date: string;
  isOutside: boolean;
  isChosen: boolean;
  tasks: readonly Task[];
  count: number;
  onDay: (day: string) => void;
  onKeyDown: (event: KeyboardEvent) => void;
  onOpen: (task: Task) => void;
}

/**
 * A day of the month. The keyboard selects it and reaches its tasks below the grid; a mouse can open and drag tasks
 * here.
 */
export function MonthDay({
  date,
  isOutside,
  isChosen,
  tasks,
  count,
  onDay,
  onKeyDown,
  onOpen,
}: MonthDayProps): ReactElement {
  const { today } = useUser();
  const { setNodeRef, isOver } = useDroppable({ id: date });
  const shown = tasks.slice(0, shownPerDay);
  const words = formatDate(date, { weekday: 'long', month: 'long', day: 'numeric' });
  const left = count - shown.length;
  return (
    <div
      ref={setNodeRef}
      role="gridcell"
      aria-selected={isChosen}
      data-over={isOver || undefined}
      className={classNames(styles['day'], isOutside && styles['outside'], isChosen && styles['chosen'])}
    >
      <button
        type="button"
        data-day={date}
        tabIndex={isChosen ? 0 : -1}
        className={classNames(styles['number'], date === today && styles['today'])}
        aria-label={`${words}, ${count === 0 ? 'no tasks' : count === 1 ? '1 task' : `${String(count)} tasks`}`}
        aria-current={date === today ? 'date' : undefined}
        onClick={() => onDay(date)}
        onKeyDown={onKeyDown}
      >
        {Number(date.slice(8))}
      </button>
      {shown.map((task) => (
        <DayTask key={task.id} task={task} today={today} onOpen={onOpen} />
      ))}
      {left > 0 && (
        <button type="button" tabIndex={-1} className={styles['more']} onClick={() => onDay(date)}>
          +{left.toLocaleString('en')} more
        </button>
      )}
    </div>
  );
}

interface DayTaskProps {
  task: Task;
  today: string;
  onOpen: (task: Task) => void;
}

function DayTask({ task, today, onOpen }: DayTaskProps): ReactElement {
  const { setNodeRef, listeners, isDragging } = useDraggable({ id: task.id, data: { task } });
  return (
    <button
      {...listeners}
      ref={setNodeRef}
      type="button"
      tabIndex={-1}
      className={classNames(styles['task'], isDragging && styles['away'])}
      data-tone={getTone(task, today)}
      title={task.title}
      onClick={() => onOpen(task)}
    >
      {task.title}
    </button>
  );
}

/** The color of a task in the calendar. */
export function getTone({ status, dueDate, priority }: Task, today: string): string {
  if (status === 'done') return 'done';
  if (dueDate !== null && dueDate < today) return 'overdue';
  return priority === 'high' ? 'high' : 'plain';
}
