import { sql, type Kysely } from 'kysely';

/**
 * The status comes before the joining date: behind it, each entry of a range was compared with the status, and the
 * planner did not share the work among processes. Without a status the index is read once for each of the two.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    DROP INDEX customers_by_joining_facets;
    CREATE INDEX customers_by_joining_facets ON customers (workspace_id, status, joining_date, account_type, is_verified) WHERE deleted_at IS NULL;
  `)
    .execute(db);
}
