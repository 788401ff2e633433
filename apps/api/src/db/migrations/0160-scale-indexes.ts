import { sql, type Kysely } from 'kysely';

/**
 * Exact totals of filtered lists, from indexes alone, and pages of filters that hardly anybody matches.
 * The values repeat, so that equal entries share a key: a million customers take some 8 MB in each.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    -- An index on an expression answers by itself only when it holds the expression's column too.
    DROP INDEX customers_by_facets;
    CREATE INDEX customers_by_facets ON customers (workspace_id, status, account_type, is_verified, broker_id, plan_name, source, lower(region), region) WHERE deleted_at IS NULL;
    CREATE INDEX customers_by_joining_facets ON customers (workspace_id, joining_date, status, account_type, is_verified) WHERE deleted_at IS NULL;

    -- Without it the planner takes one in 200 for the share of any region, and for one that nobody is in it read all customers by name.
    CREATE STATISTICS customers_regions ON lower(region) FROM customers;
    ANALYZE customers;
  `)
    .execute(db);
}
