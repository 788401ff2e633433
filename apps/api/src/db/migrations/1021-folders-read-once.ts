import { sql, type Kysely } from 'kysely';

/** The UIDVALIDITY under which a folder was read to its end, so that an interrupted first pass keeps its start. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE imap_folders ADD COLUMN read_validity bigint`.execute(db);
  await sql`UPDATE imap_folders SET read_validity = uid_validity`.execute(db);
}
