import { similarRank } from '@handover/contract/search.ts';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#db/client.ts';
import {
  isHopeless,
  matchesSearch,
  type ResolvedSearch,
  type ResolvedToken,
} from './resolve-search.queries.ts';
import { allowedTypos, countTypos, rankTitle, splitWords } from './search-words.ts';

/** A search and where its records are looked up: their table with its joins, the condition of every other filter, and their title. */
export type Ranked = {
  readonly search: ResolvedSearch;
  readonly table: string;
  readonly from: RawBuilder<unknown>;
  readonly where: RawBuilder<boolean>;
  readonly title: RawBuilder<unknown>;
  /** Whether the condition leaves most records, so that few of the found ones have to be looked up. */
  readonly isWide: boolean;
};

type Candidate = { id: string; title: string; text: string; active_on: string };
/** A record that was found: the rank of its title, and the part of it that matched if it was not the title. */
export type RankedRecord = {
  readonly id: string;
  readonly rank: number;
  readonly matched: string | null;
};

/** As many as are ranked; longer results go on in another order. */
export const maxRanked = 200;
/** Similar records are suggested when fewer were found. */
const fewExact = 5;
const maxSimilar = 8;
/** How many of each group are looked up where a filter leaves few. */
const narrowLookups = 500;
const spareLookups = 30;
/** How many of the shortest words that a text can mean are looked up one by one. */
const maxTerms = 100;
const maxCandidates = 1000;
/** A shorter text is never corrected; one of these may miss a letter of a word of four. */
const minCorrected = 3;

/** The best matches, at most `limit`: by the rank of the title, then the most recently active first. */
export async function rankRecords(db: Db, ranked: Ranked, limit: number): Promise<RankedRecord[]> {
  const { search } = ranked;
  if (isHopeless(search)) return [];
  const [only] = search.tokens;
  const found =
    search.tokens.length === 1 && only !== undefined
      ? await findByTerms(db, ranked, { token: only, limit })
      : await findByCondition(db, ranked);
  return found
    .map((candidate) => ({ ...candidate, rank: rankTitle(candidate.title, search.tokens) }))
    .toSorted(
      (one, other) =>
        one.rank - other.rank || compare(other.active_on, one.active_on) || compare(other.id, one.id),
    )
    .slice(0, limit)
    .map((record) => ({
      id: record.id,
      rank: record.rank,
      matched: record.rank === 4 ? matchedPart(record, search) : null,
    }));
}

/** Records of one token, group by group until there are enough: in the title, inside its words, anywhere else. */
async function findByTerms(
  db: Db,
  ranked: Ranked,
  { token, limit }: { token: ResolvedToken; limit: number },
): Promise<Candidate[]> {
  const { texts, starting, containing, codes } = token;
  const near = await findGroups(db, ranked, {
    groups: [texts.map((text) => `=${text}`), terms('0', starting), terms('1', starting)],
    limit,
  });
  if (near.rows.length >= limit) return near.rows;
  const far = await findGroups(db, ranked, {
    groups: [
      [...terms('0', containing), ...terms('1', containing)],
      [...terms('2', [...starting, ...containing]), ...terms('3', codes)],
    ],
    limit,
    hasText: true,
  });
  const found = unique([...far.rows, ...near.rows]);
  if (found.length >= limit || !(near.isCut || far.isCut)) return found;
  return unique([...(await findByCondition(db, ranked)), ...found]);
}

function terms(place: string, words: readonly string[]): string[] {
  return words.slice(0, maxTerms).map((word) => place + word);
}

/** Records that match all tokens. Those of exactly this title must not be missed among many. */
async function findByCondition(db: Db, ranked: Ranked): Promise<Candidate[]> {
  const { search } = ranked;
  const condition = matchesSearch(idOf(ranked), search);
  const found = await findMatching(db, ranked, { condition, limit: maxCandidates });
  if (found.length < maxCandidates) return found;
  const words = search.tokens.flatMap(({ texts }) => texts.slice(0, 1));
  const title = `=${words.toSorted().join(' ')}`;
  const named = await findGroups(db, ranked, { groups: [[title]], limit: maxRanked, hasText: true });
  return unique([...named.rows, ...found]);
}

/** The most recently active records of each group of terms, each once, and whether there may be more. */
async function findGroups(
  db: Db,
  ranked: Ranked,
  {
    groups,
    limit,
    hasText = false,
  }: { groups: readonly (readonly string[])[]; limit: number; hasText?: boolean },
): Promise<{ rows: Candidate[]; isCut: boolean }> {
  const { workspaceId, kind } = ranked.search;
  const lookups = ranked.isWide ? limit + spareLookups : narrowLookups;
  const wanted = groups.flatMap((group, index) => group.map((term) => [index, term] as const));
  const text = sql`(SELECT text FROM search_entries WHERE workspace_id = ${workspaceId} AND kind = ${kind} AND record_id = ${idOf(ranked)})`;
  const { rows } = await sql<Candidate & { place: number }>`
    SELECT ${idOf(ranked)} AS id, ${ranked.title} AS title, found.active_on::text AS active_on, found.place, ${hasText ? text : sql`''`} AS text
    FROM (SELECT *, row_number() OVER (PARTITION BY wanted.group_index ORDER BY active_on DESC, record_id DESC)::int AS place
      FROM unnest(${wanted.map(([index]) => index)}::int[], ${wanted.map(([, term]) => term)}::text[]) AS wanted (group_index, term)
      CROSS JOIN LATERAL (SELECT record_id, active_on FROM search_postings
        WHERE workspace_id = ${workspaceId}::uuid AND kind = ${kind} AND search_postings.term = wanted.term
        ORDER BY active_on DESC, record_id DESC LIMIT ${sql.lit(lookups)}) AS posting) AS found
    JOIN ${ranked.from} ON ${idOf(ranked)} = found.record_id
    WHERE found.place <= ${sql.lit(lookups)} AND ${ranked.where}`.execute(db);
  const isCut = rows.some(({ place }) => place >= lookups) || groups.some(({ length }) => length >= maxTerms);
  return { rows: unique(rows), isCut };
}

