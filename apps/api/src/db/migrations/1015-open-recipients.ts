import { sql, type Kysely } from 'kysely';

/** The recipients that a mail server rejected while it accepted others; null if all are treated alike. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE messages ADD COLUMN open_recipients text[]`.execute(db);
}
