import { sql, type RawBuilder } from 'kysely';
import { paginate } from '#lib/pagination.ts';
import { maxRanked, rankRecords, type RankedRecord } from '#platform/search/rank-records.queries.ts';
import { findSimilar } from '#platform/search/similar-records.queries.ts';
import type { Member } from '#platform/session/actor.ts';
import { createRankedSearch } from '../search/ranked-by.ts';
import { matchesFilter, type ResolvedFilter } from './filter.queries.ts';
import type { Listable, ListCall, RecordPage } from './list-spec.ts';
import { sortBy, type SortableRow } from './sort.queries.ts';

/**
 * One page of a search: the best matches first, up to `maxRanked` of them, then all others in the order of their ids;
 * with the first page, similar records if it found few.
 */
export async function listRanked<Row extends SortableRow>(
  record: Listable<Row>,
  { keyring, work: { db }, member, query: { limit, cursor, sort: _none, ...filter } }: ListCall,
  resolved: ResolvedFilter,
): Promise<RecordPage<Row>> {
  const ranked = createRankedSearch(record, member, resolved);
  const rows = listRows(record, { db, member, resolved, isWhole: ranked.isWhole });
  let found: RankedRecord[] = [];
  const page = await paginate<Row, null>(keyring, {
    limit,
    cursor,
    viewer: member,
    binding: [record.type, 'ranked', filter],
    fetch: async ({ after, limit: count }) => {
      const [place = -1, afterId = null] = after ?? [];
      const start = Number(place) + 1;
      found = await rankRecords(db, ranked, Math.min(maxRanked, start + count));
      const ids = found.map(({ id }) => id);
      const best = await rows.byIds(ids.slice(start, start + count));
      if (best.length === count || found.length < maxRanked) return best;
      return [...best, ...(await rows.besides(ids, { afterId, limit: count - best.length }))];
    },
    count: () => Promise.resolve(null),
    positionOf: ({ id }) => {
      const place = found.findIndex((hit) => hit.id === id);
      return place === -1 ? [maxRanked, id] : [place];
    },
  });
  const similar = cursor === undefined ? await findSimilar(db, ranked, found) : [];
  return {
    ...page,
    similar: await rows.byIds(similar.map(({ id }) => id)),
    matched: Object.fromEntries(
      found.flatMap(({ id, matched }) => (matched === null ? [] : [[id, matched] as const])),
    ),
  };
}

/** Records with words similar to a search, in addition to its results; empty if it found enough. */
export async function listSimilar<Row extends SortableRow>(
  record: Listable<Row>,
  { work: { db }, member }: Pick<ListCall, 'work' | 'member'>,
  { resolved, rows }: { resolved: ResolvedFilter; rows: readonly Row[] },
): Promise<Row[]> {
  const ranked = createRankedSearch(record, member, resolved);
  const found = rows.map(({ id }) => ({ id, rank: 0, matched: null }));
  const similar = await findSimilar(db, ranked, found);
  return listRows(record, { db, member, resolved, isWhole: ranked.isWhole }).byIds(
    similar.map(({ id }) => id),
  );
}

/** Fetches rows of a search as its list shows them. */
function listRows<Row extends SortableRow>(
  record: Listable<Row>,
  {
    db,
    member,
    resolved,
    isWhole,
  }: { db: ListCall['work']['db']; member: Member; resolved: ResolvedFilter; isWhole: boolean },
) {
  const { fetchByIds } = record.list;
  const { workspaceId } = member;
  const id = sql.ref(`${record.table}.id`);
  const sorting = sortBy({ type: record.type, table: record.table, keys: record.list.sorts }, []);
  const fetch = (condition: RawBuilder<unknown>, limit: number): Promise<Row[]> => {
    const where = sql<boolean>`(${record.scope(member)} AND ${condition})`;
    return record.list.fetch(db, member, { resolved, where, order: [], sorting, after: null, limit });
  };
  return {
    /** In the order of the ids. */
    byIds: async (ids: readonly string[]): Promise<Row[]> => {
      if (ids.length === 0) return [];
      const found =
        isWhole && fetchByIds !== undefined
          ? await fetchByIds(db, { workspaceId, ids })
          : await fetch(sql`${id} = ANY(${[...ids]}::uuid[])`, ids.length);
      const rows = new Map(found.map((row) => [row.id, row]));
      return ids.flatMap((wanted) => rows.get(wanted) ?? []);
    },
    /** All matches but these, after the match `afterId`. */
    besides: (
      ids: readonly string[],
      { afterId, limit }: { afterId: string | number | boolean | null; limit: number },
    ): Promise<Row[]> => {
      const others = sql`${matchesFilter(record, member, resolved)} AND ${id} <> ALL(${[...ids]}::uuid[])`;
      return fetch(afterId === null ? others : sql`${others} AND ${id} > ${afterId}`, limit);
    },
  };
}
