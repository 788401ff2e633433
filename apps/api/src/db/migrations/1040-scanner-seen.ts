import { sql, type Kysely } from 'kysely';

/** When a server with a malware scanner last ran, which a server without one cannot know otherwise. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE installation ADD COLUMN scanner_seen_at timestamptz(3)`.execute(db);
}
