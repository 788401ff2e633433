import { maxSortKeys } from '@handover/contract/records/record-sort.ts';
import { listDensities, type ListDensity } from '@handover/contract/records/saved-views.ts';
import { useCallback, useMemo } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { isValidInput, type AnyList, type ListFilter } from './record-list.ts';

/** A change of some filters; `undefined` or an empty text removes one. */
export type FilterChange = Readonly<Record<string, string | readonly string[] | undefined>>;

/** The state of a list, all of which is in the URL. */
export interface ListSearch {
  readonly filter: ListFilter;
  /** Up to three keys; null for the list's default order. */
  readonly sort: string | null;
  readonly cursor: string | null;
  /** The number of the page that the cursor opens, from 1. */
  readonly page: number;
  readonly limit: number;
  /** The saved view that the list was opened with. */
  readonly viewId: string | null;
  /** Set if they differ from this browser's settings for every list. */
  readonly columns: readonly string[] | null;
  readonly density: ListDensity | null;
}

/** The list without filters, sorting, or other settings. */
export const plainSearch: ListSearch = {
  filter: {},
  sort: null,
  cursor: null,
  page: 1,
  limit: 25,
  viewId: null,
  columns: null,
  density: null,
};

const ownNames = ['sort', 'cursor', 'page', 'limit', 'view', 'columns', 'density'] as const;

/** The names of the filters that the URL can have, in the order of the list. */
function listFilterNames({ filters }: Pick<AnyList, 'filters'>): string[] {
  return ['q', ...Object.keys(filters)];
}

function canHaveMany({ filters }: Pick<AnyList, 'filters'>, name: string): boolean {
  const control = filters[name]?.control;
  return control === 'several' || control === 'custom';
}

/**
 * Reads the list's state from the URL. Ignores values that the contract would reject, so that an old or mistyped link
 * still opens.
 */
export function readSearch(list: AnyList, params: URLSearchParams): ListSearch {
  const cursor = params.get('cursor');
  const page = Number(params.get('page') ?? '1');
  const sort = params.get('sort');
  return {
    filter: readFilter(list, params),
    sort: sort !== null && isValidInput(list.sortSchema, sort) ? sort : null,
    cursor: cursor === '' ? null : cursor,
    page: cursor !== null && Number.isSafeInteger(page) && page > 1 ? page : 1,
    limit: list.pageSizes.find((size) => size === Number(params.get('limit'))) ?? plainSearch.limit,
    viewId: params.get('view'),
    columns: params.get('columns')?.split(',').filter(Boolean) ?? null,
    density: listDensities.find((density) => density === params.get('density')) ?? null,
  };
}

function readFilter(list: AnyList, params: URLSearchParams): ListFilter {
  const entries = listFilterNames(list).flatMap((name): [string, string | string[]][] => {
    const schema = list.filterSchemas[name];
    const values = params
      .getAll(name)
      .filter((value) => value !== '' && schema !== undefined && isValidInput(schema, value));
    const [first] = values;
    if (first === undefined) return [];
    return [[name, canHaveMany(list, name) ? values : first]];
  });
  return Object.fromEntries(entries);
}

/** Writes the list's state to the URL and keeps other parameters. */
export function writeSearch(list: AnyList, params: URLSearchParams, search: ListSearch): URLSearchParams {
  const { filter, sort, cursor, page, limit, viewId, columns, density } = search;
  const next = new URLSearchParams(params);
  for (const name of [...listFilterNames(list), ...ownNames]) next.delete(name);
  if (viewId !== null) next.set('view', viewId);
  writeFilter(next, list, filter);
  if (sort !== null) next.set('sort', sort);
  if (columns !== null) next.set('columns', columns.join(','));
  if (density !== null) next.set('density', density);
  if (limit !== plainSearch.limit) next.set('limit', String(limit));
  if (cursor !== null) {
    next.set('cursor', cursor);
    next.set('page', String(page));
  }
  return next;
}

function writeFilter(params: URLSearchParams, list: AnyList, filter: FilterChange): void {
  for (const name of listFilterNames(list))
    for (const value of [filter[name] ?? []].flat()) if (value !== '') params.append(name, value);
}

/** The filter normalized to the form in which the list reads it from the URL. */
export function toFilter(list: AnyList, filter: FilterChange): ListFilter {
  const params = new URLSearchParams();
  writeFilter(params, list, filter);
  return readFilter(list, params);
}

/** The search with other filters, starting at the first page. */
export function withFilter(list: AnyList, search: ListSearch, change: FilterChange): ListSearch {
  return { ...search, filter: toFilter(list, { ...search.filter, ...change }), cursor: null, page: 1 };
}

/** One key of a sort order. */
export interface SortPart {
  readonly key: string;
  readonly isDescending: boolean;
}

