import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#db/client.ts';
import { prepareStatement } from '#db/statements/prepared-statement.ts';
import { parseSearch, type SearchToken } from './search-words.ts';

/** The searched records: one kind in one workspace. */
export type SearchScope = { readonly workspaceId: string; readonly kind: string };

/** A token with the words of the workspace that it matches. */
export type ResolvedToken = SearchToken & {
  /** Words of titles and other texts that start with it. */
  readonly starting: readonly string[];
  /** Words that have it further inside. */
  readonly containing: readonly string[];
  /** Email addresses and numbers that start with it. Many addresses start with a common name; then only names count. */
  readonly codes: readonly string[];
  /** All of these, as hashed in the index of whole records. */
  readonly hashes: readonly number[];
  /** Positions of terms with more matches than were listed: their records are found by the range of their terms. */
  readonly broadPositions: readonly string[];
  /** Too short to be looked up; records found by other tokens are checked for it. */
  readonly isShort: boolean;
};
export type ResolvedSearch = SearchScope & { readonly tokens: readonly ResolvedToken[] };

const maxWords = 500;
/** A token of fewer letters matches too many words. In scripts without spaces, a single character is a word. */
const minLetters = 3;
const highest = '\u{10FFFF}';

type Found = {
  text: string;
  starting: string[];
  containing: string[];
  codes: string[];
  hashes: number[];
  code_count: number;
};

const findWords = prepareStatement(
  (_db, { workspaceId, kind, texts }: SearchScope & { texts: readonly string[] }) => {
    const own = sql`workspace_id = ${workspaceId}::uuid AND kind = ${kind}::text`;
    const range = (column: string, prefix: string) =>
      sql`${sql.ref(column)} >= ${sql.lit(prefix)} || typed.text AND ${sql.ref(column)} < ${sql.lit(prefix)} || typed.text || ${sql.lit(highest)}`;
    // OFFSET 0 prevents a second lookup of the words for their hashes. Words are read only by key, limited to the
    // workspace: the planner would rather read all of its words.
    return sql<Found>`
    SELECT found.*, search_hashes(${workspaceId}::uuid, ${kind}::text, found.starting || found.containing || CASE WHEN found.code_count < ${sql.lit(maxWords)} THEN found.codes ELSE '{}' END) AS hashes
    FROM (
      SELECT typed.text, starting.words AS starting, containing.words AS containing, codes.words AS codes, codes.count::int AS code_count
      FROM unnest(${texts}::text[]) AS typed (text),
      LATERAL (SELECT ARRAY(
        SELECT word FROM search_words WHERE ${own} AND ${range('word', '')} ORDER BY length(word), word LIMIT ${sql.lit(maxWords)}) AS words) AS starting,
      LATERAL (SELECT CASE WHEN length(typed.text) < ${sql.lit(minLetters)} THEN '{}' ELSE ARRAY(
        SELECT word FROM (
          SELECT workspace_id, kind, word FROM search_words
          WHERE keys @> search_inner_keys(${workspaceId}::uuid, ${kind}::text, typed.text) OFFSET 0) AS keyed
        WHERE ${own} AND strpos(word, typed.text) > 1 ORDER BY length(word), word LIMIT ${sql.lit(maxWords)}) END AS words) AS containing,
      LATERAL (SELECT coalesce(array_agg(DISTINCT substr(term, 2)), '{}') AS words, count(*) AS count FROM (
        SELECT term FROM search_postings WHERE ${own} AND ${range('term', '3')} LIMIT ${sql.lit(maxWords)}) AS code) AS codes
      OFFSET 0) AS found`;
  },
);

/** The words of the workspace that a query can mean. */
export async function resolveSearch(db: Db, scope: SearchScope, query: string): Promise<ResolvedSearch> {
  const parsed = parseSearch(query);
  const hasLong = parsed.some(({ texts }) => !isShort(texts));
  const looked = parsed.filter(({ texts }) => !hasLong || !isShort(texts));
  const texts = [...new Set(looked.flatMap(({ texts: own, parts }) => [...own, ...parts]))];
  const rows = texts.length === 0 ? [] : await findWords(db, { ...scope, texts });
  const byText = new Map(rows.map((row) => [row.text, row]));
  const tokens = parsed.flatMap((token) => {
    const asOne = resolveToken(token, { byText, hasLong });
    if (token.parts.length === 0 || asOne.hashes.length + asOne.broadPositions.length > 0) return [asOne];
    return token.parts.map((part) =>
      resolveToken({ texts: [part], parts: [], isNumber: false }, { byText, hasLong }),
    );
  });
  return { ...scope, tokens };
}

