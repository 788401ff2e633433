import type pg from 'pg';
import { withSingleConnection } from './one-connection.ts';

/** Schema that exists while a backup is being restored; until then the database is not an installation. */
export const restoreSchema = 'handover_restore';

/** Progress of a restore: tables created, filled, ready to use. */
export type RestorePhase = 'begun' | 'filled' | 'ready';
export type RestoreMark = { readonly archive: string; readonly phase: RestorePhase };

/** The mark of an unfinished restore, or null. */
export async function findRestoreMark(client: pg.Client): Promise<RestoreMark | null> {
  const { rows } = await client.query<{ is_there: boolean }>(
    `SELECT to_regclass('${restoreSchema}.mark') IS NOT NULL AS is_there`,
  );
  if (rows[0]?.is_there !== true) return null;
  const found = await client.query<RestoreMark>(`SELECT archive, phase FROM ${restoreSchema}.mark`);
  return found.rows[0] ?? null;
}

/** Throws if the database contains a partially restored installation. */
export async function rejectIncompleteRestore(connectionString: string): Promise<void> {
  if ((await withSingleConnection(connectionString, findRestoreMark)) !== null)
    throw new Error(
      'A restore into this database was interrupted, so it holds no whole installation. Run npm run restore with the same file again.',
    );
}
