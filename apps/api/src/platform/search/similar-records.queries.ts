import { similarRank } from '@handover/contract/records/search.ts';
import { sql } from 'kysely';
import type { Db } from '#db/client.ts';
import { prepareStatement } from '#db/statements/prepared-statement.ts';
import { findByTerms, maxTerms, listTerms } from './find-by-terms.queries.ts';
import { rankEntries } from './find-by-words.queries.ts';
import { findTexts, maxRanked, rankRecords, type RankedRecord } from './rank-records.queries.ts';
import type { ResolvedSearch, SearchScope } from './resolve-search.queries.ts';
import { getAllowedTypos, countTypos, canDifferBy, splitWords, getTitle } from './search-words.ts';
import type { RankedQuery } from './visible-records.queries.ts';

/** Similar records are suggested if fewer than this were found. */
const fewExact = 5;
const maxSimilar = 8;
/** A shorter text is never corrected; one of this length may be a word of four letters with one missing. */
const minCorrected = 3;
/** Limit of the words examined for all tokens of a query. */
const maxNear = 5000;

/** The best matches, at most `limit`, and similar records if few match. */
export async function rankWithSimilar(db: Db, ranked: RankedQuery, limit: number): Promise<RankedRecord[]> {
  const found = await rankRecords(db, ranked, limit);
  return [...found, ...(await findSimilar(db, ranked, found))];
}

/** Records with words similar to the query, for when few match it. Records that were already found are excluded. */
export async function findSimilar(
  db: Db,
  ranked: RankedQuery,
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
            groups: [
              listTerms('0', only.starting),
              listTerms('1', only.starting),
              listTerms('2', only.starting),
            ],
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
    .map(({ id }) => ({ id, typos: countRecordTypos(texts.get(id) ?? '', ranked.search) }))
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
  const near = (await findSpelledLike(db, { workspaceId, kind, texts }, Math.ceil(maxNear / texts.length)))
    .filter(({ text, word }) => canDifferBy(getAllowedTypos(text, word), text, word))
    .map((row) => ({ ...row, typos: countTypos(row.text, row.word) }))
    .filter(({ text, word, typos }) => typos > 0 && typos <= getAllowedTypos(text, word))
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

// Words are read only by key, limited to the workspace: the planner would rather read all of its words. It plans once,
// because the inner SELECT hides how many texts there are.
const findSpelledLike = prepareStatement(
  (_db, { workspaceId, kind, texts }: SearchScope & { texts: readonly string[] }, limit: number) => sql<{
    text: string;
    word: string;
    hash: number;
  }>`
    SELECT typed.text, near.word, search_hash(${workspaceId}::uuid, ${kind}::text, near.word) AS hash
    FROM unnest((SELECT ${texts}::text[])) AS typed (text), LATERAL (
      SELECT workspace_id, kind, word FROM search_words
      WHERE keys && search_typo_keys(${workspaceId}::uuid, ${kind}::text, typed.text) LIMIT ${sql.lit(limit)}) AS near
    WHERE near.workspace_id = ${workspaceId}::uuid AND near.kind = ${kind}::text`,
);

/** The number of letters by which a record differs from the typed text; words in the title count first. */
function countRecordTypos(text: string, { tokens }: ResolvedSearch): number {
  const inTitle = splitWords(getTitle(text));
  const all = text.split('\n').flatMap(splitWords);
  return tokens.reduce((sum, { texts: [typed = ''] }) => {
    const distance = (words: readonly string[]): number =>
      Math.min(...words.map((word) => (word.startsWith(typed) ? 0 : countTypos(typed, word))), typed.length);
    return sum + Math.min(distance(inTitle), distance(all) + 0.5);
  }, 0);
}
