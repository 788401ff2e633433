import {
  createdWithin,
  customerFilters,
  customerSort,
  customerSortKeys,
  type CustomerFilter,
  type CustomerSortPart,
} from '@handover/contract/customer-list.ts';
import { maxSortKeys, readSort, writeSort } from '@handover/contract/record-sort.ts';
import { listDensities, type ListDensity } from '@handover/contract/saved-views.ts';

export type FilterName = keyof CustomerFilter;

/** The filters as the address carries them: the API's own names, one text each, and several tags. */
export type ListFilter = {
  readonly [
    Name in Exclude<
      FilterName,
      'tagId' | 'custom' | 'status' | 'accountType' | 'isVerified' | 'isUnsubscribed' | 'created' | 'deleted'
    >
  ]?: string;
} & {
  readonly status?: 'active' | 'banned';
  readonly accountType?: 'Individual' | 'Corporate';
  readonly isVerified?: 'true' | 'false';
  readonly isUnsubscribed?: 'true' | 'false';
  readonly created?: (typeof createdWithin)[number];
  readonly deleted?: 'true';
  readonly tagId?: readonly string[];
  /** Conditions on the workspace's own fields. */
  readonly custom?: readonly string[];
};

/** The state of the list; all of it stands in the address. */
export interface ListSearch {
  readonly filter: ListFilter;
  /** Up to three keys; null for the order the list has by itself: newest first. */
  readonly sort: string | null;
  readonly cursor: string | null;
  /** Which page the cursor opens, from 1. */
  readonly page: number;
  /** Rows on a page. */
  readonly limit: number;
  /** The saved view that the list was opened by. */
  readonly viewId: string | null;
  /** How the rows look where it differs from what this browser's user has chosen for every list. */
  readonly columns: readonly string[] | null;
  readonly density: ListDensity | null;
}

export const pageSizes = [25, 50, 100, 250, 500] as const;

/** The list as it is without any choice. */
export const plainSearch: ListSearch = {
  filter: {},
  sort: null,
  cursor: null,
  page: 1,
  limit: pageSizes[0],
  viewId: null,
  columns: null,
  density: null,
};

const filterNames: readonly FilterName[] = [
  'q',
  'status',
  'accountType',
  'isVerified',
  'isUnsubscribed',
  'brokerId',
  'tagId',
  'custom',
  'source',
  'planName',
  'region',
  'joinedFrom',
  'joinedTo',
  'inactiveSince',
  'uncontactedDays',
  'created',
  'deleted',
];
const otherNames = ['sort', 'cursor', 'page', 'limit', 'view', 'columns', 'density'] as const;

/** Reads the list's state from the address. What the contract would refuse is left out, so an old or mistyped link still opens. */
export function readSearch(params: URLSearchParams): ListSearch {
  const cursor = params.get('cursor');
  const page = Number(params.get('page') ?? '1');
  return {
    filter: readFilter(params),
    sort: customerSort.safeParse(params.get('sort')).data ?? null,
    cursor: cursor === '' ? null : cursor,
    page: cursor !== null && Number.isSafeInteger(page) && page > 1 ? page : 1,
    limit: pageSizes.find((size) => size === Number(params.get('limit'))) ?? pageSizes[0],
    viewId: params.get('view'),
    columns: params.get('columns')?.split(',').filter(Boolean) ?? null,
    density: listDensities.find((density) => density === params.get('density')) ?? null,
  };
}

/** Writes the list's state into the address, keeping parameters of others. */
export function writeSearch(params: URLSearchParams, search: ListSearch): URLSearchParams {
  const { filter, sort, cursor, page, limit, viewId, columns, density } = search;
  const next = new URLSearchParams(params);
  for (const name of [...filterNames, ...otherNames]) next.delete(name);
  if (viewId !== null) next.set('view', viewId);
  for (const name of filterNames) {
    const value = filter[name];
    const items = typeof value === 'string' ? [value] : (value ?? []);
    for (const item of items) if (item !== '') next.append(name, item);
  }
  if (sort !== null) next.set('sort', sort);
  if (columns !== null) next.set('columns', columns.join(','));
  if (density !== null) next.set('density', density);
  if (limit !== pageSizes[0]) next.set('limit', String(limit));
  if (cursor !== null) {
    next.set('cursor', cursor);
    next.set('page', String(page));
  }
  return next;
}

