import { sql, type Kysely } from 'kysely';

/**
 * A buyer can be introduced again under a later letter, so that business and buyer are no key. What merges have stored
 * of these rows names them by the new ids; rows that a merge dropped for one of the survivor are the survivor's again.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    ALTER TABLE protected_buyers ADD COLUMN id uuid NOT NULL DEFAULT gen_random_uuid();
    ALTER TABLE protected_buyers ALTER COLUMN id DROP DEFAULT;
    ALTER TABLE protected_buyers DROP CONSTRAINT protected_buyers_pkey, ADD PRIMARY KEY (workspace_id, id);
    CREATE INDEX protected_buyers_by_business ON protected_buyers (workspace_id, business_id, customer_id);

    UPDATE merge_pieces SET record_id = protected_buyers.id, before = NULL
    FROM merges, protected_buyers
    WHERE merge_pieces.kind = 'protected_buyer' AND NOT merge_pieces.is_shared
      AND merges.workspace_id = merge_pieces.workspace_id AND merges.id = merge_pieces.merge_id AND merges.undone_at IS NULL
      AND protected_buyers.workspace_id = merges.workspace_id AND protected_buyers.customer_id = merges.survivor_id
      AND protected_buyers.business_id = merge_pieces.record_id;

    WITH dropped AS MATERIALIZED (
      SELECT merge_pieces.workspace_id, merge_id, record_id AS business_id, survivor_id, before, gen_random_uuid() AS id
      FROM merge_pieces JOIN merges ON merges.workspace_id = merge_pieces.workspace_id AND merges.id = merge_id
      JOIN businesses ON businesses.workspace_id = merges.workspace_id AND businesses.id = record_id
      WHERE kind = 'protected_buyer' AND is_shared AND merges.undone_at IS NULL
    ), returned AS (
      INSERT INTO protected_buyers
      SELECT tied.* FROM dropped, jsonb_populate_record(NULL::protected_buyers,
        before || jsonb_build_object('id', id, 'customer_id', survivor_id)) AS tied
      RETURNING id)
    UPDATE merge_pieces SET record_id = dropped.id, is_shared = false, before = NULL FROM dropped
    WHERE merge_pieces.workspace_id = dropped.workspace_id AND merge_pieces.merge_id = dropped.merge_id
      AND kind = 'protected_buyer' AND record_id = business_id;
  `)
    .execute(db);
}
