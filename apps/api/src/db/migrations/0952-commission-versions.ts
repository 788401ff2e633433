import { sql, type Kysely } from 'kysely';

/** Where the versions of a reopened commission continue, so that no version names two states of it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE deals ADD COLUMN commission_version integer NOT NULL DEFAULT 0`.execute(db);
}
