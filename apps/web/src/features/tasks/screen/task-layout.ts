import { useMemo } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { parseDate } from '@handover/domain/calendar-dates.ts';
import type { Task } from '@handover/contract/tasks/tasks.ts';
import type { RecordList } from '#shared/records/list/record-list.ts';
import { taskList } from '../tasks.record.tsx';

export const layouts = ['list', 'board', 'calendar'] as const;
export type Layout = (typeof layouts)[number];

/**
 * The list of tasks with the filters that each layout offers: the board sets the status itself, and the calendar the
 * days.
 */
export const listByLayout: Readonly<Record<Layout, RecordList<Task>>> = {
  list: taskList,
  board: omitFields('status', 'deleted'),
  calendar: omitFields('dueFrom', 'dueTo', 'withoutDueDate', 'deleted'),
};

function omitFields(...names: readonly string[]): RecordList<Task> {
  const filters = Object.entries(taskList.filters).filter(([name]) => !names.includes(name));
  return { ...taskList, filters: Object.fromEntries(filters) };
}

/** The layout of the tasks, stored in the URL with the filters. */
interface TaskLayout {
  readonly view: Layout;
  /** `YYYY-MM` of the calendar; null for the current month. */
  readonly month: string | null;
  /** The day whose tasks are shown below the calendar. */
  readonly day: string | null;
}

/** Reads the layout from the URL. Invalid values are ignored, so that an old link still opens. */
export function readLayout(params: URLSearchParams): TaskLayout {
  const month = params.get('month') ?? '';
  const day = params.get('day') ?? '';
  return {
    view: layouts.find((name) => name === params.get('view')) ?? 'list',
    month: isDay(`${month}-01`) ? month : null,
    day: isDay(day) ? day : null,
  };
}

/** Whether a text is a date within the years that a calendar can show. */
function isDay(text: string): boolean {
  return parseDate(text) === text;
}

/** Writes the layout to the URL and keeps its other parameters. */
export function writeLayout(params: URLSearchParams, { view, month, day }: TaskLayout): URLSearchParams {
  const next = new URLSearchParams(params);
  // Another layout does not start at the list's current page.
  for (const name of ['view', 'month', 'day', 'cursor', 'page']) next.delete(name);
  if (view !== 'list') next.set('view', view);
  if (view === 'calendar' && month !== null) next.set('month', month);
  if (view === 'calendar' && day !== null) next.set('day', day);
  return next;
}

export interface LayoutNavigation extends TaskLayout {
  /** Moves to another month or day of the calendar. */
  show: (change: Pick<TaskLayout, 'month' | 'day'>) => void;
  /** The URL of the same tasks in another layout, with additional parameters. */
  hrefOf: (view: Layout, further?: Readonly<Record<string, string>>) => string;
}

/** The layout in the URL, so that Back, a reload, and a pasted link show the same layout. */
export function useTaskLayout(): LayoutNavigation {
  const [params, setParams] = useSearchParams();
  const { pathname } = useLocation();
  return useMemo(() => {
    const layout = readLayout(params);
    return {
      ...layout,
      show: (change) => {
        // The user may already be leaving the page by a link.
        if (window.location.pathname !== pathname) return;
        setParams((current) => writeLayout(current, { ...readLayout(current), ...change }), {
          replace: true,
          preventScrollReset: true,
        });
      },
      hrefOf: (view, further = {}) => {
        const next = writeLayout(params, { ...layout, view });
        for (const [name, value] of Object.entries(further)) next.set(name, value);
        return `?${next.toString()}`;
      },
    };
  }, [params, setParams, pathname]);
}
