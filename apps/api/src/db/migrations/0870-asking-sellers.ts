import { sql, type Kysely } from 'kysely';

/** When the seller was last asked to approve or decline the buyer of a deal. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    ALTER TABLE deals ADD COLUMN approval_asked_at timestamptz;
    CREATE INDEX deals_undecided ON deals (workspace_id, stage)
      WHERE seller_decision IS NULL AND deleted_at IS NULL AND stage IN ('nda_signed', 'qualified');
  `)
    .execute(db);
}
