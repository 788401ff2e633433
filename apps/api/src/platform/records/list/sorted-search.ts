import { sql, type RawBuilder } from 'kysely';
import { hasMoreMatches, listFewMatches } from '#platform/search/match-counts.queries.ts';
import { matchesSearch, type ResolvedSearch } from '#platform/search/resolve-search.queries.ts';
import { countNeeded, firstTry } from '#platform/search/find-by-terms.queries.ts';
import { isAmong } from '#platform/search/visible-records.queries.ts';
import type { ListCall, Listable, ListSlice } from './list-spec.ts';
import type { SortKey, SortableRow } from './sort.queries.ts';

/** Up to this many matches are looked up one by one and sorted. */
const fewMatches = 500;
/** This many fit in the memory that a connection has for a hash table (`work_mem`). */
const hashedMatches = 150_000;

type Reader = { readonly db: ListCall['work']['db']; readonly member: ListCall['member'] };
/**
 * `where`: every condition but the position; `others`: these without the search. `isWhole`: `others` holds for all records
 * that are not deleted.
 */
type SortedSearch = ListSlice & {
  readonly search: ResolvedSearch;
  readonly others: RawBuilder<boolean>;
  readonly isWhole: boolean;
};

/**
 * Rows of a search in an order other than the ranking. With many matches, it reads the index of the order, compares its
 * entries with a hash table of all matches, and checks only those against the filter.
 */
export async function fetchSortedMatches<Row extends SortableRow>(
  record: Listable<Row>,
  { db, member }: Reader,
  slice: SortedSearch,
): Promise<Row[]> {
  const id = sql.ref(`${record.table}.id`);
  const { after, sorting, others } = slice;
  const position = after === null ? sql`true` : sorting.after(after);
  const among = (isOne: RawBuilder<boolean>): Promise<Row[]> =>
    record.list.fetch(db, member, {
      ...slice,
      where: sql<boolean>`(${isOne} AND ${others} AND ${position})`,
    });
  const few = await listFewMatches(db, slice.search, fewMatches);
  const found = few ?? (await findAlongIndex(record, { db, member }, slice));
  if (found !== null) return found.length === 0 ? [] : among(isAmong(id, found));
  const all = sql`SELECT ${id} FROM ${record.from(member, slice.resolved.filter)} WHERE ${slice.where}`;
  return among(sql<boolean>`${id} = ANY(ARRAY(${all}))`);
}

/** Ids of a page; null if the order has no such index, or if the filter leaves too few matches to scan the index. */
async function findAlongIndex<Row extends SortableRow>(
  record: Listable<Row>,
  { db, member }: Reader,
  slice: SortedSearch,
): Promise<string[] | null> {
  const { limit, search, resolved } = slice;
  const index = findIndex(record, slice);
  if (index === null || resolved.filter.deleted === true) return null;
  if (await hasMoreMatches(db, search, hashedMatches)) return null;
  const take = (count: number): Promise<string[]> =>
    listAlongIndex(db, { ...slice, table: record.table, index, count });
  const leave = async (ids: readonly string[]): Promise<string[]> =>
    (await keepVisible(record, { db, member }, { ...slice, ids })).slice(0, limit);
  if (slice.isWhole && index.table === record.table) return take(limit);
  const first = await take(firstTry);
  const left = await leave(first);
  if (left.length >= limit || first.length < firstTry) return left;
  const needed = countNeeded({ limit, left: left.length, tried: first.length });
  if (needed === null) return null;
  const next = await take(needed);
  const found = await leave(next);
  return found.length >= limit || next.length < needed ? found : null;
}

type Index = NonNullable<SortKey<never>['index']>;

function findIndex<Row extends SortableRow>(
  { list: { sorts } }: Listable<Row>,
  { order: [first, ...others] }: Pick<ListSlice, 'order'>,
): Index | null {
  if (first === undefined || first.field !== undefined || others.length > 0) return null;
  return sorts[first.key]?.index ?? null;
}

/** The first `count` matches of the workspace along an index. IS TRUE keeps the planner from joining, so that it hashes. */
async function listAlongIndex(
  db: Reader['db'],
  {
    search,
    sorting,
    after,
    table,
    index,
    count,
  }: SortedSearch & { readonly table: string; readonly index: Index; readonly count: number },
): Promise<string[]> {
  const id = sql.ref(`${index.table}.${index.id}`);
  const conditions = [
    sql`${sql.ref(`${index.table}.workspace_id`)} = ${search.workspaceId}`,
    ...(index.table === table ? [sql`${sql.ref(`${table}.deleted_at`)} IS NULL`] : []),
    sql`(${matchesSearch(id, search)}) IS TRUE`,
    ...(after === null ? [] : [sorting.after(after)]),
  ];
  const { rows } = await sql<{ id: string }>`
    SELECT ${id} AS id FROM ${sql.table(index.table)} WHERE ${sql.join(conditions, sql` AND `)}
    ORDER BY ${sorting.order} LIMIT ${sql.lit(count)}`.execute(db);
  return rows.map((row) => row.id);
}

/** The records that meet every other condition, in the same order. */
async function keepVisible<Row extends SortableRow>(
  record: Listable<Row>,
  { db, member }: Reader,
  { resolved, others, ids }: SortedSearch & { readonly ids: readonly string[] },
): Promise<string[]> {
  if (ids.length === 0) return [];
  const id = sql.ref(`${record.table}.id`);
  const { rows } = await sql<{ id: string }>`
    SELECT ${id} AS id FROM ${record.from(member, resolved.filter)}
    WHERE ${isAmong(id, ids)} AND ${others}`.execute(db);
  const visible = new Set(rows.map((row) => row.id));
  return ids.filter((own) => visible.has(own));
}
