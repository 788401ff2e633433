import { sql, type Kysely } from 'kysely';

/** The address of a business and how to reach it; until now only those of its owner. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    ALTER TABLE businesses
      ADD COLUMN street text,
      ADD COLUMN postal_code text,
      ADD COLUMN phone text,
      ADD COLUMN email text,
      ADD COLUMN website text;
  `)
    .execute(db);
}
