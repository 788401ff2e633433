import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../db/client.ts';
import { fold, likeLiteral } from '../lib/text.ts';

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
  const conditions = words.map((word) => sql`search_entries.text LIKE ${`%${likeLiteral(word)}%`}`);
  const byWords = sql<boolean>`(${sql.join(conditions, sql` AND `)})`;
  const digits = query.replace(/\D/g, '');
  const isNumberLike = digits.length >= 3 && /^[\d\s()+.\-/]+$/.test(query);
  return isNumberLike ? sql<boolean>`(${byWords} OR search_entries.text LIKE ${`%${digits}%`})` : byWords;
}