function resolveToken(
  token: SearchToken,
  { byText, hasLong }: { byText: ReadonlyMap<string, Found>; hasLong: boolean },
): ResolvedToken {
  const found = token.texts.flatMap((text) => byText.get(text) ?? []);
  return {
    ...token,
    starting: found.flatMap(({ starting }) => starting),
    containing: found.flatMap(({ containing }) => containing),
    codes: found.flatMap(({ codes, code_count, starting }) =>
      code_count === maxWords && starting.length > 0 ? [] : codes,
    ),
    hashes: [...new Set(found.flatMap(({ hashes }) => hashes))],
    broadPositions: found.some(({ starting }) => starting.length === maxWords)
      ? ['0', '1', '2']
      : found.some(({ starting, code_count }) => starting.length === 0 && code_count === maxWords)
        ? ['3']
        : [],
    isShort: hasLong && isShort(token.texts),
  };
}

function isShort([text = '']: readonly string[]): boolean {
  return text.length < minLetters && !/[^\u0000-\u2e7f]/u.test(text);
}

/** Whether no record can match: there is nothing to look up, or a token is unknown. */
export function hasNoMatches({ tokens }: Pick<ResolvedSearch, 'tokens'>): boolean {
  const long = tokens.filter(({ isShort: isChecked }) => !isChecked);
  return (
    long.length === 0 ||
    long.some(({ hashes, broadPositions }) => hashes.length + broadPositions.length === 0)
  );
}

/** The search text of a record. Its first line is the title. */
export type Entry = { readonly id: string; readonly text: string; readonly active_on: string };

/** Up to `limit` records that match every token, most recently active first, including deleted ones. */
export function findEntries(db: Db, search: ResolvedSearch, limit: number): Promise<Entry[]> {
  const { workspaceId, kind, tokens } = search;
  const { narrow, short, broad } = sortTokens(tokens);
  if (broad.length > 0) return findBroadEntries(db, search, limit);
  const values = Object.fromEntries<unknown>([
    ...narrow.map(({ hashes }, index) => [`hashes${String(index)}`, [...hashes]] as const),
    ...short.map(({ texts }, index) => [`short${String(index)}`, [...texts]] as const),
  ]);
  return findNarrowEntries(
    db,
    { ...values, workspaceId, kind },
    { narrow: narrow.length, short: short.length, limit },
  );
}

type EntryShape = { readonly narrow: number; readonly short: number; readonly limit: number };

const findNarrowEntries = prepareStatement(
  (_db, values: SearchScope & Readonly<Record<string, unknown>>, { narrow, short, limit }: EntryShape) => {
    const indexes = (count: number): string[] => Array.from({ length: count }, (_, index) => String(index));
    const conditions = [
      ...indexes(narrow).map((index) => sql`words && ${values[`hashes${index}`]}::integer[]`),
      ...indexes(short).map((index) => startsWord(sql`${values[`short${index}`]}::text[]`)),
    ];
    // The hashes are of this workspace and kind; without OFFSET the planner may read all of its entries instead.
    return sql<Entry>`
      SELECT record_id AS id, text, active_on::text AS active_on FROM (
        SELECT workspace_id, kind, record_id, text, active_on FROM search_entries WHERE ${sql.join(conditions, sql` AND `)} OFFSET 0) AS found
      WHERE workspace_id = ${values.workspaceId}::uuid AND kind = ${values.kind}::text
      ORDER BY found.active_on DESC, record_id DESC LIMIT ${sql.lit(limit)}`;
  },
);

