import { sql, type Kysely } from 'kysely';

/** Open deals in the trash have no offers to accept, no agreed price, and no document access, whatever they had before. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const trashed = sql`deleted_at IS NOT NULL AND stage NOT IN ('closed', 'lost')`;
  await sql`UPDATE offers SET state = 'withdrawn', decided_at = now(), updated_at = now(), version = version + 1
    WHERE state IN ('draft', 'submitted', 'accepted')
      AND (workspace_id, deal_id) IN (SELECT workspace_id, id FROM deals WHERE ${trashed})`.execute(db);
  await sql`UPDATE deals SET document_level = 0, agreed_price_cents = NULL, version = version + 1
    WHERE ${trashed} AND (document_level > 0 OR agreed_price_cents IS NOT NULL)`.execute(db);
}
