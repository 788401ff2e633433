import { useMemo } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { readSearch, writeSearch, type TaskFilter, type TaskSearch } from './task-search.ts';

export interface TaskNavigation {
  search: TaskSearch;
  hasFilter: boolean;
  /** `isTyping` keeps every keystroke out of the history. */
  setFilter: (change: TaskFilter, options?: { isTyping?: boolean }) => void;
  clear: () => void;
  /** Moves within the calendar. */
  show: (change: Partial<Pick<TaskSearch, 'month' | 'day'>>) => void;
  /** The address of the same tasks in another view. */
  hrefOf: (change: Partial<TaskSearch>) => string;
}

/** The screen's state in the address: back, reload and a pasted link show the same tasks. */
export function useTaskSearch(): TaskNavigation {
  const [params, setParams] = useSearchParams();
  const { pathname } = useLocation();
  return useMemo(() => {
    const search = readSearch(params);
    const go = (change: Partial<TaskSearch>, replace = false): void => {
      // A click on a link may be on its way already: what was typed before it must not lead back here.
      if (window.location.pathname !== pathname) return;
      setParams((current) => writeSearch(current, { ...readSearch(current), ...change }), {
        replace,
        preventScrollReset: true,
      });
    };
    return {
      search,
      hasFilter: Object.values(search.filter).some((value) => value !== undefined),
      setFilter: (change, { isTyping = false } = {}) =>
        go({ filter: { ...search.filter, ...change } }, isTyping && search.filter.q !== undefined),
      clear: () => go({ filter: {} }),
      show: (change) => go(change, true),
      hrefOf: (change) => `?${writeSearch(params, { ...search, ...change }).toString()}`,
    };
  }, [params, setParams, pathname]);
}
