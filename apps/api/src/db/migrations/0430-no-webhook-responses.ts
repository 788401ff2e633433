import { sql, type Kysely } from 'kysely';

/** A response's body could show what a server on this machine or network says; only its status is kept. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('ALTER TABLE webhook_deliveries DROP COLUMN response_excerpt').execute(db);
}
