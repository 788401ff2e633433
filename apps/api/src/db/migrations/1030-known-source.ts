import { sql, type Kysely } from 'kysely';

/** The current name of a stored source, like `known_plan`; null if it is gone. Locks it until the transaction ends. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE FUNCTION known_source(workspace uuid, wanted text) RETURNS text LANGUAGE plpgsql AS $$
    DECLARE found text;
    BEGIN
      SELECT present.name INTO found FROM sources AS named
      JOIN sources AS present ON present.workspace_id = named.workspace_id
        AND present.id = CASE WHEN named.is_former THEN named.current_id ELSE named.id END
      WHERE named.workspace_id = workspace AND named.name = wanted
      FOR SHARE;
      RETURN found;
    END $$`.execute(db);
}
