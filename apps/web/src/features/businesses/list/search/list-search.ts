import {
  businessFilters,
  businessSortKeys,
  businessTypes,
  marketLabels,
  type BusinessFilter,
  type BusinessSortKey,
  type BusinessType,
} from '@handover/contract/business-list.ts';
import { businessStages, type BusinessStage } from '@handover/contract/business-stages.ts';

export type BusinessSort = BusinessSortKey | `-${BusinessSortKey}`;
export const businessSorts = businessSortKeys.flatMap((key) => [key, `-${key}`] as const);

type FilterName = Exclude<keyof BusinessFilter, 'custom'>;

const marketLabelFilters = [...marketLabels, 'none'] as const;

/** The filters as the address carries them: the API's own names, one text each. */
export interface ListFilter {
  readonly q?: string | undefined;
  readonly stage?: BusinessStage | undefined;
  readonly isOpen?: 'true' | 'false' | undefined;
  readonly type?: BusinessType | undefined;
  /** A member's id, or `none`. */
  readonly brokerId?: string | undefined;
  readonly marketLabel?: (typeof marketLabelFilters)[number] | undefined;
  readonly ownerId?: string | undefined;
  /** A calendar date `YYYY-MM-DD`. */
  readonly stageBefore?: string | undefined;
  readonly isStuck?: 'true' | undefined;
  /** A calendar date `YYYY-MM-DD`. */
  readonly leaseBefore?: string | undefined;
  readonly deleted?: 'true' | undefined;
}

/** The state of the list; all of it stands in the address. */
export interface ListSearch {
  readonly filter: ListFilter;
  /** Null for the order the list has by itself: newest first. */
  readonly sort: BusinessSort | null;
  readonly cursor: string | null;
  /** Which page the cursor opens, from 1. */
  readonly page: number;
}

const filterNames: readonly FilterName[] = [
  'q',
  'stage',
  'isOpen',
  'type',
  'brokerId',
  'marketLabel',
  'ownerId',
  'stageBefore',
  'isStuck',
  'leaseBefore',
  'deleted',
];

/** Reads the list's state from the address. What the contract would refuse is left out, so an old or mistyped link still opens. */
export function readSearch(params: URLSearchParams): ListSearch {
  const cursor = params.get('cursor');
  const page = Number(params.get('page') ?? '1');
  return {
    filter: readFilter(params),
    sort: businessSorts.find((name) => name === params.get('sort')) ?? null,
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
    if (value !== undefined && value !== '') next.set(name, value);
  }
  if (sort !== null) next.set('sort', sort);
  if (cursor !== null) {
    next.set('cursor', cursor);
    next.set('page', String(page));
  }
  return next;
}

/** The order after a click on a column's header: ascending, descending, then none. */
export function nextSort(current: BusinessSort | null, column: string): BusinessSort | null {
  const named = (name: string): BusinessSort | null => businessSorts.find((sort) => sort === name) ?? null;
  if (current === column) return named(`-${column}`);
  return current === `-${column}` ? null : named(column);
}

/** The names of the filters in force. */
export function filtersInForce(filter: ListFilter): FilterName[] {
  return filterNames.filter((name) => filter[name] !== undefined);
}

function readFilter(params: URLSearchParams): ListFilter {
  const text = (name: 'q' | 'brokerId' | 'ownerId' | 'stageBefore' | 'leaseBefore'): string | undefined => {
    const value = params.get(name) ?? '';
    return value !== '' && businessFilters[name].safeParse(value).success ? value : undefined;
  };
  const oneOf = <Value extends string>(name: FilterName, values: readonly Value[]): Value | undefined =>
    values.find((value) => value === params.get(name));
  return {
    q: text('q'),
    stage: oneOf('stage', businessStages),
    isOpen: oneOf('isOpen', ['true', 'false']),
    type: oneOf('type', businessTypes),
    brokerId: text('brokerId'),
    marketLabel: oneOf('marketLabel', marketLabelFilters),
    ownerId: text('ownerId'),
    stageBefore: text('stageBefore'),
    isStuck: oneOf('isStuck', ['true']),
    leaseBefore: text('leaseBefore'),
    deleted: oneOf('deleted', ['true']),
  };
}
