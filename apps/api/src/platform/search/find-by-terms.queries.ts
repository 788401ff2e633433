import { sql } from 'kysely';
import type { Db } from '#db/client.ts';
import { prepareStatement } from '#db/statements/prepared-statement.ts';
import type { SearchScope } from './resolve-search.queries.ts';
import { findVisible, selectId, type RankedQuery } from './visible-records.queries.ts';

export type SearchMatch = { readonly id: string; readonly rank: number };

/** How many of the shortest words that a text can mean are looked up one by one. */
export const maxTerms = 100;
/** How many more than needed are looked up if only deleted records are left out. */
const spareLookups = 30;

export function listTerms(position: string, words: readonly string[]): string[] {
  return words.slice(0, maxTerms).map((word) => position + word);
}

type Groups = {
  /** Each group has terms of the same rank. */
  readonly groups: readonly (readonly string[])[];
  readonly limit: number;
  /** The rank of the first group. */
  readonly firstRank?: number;
};

/**
 * At most `limit` records of each group of terms that meet the condition, most recently active first, with the rank of
 * the group. `isCut`: some words were skipped, so there may be more.
 */
export async function findByTerms(
  db: Db,
  ranked: RankedQuery,
  { groups, limit, firstRank = 0 }: Groups,
): Promise<{ found: SearchMatch[]; isCut: boolean }> {
  const wanted = groups.flatMap((terms, index) => terms.map((term) => ({ rank: firstRank + index, term })));
  const isCut = groups.some(({ length }) => length >= maxTerms);
  if (wanted.length === 0) return { found: [], isCut };
  const first = await lookUp(db, ranked, {
    wanted,
    lookups: ranked.isWhole ? limit + spareLookups : firstTry,
  });
  if (first.isComplete || first.found.length >= limit) return { found: first.found, isCut };
  const needed = countNeeded({ limit, left: first.found.length, tried: first.tried });
  if (needed !== null) {
    const next = await lookUp(db, ranked, { wanted, lookups: needed });
    if (next.isComplete || next.found.length >= limit) return { found: next.found, isCut };
  }
  return { found: await findLeft(db, ranked, { wanted, limit }), isCut };
}

/** Each record once, with its first rank. */
export function deduplicate(found: readonly SearchMatch[]): SearchMatch[] {
  const byId = new Map<string, SearchMatch>();
  for (const hit of found) if (!byId.has(hit.id)) byId.set(hit.id, hit);
  return [...byId.values()];
}

type RequestedTerms = readonly { readonly rank: number; readonly term: string }[];

/** The records that meet the condition, of up to `lookups` records of each group. */
async function lookUp(
  db: Db,
  ranked: RankedQuery,
  { wanted, lookups }: { wanted: RequestedTerms; lookups: number },
): Promise<{ found: SearchMatch[]; tried: number; isComplete: boolean }> {
  const { workspaceId, kind } = ranked.search;
  const ranks = wanted.map(({ rank }) => rank);
  const terms = wanted.map(({ term }) => term);
  const postings = await findPostings(db, { workspaceId, kind, ranks, terms }, lookups);
  const ids = new Set(postings.map(({ id }) => id));
  const visible = await findVisible(db, ranked, [...ids]);
  const found = deduplicate(postings.filter(({ id }) => visible.has(id)));
  return { found, tried: ids.size, isComplete: postings.every(({ place }) => place < lookups) };
}

type Posting = SearchMatch & { readonly place: number };

/** The most recently active records of each group of terms. */
const findPostings = prepareStatement(
  (
    _db,
    { workspaceId, kind, ranks, terms }: SearchScope & { ranks: readonly number[]; terms: readonly string[] },
    lookups: number,
  ) => sql<Posting>`
    SELECT id, rank, place FROM (
      SELECT posting.record_id AS id, wanted.rank,
        row_number() OVER (PARTITION BY wanted.rank ORDER BY posting.active_on DESC, posting.record_id DESC)::int AS place
      FROM unnest(${ranks}::int[], ${terms}::text[]) AS wanted (rank, term)
      CROSS JOIN LATERAL (SELECT record_id, active_on FROM search_postings
        WHERE workspace_id = ${workspaceId}::uuid AND kind = ${kind}::text AND search_postings.term = wanted.term
        ORDER BY active_on DESC, record_id DESC LIMIT ${sql.lit(lookups)}) AS posting) AS found
    WHERE place <= ${sql.lit(lookups)} ORDER BY rank, place`,
);

/** If the condition leaves few of many records: the intersection of those records and the postings of the terms. */
async function findLeft(
  db: Db,
  ranked: RankedQuery,
  { wanted, limit }: { wanted: RequestedTerms; limit: number },
): Promise<SearchMatch[]> {
  const { workspaceId, kind } = ranked.search;
  const terms = wanted.map(({ term }) => term);
  const rank = sql`(${wanted.map(({ rank: own }) => own)}::int[])[array_position(${terms}::text[], postings.term)]`;
  const { rows } = await sql<SearchMatch>`
    SELECT postings.record_id AS id, min(${rank}) AS rank
    FROM search_postings AS postings JOIN ${ranked.from} ON ${selectId(ranked)} = postings.record_id
    WHERE postings.workspace_id = ${workspaceId} AND postings.kind = ${sql.lit(kind)}
      AND postings.term = ANY(${terms}::text[]) AND ${ranked.where}
    GROUP BY postings.record_id, postings.active_on
    ORDER BY 2, postings.active_on DESC, 1 DESC LIMIT ${sql.lit(limit)}`.execute(db);
  return rows;
}

/** How many matches, in the order of a page, are tried first if there is a filter. */
export const firstTry = 250;
/** How many candidates are tried next. If more are needed, the matches are joined with the filtered records. */
const tries = [500, 1200] as const;
/** Safety factor on the number of candidates estimated from the first ones. */
const spare = 1.2;

/** How many candidates to try for a page, estimated from how many of the first ones remained; null if too many. */
export function countNeeded({
  limit,
  left,
  tried,
}: {
  limit: number;
  left: number;
  tried: number;
}): number | null {
  const needed = Math.ceil((limit * spare * tried) / Math.max(1, left));
  return tries.find((count) => count >= needed) ?? null;
}
