import { sql, type Kysely } from 'kysely';

/** When the broker was reminded of the end of an offer and of its exclusivity, and why an answer was returned. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    ALTER TABLE offers
      ADD COLUMN expiry_reminded_at timestamptz(3),
      ADD COLUMN exclusivity_reminded_at timestamptz(3);
    CREATE INDEX offers_by_expiry ON offers (workspace_id, expires_on)
      WHERE state = 'submitted' AND expiry_reminded_at IS NULL;
    CREATE INDEX offers_by_exclusivity ON offers (workspace_id, exclusivity_end)
      WHERE state = 'accepted' AND exclusivity_reminded_at IS NULL;
    ALTER TABLE diligence_requests ADD COLUMN return_reason text;
  `)
    .execute(db);
}
