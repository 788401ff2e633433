import Button from '@mui/material/Button';
import useMediaQuery from '@mui/material/useMediaQuery';
import { Icon } from '@handover/ui-lite/icon/icon.tsx';
import { MenuButton, type MenuAction } from '@handover/ui/parts/menu-button.tsx';
import { PageToolbar } from '@handover/ui/parts/page-toolbar.tsx';
import { ListSkeleton } from '@handover/ui/states/list-skeleton.tsx';
import { lazy, Suspense, type ReactElement, type ReactNode } from 'react';
import { FilterBar } from '#shared/records/list/filters/filter-bar.tsx';
import { useListSearch } from '#shared/records/list/list-search.ts';
import { useShortcut } from '#shared/shortcuts/shortcuts.ts';
import { listByLayout, type LayoutNavigation } from './task-layout.ts';
import styles from './tasks-screen.module.css';
import type { TaskDialogs } from './use-task-dialogs.ts';

const TaskBoard = lazy(() => import('../board/task-board.tsx'));
const TaskCalendar = lazy(() => import('../calendar/task-calendar.tsx'));

interface OtherLayoutProps {
  layout: LayoutNavigation;
  dialogs: TaskDialogs;
  /** The switch between the layouts. */
  layouts: ReactNode;
  menu: MenuAction[];
}

const waiting = <ListSkeleton columns={['1fr', '1fr', '1fr', '1fr']} rowHeight={96} rows={4} />;

/** A board or calendar below the filters of the list. */
export default function OtherLayout({ layout, dialogs, layouts, menu }: OtherLayoutProps): ReactElement {
  const list = listByLayout[layout.view];
  const navigation = useListSearch(list);
  const isPhone = useMediaQuery('(max-width: 599.95px)', { noSsr: true });
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
            <MenuButton isIconOnly label="List actions" actions={menu} />
          </>
        }
      >
        {layouts}
      </PageToolbar>
      <section className={styles['filters']} aria-label="Filters">
        <FilterBar list={list} navigation={navigation} isPhone={isPhone} />
      </section>
      <Suspense fallback={waiting}>
        {layout.view === 'board' ? (
          <TaskBoard navigation={navigation} dialogs={dialogs} />
        ) : (
          <TaskCalendar navigation={navigation} layout={layout} dialogs={dialogs} />
        )}
      </Suspense>
    </>
  );
}
