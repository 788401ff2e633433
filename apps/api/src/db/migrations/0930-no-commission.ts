import { sql, type Kysely } from 'kysely';

/** Closed deals that owe no commission, with the reason: without letter, terms, and claim, and with amounts of 0. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    ALTER TABLE commissions
      ADD COLUMN no_commission_reason text,
      ALTER COLUMN letter_id DROP NOT NULL,
      ALTER COLUMN terms DROP NOT NULL,
      ALTER COLUMN claim DROP NOT NULL,
      ADD CONSTRAINT commissions_no_commission CHECK (
        CASE WHEN no_commission_reason IS NULL THEN num_nulls(letter_id, terms, claim) = 0
        ELSE num_nonnulls(letter_id, terms, claim) = 0 AND base_cents + fee_cents + due_cents = 0 END);
  `)
    .execute(db);
}
