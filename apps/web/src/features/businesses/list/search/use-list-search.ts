import { useCallback, useMemo } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import {
  readSearch,
  writeSearch,
  type BusinessSort,
  type ListFilter,
  type ListSearch,
} from './list-search.ts';

type FilterChange = { readonly [Name in keyof ListFilter]?: string | undefined };

export interface ListNavigation {
  search: ListSearch;
  /** An empty text or `undefined` removes a filter. `isTyping` keeps every keystroke out of the history. */
  setFilter: (change: FilterChange, options?: { isTyping?: boolean }) => void;
  /** Removes every filter. */
  clear: () => void;
  /** Null for the order the list has by itself. */
  setSort: (sort: BusinessSort | null) => void;
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
    const first = { cursor: null, page: 1 };
    const withFilter = (change: FilterChange): ListSearch => {
      const asked = writeSearch(new URLSearchParams(), { ...search, ...first });
      for (const [name, value = ''] of Object.entries(change)) asked.set(name, value);
      return readSearch(asked);
    };
    return {
      search,
      setFilter: (change, { isTyping = false } = {}) =>
        go(withFilter(change), { replace: isTyping && search.filter.q !== undefined }),
      clear: () => go({ filter: {}, sort: search.sort, ...first }),
      setSort: (sort) => go({ ...search, ...first, sort }),
      toNext: (cursor) =>
        go({ ...search, cursor, page: search.page + 1 }, { trail: [...trail, search.cursor ?? ''] }),
      toPrevious: () => {
        const cursor = trail.at(-1) ?? '';
        if (cursor === '') go({ ...search, ...first });
        else go({ ...search, cursor, page: search.page - 1 }, { trail: trail.slice(0, -1) });
      },
      toFirst: () => go({ ...search, ...first }, { replace: true }),
    };
  }, [search, location.state, go]);
}

/** The cursors of the pages before this one, kept with the history entry; the first page's is empty. */
function trailOf(state: unknown): string[] {
  if (typeof state !== 'object' || state === null || !('trail' in state) || !Array.isArray(state.trail))
    return [];
  return state.trail.filter((cursor) => typeof cursor === 'string');
}
