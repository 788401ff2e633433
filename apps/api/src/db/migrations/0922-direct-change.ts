import { sql, type Kysely } from 'kysely';

/** How much of the direct ownership a deal changes, for the 36-month rule; null where nobody has said. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `ALTER TABLE deals ADD COLUMN direct_change text CHECK (direct_change IN ('over_half', 'up_to_half'))`,
    )
    .execute(db);
}
