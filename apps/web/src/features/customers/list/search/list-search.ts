import { customerFilters, customerSorts } from '@handover/contract/customers.ts';
import type { CustomerFilter } from '@handover/contract/customers.ts';

export type CustomerSort = (typeof customerSorts)[number];
export type FilterName = keyof CustomerFilter;

/** The filters as the address carries them: the API's own names, one text each, and several tags. */
export type ListFilter = {
  readonly [
    Name in Exclude<FilterName, 'tagId' | 'status' | 'accountType' | 'isVerified' | 'deleted'>
  ]?: string;
} & {
  readonly status?: 'active' | 'banned';
  readonly accountType?: 'Individual' | 'Corporate';
  readonly isVerified?: 'true' | 'false';
  readonly deleted?: 'true';
  readonly tagId?: readonly string[];
};

/** The state of the list; all of it stands in the address. */
export interface ListSearch {
  readonly filter: ListFilter;
  /** Null for the order the list has by itself: newest first. */
  readonly sort: CustomerSort | null;
  readonly cursor: string | null;
  /** Which page the cursor opens, from 1. */
  readonly page: number;
}

const filterNames: readonly FilterName[] = [
  'q',
  'status',
  'accountType',
  'isVerified',
  'brokerId',
  'tagId',
  'source',
  'planName',
  'region',
  'joinedFrom',
  'joinedTo',
  'quietSince',
  'deleted',
];

/** Reads the list's state from the address. What the contract would refuse is left out, so an old or mistyped link still opens. */
export function readSearch(params: URLSearchParams): ListSearch {
  const cursor = params.get('cursor');
  const page = Number(params.get('page') ?? '1');
  return {
    filter: readFilter(params),
    sort: customerSorts.find((name) => name === params.get('sort')) ?? null,
    cursor: cursor === '' ? null : cursor,
    page: cursor !== null && Number.isSafeInteger(page) && page > 1 ? page : 1,
  };
}

/** Writes the list's state into the address, keeping parameters of others. */
export function writeSearch(
  params: URLSearchParams,
  { filter, sort, cursor, page }: ListSearch,
): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const name of [...filterNames, 'sort', 'cursor', 'page']) next.delete(name);
  for (const name of filterNames) {
    const value = filter[name];
    const items = typeof value === 'string' ? [value] : (value ?? []);
    for (const item of items) if (item !== '') next.append(name, item);
  }
  if (sort !== null) next.set('sort', sort);
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
  return { filter: readFilter(params), sort: search.sort, cursor: null, page: 1 };
}

/** The order after a click on a column's header: ascending, descending, then none. */
export function nextSort(current: CustomerSort | null, column: string): CustomerSort | null {
  const [ascending, descending] = [sortNamed(column), sortNamed(`-${column}`)];
  if (current === ascending) return descending;
  if (current === descending) return null;
  return ascending;
}

function readFilter(params: URLSearchParams): ListFilter {
  const read = (name: Exclude<FilterName, 'tagId'>): string | undefined => {
    const value = params.get(name);
    return value !== null && value !== '' && customerFilters[name].safeParse(value).success
      ? value
      : undefined;
  };
  const tagId = params.getAll('tagId').filter((value) => customerFilters.tagId.safeParse(value).success);
  const texts = Object.fromEntries(
    textNames.flatMap((name) => {
      const value = read(name);
      return value === undefined ? [] : [[name, value]];
    }),
  );
  const [status, accountType, isVerified] = [read('status'), read('accountType'), read('isVerified')];
  return {
    ...texts,
    ...((status === 'active' || status === 'banned') && { status }),
    ...((accountType === 'Individual' || accountType === 'Corporate') && { accountType }),
    ...((isVerified === 'true' || isVerified === 'false') && { isVerified }),
    ...(read('deleted') === 'true' && { deleted: 'true' }),
    ...(tagId.length > 0 && { tagId }),
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
  'quietSince',
] as const;

function sortNamed(name: string): CustomerSort | null {
  return customerSorts.find((sort) => sort === name) ?? null;
}