/** The search with other filters; a change of what is listed starts at the first page. `undefined` removes a filter. */
export function withFilter(
  search: ListSearch,
  change: Partial<Record<FilterName, string | readonly string[] | undefined>>,
): ListSearch {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...search.filter, ...change })) {
    const items = typeof value === 'string' ? [value] : (value ?? []);
    for (const item of items) if (item !== '') params.append(name, item);
  }
  return { ...search, filter: readFilter(params), cursor: null, page: 1 };
}

/**
 * The order after a click on a column's header: ascending, descending, then none. With `isAdded` the other
 * keys stay, and a new one comes after them; of more than three the last gives way.
 */
export function nextSort(
  current: string | null,
  key: CustomerSortPart['key'],
  { isAdded = false }: { isAdded?: boolean } = {},
): string | null {
  const parts = readSort(current ?? '', customerSortKeys);
  const known = parts.find((part) => part.key === key);
  const next =
    known === undefined
      ? [{ key, isDescending: false }]
      : known.isDescending
        ? []
        : [{ key, isDescending: true }];
  if (!isAdded) return parts.length > 1 ? key : writeSort(next) || null;
  const others = parts.slice(0, known === undefined ? maxSortKeys - 1 : maxSortKeys);
  const changed =
    known === undefined ? [...others, ...next] : parts.flatMap((part) => (part.key === key ? next : [part]));
  return writeSort(changed) || null;
}

/** The order with one key set to a direction, alone or behind the others; null takes the key out. */
export function withSortKey(
  current: string | null,
  key: CustomerSortPart['key'],
  { isDescending, isAdded }: { isDescending: boolean | null; isAdded: boolean },
): string | null {
  const others =
    isAdded || isDescending === null
      ? readSort(current ?? '', customerSortKeys).filter((part) => part.key !== key)
      : [];
  const added = isDescending === null ? [] : [{ key, isDescending }];
  return writeSort([...others.slice(0, maxSortKeys - added.length), ...added]) || null;
}

function readFilter(params: URLSearchParams): ListFilter {
  const read = (name: Exclude<FilterName, 'tagId' | 'custom'>): string | undefined => {
    const value = params.get(name);
    return value !== null && value !== '' && customerFilters[name].safeParse(value).success
      ? value
      : undefined;
  };
  const readAll = (name: 'tagId' | 'custom'): string[] =>
    params.getAll(name).filter((value) => customerFilters[name].safeParse(value).success);
  const [tagId, custom] = [readAll('tagId'), readAll('custom')];
  const texts = Object.fromEntries(
    textNames.flatMap((name) => {
      const value = read(name);
      return value === undefined ? [] : [[name, value]];
    }),
  );
  const created = createdWithin.find((period) => period === params.get('created'));
  const [status, accountType] = [read('status'), read('accountType')];
  const [isVerified, isUnsubscribed] = [read('isVerified'), read('isUnsubscribed')];
  return {
    ...texts,
    ...((status === 'active' || status === 'banned') && { status }),
    ...((accountType === 'Individual' || accountType === 'Corporate') && { accountType }),
    ...((isVerified === 'true' || isVerified === 'false') && { isVerified }),
    ...((isUnsubscribed === 'true' || isUnsubscribed === 'false') && { isUnsubscribed }),
    ...(created !== undefined && { created }),
    ...(read('deleted') === 'true' && { deleted: 'true' }),
    ...(tagId.length > 0 && { tagId }),
    ...(custom.length > 0 && { custom }),
  };
}

const textNames = [
  'q',
  'brokerId',
  'source',
  'planName',
  'region',
  'joinedFrom',
  'joinedTo',
  'inactiveSince',
  'uncontactedDays',
] as const;
