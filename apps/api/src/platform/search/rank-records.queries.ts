import { similarRank } from '@handover/contract/search.ts';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#db/client.ts';
import { prepareStatement } from '#db/statements/prepared-statement.ts';
import {
  findEntries,
  isHopeless,
  matchesSearch,
  type Entry,
  type ResolvedSearch,
  type ResolvedToken,
  type SearchScope,
} from './resolve-search.queries.ts';
import { allowedTypos, countTypos, rankTitle, splitWords } from './search-words.ts';

/** A search and where its records are looked up: their table with its joins, and the condition of every other filter. */
export type Ranked = {
  readonly search: ResolvedSearch;
  readonly table: string;
  readonly from: RawBuilder<unknown>;
  readonly where: RawBuilder<boolean>;
  /** Whether the condition holds for every record of the workspace that is not deleted. */
  readonly isWhole: boolean;
};

/** A record that was found: the rank of its title, and the part of it that matched if it was not the title. */
export type RankedRecord = { readonly id: string; readonly rank: number; readonly matched: string | null };

/** As many as are ranked; longer results go on in another order. */
export const maxRanked = 200;
/** Similar records are suggested when fewer were found. */
const fewExact = 5;
const maxSimilar = 8;
/** How many of each group are looked up where a filter leaves few, and how many more than needed where it leaves most. */
const narrowLookups = 250;
const spareLookups = 30;
/** How many of the shortest words that a text can mean are looked up one by one. */
const maxTerms = 100;
const maxEntries = 1000;
/** A shorter text is never corrected; one of these may miss a letter of a word of four. */
const minCorrected = 3;

/** The best matches, at most `limit`: by the rank of the title, then the most recently active first. */
export async function rankRecords(db: Db, ranked: Ranked, limit: number): Promise<RankedRecord[]> {
  const { search } = ranked;
  if (isHopeless(search)) return [];
  const [only] = search.tokens;
  const found =
    search.tokens.length === 1 && only !== undefined
      ? await rankByTerms(db, ranked, { token: only, limit })
      : await rankEntries(db, ranked, limit);
  const best = found.slice(0, limit);
  const texts = await findTexts(
    db,
    search,
    best.flatMap(({ id, rank }) => (rank === 4 ? [id] : [])),
  );
  return best.map(({ id, rank }) => ({ id, rank, matched: matchedPart(texts.get(id), search) }));
}

/** The best matches, at most `limit`, and similar records where few match. */
export async function rankWithSimilar(db: Db, ranked: Ranked, limit: number): Promise<RankedRecord[]> {
  const found = await rankRecords(db, ranked, limit);
  return [...found, ...(await findSimilar(db, ranked, found))];
}

type Found = { readonly id: string; readonly rank: number };

/** Records of one token, group by group until there are enough: in the title, inside its words, anywhere else. */
async function rankByTerms(
  db: Db,
  ranked: Ranked,
  { token: { texts, starting, containing, codes }, limit }: { token: ResolvedToken; limit: number },
): Promise<Found[]> {
  const near = await findByTerms(db, ranked, {
    groups: [texts.map((text) => `=${text}`), terms('0', starting), terms('1', starting)],
    limit,
  });
  if (near.found.length >= limit) return near.found;
  const far = await findByTerms(db, ranked, {
    groups: [
      [...terms('0', containing), ...terms('1', containing)],
      [...terms('2', [...starting, ...containing]), ...terms('3', codes)],
    ],
    limit,
    firstRank: 3,
  });
  const found = unique([...near.found, ...far.found]);
  if (found.length >= limit || !(near.isCut || far.isCut)) return found;
  return unique([...found, ...(await rankEntries(db, ranked, limit))]);
}

function terms(position: string, words: readonly string[]): string[] {
  return words.slice(0, maxTerms).map((word) => position + word);
}

/**
 * The most recently active records of each group of terms that the condition leaves; their rank is that of the group.
 * `isCut`: there may be more.
 */
