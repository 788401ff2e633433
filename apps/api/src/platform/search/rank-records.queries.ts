import { sql } from 'kysely';
import type { Db } from '#db/client.ts';
import { prepareStatement } from '#db/statements/prepared-statement.ts';
import { findByTerms, listTerms, deduplicate, type SearchMatch } from './find-by-terms.queries.ts';
import { rankEntries } from './find-by-words.queries.ts';
import {
  hasNoMatches,
  type ResolvedSearch,
  type ResolvedToken,
  type SearchScope,
} from './resolve-search.queries.ts';
import { splitWords } from './search-words.ts';
import type { RankedQuery } from './visible-records.queries.ts';

/** A record that was found: the rank of its title, and the part of it that matched if it was not the title. */
export type RankedRecord = { readonly id: string; readonly rank: number; readonly matched: string | null };

/** The number of ranked results; longer results continue in another order. */
export const maxRanked = 200;

/** The best matches, at most `limit`: by the rank of the title, then the most recently active first. */
export async function rankRecords(db: Db, ranked: RankedQuery, limit: number): Promise<RankedRecord[]> {
  const { search } = ranked;
  if (hasNoMatches(search)) return [];
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
  return best.map(({ id, rank }) => ({ id, rank, matched: findMatchedPart(texts.get(id), search) }));
}

/** Records of one token, group by group until there are enough: in the title, inside its words, anywhere else. */
async function rankByTerms(
  db: Db,
  ranked: RankedQuery,
  { token: { texts, starting, containing, codes }, limit }: { token: ResolvedToken; limit: number },
): Promise<SearchMatch[]> {
  const near = await findByTerms(db, ranked, {
    groups: [texts.map((text) => `=${text}`), listTerms('0', starting), listTerms('1', starting)],
    limit,
  });
  if (near.found.length >= limit) return near.found;
  const far = await findByTerms(db, ranked, {
    groups: [
      [...listTerms('0', containing), ...listTerms('1', containing)],
      [...listTerms('2', [...starting, ...containing]), ...listTerms('3', codes)],
    ],
    limit,
    firstRank: 3,
  });
  const found = deduplicate([...near.found, ...far.found]);
  if (found.length >= limit || !(near.isCut || far.isCut)) return found;
  return deduplicate([...found, ...(await rankEntries(db, ranked, limit))]);
}

export async function findTexts(
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

/** The line of a record's text that contains most of the typed words. */
function findMatchedPart(text: string | undefined, { tokens }: ResolvedSearch): string | null {
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