/** The keys of a sort order, most significant first. */
export function readSort(sort: string | null): SortPart[] {
  return (sort ?? '')
    .split(',')
    .filter(Boolean)
    .map((part) =>
      part.startsWith('-') ? { key: part.slice(1), isDescending: true } : { key: part, isDescending: false },
    );
}

function writeSort(parts: readonly SortPart[]): string | null {
  return parts.map(({ key, isDescending }) => `${isDescending ? '-' : ''}${key}`).join(',') || null;
}

/**
 * The sort order after a click on a column header: ascending, descending, then none. With `isAdded`, the other keys are
 * kept and a new key is appended; at most three are kept.
 */
export function findNextSort(
  current: string | null,
  key: string,
  { isAdded = false }: { isAdded?: boolean } = {},
): string | null {
  const parts = readSort(current);
  const existing = parts.find((part) => part.key === key);
  const next =
    existing === undefined
      ? [{ key, isDescending: false }]
      : existing.isDescending
        ? []
        : [{ key, isDescending: true }];
  if (!isAdded) return parts.length > 1 ? key : writeSort(next);
  return writeSort(
    existing === undefined
      ? [...parts.slice(0, maxSortKeys - 1), ...next]
      : parts.flatMap((part) => (part.key === key ? next : [part])),
  );
}

/** The sort order with one key set to a direction, either alone or after the others; null removes the key. */
export function withSortKey(
  current: string | null,
  key: string,
  { isDescending, isAdded }: { isDescending: boolean | null; isAdded: boolean },
): string | null {
  const others = isAdded || isDescending === null ? readSort(current).filter((part) => part.key !== key) : [];
  const added = isDescending === null ? [] : [{ key, isDescending }];
  return writeSort([...others.slice(0, maxSortKeys - added.length), ...added]);
}

export interface ListNavigation extends Omit<PagedNavigation, 'show'> {
  /** With `isTyping`, keystrokes do not create history entries. */
  setFilter: (change: FilterChange, options?: { isTyping?: boolean }) => void;
  /** Removes all filters; order and display settings are kept. */
  clearFilter: () => void;
  /** Null for the list's default order. */
  setSort: (sort: string | null) => void;
  setLimit: (limit: number) => void;
  /** Changes how the rows are displayed; the page does not change. */
  setDisplay: (settings: Partial<Pick<ListSearch, 'viewId' | 'columns' | 'density'>>) => void;
}

/** A list's state in the URL, with functions that change it. */
export function useListSearch(list: AnyList): ListNavigation {
  const paged = usePagedSearch(list);
  return useMemo(() => {
    const { search, show, ...pages } = paged;
    return {
      search,
      ...pages,
      setFilter: (change, { isTyping = false } = {}) =>
        show(withFilter(list, search, change), { isTyping: isTyping && search.filter['q'] !== undefined }),
      clearFilter: () => show({ ...search, filter: {} }),
      setLimit: (limit) => show({ ...search, limit }),
      setDisplay: (settings) => show({ ...search, ...settings }, { isSamePlace: true }),
      setSort: (sort) => show({ ...search, sort }),
    };
  }, [list, paged]);
}

interface PagedNavigation {
  search: ListSearch;
  /**
   * Returns to the first page. `isSamePlace` keeps the scroll position; with `isTyping`, no history entry is created.
   */
  show: (next: ListSearch, options?: { isSamePlace?: boolean; isTyping?: boolean }) => void;
  toNext: (cursor: string) => void;
  /** Goes back by a page, or to the first page if the list was opened by a link to a later page. */
  toPrevious: () => void;
  toFirst: () => void;
}

/** Paging in the URL, so that Back, a reload, and a pasted link show the same page of the list. */
function usePagedSearch(list: AnyList): PagedNavigation {
  const [params, setParams] = useSearchParams();
  const location = useLocation();
  const { pathname } = location;
  const search = useMemo(() => readSearch(list, params), [list, params]);

  const go = useCallback(
    (next: ListSearch, { trail, replace }: { trail: readonly string[]; replace: boolean }) => {
      // The user may already be leaving the page by a link.
      if (window.location.pathname !== pathname) return;
      setParams((current) => writeSearch(list, current, next), {
        replace,
        state: { trail },
        preventScrollReset: true,
      });
    },
    [setParams, pathname, list],
  );

  return useMemo(() => {
    const trail = getTrail(location.state);
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

/** The cursors of the previous pages, stored with the history entry; the first page's is empty. */
function getTrail(state: unknown): string[] {
  if (typeof state !== 'object' || state === null || !('trail' in state) || !Array.isArray(state.trail))
    return [];
  return state.trail.filter((cursor) => typeof cursor === 'string');
}
