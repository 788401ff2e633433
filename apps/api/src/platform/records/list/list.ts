import { maxCounted } from '@handover/contract/http/common.ts';
import { sql } from 'kysely';
import { invalidField } from '#lib/errors.ts';
import { paginate } from '#lib/pagination.ts';
import { countMatches } from '#platform/search/match-counts.queries.ts';
import type { Member } from '#platform/session/actor.ts';
import type { Work } from '#platform/work.ts';
import { listActiveFilterKeys, matchesFilter, resolveFilter, type FilterValues } from './filter.queries.ts';
import type { Listable, ListCall, RecordPage } from './list-spec.ts';
import { listRanked, listSimilar } from './ranked-list.ts';
import { createRankedSearch } from '../search/ranked-by.ts';
import { fetchSortedMatches } from './sorted-search.ts';
import { getPosition, resolveOrder, sortBy, type SortableRow } from './sort.queries.ts';

/**
 * One page of a list. The cursor is valid only for this list: the workspace, user, scope, order, and filter that it was
 * made for. Throws INVALID_INPUT, CURSOR_INVALID.
 */
export async function listRecords<Row extends SortableRow>(
  record: Listable<Row>,
  { keyring, work, member, query }: ListCall,
): Promise<RecordPage<Row>> {
  const { sort, limit, cursor, ...filter } = query;
  checkForClient(record, member, { filter, sort });
  const resolved = await resolveFilter(record, work, { member, filter });
  if (resolved.search !== null && sort === undefined)
    return listRanked(record, { keyring, work, member, query }, resolved);
  const { search } = resolved;
  const sorted = await sortRecords(record, work, { member, sort });
  const sortKeys = sorted.order.map(({ key, field, isDescending }) => [field?.id ?? key, isDescending]);
  const where = matchesFilter(record, member, resolved);
  const page = await paginate<Row, number | null>(keyring, {
    limit,
    cursor,
    viewer: member,
    binding: [record.type, sortKeys, filter],
    fetch: ({ after, limit: rows }) => {
      const slice = { ...sorted, resolved, after, limit: rows };
      if (search !== null) {
        const others = matchesFilter(record, member, { ...resolved, search: null });
        const { isWhole } = createRankedSearch(record, member, resolved);
        return fetchSortedMatches(
          record,
          { db: work.db, member },
          { ...slice, search, where, others, isWhole },
        );
      }
      const behind = after === null ? where : sql<boolean>`(${where} AND ${sorted.sorting.after(after)})`;
      return record.list.fetch(work.db, member, { ...slice, where: behind });
    },
    count: async () => (search === null ? record.list.count(work.db, member, { resolved, where }) : null),
    positionOf: (row) => getPosition(sorted.spec, sorted.order, row),
  });
  const similar =
    search === null || cursor !== undefined
      ? []
      : await listSimilar(record, { work, member }, { resolved, rows: page.rows });
  return { ...page, similar, matched: {} };
}

async function sortRecords<Row extends SortableRow>(
  record: Listable<Row>,
  { db }: Work,
  { member, sort }: { member: Member; sort: string | undefined },
) {
  const { workspaceId } = member;
  const { defaultSort } = record.list;
  const spec = { type: record.type, table: record.table, keys: record.list.sorts };
  const order = await resolveOrder(db, spec, { workspaceId, defaultSort, sort });
  return { spec, order, sorting: sortBy(spec, order) };
}

/** Throws INVALID_INPUT if a client filters or sorts by a field that is hidden from clients. */
function checkForClient<Row extends SortableRow>(
  { list: { forClients } }: Listable<Row>,
  { scope }: Member,
  { filter, sort = '' }: { filter: FilterValues; sort?: string | undefined },
): void {
  if (scope !== 'client') return;
  const { filters = [], sorts = [] } = forClients ?? {};
  // For clients, the trash is always empty.
  const unknown = listActiveFilterKeys(filter).find((key) => key !== 'deleted' && !filters.includes(key));
  if (unknown !== undefined) throw invalidField(unknown, 'Clients cannot filter by this.');
  const keys = sort.split(',').map((key) => key.replace(/^-/, ''));
  if (sort !== '' && keys.some((key) => !sorts.includes(key)))
    throw invalidField('sort', 'Clients cannot sort by this.');
}

/** How many records match a filter: exactly, or up to `maxCounted` of a search unless an exact number is requested. */
export async function countRecords<Row extends SortableRow>(
  record: Listable<Row>,
  { work, member, query: { exact = false, ...filter } }: CountCall,
): Promise<{ total: number; isExact: boolean }> {
  const { db } = work;
  checkForClient(record, member, { filter });
  const resolved = await resolveFilter(record, work, { member, filter });
  const where = matchesFilter(record, member, resolved);
  const { search } = resolved;
  if (search !== null && createRankedSearch(record, member, resolved).isWhole) {
    const limit = exact ? null : maxCounted + 1;
    return toTotal(limit, await countMatches(db, search, { table: record.table, limit }));
  }
  if (exact || search === null)
    return { total: await record.list.count(db, member, { resolved, where }), isExact: true };
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM (
      SELECT FROM ${record.from(member, filter)} WHERE ${where} LIMIT ${maxCounted + 1}) AS matching`.execute(
    db,
  );
  return toTotal(maxCounted + 1, rows[0]?.count ?? 0);
}

type CountCall = {
  readonly work: Work;
  readonly member: Member;
  readonly query: FilterValues & { readonly exact?: boolean | undefined };
};

/** A total that was counted up to a limit, if any. */
function toTotal(limit: number | null, count: number): { total: number; isExact: boolean } {
  const isExact = limit === null || count < limit;
  return { total: isExact ? count : limit - 1, isExact };
}
