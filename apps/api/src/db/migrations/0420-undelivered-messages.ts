import { sql, type Kysely } from 'kysely';

/** The dashboard also lists messages that no mail server was there to send. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    DROP INDEX messages_in_trouble;
    CREATE INDEX messages_in_trouble ON messages (workspace_id, created_at, id)
      WHERE status IN ('failed', 'uncertain', 'undelivered');
  `)
    .execute(db);
}
