import pg from 'pg';

export type TableDump = Readonly<Record<string, { readonly rows: number; readonly sum: string }>>;

/** Row counts and checksums over all bytes of tables: equal dumps mean equal tables. */
export async function dumpTables(connection: pg.ClientConfig, tables: readonly string[]): Promise<TableDump> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    const dump: Record<string, { rows: number; sum: string }> = {};
    for (const table of tables) {
      const { rows } = await client.query<{ rows: number; sum: string }>(
        `SELECT count(*)::int AS rows, coalesce(md5(string_agg(t::text, E'\\n' ORDER BY t::text COLLATE "C")), '') AS sum FROM ${table} AS t`,
      );
      const [found] = rows;
      if (found !== undefined) dump[table] = found;
    }
    return dump;
  } finally {
    await client.end();
  }
}
