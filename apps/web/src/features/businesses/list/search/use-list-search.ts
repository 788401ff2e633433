import { useMemo } from 'react';
import { usePagedSearch, type PagedNavigation } from '#shared/lists/use-paged-search.ts';
import {
  readSearch,
  writeSearch,
  type BusinessSort,
  type ListFilter,
  type ListSearch,
} from './list-search.ts';

type FilterChange = { readonly [Name in keyof ListFilter]?: string | undefined };

export interface ListNavigation extends Omit<PagedNavigation<ListSearch>, 'show'> {
  /** An empty text or `undefined` removes a filter. `isTyping` keeps every keystroke out of the history. */
  setFilter: (change: FilterChange, options?: { isTyping?: boolean }) => void;
  /** Removes every filter. */
  clear: () => void;
  /** Null for the order the list has by itself. */
  setSort: (sort: BusinessSort | null) => void;
}

const address = { read: readSearch, write: writeSearch };

/** The business list's state in the address. */
export function useListSearch(): ListNavigation {
  const paged = usePagedSearch(address);
  return useMemo(() => {
    const { search, show, ...pages } = paged;
    const withFilter = (change: FilterChange): ListSearch => {
      const asked = writeSearch(new URLSearchParams(), search);
      for (const [name, value = ''] of Object.entries(change)) asked.set(name, value);
      return readSearch(asked);
    };
    return {
      search,
      ...pages,
      setFilter: (change, { isTyping = false } = {}) =>
        show(withFilter(change), { isTyping: isTyping && search.filter.q !== undefined }),
      clear: () => show({ ...search, filter: {} }),
      setSort: (sort) => show({ ...search, sort }),
    };
  }, [paged]);
}
