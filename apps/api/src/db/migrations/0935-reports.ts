import { sql, type Kysely } from 'kysely';

/** Delivery reports, and mail without a return address, which mail servers and programs send for others. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE messages
      ADD COLUMN is_report boolean NOT NULL DEFAULT false,
      ADD COLUMN has_return_path boolean NOT NULL DEFAULT true`.execute(db);
}
