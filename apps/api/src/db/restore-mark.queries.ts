import pg from 'pg';

/**
 * A schema of its own that stands in a database while a backup is put into it. What it stands in is not
 * an installation yet.
 */
export const restoreSchema = 'handover_restore';

/** How far a restore is: tables are being made, are filled, or stand as they are to be used. */
export type RestorePhase = 'begun' | 'filled' | 'settled';
export type RestoreMark = { readonly archive: string; readonly phase: RestorePhase };

/** The mark of a restore that has not ended, or null. */
export async function findRestoreMark(client: pg.Client): Promise<RestoreMark | null> {
  const { rows } = await client.query<{ is_there: boolean }>(
    `SELECT to_regclass('${restoreSchema}.mark') IS NOT NULL AS is_there`,
  );
  if (rows[0]?.is_there !== true) return null;
  const found = await client.query<RestoreMark>(`SELECT archive, phase FROM ${restoreSchema}.mark`);
  return found.rows[0] ?? null;
}

/** Throws when the database holds half of a restored installation. */
export async function refuseHalfRestored(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 10_000 });
  // A lost connection is also reported by the statement under way.
  client.on('error', () => undefined);
  await client.connect();
  try {
    if ((await findRestoreMark(client)) !== null)
      throw new Error(
        'A restore into this database was interrupted, so it holds no whole installation. Run npm run restore with the same file again.',
      );
  } finally {
    await client.end();
  }
}
