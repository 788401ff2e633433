import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import type { Db } from '#db/client.ts';
import type { Keyring } from '#lib/keyring.ts';
import { paginate, type Page, type Position } from '#lib/pagination.ts';
import type { Member } from '#platform/session/actor.ts';
import type { Work } from '#platform/work.ts';
import {
  matchesFilter,
  resolveFilter,
  type Filterable,
  type FilterValues,
  type ResolvedFilter,
} from './filter.queries.ts';
import {
  positionIn,
  resolveOrder,
  sortBy,
  type Order,
  type SortableRow,
  type Sorting,
  type SortKey,
} from './sort.queries.ts';

/** What one page is made of. `where` has the filter, the order's own condition, and the position. */
export type ListSlice<Filter = FilterValues> = {
  readonly resolved: ResolvedFilter<Filter>;
  readonly where: RawBuilder<boolean>;
  readonly order: Order;
  readonly sorting: Sorting;
  readonly after: Position | null;
  readonly limit: number;
};

/** How a record type is listed. */
export type ListSpec<Row extends SortableRow = SortableRow> = {
  readonly sorts: Readonly<Record<string, SortKey<Row>>>;
  /** Up to `limit` rows that match `where`, in the order of `sorting`, with `sorting.values` as `sort_values`. */
  fetch(db: Db, member: Member, slice: ListSlice): Promise<Row[]>;
  count(db: Db, member: Member, matching: Pick<ListSlice, 'resolved' | 'where'>): Promise<number>;
};

/** The parts of a descriptor that listing needs. */
export type Listable<Row extends SortableRow = SortableRow> = Filterable & { readonly list: ListSpec<Row> };

type ListQuery = FilterValues & {
  readonly sort: string;
  readonly limit: number;
  readonly cursor?: string | undefined;
};

/**
 * One page of a list, with the total. The cursor serves this list only: the workspace, user, scope, order, and filter
 * that it was made for. Throws INVALID_INPUT, CURSOR_INVALID.
 */
export async function listRecords<Row extends SortableRow>(
  record: Listable<Row>,
  { keyring, work, member, query }: { keyring: Keyring; work: Work; member: Member; query: ListQuery },
): Promise<Page<Row>> {
  const { sort, limit, cursor, ...filter } = query;
  const spec = { type: record.type, table: record.table, keys: record.list.sorts };
  const { workspaceId } = member;
  const resolved = await resolveFilter(record, work, { member, filter });
  const order = await resolveOrder(work.db, spec, { workspaceId, sort });
  const sorting = sortBy(spec, order);
  const matching = matchesFilter(record, member, resolved);
  const listed = sorting.only === null ? matching : sql<boolean>`(${matching} AND ${sorting.only})`;
  return paginate(keyring, {
    limit,
    cursor,
    viewer: member,
    binding: [record.type, sort, filter],
    fetch: ({ after, limit: rows }) => {
      const where = after === null ? listed : sql<boolean>`(${listed} AND ${sorting.after(after)})`;
      return record.list.fetch(work.db, member, { resolved, where, order, sorting, after, limit: rows });
    },
    count: () => record.list.count(work.db, member, { resolved, where: listed }),
    positionOf: (row) => positionIn(spec, order, row),
  });
}