async function findByTerms(
  db: Db,
  ranked: Ranked,
  {
    groups,
    limit,
    firstRank = 0,
  }: { groups: readonly (readonly string[])[]; limit: number; firstRank?: number },
): Promise<{ found: Found[]; isCut: boolean }> {
  const { workspaceId, kind } = ranked.search;
  const lookups = ranked.isWhole ? limit + spareLookups : narrowLookups;
  const wanted = groups.flatMap((group, index) => group.map((term) => ({ index, term })));
  if (wanted.length === 0) return { found: [], isCut: false };
  const postings = await findPostings(
    db,
    { workspaceId, kind, groups: wanted.map(({ index }) => index), terms: wanted.map(({ term }) => term) },
    lookups,
  );
  const visible = await findVisible(
    db,
    ranked,
    postings.map(({ record_id }) => record_id),
  );
  const found = postings
    .filter(({ record_id }) => visible.has(record_id))
    .map(({ record_id, group_index }) => ({ id: record_id, rank: firstRank + group_index }));
  const isCut =
    postings.some(({ place }) => place >= lookups) || groups.some(({ length }) => length >= maxTerms);
  return { found: unique(found), isCut };
}

type Posting = { group_index: number; record_id: string; place: number };

/** The most recently active records of each group of terms. */
const findPostings = prepareStatement(
  (
    _db,
    {
      workspaceId,
      kind,
      groups,
      terms: wanted,
    }: SearchScope & { groups: readonly number[]; terms: readonly string[] },
    lookups: number,
  ) => sql<Posting>`
    SELECT group_index, record_id, place FROM (
      SELECT wanted.group_index, posting.record_id,
        row_number() OVER (PARTITION BY wanted.group_index ORDER BY posting.active_on DESC, posting.record_id DESC)::int AS place
      FROM unnest(${groups}::int[], ${wanted}::text[]) AS wanted (group_index, term)
      CROSS JOIN LATERAL (SELECT record_id, active_on FROM search_postings
        WHERE workspace_id = ${workspaceId}::uuid AND kind = ${kind}::text AND search_postings.term = wanted.term
        ORDER BY active_on DESC, record_id DESC LIMIT ${sql.lit(lookups)}) AS posting) AS found
    WHERE place <= ${sql.lit(lookups)} ORDER BY group_index, place`,
);

/** Records that match all tokens, those that the filter leaves. */
async function rankEntries(db: Db, ranked: Ranked, limit: number): Promise<Found[]> {
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
  return unique(
    all
      .map(({ id, text, active_on }) => ({ id, active_on, rank: rankTitle(titleOf(text), search.tokens) }))
      .toSorted((one, other) => one.rank - other.rank || compare(other.active_on, one.active_on)),
  );
}

/** Records that match all tokens where a filter leaves few of many, found from either side. */
async function findLeft(db: Db, ranked: Ranked): Promise<Entry[]> {
  const { workspaceId, kind } = ranked.search;
  const { rows } = await sql<Entry>`
    SELECT search_entries.record_id AS id, search_entries.text, search_entries.active_on::text AS active_on
    FROM search_entries JOIN ${ranked.from} ON ${idOf(ranked)} = search_entries.record_id
    WHERE search_entries.workspace_id = ${workspaceId} AND search_entries.kind = ${sql.lit(kind)}
      AND ${matchesSearch(idOf(ranked), ranked.search)} AND ${ranked.where}
    ORDER BY search_entries.active_on DESC, search_entries.record_id DESC LIMIT ${sql.lit(maxEntries)}`.execute(
    db,
  );
  return rows;
}

/** Which of these records the condition leaves. */
async function findVisible(db: Db, ranked: Ranked, ids: readonly string[]): Promise<Set<string>> {
  const distinct = [...new Set(ids)];
  if (distinct.length === 0) return new Set();
  if (ranked.isWhole) {
    const { workspaceId } = ranked.search;
    const rows = await findActive(db, { workspaceId, ids: distinct }, ranked.table);
    return new Set(rows.map(({ id }) => id));
  }
  const { rows } = await sql<{ id: string }>`
    SELECT ${idOf(ranked)} AS id FROM ${ranked.from} WHERE ${idOf(ranked)} = ANY(${distinct}::uuid[]) AND ${ranked.where}`.execute(
    db,
  );
  return new Set(rows.map(({ id }) => id));
}

const findActive = prepareStatement(
  (_db, { workspaceId, ids }: { workspaceId: string; ids: readonly string[] }, table: string) =>
    sql<{
      id: string;
    }>`SELECT id FROM ${sql.table(table)} WHERE workspace_id = ${workspaceId}::uuid AND id = ANY(${ids}::uuid[]) AND deleted_at IS NULL`,
);

async function findTexts(
  db: Db,
  { workspaceId, kind }: SearchScope,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const rows = ids.length === 0 ? [] : await readTexts(db, { workspaceId, kind, ids });
  return new Map(rows.map(({ id, text }) => [id, text]));
}

