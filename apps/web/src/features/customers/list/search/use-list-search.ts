import { useMemo } from 'react';
import { usePagedSearch, type PagedNavigation } from '#shared/lists/use-paged-search.ts';
import { readSearch, withFilter, writeSearch, type FilterName, type ListSearch } from './list-search.ts';

export interface ListNavigation extends Omit<PagedNavigation<ListSearch>, 'show'> {
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
}

const address = { read: readSearch, write: writeSearch };

/** The customer list's state in the address. */
export function useListSearch(): ListNavigation {
  const paged = usePagedSearch(address);
  return useMemo(() => {
    const { search, show, ...pages } = paged;
    return {
      search,
      ...pages,
      setFilter: (change, { isTyping = false } = {}) =>
        show(withFilter(search, change), { isTyping: isTyping && search.filter.q !== undefined }),
      clearFilter: () => show({ ...search, filter: {} }),
      setLimit: (limit) => show({ ...search, limit }),
      setLooks: (looks) => show({ ...search, ...looks }, { isSamePlace: true }),
      setSort: (sort) => show({ ...search, sort }),
    };
  }, [paged]);
}
