import { sql, type Kysely } from 'kysely';

/** Businesses by their current price, which is the reduced one if there is one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    CREATE INDEX businesses_by_current_price ON businesses (workspace_id,
      coalesce(coalesce(reduced_price_cents, asking_price_cents), 1000000000000000), id) WHERE deleted_at IS NULL;
    CREATE INDEX businesses_by_current_price_down ON businesses (workspace_id,
      coalesce(coalesce(reduced_price_cents, asking_price_cents), -1000000000000000), id) WHERE deleted_at IS NULL;
  `)
    .execute(db);
}
