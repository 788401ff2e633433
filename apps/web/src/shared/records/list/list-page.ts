import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useCallback, useDeferredValue, useEffect, useMemo, useState } from 'react';
import { ApiError } from '#shared/api/api-error.ts';
import { oneQuery } from '#shared/api/query-factory.ts';
import type { ListNavigation } from './list-search.ts';
import type { AnyList, CellContext, ListFilter, ListPage, ListRow } from './record-list.ts';

export interface ShownPage {
  readonly data: ListPage<ListRow> | undefined;
  /** A key that changes with the listed records. */
  readonly shownKey: string;
  /** The filter of the listed records, as JSON. */
  readonly shownScope: string;
  /** Whether the page on screen is not the requested one yet. */
  readonly isStale: boolean;
  readonly error: Error | null;
  readonly retry: () => void;
}

/** The prefix of the query keys of a list's pages; live updates refer to the noun. */
export function getPageKey({
  recordType,
  liveNoun,
  nouns,
}: Pick<AnyList, 'recordType' | 'liveNoun' | 'nouns'>): string[] {
  return liveNoun === undefined
    ? [recordType ?? nouns[0], 'all', 'rows']
    : [liveNoun, 'all', nouns[1], 'rows'];
}

/** The page in the URL; an empty page or an invalid cursor falls back to the first page. */
export function useListPage(list: AnyList, { search, toFirst }: ListNavigation): ShownPage {
  const { filter, sort, cursor, limit } = search;
  const order = sort ?? list.sortFor?.(filter) ?? null;
  const pageQuery = {
    ...(list.completeFilter?.(filter) ?? filter),
    ...(order !== null && { sort: order }),
    ...(cursor !== null && { cursor }),
    limit: String(limit),
  };
  const { data, error, isPlaceholderData, refetch } = useQuery({
    ...oneQuery({
      queryKey: [...getPageKey(list), pageQuery],
      queryFn: ({ signal }) => list.fetchPage(pageQuery, signal),
    }),
    placeholderData: keepPreviousData,
  });
  const isCursorOld = error instanceof ApiError && error.code === 'CURSOR_INVALID';
  // The records of the page may have been moved or deleted since.
  const isEmptied = cursor !== null && !isPlaceholderData && data?.rows.length === 0;
  useEffect(() => {
    if (isCursorOld || isEmptied) toFirst();
  }, [isCursorOld, isEmptied, toFirst]);
  // While the next page loads, the previous page stays and keeps its key.
  const scope = JSON.stringify(filter);
  const key = JSON.stringify([scope, sort, cursor, limit]);
  const [shown, setShown] = useState({ key, scope });
  if (!isPlaceholderData && shown.key !== key) setShown({ key, scope });
  const page = useMemo(
    () => ({ data, isStale: isPlaceholderData, shownKey: shown.key, shownScope: shown.scope }),
    [data, isPlaceholderData, shown],
  );
  // A response that arrives while the user is typing is rendered between keystrokes; the first page immediately.
  const deferred = useDeferredValue(page);
  return {
    ...(deferred.data === undefined ? page : deferred),
    error: isCursorOld ? null : error,
    retry: () => void refetch(),
  };
}

/** The number of matching records, with a way to count them exactly if that takes longer. */
export interface ShownTotal {
  /** Null until known. */
  readonly count: number | null;
  /** False if there are more than `count`. */
  readonly isExact: boolean;
  readonly countExactly: () => void;
}

/**
 * The total of a page or, for a search, a separately counted total. The last total is shown until the next is known.
 */
export function useListTotal(
  list: AnyList,
  filter: ListFilter,
  data: ListPage<ListRow> | undefined,
): ShownTotal {
  const query = list.completeFilter?.(filter) ?? filter;
  const key = JSON.stringify(query);
  const [exactKey, setExactKey] = useState<string | null>(null);
  const asked = { ...query, ...(exactKey === key && { exact: 'true' }) };
  const counted = useQuery({
    ...oneQuery({
      queryKey: [...getPageKey(list), 'total', asked],
      queryFn: async ({ signal }) => (await list.fetchTotal?.(asked, signal)) ?? null,
    }),
    enabled: list.fetchTotal !== undefined && data !== undefined && data.total === null,
    placeholderData: keepPreviousData,
  });
  const countExactly = useCallback(() => setExactKey(key), [key]);
  return useMemo(
    () =>
      data === undefined || data.total !== null
        ? { count: data?.total ?? null, isExact: true, countExactly }
        : {
            count: counted.data?.total ?? null,
            isExact: counted.data?.isExact ?? true,
            countExactly,
          },
    [data, counted.data, countExactly],
  );
}

/** "12", or "10,000+" if there are more. */
export function formatTotal({ count, isExact }: Pick<ShownTotal, 'count' | 'isExact'>): string {
  return count === null ? '' : `${count.toLocaleString('en')}${isExact ? '' : '+'}`;
}

/** Rows under one heading; without a label they have none. */
export interface RowGroup {
  readonly key: string;
  readonly label: string | null;
  readonly rows: readonly ListRow[];
  /** The number of matching records on all pages. */
  readonly total: number;
}

interface ListKey {
  readonly filter: ListFilter;
  readonly sort: string | null;
}

/** The rows under the headings of the list, or all rows without headings; similar rows of a search come last. */
export function groupRows(
  list: AnyList,
  rows: readonly ListRow[],
  {
    listed,
    context,
    totals,
    similar = [],
  }: {
    listed: ListKey;
    context: CellContext;
    totals: Readonly<Record<string, number>>;
    similar?: readonly ListRow[] | undefined;
  },
): RowGroup[] {
  const { grouping } = list;
  const last =
    similar.length === 0
      ? []
      : [{ key: 'similar', label: 'Did you mean', rows: similar, total: similar.length }];
  if (grouping === undefined || isRanked(list, listed) || !grouping.isGrouped(listed))
    return [...(rows.length === 0 ? [] : [{ key: 'all', label: null, rows, total: rows.length }]), ...last];
  const groups = Object.entries(grouping.labels).flatMap(([key, label]) => {
    const own = rows.filter((row) => grouping.groupOf(row, context) === key);
    return own.length === 0 ? [] : [{ key, label, rows: own, total: totals[key] ?? own.length }];
  });
  return [...groups, ...last];
}

/** Whether the best matches of a search come first. */
export function isRanked(list: AnyList, { filter, sort }: ListKey): boolean {
  return filter['q'] !== undefined && sort === null && (list.sortFor?.(filter) ?? null) === null;
}

const noTotals = {};

/** The number of matching records under each heading. */
export function useGroupTotals(list: AnyList, listed: ListKey): Readonly<Record<string, number>> {
  const { grouping } = list;
  const filter = list.completeFilter?.(listed.filter) ?? listed.filter;
  const { data = noTotals } = useQuery({
    ...oneQuery({
      queryKey: [...getPageKey(list), 'group-totals', filter],
      queryFn: async ({ signal }) => (await grouping?.fetchTotals(filter, signal)) ?? noTotals,
    }),
    enabled: grouping !== undefined && !isRanked(list, listed) && grouping.isGrouped(listed),
    placeholderData: keepPreviousData,
  });
  return data;
}
