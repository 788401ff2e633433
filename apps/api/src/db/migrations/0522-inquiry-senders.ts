import { sql, type Kysely } from 'kysely';

/** Inquiries read from email tell whether the portal that sent them was verified. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    ALTER TABLE buyer_inquiries ADD COLUMN is_verified boolean NOT NULL DEFAULT true;
    CREATE UNIQUE INDEX buyer_inquiries_of_message ON buyer_inquiries (workspace_id, message_id);
  `)
    .execute(db);
}
