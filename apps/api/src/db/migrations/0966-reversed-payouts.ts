import { sql, type Kysely } from 'kysely';

/** A payout by mistake is reversed by an entry of its own, and both stay when the commission is reopened. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    ALTER TABLE commission_payouts
      ADD COLUMN reverses_id uuid,
      ADD COLUMN reversal_reason text,
      ADD UNIQUE (workspace_id, reverses_id),
      ADD FOREIGN KEY (workspace_id, reverses_id) REFERENCES commission_payouts (workspace_id, id),
      DROP CONSTRAINT commission_payouts_cents_check,
      ADD CONSTRAINT commission_payouts_reversal CHECK (
        CASE WHEN reverses_id IS NULL THEN cents > 0 AND reversal_reason IS NULL
        ELSE cents < 0 AND reversal_reason IS NOT NULL END),
      DROP CONSTRAINT commission_payouts_workspace_id_commission_id_fkey,
      ADD FOREIGN KEY (workspace_id, commission_id) REFERENCES deals (workspace_id, id);
  `)
    .execute(db);
}
