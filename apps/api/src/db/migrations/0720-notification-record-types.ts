import { sql, type Kysely } from 'kysely';

/** Which list a finished import or bulk action belongs to. Earlier ones were about customers, as far as links knew. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE notifications ADD COLUMN record_type text`.execute(db);
}
