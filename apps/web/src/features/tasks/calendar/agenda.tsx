import type { ReactElement } from 'react';
import { Link } from 'react-router';
import { EmptyState, NoMatch } from '@handover/ui/states/state-panel.tsx';
import type { ListNavigation } from '#shared/records/list/list-search.ts';
import { dateText } from '../calendar-days.ts';
import { TaskRow } from '../task-row.tsx';
import { calendarMoves } from '../moving/use-day-move.ts';
import type { TaskDialogs } from '../screen/use-task-dialogs.ts';
import type { LayoutNavigation } from '../screen/task-layout.ts';
import styles from './task-calendar.module.css';
import type { useMonthTasks } from './use-month-tasks.ts';

interface AgendaProps {
  days: readonly string[];
  tasks: ReturnType<typeof useMonthTasks>;
  navigation: ListNavigation;
  layout: LayoutNavigation;
  dialogs: TaskDialogs;
}

/** The days of a month that have tasks, one below the other. */
export function Agenda({ days, tasks, navigation, layout, dialogs }: AgendaProps): ReactElement {
  const busy = days.filter((day) => tasks.countOf(day) > 0);
  if (busy.length === 0 && Object.keys(navigation.search.filter).length > 0)
    return <NoMatch noun="tasks" onClear={navigation.clearFilter} />;
  if (busy.length === 0)
    return <EmptyState icon="solar:calendar-bold-duotone" title="Nothing is due this month" />;
  return (
    <>
      {busy.map((day) => {
        const own = tasks.byDay.get(day) ?? [];
        const left = tasks.countOf(day) - own.length;
        return (
          <section key={day} aria-labelledby={`agenda-${day}`}>
            <h3 id={`agenda-${day}`} className={styles['agendaDay']}>
              {dateText(day, { weekday: 'long', month: 'short', day: 'numeric' })}
            </h3>
            <ul className={styles['list']}>
              {own.map((task) => (
                <TaskRow key={task.id} task={task} onOpen={dialogs.open} dueMoves={calendarMoves} />
              ))}
            </ul>
            {left > 0 && (
              <Link className={styles['more']} to={layout.hrefOf('list', { dueFrom: day, dueTo: day })}>
                {left.toLocaleString('en')} more on this day
              </Link>
            )}
          </section>
        );
      })}
    </>
  );
}
