import { sql } from 'kysely';
import type { Db } from '#db/client.ts';
import { deduplicate, type SearchMatch } from './find-by-terms.queries.ts';
import { findEntries, matchesSearch, type Entry } from './resolve-search.queries.ts';
import { rankTitle, getTitle } from './search-words.ts';
import { findVisible, selectId, type RankedQuery } from './visible-records.queries.ts';

const maxEntries = 1000;

/** Records that match all tokens and the filter. */
export async function rankEntries(db: Db, ranked: RankedQuery, limit: number): Promise<SearchMatch[]> {
  const { search } = ranked;
  const entries = await findEntries(db, search, maxEntries);
  const visible = await findVisible(
    db,
    ranked,
    entries.map(({ id }) => id),
  );
  const left = entries.filter(({ id }) => visible.has(id));
  const isCut = entries.length === maxEntries && left.length < limit;
  const all = isCut ? [...left, ...(await findLeft(db, ranked))] : left;
  return deduplicate(
    all
      .map(({ id, text, active_on }) => ({ id, active_on, rank: rankTitle(getTitle(text), search.tokens) }))
      .toSorted((one, other) => one.rank - other.rank || compare(other.active_on, one.active_on)),
  );
}

/** Records that match all tokens and a filter that few records meet, found from either side. */
async function findLeft(db: Db, ranked: RankedQuery): Promise<Entry[]> {
  const { workspaceId, kind } = ranked.search;
  const { rows } = await sql<Entry>`
    SELECT search_entries.record_id AS id, search_entries.text, search_entries.active_on::text AS active_on
    FROM search_entries JOIN ${ranked.from} ON ${selectId(ranked)} = search_entries.record_id
    WHERE search_entries.workspace_id = ${workspaceId} AND search_entries.kind = ${sql.lit(kind)}
      AND ${matchesSearch(selectId(ranked), ranked.search)} AND ${ranked.where}
    ORDER BY search_entries.active_on DESC, search_entries.record_id DESC LIMIT ${sql.lit(maxEntries)}`.execute(
    db,
  );
  return rows;
}

function compare(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
