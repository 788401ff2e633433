import IconButton from '@mui/material/IconButton';
import useMediaQuery from '@mui/material/useMediaQuery';
import type { ReactElement } from 'react';
import { taskFilter } from '@handover/contract/tasks.ts';
import { Icon } from '@handover/ui-lite/icon/icon.tsx';
import { Button } from '@handover/ui-lite/parts/button.tsx';
import { ListSkeleton } from '@handover/ui/states/list-skeleton.tsx';
import { FailedState } from '@handover/ui/states/state-panel.tsx';
import { messageOf } from '#shared/api/api-error.ts';
import type { ListNavigation } from '#shared/records/list/list-search.ts';
import { inputOf } from '#shared/records/list/record-list.ts';
import { useUser } from '#shared/session/session-context.tsx';
import { dateText } from '../calendar-days.ts';
import type { TaskDialogs } from '../screen/use-task-dialogs.ts';
import type { LayoutNavigation } from '../screen/task-layout.ts';
import { taskList } from '../tasks.record.tsx';
import { Agenda } from './agenda.tsx';
import { DayPanel } from './day-panel.tsx';
import { MonthBoard } from './month-board.tsx';
import { addMonths, weeksOf } from './month.ts';
import styles from './task-calendar.module.css';
import { useMonthTasks } from './use-month-tasks.ts';

interface TaskCalendarProps {
  navigation: ListNavigation;
  layout: LayoutNavigation;
  dialogs: TaskDialogs;
}

/** A month of tasks by due date: a grid with the chosen day below it, on a phone a list of days. */
export default function TaskCalendar({ navigation, layout, dialogs }: TaskCalendarProps): ReactElement {
  const { search } = navigation;
  const { show } = layout;
  const filter = inputOf(taskFilter, taskList.completeFilter?.(search.filter) ?? search.filter);
  const { today } = useUser();
  const isPhone = useMediaQuery('(max-width: 599.95px)', { noSsr: true });
  const month = layout.month ?? layout.day?.slice(0, 7) ?? today.slice(0, 7);
  const weeks = weeksOf(month);
  const days = weeks.flat();
  const range = isPhone ? days.filter((day) => day.startsWith(month)) : days;
  const tasks = useMonthTasks(filter, { from: range.at(0) ?? today, to: range.at(-1) ?? today });
  const day = layout.day ?? (today.startsWith(month) ? today : `${month}-01`);
  const turn = (months: number): void => show({ month: addMonths(month, months), day: null });
  return (
    <section className={styles['card']} aria-label="Task calendar">
      <div className={styles['bar']}>
        <h2 className={styles['month']} aria-live="polite">
          {dateText(`${month}-01`, { month: 'long', year: 'numeric' })}
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
          text={messageOf(tasks.error)}
          onRetry={tasks.retry}
        />
      )}
      {tasks.isPending && <ListSkeleton columns={['1fr', '1fr', '1fr']} rowHeight={96} rows={5} />}
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
