import { sql, type Kysely } from 'kysely';

/** When the amount of a commission last changed, which a payout that was confirmed before does not cover. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE commissions ADD COLUMN due_changed_at timestamptz(3) NOT NULL DEFAULT now()`.execute(
    db,
  );
  await sql`UPDATE commissions SET due_changed_at = created_at`.execute(db);
}
