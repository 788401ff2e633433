import { sql, type Kysely } from 'kysely';

/**
 * A page of a list looks each of its rows up by id in the other table. A tree has one level more for every
 * two hundred times as many customers, and each look-up reads it; by hash it is two pages at any size.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    CREATE INDEX customers_by_id ON customers USING hash (id);
    CREATE INDEX customer_stats_by_customer ON customer_stats USING hash (customer_id);
  `)
    .execute(db);
}
