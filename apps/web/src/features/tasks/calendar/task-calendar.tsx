import IconButton from '@mui/material/IconButton';
import useMediaQuery from '@mui/material/useMediaQuery';
import type { ReactElement } from 'react';
import { getFirstWeekday } from '@handover/domain/week-start.ts';
import { taskFilter } from '@handover/contract/tasks/tasks.ts';
import { Icon } from '@handover/ui-lite/icon/icon.tsx';
import { Button } from '@handover/ui-lite/parts/button.tsx';
import { ListSkeleton } from '@handover/ui/states/list-skeleton.tsx';
import { FailedState, EmptyState, NoMatch } from '@handover/ui/states/state-panel.tsx';
import { getErrorMessage } from '#shared/api/api-error.ts';
import type { ListNavigation } from '#shared/records/list/list-search.ts';
import { parseInput } from '#shared/records/list/record-list.ts';
import { useUser } from '#shared/session/session-context.tsx';
import type { TaskDialogs } from '../screen/use-task-dialogs.ts';
import type { LayoutNavigation } from '../screen/task-layout.ts';
import { taskList } from '../tasks.record.tsx';
import { addMonths, listWeeks } from '#shared/dates/month.ts';
import styles from './task-calendar.module.css';
import { useMonthTasks } from './use-month-tasks.ts';
import { Link } from 'react-router';
import { TaskRow } from '../task-row.tsx';
import { listCalendarMoves } from '../moving/use-day-move.ts';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { tasksQuery, type TaskQuery } from '../tasks.queries.ts';
import { MonthBoard } from './month-grid.tsx';
import { formatDate } from '../due.ts';
import { LoadMore } from '#shared/lists/paged-panel.tsx';

interface TaskCalendarProps {
  navigation: ListNavigation;
  layout: LayoutNavigation;
  dialogs: TaskDialogs;
}

/** A month of tasks by due date: a grid with the selected day below it, or a list of days on a phone. */
export default function TaskCalendar({ navigation, layout, dialogs }: TaskCalendarProps): ReactElement {
  const { search } = navigation;
  const { show } = layout;
  const filter = parseInput(taskFilter, taskList.completeFilter?.(search.filter) ?? search.filter);
  const { today, timeZone } = useUser();
  const isPhone = useMediaQuery('(max-width: 599.95px)', { noSsr: true });
  const month = layout.month ?? layout.day?.slice(0, 7) ?? today.slice(0, 7);
  const weeks = listWeeks(month, getFirstWeekday(timeZone));
  const days = weeks.flat();
  const range = isPhone ? days.filter((day) => day.startsWith(month)) : days;
  const tasks = useMonthTasks(filter, { from: range.at(0) ?? today, to: range.at(-1) ?? today });
  const day = layout.day ?? (today.startsWith(month) ? today : `${month}-01`);
  const turn = (months: number): void => show({ month: addMonths(month, months), day: null });
  return (
    <section className={styles['card']} aria-label="Task calendar">
      <div className={styles['bar']}>
        <h2 className={styles['month']} aria-live="polite">
          {formatDate(`${month}-01`, { month: 'long', year: 'numeric' })}
        </h2>
        <div className={styles['turn']}>
          <Button
            variant="outlined"
            size="small"
            onClick={() => show({ month: today.slice(0, 7), day: today })}
          >
            Today
          </Button>
          <IconButton aria-label="Previous month" onClick={() => turn(-1)}>
            <Icon name="solar:alt-arrow-left-linear" size={20} />
          </IconButton>
          <IconButton aria-label="Next month" onClick={() => turn(1)}>
            <Icon name="solar:alt-arrow-right-linear" size={20} />
          </IconButton>
        </div>
      </div>
      {tasks.error !== null && (
        <FailedState
          title="The tasks could not be loaded"
          text={getErrorMessage(tasks.error)}
          onRetry={tasks.retry}
        />
      )}
      {tasks.isPending && skeleton}
      {!tasks.isPending && tasks.error === null && (
        <>
          {isPhone ? (
            <Agenda days={range} tasks={tasks} navigation={navigation} layout={layout} dialogs={dialogs} />
          ) : (
            <>
              <MonthBoard
                month={month}
                weeks={weeks}
                day={day}
                tasks={tasks}
                onDay={(chosen) => show({ month: chosen.slice(0, 7), day: chosen })}
                onOpen={dialogs.open}
              />
              <DayPanel day={day} filter={filter} dialogs={dialogs} />
            </>
          )}
        </>
      )}
    </section>
  );
}

const skeleton = <ListSkeleton columns={['1fr', '1fr', '1fr']} rowHeight={96} rows={5} />;

interface AgendaProps {
  days: readonly string[];
  tasks: ReturnType<typeof useMonthTasks>;
  navigation: ListNavigation;
  layout: LayoutNavigation;
  dialogs: TaskDialogs;
}

/** The days of a month that have tasks, as a list. */
export function Agenda({ days, tasks, navigation, layout, dialogs }: AgendaProps): ReactElement {
  const busy = days.filter((day) => tasks.countOf(day) > 0);
  if (busy.length === 0 && tasks.isPlaceholder) return skeleton;
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
              {formatDate(day, { weekday: 'long', month: 'short', day: 'numeric' })}
            </h3>
            <ul className={styles['list']}>
              {own.map((task) => (
                <TaskRow key={task.id} task={task} onOpen={dialogs.open} dueMoves={listCalendarMoves} />
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

interface DayPanelProps {
  day: string;
  filter: TaskQuery;
  dialogs: TaskDialogs;
}

/** All tasks of the selected day. */
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
          {formatDate(day, { weekday: 'long', month: 'long', day: 'numeric' })}
        </h3>
        <Button variant="outlined" size="small" onClick={() => dialogs.add({ dueDate: day })}>
          Add task
        </Button>
      </div>
      {query.data === undefined && query.error !== null && (
        <FailedState
          title="The tasks of this day could not be loaded"
          text={getErrorMessage(query.error)}
          onRetry={() => void query.refetch()}
        />
      )}
      {query.data !== undefined && tasks.length === 0 && (
        <p className={styles['none']}>Nothing is due on this day.</p>
      )}
      <ul className={styles['list']}>
        {tasks.map((task) => (
          <TaskRow key={task.id} task={task} onOpen={dialogs.open} dueMoves={listCalendarMoves} />
        ))}
      </ul>
      <LoadMore query={query} shown={tasks.length} total={query.data?.pages[0]?.total ?? tasks.length} />
    </section>
  );
}
