import { sql, type Kysely } from 'kysely';

/** The line that an interrupted import goes on from, so that what it reports later still names the right one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE imports ADD COLUMN line_number integer NOT NULL DEFAULT 1`.execute(db);
}
