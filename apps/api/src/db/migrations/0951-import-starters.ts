import { sql, type Kysely } from 'kysely';

/** Who started an import, with whose rights it runs; until now those of who uploaded the file. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE imports ADD COLUMN started_by uuid REFERENCES users (id)`.execute(db);
}
