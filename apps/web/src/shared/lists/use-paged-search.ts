import { useCallback, useMemo } from 'react';
import { useLocation, useSearchParams } from 'react-router';

/** Where in a list somebody is: the cursor of the page shown, null for the first, and its number from 1. */
export interface PagedSearch {
  readonly cursor: string | null;
  readonly page: number;
}

export interface PagedNavigation<Search extends PagedSearch> {
  search: Search;
  /** From the first page on; `isSamePlace` stays where the list is, `isTyping` adds nothing to the history. */
  show: (next: Search, options?: { isSamePlace?: boolean; isTyping?: boolean }) => void;
  toNext: (cursor: string) => void;
  /** Back by a page; from a link into the middle, to the first. */
  toPrevious: () => void;
  toFirst: () => void;
}

interface AddressForm<Search> {
  read: (params: URLSearchParams) => Search;
  /** The address with a search in place of the one it had. Both are of the module, not made anew. */
  write: (params: URLSearchParams, search: Search) => URLSearchParams;
}

/** A list's state in the address: back, reload and a pasted link show the same list. */
export function usePagedSearch<Search extends PagedSearch>({
  read,
  write,
}: AddressForm<Search>): PagedNavigation<Search> {
  const [params, setParams] = useSearchParams();
  const location = useLocation();
  const { pathname } = location;
  const search = useMemo(() => read(params), [read, params]);

  const go = useCallback(
    (next: Search, { trail, replace }: { trail: readonly string[]; replace: boolean }) => {
      // A click on a link may be on its way already: what was typed before it must not lead back here.
      if (window.location.pathname !== pathname) return;
      setParams((current) => write(current, next), { replace, state: { trail }, preventScrollReset: true });
    },
    [setParams, pathname, write],
  );

  return useMemo(() => {
    const trail = trailOf(location.state);
    const first = { cursor: null, page: 1 };
    return {
      search,
      show: (next, { isSamePlace = false, isTyping = false } = {}) => {
        if (isSamePlace) go(next, { trail, replace: true });
        else go({ ...next, ...first }, { trail: [], replace: isTyping });
      },
      toNext: (cursor) => {
        const next = { ...search, cursor, page: search.page + 1 };
        go(next, { trail: [...trail, search.cursor ?? ''], replace: false });
      },
      toPrevious: () => {
        const cursor = trail.at(-1) ?? '';
        if (cursor === '') go({ ...search, ...first }, { trail: [], replace: false });
        else go({ ...search, cursor, page: search.page - 1 }, { trail: trail.slice(0, -1), replace: false });
      },
      toFirst: () => go({ ...search, ...first }, { trail: [], replace: true }),
    };
  }, [search, location.state, go]);
}

/** The cursors of the pages before this one, kept with the history entry; the first page's is empty. */
function trailOf(state: unknown): string[] {
  if (typeof state !== 'object' || state === null || !('trail' in state) || !Array.isArray(state.trail))
    return [];
  return state.trail.filter((cursor) => typeof cursor === 'string');
}
