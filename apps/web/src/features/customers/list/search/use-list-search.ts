import { useCallback, useMemo } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { readSearch, withFilter, writeSearch, type FilterName, type ListSearch } from './list-search.ts';

export interface ListNavigation {
  search: ListSearch;
  /** `undefined` removes a filter. `isTyping` keeps every keystroke out of the history. */
  setFilter: (
    change: Partial<Record<FilterName, string | readonly string[] | undefined>>,
    options?: { isTyping?: boolean },
  ) => void;
  /** Takes all filters off; the order and the looks stay. */
  clearFilter: () => void;
  /** Null for the order the list has by itself. */
  setSort: (sort: string | null) => void;
  setLimit: (limit: number) => void;
  /** Changes how the rows look; what is listed stays where it is. */
  setLooks: (looks: Partial<Pick<ListSearch, 'viewId' | 'columns' | 'density'>>) => void;
  toNext: (cursor: string) => void;
  /** Back by a page; from a link into the middle, to the first. */
  toPrevious: () => void;
  toFirst: () => void;
}

/** The list's state in the address: back, reload and a pasted link show the same list. */
export function useListSearch(): ListNavigation {
  const [params, setParams] = useSearchParams();
  const location = useLocation();
  const { pathname } = location;
  const search = useMemo(() => readSearch(params), [params]);

  const go = useCallback(
    (
      next: ListSearch,
      { trail = [], replace = false }: { trail?: readonly string[]; replace?: boolean } = {},
    ) => {
      // A click on a link may be on its way already: what was typed before it must not lead back here.
      if (window.location.pathname !== pathname) return;
      setParams((current) => writeSearch(current, next), {
        replace,
        state: { trail },
        preventScrollReset: true,
      });
    },
    [setParams, pathname],
  );

  return useMemo(() => {
    const trail = trailOf(location.state);
    return {
      search,
      setFilter: (change, { isTyping = false } = {}) =>
        go(withFilter(search, change), { replace: isTyping && search.filter.q !== undefined }),
      clearFilter: () => go({ ...search, filter: {}, cursor: null, page: 1 }),
      setLimit: (limit) => go({ ...search, limit, cursor: null, page: 1 }),
      setLooks: (looks) => go({ ...search, ...looks }, { trail, replace: true }),
      setSort: (sort) => go({ ...search, sort, cursor: null, page: 1 }),
      toNext: (cursor) =>
        go({ ...search, cursor, page: search.page + 1 }, { trail: [...trail, search.cursor ?? ''] }),
      toPrevious: () => {
        const cursor = trail.at(-1) ?? '';
        if (cursor === '') go({ ...search, cursor: null, page: 1 });
        else go({ ...search, cursor, page: search.page - 1 }, { trail: trail.slice(0, -1) });
      },
      toFirst: () => go({ ...search, cursor: null, page: 1 }, { replace: true }),
    };
  }, [search, location.state, go]);
}

/** The cursors of the pages before this one, kept with the history entry; the first page's is empty. */
function trailOf(state: unknown): string[] {
  if (typeof state !== 'object' || state === null || !('trail' in state) || !Array.isArray(state.trail))
    return [];
  return state.trail.filter((cursor) => typeof cursor === 'string');
}
