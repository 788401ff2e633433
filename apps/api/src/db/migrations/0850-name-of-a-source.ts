import { sql, type Kysely } from 'kysely';

/** A publisher under its own name. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    UPDATE valuation_multiples SET source = replace(source, 'bizbuysell.com learning center', 'BizBuySell (Learning Center)')
    WHERE source LIKE '%bizbuysell.com learning center%'`.execute(db);
}
