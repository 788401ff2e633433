import { sql, type Kysely } from 'kysely';

/** The row of the header in the file of an import, behind the rows of a title. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE imports ADD COLUMN header_row integer NOT NULL DEFAULT 1`.execute(db);
}