async function findBroadEntries(db: Db, search: ResolvedSearch, limit: number): Promise<Entry[]> {
  const { workspaceId, kind } = search;
  // Read separately, because the planner may otherwise scan all entries and look up each in the postings.
  const { rows } = await sql<Entry>`
    WITH matching AS MATERIALIZED (SELECT DISTINCT record_id FROM (${selectMatchingIds(search)}) AS found)
    SELECT search_entries.record_id AS id, text, active_on::text AS active_on
    FROM matching JOIN search_entries ON search_entries.record_id = matching.record_id
    WHERE search_entries.workspace_id = ${workspaceId} AND search_entries.kind = ${sql.lit(kind)}
    ORDER BY search_entries.active_on DESC, search_entries.record_id DESC LIMIT ${sql.lit(limit)}`.execute(
    db,
  );
  return rows;
}

/** Condition on the id of a record: it matches every token. */
export function matchesSearch(id: RawBuilder<unknown>, search: ResolvedSearch): RawBuilder<boolean> {
  return hasNoMatches(search) ? sql<boolean>`false` : sql<boolean>`${id} IN (${selectMatchingIds(search)})`;
}

/** Selects `record_id` of the records that match every token; may contain duplicates and deleted records. */
export function selectMatchingIds(search: ResolvedSearch): RawBuilder<{ record_id: string }> {
  const { narrow, short, broad } = sortTokens(search.tokens);
  // Each token separately: with the hashes of many words, the planner would read every entry instead of the index.
  const found = sql.join(
    [...narrow, ...broad].map((token) => sql`(${selectPostings(search, token)})`),
    sql` INTERSECT `,
  );
  if (short.length === 0) return sql`${found}`;
  const checks = short.map(({ texts }) => startsWord(sql`${[...texts]}::text[]`));
  return sql`SELECT record_id FROM search_entries
    WHERE ${ownBy(search)} AND record_id IN (${found}) AND ${sql.join(checks, sql` AND `)}`;
}

/**
 * Selects the records of one token. The postings contain everything needed, so the records of a common name are not
 * read.
 */
function selectPostings(scope: SearchScope, token: ResolvedToken): RawBuilder<unknown> {
  const own = ownBy(scope);
  const { texts, broadPositions } = token;
  const listed = broadPositions.length === 0 ? token : { ...token, starting: [] };
  const postings = sql`SELECT record_id FROM search_postings WHERE ${own} AND term = ANY(${listTerms(listed)}::text[])`;
  if (broadPositions.length === 0) return postings;
  const ranges = sql.join(createTermRanges(texts, broadPositions), sql` OR `);
  return sql`${postings} UNION ALL SELECT record_id FROM search_postings WHERE ${own} AND (${ranges})`;
}

function ownBy({ workspaceId, kind }: SearchScope): RawBuilder<boolean> {
  return sql<boolean>`workspace_id = ${workspaceId} AND kind = ${sql.lit(kind)}`;
}

type SortedTokens = Readonly<Record<'narrow' | 'short' | 'broad', readonly ResolvedToken[]>>;

function sortTokens(tokens: readonly ResolvedToken[]): SortedTokens {
  const long = tokens.filter(({ isShort: isChecked }) => !isChecked);
  return {
    narrow: long.filter(({ broadPositions }) => broadPositions.length === 0),
    short: tokens.filter(({ isShort: isChecked }) => isChecked),
    broad: long.filter(({ broadPositions }) => broadPositions.length > 0),
  };
}

/** The terms of all words that a token can mean. */
function listTerms({ starting, containing, codes }: ResolvedToken): string[] {
  const words = [...starting, ...containing];
  return [
    ...['0', '1', '2'].flatMap((position) => words.map((word) => position + word)),
    ...codes.map((code) => `3${code}`),
  ];
}

/** Condition on `search_entries`: a word starts with one of the texts. */
function startsWord(texts: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`EXISTS (SELECT FROM unnest(terms) AS term, unnest(${texts}) AS start WHERE starts_with(substr(term, 2), start))`;
}

function createTermRanges(texts: readonly string[], places: readonly string[]): RawBuilder<boolean>[] {
  return places.flatMap((place) =>
    texts.map((text) => sql<boolean>`(term >= ${place + text} AND term < ${place + text + highest})`),
  );
}
