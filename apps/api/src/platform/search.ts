import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#db/client.ts';
import { fold, likeLiteral } from '#lib/text.ts';

/** As the function `search_pieces` of the database has them. */
const ngramLength = 4;
const minNgramLength = 3;

/** What makes a record findable; empty parts are left out. */
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

/** The folded text of a record. Each part starts on a line of its own, so that no match runs across two. */
export function searchText(parts: readonly (string | null | undefined)[]): string {
  return parts
    .flatMap((part) => (part === null || part === undefined || part === '' ? [] : [fold(part)]))
    .join('\n');
}

/**
 * Condition on `search_entries.text`: every word of `query` occurs somewhere. A query that reads like a
 * phone number also matches by its digits, however they are grouped.
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
  const occurs = pieces === null ? isLike : stands;
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

/** As `isLike`, without a guess of how many: the planner knows that from the pieces, and would count it twice. */
function stands(word: string): RawBuilder<boolean> {
  return sql<boolean>`strpos(search_entries.text, ${word}) > 0`;
}

/**
 * What the index is asked, as a tsquery: it holds pieces of four letters, as `search_pieces` cuts them, those at
 * the end of a word shorter. Null where an alternative has only words of one or two letters, which are in no piece.
 */
function ngramQuery(alternatives: readonly (readonly string[])[]): string | null {
  const queries = alternatives.map((words) => words.flatMap(ngramsOf).join(' & '));
  return queries.includes('') ? null : queries.map((query) => `(${query})`).join(' | ');
}

/** Pieces side by side and the last one; what lies across them, the text itself is asked. */
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
function quote(piece: string): string {
  return `'${piece.replaceAll(/['\\]/g, '$&$&')}'`;
}
