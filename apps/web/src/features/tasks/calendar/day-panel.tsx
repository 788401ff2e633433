import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { Button } from '@handover/ui-lite/parts/button.tsx';
import { FailedState } from '@handover/ui/states/state-panel.tsx';
import { messageOf } from '#shared/api/api-error.ts';
import { LoadMore } from '#shared/lists/load-more.tsx';
import { dateText } from '../calendar-days.ts';
import { TaskRow } from '../task-row.tsx';
import { calendarMoves } from '../moving/use-day-move.ts';
import type { TaskDialogs } from '../screen/use-task-dialogs.ts';
import { tasksQuery, type TaskQuery } from '../tasks.queries.ts';
import styles from './task-calendar.module.css';

interface DayPanelProps {
  day: string;
  filter: TaskQuery;
  dialogs: TaskDialogs;
}

/** All tasks of the chosen day. */
export function DayPanel({ day, filter, dialogs }: DayPanelProps): ReactElement {
  const query = useInfiniteQuery({
    ...tasksQuery({ ...filter, dueFrom: day, dueTo: day, sort: 'dueDate' }),
    placeholderData: keepPreviousData,
  });
  const tasks = query.data?.pages.flatMap((page) => page.tasks) ?? [];
  return (
    <section className={styles['panel']} aria-labelledby="calendar-day">
      <div className={styles['bar']}>
        <h3 id="calendar-day" className={styles['day']}>
          {dateText(day, { weekday: 'long', month: 'long', day: 'numeric' })}
        </h3>
        <Button variant="outlined" size="small" onClick={() => dialogs.add({ dueDate: day })}>
          Add task
        </Button>
      </div>
      {query.data === undefined && query.error !== null && (
        <FailedState
          title="The tasks of this day could not be loaded"
          text={messageOf(query.error)}
          onRetry={() => void query.refetch()}
        />
      )}
      {query.data !== undefined && tasks.length === 0 && (
        <p className={styles['none']}>Nothing is due on this day.</p>
      )}
      <ul className={styles['list']}>
        {tasks.map((task) => (
          <TaskRow key={task.id} task={task} onOpen={dialogs.open} dueMoves={calendarMoves} />
        ))}
      </ul>
      <LoadMore query={query} shown={tasks.length} total={query.data?.pages[0]?.total ?? tasks.length} />
    </section>
  );
}