const readTexts = prepareStatement(
  (_db, { workspaceId, kind, ids }: SearchScope & { ids: readonly string[] }) => sql<{
    id: string;
    text: string;
  }>`
    SELECT record_id AS id, text FROM search_entries
    WHERE workspace_id = ${workspaceId}::uuid AND kind = ${kind}::text AND record_id = ANY(${ids}::uuid[])`,
);

/** Records with words like those of the query, for when few match it. Those that were found are left out. */
export async function findSimilar(
  db: Db,
  ranked: Ranked,
  found: readonly RankedRecord[],
): Promise<RankedRecord[]> {
  if (found.length >= fewExact) return [];
  const corrected = await correctTokens(db, ranked.search);
  if (corrected === null) return [];
  const [only] = corrected.tokens;
  const meant = { ...ranked, search: corrected };
  const candidates =
    corrected.tokens.length === 1 && only !== undefined
      ? (
          await findByTerms(db, meant, {
            groups: [terms('0', only.starting), terms('1', only.starting), terms('2', only.starting)],
            limit: maxSimilar * 4,
          })
        ).found
      : await rankEntries(db, meant, maxRanked);
  const known = new Set(found.map(({ id }) => id));
  const others = candidates.filter(({ id }) => !known.has(id));
  const texts = await findTexts(
    db,
    ranked.search,
    others.map(({ id }) => id),
  );
  return others
    .map(({ id }) => ({ id, typos: typosIn(texts.get(id) ?? '', ranked.search) }))
    .toSorted((one, other) => one.typos - other.typos)
    .slice(0, maxSimilar)
    .map(({ id }) => ({ id, rank: similarRank, matched: null }));
}

/** The search with the words that each token may have been meant as; null if there are none. */
async function correctTokens(db: Db, search: ResolvedSearch): Promise<ResolvedSearch | null> {
  const { workspaceId, kind, tokens } = search;
  const texts = tokens.flatMap(({ texts: [text = ''], isNumber }) =>
    isNumber || text.length < minCorrected ? [] : [text],
  );
  if (texts.length === 0) return null;
  const near = (await findSpelledLike(db, { workspaceId, kind, texts }))
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

// Only the keys lead to the words, and they are the workspace's own: the planner would rather read all of its words.
const findSpelledLike = prepareStatement(
  (_db, { workspaceId, kind, texts }: SearchScope & { texts: readonly string[] }) => sql<{
    text: string;
    word: string;
    hash: number;
  }>`
    SELECT typed.text, near.word, search_hash(${workspaceId}::uuid, ${kind}::text, near.word) AS hash
    FROM unnest(${texts}::text[]) AS typed (text), LATERAL (
      SELECT workspace_id, kind, word FROM search_words
      WHERE keys && search_typo_keys(${workspaceId}::uuid, ${kind}::text, typed.text) OFFSET 0) AS near
    WHERE near.workspace_id = ${workspaceId}::uuid AND near.kind = ${kind}::text LIMIT 5000`,
);

/** The letters by which a record differs from what was typed; words in the title count first. */
function typosIn(text: string, { tokens }: ResolvedSearch): number {
  const inTitle = splitWords(titleOf(text));
  const all = text.split('\n').flatMap(splitWords);
  return tokens.reduce((sum, { texts: [typed = ''] }) => {
    const distance = (words: readonly string[]): number =>
      Math.min(...words.map((word) => (word.startsWith(typed) ? 0 : countTypos(typed, word))), typed.length);
    return sum + Math.min(distance(inTitle), distance(all) + 0.5);
  }, 0);
}

/** The line of a record's text that has the most of what was typed. */
function matchedPart(text: string | undefined, { tokens }: ResolvedSearch): string | null {
  if (text === undefined) return null;
  const score = (line: string): number => {
    const compact = splitWords(line).join('');
    return tokens.filter(({ texts, parts }) => [...texts, ...parts].some((typed) => compact.includes(typed)))
      .length;
  };
  const [best] = text
    .split('\n')
    .slice(1)
    .map((line) => ({ line, score: score(line) }))
    .toSorted((one, other) => other.score - one.score);
  return best === undefined || best.score === 0 ? null : best.line;
}

function titleOf(text: string): string {
  return text.split('\n', 1)[0] ?? '';
}

function idOf({ table }: Ranked): RawBuilder<unknown> {
  return sql.ref(`${table}.id`);
}

/** Each record once, with its first rank. */
function unique(found: readonly Found[]): Found[] {
  const byId = new Map<string, Found>();
  for (const hit of found) if (!byId.has(hit.id)) byId.set(hit.id, hit);
  return [...byId.values()];
}

function compare(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