/** Records that match a condition, the most recently active first. */
async function findMatching(
  db: Db,
  ranked: Ranked,
  { condition, limit }: { condition: RawBuilder<boolean>; limit: number },
): Promise<Candidate[]> {
  const { workspaceId, kind } = ranked.search;
  const { rows } = await sql<Candidate>`
    SELECT ${idOf(ranked)} AS id, ${ranked.title} AS title, search_entries.text, search_entries.active_on::text AS active_on
    FROM search_entries JOIN ${ranked.from} ON ${idOf(ranked)} = search_entries.record_id
    WHERE search_entries.workspace_id = ${workspaceId} AND search_entries.kind = ${sql.lit(kind)}
      AND ${condition} AND ${ranked.where}
    ORDER BY search_entries.active_on DESC, search_entries.record_id DESC LIMIT ${sql.lit(limit)}`.execute(
    db,
  );
  return rows;
}

/** Records with words like those of the query, for when few match it. Those that were found are left out. */
export async function findSimilar(
  db: Db,
  ranked: Ranked,
  found: readonly RankedRecord[],
): Promise<RankedRecord[]> {
  if (found.length >= fewExact) return [];
  const { search } = ranked;
  const corrected = await correctTokens(db, search);
  if (corrected === null) return [];
  const { tokens } = corrected;
  const [only] = tokens;
  const candidates =
    tokens.length === 1 && only !== undefined
      ? (
          await findGroups(db, ranked, {
            groups: [terms('0', only.starting), terms('1', only.starting), terms('2', only.starting)],
            limit: maxRanked,
            hasText: true,
          })
        ).rows
      : await findMatching(db, ranked, {
          condition: matchesSearch(idOf(ranked), corrected),
          limit: maxRanked,
        });
  const known = new Set(found.map(({ id }) => id));
  return unique(candidates)
    .filter(({ id }) => !known.has(id))
    .map((candidate) => ({ candidate, typos: typosIn(candidate, search) }))
    .toSorted(
      (one, other) => one.typos - other.typos || compare(other.candidate.active_on, one.candidate.active_on),
    )
    .slice(0, maxSimilar)
    .map(({ candidate: { id } }) => ({ id, rank: similarRank, matched: null }));
}

/** The search with the words that each token may have been meant as; null if there are none. */
async function correctTokens(db: Db, search: ResolvedSearch): Promise<ResolvedSearch | null> {
  const { workspaceId, kind, tokens } = search;
  const texts = tokens.flatMap(({ texts: [text = ''], isNumber }) =>
    isNumber || text.length < minCorrected ? [] : [text],
  );
  if (texts.length === 0) return null;
  const { rows } = await sql<{ text: string; word: string; hash: number }>`
    SELECT typed.text, near.word, search_hash(${workspaceId}::uuid, ${kind}, near.word) AS hash
    FROM unnest(${texts}::text[]) AS typed (text), LATERAL (
      SELECT workspace_id, kind, word FROM search_words
      WHERE keys && search_typo_keys(${workspaceId}::uuid, ${kind}, typed.text) OFFSET 0) AS near
    WHERE near.workspace_id = ${workspaceId}::uuid AND near.kind = ${kind} LIMIT 5000`.execute(db);
  const near = rows
    .map((row) => ({ ...row, typos: countTypos(row.text, row.word) }))
    .filter(({ text, word, typos }) => typos > 0 && typos <= allowedTypos(text, word))
    .toSorted((one, other) => one.typos - other.typos);
  if (near.length === 0) return null;
  return {
    ...search,
    tokens: tokens.map((token) => {
      const similar = near.filter(({ text }) => text === token.texts[0]).slice(0, maxTerms);
      return {
        ...token,
        starting: [...similar.map(({ word }) => word), ...token.starting],
        hashes: [...token.hashes, ...similar.map(({ hash }) => hash)],
        broadPositions: [],
      };
    }),
  };
}

/** The letters by which a record differs from what was typed; words in the title count first. */
function typosIn({ title, text }: Candidate, { tokens }: ResolvedSearch): number {
  const inTitle = splitWords(title);
  const all = [...inTitle, ...text.split('\n').slice(1).flatMap(splitWords)];
  return tokens.reduce((sum, { texts: [typed = ''] }) => {
    const distance = (words: readonly string[]): number =>
      Math.min(...words.map((word) => (word.startsWith(typed) ? 0 : countTypos(typed, word))), typed.length);
    return sum + Math.min(distance(inTitle), distance(all) + 0.5);
  }, 0);
}

/** The line of a record's text that has the most of what was typed. */
function matchedPart({ text }: Candidate, { tokens }: ResolvedSearch): string | null {
  const lines = text.split('\n').slice(1);
  const score = (line: string): number => {
    const compact = splitWords(line).join('');
    return tokens.filter(({ texts }) => texts.some((typed) => compact.includes(typed))).length;
  };
  const [best] = lines
    .map((line) => ({ line, score: score(line) }))
    .toSorted((one, other) => other.score - one.score);
  return best === undefined || best.score === 0 ? null : best.line;
}

function idOf({ table }: Ranked): RawBuilder<unknown> {
  return sql.ref(`${table}.id`);
}

function unique(candidates: readonly Candidate[]): Candidate[] {
  return [...new Map(candidates.map((candidate) => [candidate.id, candidate])).values()];
}

function compare(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
