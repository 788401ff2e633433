import { sql } from 'kysely';
import type { Db } from '#db/client.ts';
import type { ImportKey } from '#features/imports/imports.queries.ts';
import { customerKey, textKeys, type Claim, type Known, type MatchKeys } from './match.ts';

/** What rows before a row claim of the keys that later ones have, and of the customers that those may be about. */
export async function findClaims(
  db: Db,
  { workspaceId, importId }: ImportKey,
  { before, keys, known }: { before: number; keys: readonly MatchKeys[]; known: readonly Known[] },
): Promise<Claim[]> {
  const wanted = [
    ...keys.flatMap((one) => Object.values(textKeys(one)).flat()),
    ...known.map(({ id }) => customerKey(id)),
  ];
  const rows = await db
    .selectFrom('import_keys')
    .select(['key', 'row_number', 'npi'])
    .where('workspace_id', '=', workspaceId)
    .where('import_id', '=', importId)
    .where('row_number', '<', before)
    .where(sql<boolean>`key = ANY(${wanted}::text[])`)
    .execute();
  return rows.map(({ key, row_number, npi }) => ({ key, row: row_number, npi }));
}

/** Writes down what taken rows claim. */
export async function insertClaims(
  db: Db,
  { workspaceId, importId }: ImportKey,
  claims: readonly Claim[],
): Promise<void> {
  if (claims.length === 0) return;
  const rows = claims.map(({ key, row, npi }) => ({ key, row_number: row, npi }));
  await sql`
    INSERT INTO import_keys (workspace_id, import_id, key, row_number, npi)
    SELECT ${workspaceId}::uuid, ${importId}::uuid, key, row_number, npi FROM json_populate_recordset(NULL::import_keys, ${JSON.stringify(rows)}::json)`.execute(
    db,
  );
}
