import { sql, type Kysely } from 'kysely';

/** Received mail says whether its sender was verified, and what to be careful about. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    ALTER TABLE messages
      ADD COLUMN sender_check text CHECK (sender_check IN ('verified', 'failed', 'unknown')),
      ADD COLUMN sender_warning text CHECK (sender_warning IN ('changed', 'payment'));
    CREATE INDEX messages_verified_senders ON messages (workspace_id, lower(from_address))
      WHERE sender_check = 'verified';
  `)
    .execute(db);
}
