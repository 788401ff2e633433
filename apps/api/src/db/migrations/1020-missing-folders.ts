import { sql, type Kysely } from 'kysely';

/** Since when the mail server has not had a chosen folder; null while it has it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE imap_folders ADD COLUMN missing_since timestamptz(3)`.execute(db);
}
