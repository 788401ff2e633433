import type { Db } from '#db/client.ts';
import { foldLetters } from './search-words.ts';

/** Writes a record's search text, the title first; empty parts are skipped. */
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
    .values({ workspace_id: workspaceId, kind, record_id: recordId, text: createSearchText(parts) })
    .onConflict((conflict) =>
      conflict
        .columns(['workspace_id', 'kind', 'record_id'])
        .doUpdateSet((eb) => ({ text: eb.ref('excluded.text'), active_on: eb.ref('excluded.active_on') })),
    )
    .execute();
}

/** Normalized search text. Each part has a separate line, from which the database derives its terms. */
export function createSearchText(parts: readonly (string | null | undefined)[]): string {
  return parts
    .flatMap((part) => (part === null || part === undefined || part === '' ? [] : [foldLetters(part)]))
    .join('\n');
}
