import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#db/client.ts';
import { fold, likeLiteral } from '#lib/text.ts';

/** Same as in the database function `search_pieces`. */
const ngramLength = 4;
const minNgramLength = 3;

/** Writes a record's search text; empty parts are skipped. */
export async function indexForSearch(
  db: Db,
  {
    workspaceId,
    kind,
    recordId,
    parts,
  }: { workspaceId: string; kind: string; recordId: string; parts: readonly (string | null | undefined)[] },
): Promise<void> {
  await db
    .insertInto('search_entries')
    .values({ workspace_id: workspaceId, kind, record_id: recordId, text: searchText(parts) })
    .onConflict((conflict) =>
      conflict
        .columns(['workspace_id', 'kind', 'record_id'])
        .doUpdateSet((eb) => ({ text: eb.ref('excluded.text') })),
    )
    .execute();
}

/** Longer words are cut: the time to split a word into ngrams grows with the square of its length. */
const maxWordLength = 200;

/** Normalized search text. Each part has its own line, so that no match spans two parts. */
export function searchText(parts: readonly (string | null | undefined)[]): string {
  return parts
    .flatMap((part) => (part === null || part === undefined || part === '' ? [] : [fold(part)]))
    .join('\n')
    .replaceAll(new RegExp(`\\S{${String(maxWordLength)}}`, 'gu'), '$& ');
}

/**
 * Condition on `search_entries.text`: every word of `query` occurs. A query that looks like a phone number
 * also matches by digits in any grouping.
 */
export function matchesText(query: string): RawBuilder<boolean> {
  const words = fold(query)
    .split(' ')
    .filter((word) => word !== '');
  if (words.length === 0) return sql<boolean>`true`;
  const digits = query.replace(/\D/g, '');
  const isNumberLike = digits.length >= 3 && /^[\d\s()+.\-/]+$/.test(query);
  const alternatives = isNumberLike ? [words, [digits]] : [words];
  const pieces = ngramQuery(alternatives);
  const occurs = pieces === null ? isLike : containsWord;
  const occur = sql<boolean>`(${sql.join(
    alternatives.map((words) => allOccur(words, occurs)),
    sql` OR `,
  )})`;
  return pieces === null ? occur : sql<boolean>`(search_entries.pieces @@ ${pieces}::tsquery AND ${occur})`;
}

function allOccur(
  words: readonly string[],
  occurs: (word: string) => RawBuilder<boolean>,
): RawBuilder<boolean> {
  return sql<boolean>`(${sql.join(words.map(occurs), sql` AND `)})`;
}

function isLike(word: string): RawBuilder<boolean> {
  return sql<boolean>`search_entries.text LIKE ${`%${likeLiteral(word)}%`}`;
}

/** Like `isLike`, but without a selectivity estimate: the planner already has one from the ngrams. */
function containsWord(word: string): RawBuilder<boolean> {
  return sql<boolean>`strpos(search_entries.text, ${word}) > 0`;
}

/**
 * A tsquery for the index, which holds ngrams of four letters (shorter at the end of a word). Null if an
 * alternative has only words of one or two letters, which have no ngrams.
 */
function ngramQuery(alternatives: readonly (readonly string[])[]): string | null {
  const queries = alternatives.map((words) => words.flatMap(ngramsOf).join(' & '));
  return queries.includes('') ? null : queries.map((query) => `(${query})`).join(' | ');
}

/** Adjacent ngrams and the last one; overlaps are checked on the text itself. */
function ngramsOf(word: string): string[] {
  const letters = Array.from(word);
  if (letters.length < minNgramLength) return [];
  if (letters.length < ngramLength) return [`${quote(word)}:*`];
  const last = letters.length - ngramLength;
  return Array.from({ length: Math.ceil(letters.length / ngramLength) }, (_, place) => {
    const start = Math.min(place * ngramLength, last);
    return quote(letters.slice(start, start + ngramLength).join(''));
  });
}

/** A lexeme of a tsquery. */
function quote(part: string): string {
  return `'${part.replaceAll(/['\\]/g, '$&$&')}'`;
}
