import { sql, type Kysely } from 'kysely';

/** Mail whose From is not the person who wrote it, such as that of web forms. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE messages ADD COLUMN is_sent_for_others boolean NOT NULL DEFAULT false`.execute(db);
}
