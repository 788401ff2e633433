import { type Kysely, sql } from 'kysely';

/** Lets the question whether a sender serves several customers read only the messages of that sender. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE INDEX messages_assigned_senders ON messages (workspace_id, lower(from_address))
    WHERE NOT is_triage AND direction = 'inbound'`.execute(db);
}
