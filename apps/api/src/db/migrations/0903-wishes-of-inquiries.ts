import { sql, type Kysely } from 'kysely';

/** What a registration says of the buyer's experience and of the earnings that the business should have. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    ALTER TABLE buyer_inquiries
      ADD COLUMN min_sde_cents bigint CHECK (min_sde_cents >= 0),
      ADD COLUMN experience text CHECK (experience IN ('none', 'management', 'healthcare', 'owner'));
  `)
    .execute(db);
}
