import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import type { Task } from '@handover/contract/tasks.ts';
import { lazy, Suspense, useCallback, useEffect, useRef, type ReactElement } from 'react';
import { Link } from 'react-router';
import { Icon } from '@handover/ui-lite/icon/icon.tsx';
import { registerIcons } from '@handover/ui-lite/icon/registry.ts';
import { PageToolbar } from '@handover/ui/parts/page-toolbar.tsx';
import { MenuButton, type MenuAction } from '@handover/ui/parts/menu-button.tsx';
import { ListSkeleton } from '@handover/ui/states/list-skeleton.tsx';
import { useShortcut } from '#shared/shortcuts/shortcuts.ts';
import { RecordListPage } from '#shared/records/list/record-list-page.tsx';
import { taskList } from '../tasks.record.tsx';
import { QuickAdd } from './quick-add.tsx';
import { taskViews, type TaskView } from './task-search.ts';
import { planningIcons } from './planning.generated.ts';
import styles from './tasks-screen.module.css';
import { lazyRecordForm } from '#shared/records/form/lazy-record-form.tsx';
import { useTaskDialogs, type TaskDialogs } from './use-task-dialogs.ts';
import { useTaskSearch, type TaskNavigation } from './use-task-search.ts';

registerIcons(planningIcons);

const TaskFilters = lazy(() => import('./task-filters.tsx'));
const TaskBoard = lazy(() => import('../board/task-board.tsx'));
const TaskCalendar = lazy(() => import('../calendar/task-calendar.tsx'));
const TaskDialog = lazyRecordForm(async () => (await import('../tasks.form.tsx')).taskForm);
const CalendarLinkDialog = lazy(() => import('../feed/calendar-link-dialog.tsx'));

const viewNames: Readonly<Record<TaskView, { label: string; icon: string }>> = {
  list: { label: 'List', icon: 'solar:checklist-minimalistic-linear' },
  board: { label: 'Board', icon: 'solar:widget-4-linear' },
  calendar: { label: 'Calendar', icon: 'solar:calendar-linear' },
};

/** The tasks of the workspace as a list, a board, or a calendar over the same filters. */
export default function TasksScreen(): ReactElement {
  const navigation = useTaskSearch();
  const dialogs = useTaskDialogs();
  const isList = navigation.search.view === 'list';
  const onOpen = useStableOpen(dialogs);
  return (
    <>
      {dialogs.failure !== null && (
        <Alert severity="warning" role="alert" className={styles['failure'] ?? ''} onClose={dialogs.close}>
          This task cannot be shown. {dialogs.failure}
        </Alert>
      )}
      {isList ? (
        <RecordListPage
          list={taskList}
          create={{ label: 'New task', onCreate: () => dialogs.add() }}
          actions={<Layouts navigation={navigation} />}
          menu={menuOf(dialogs)}
          lead={<QuickAdd />}
          onOpen={onOpen}
        />
      ) : (
        <OtherLayout navigation={navigation} dialogs={dialogs} />
      )}
      <Dialogs dialogs={dialogs} />
    </>
  );
}

/** Rows do not render again when a dialog opens. */
function useStableOpen(dialogs: TaskDialogs): (task: Task) => void {
  const latest = useRef(dialogs);
  useEffect(() => {
    latest.current = dialogs;
  });
  return useCallback((task: Task) => latest.current.open(task), []);
}

interface LayoutProps {
  navigation: TaskNavigation;
  dialogs: TaskDialogs;
}

function menuOf(dialogs: TaskDialogs): MenuAction[] {
  return [
    {
      label: 'Calendar on your phone',
      icon: 'solar:calendar-linear',
      onSelect: dialogs.openCalendarLink,
    },
  ];
}

const waiting = <ListSkeleton columns={['1fr', '1fr', '1fr', '1fr']} rowHeight={96} rows={4} />;

function OtherLayout({ navigation, dialogs }: LayoutProps): ReactElement {
  useShortcut('c', 'New task', () => dialogs.add());
  return (
    <>
      <PageToolbar
        actions={
          <>
            <Button
              startIcon={<Icon name="solar:add-circle-linear" size={20} />}
              onClick={() => dialogs.add()}
            >
              New task
            </Button>
            <MenuButton isIconOnly label="More about the list" actions={menuOf(dialogs)} />
          </>
        }
      >
        <Layouts navigation={navigation} />
      </PageToolbar>
      <Suspense fallback={waiting}>
        <TaskFilters navigation={navigation} />
        <Suspense fallback={waiting}>
          {navigation.search.view === 'board' ? (
            <TaskBoard navigation={navigation} dialogs={dialogs} />
          ) : (
            <TaskCalendar navigation={navigation} dialogs={dialogs} />
          )}
        </Suspense>
      </Suspense>
    </>
  );
}

function Layouts({ navigation: { search, hrefOf } }: { navigation: TaskNavigation }): ReactElement {
  return (
    <nav aria-label="Layout" className={styles['tabs']}>
      {taskViews.map((view) => (
        <Link
          key={view}
          to={hrefOf({ view })}
          aria-current={view === search.view ? 'true' : undefined}
          className={styles['tab']}
          preventScrollReset
        >
          <Icon name={viewNames[view].icon} size={18} />
          {viewNames[view].label}
        </Link>
      ))}
    </nav>
  );
}

function Dialogs({
  dialogs: { opened, start, isCalendarLinkOpen, close },
}: {
  dialogs: TaskDialogs;
}): ReactElement {
  return (
    <Suspense>
      {(opened !== null || start !== null) && (
        <TaskDialog
          key={opened?.id ?? 'new'}
          record={opened}
          maxWidth="sm"
          {...(start !== null && { start })}
          onClose={close}
        />
      )}
      {isCalendarLinkOpen && <CalendarLinkDialog onClose={close} />}
    </Suspense>
  );
}
