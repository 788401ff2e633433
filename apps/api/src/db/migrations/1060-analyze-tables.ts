import { type Kysely, sql } from 'kysely';

/** Lets the app, which does not own the tables, refresh their statistics in the transaction that fills them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    CREATE FUNCTION analyze_tables() RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
    BEGIN
      ANALYZE;
    END
    $$;
    REVOKE ALL ON FUNCTION analyze_tables() FROM PUBLIC;
  `)
    .execute(db);
}
