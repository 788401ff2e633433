import { sql, type Kysely } from 'kysely';

/**
 * Facts by type and the payer mix of a business, and owners beside the main one. `businesses.owner_id` stays the main
 * owner and has the share that the others leave, so that the shares add up to 100% whatever is merged or imported.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    ALTER TABLE businesses
      ADD COLUMN type_facts jsonb NOT NULL DEFAULT '{}' CHECK (jsonb_typeof(type_facts) = 'object'),
      ADD COLUMN payer_mix jsonb CHECK (jsonb_typeof(payer_mix) = 'object');
    CREATE INDEX businesses_by_stage_entered ON businesses (workspace_id, stage, stage_entered_at, id) WHERE deleted_at IS NULL;
    CREATE INDEX businesses_by_region ON businesses (workspace_id, region, id) WHERE deleted_at IS NULL;
    CREATE TABLE business_co_owners (
      workspace_id uuid NOT NULL,
      id uuid NOT NULL,
      business_id uuid NOT NULL,
      customer_id uuid NOT NULL,
      share_basis_points integer NOT NULL CHECK (share_basis_points BETWEEN 1 AND 9999),
      PRIMARY KEY (workspace_id, id),
      FOREIGN KEY (workspace_id, business_id) REFERENCES businesses (workspace_id, id) ON DELETE CASCADE,
      FOREIGN KEY (workspace_id, customer_id) REFERENCES customers (workspace_id, id)
    );
    CREATE INDEX business_co_owners_of_business ON business_co_owners (workspace_id, business_id, customer_id);
    CREATE INDEX business_co_owners_of_customer ON business_co_owners (workspace_id, customer_id, business_id);
  `)
    .execute(db);
}
