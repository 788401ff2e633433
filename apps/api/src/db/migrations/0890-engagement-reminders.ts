import { sql, type Kysely } from 'kysely';

/** When the broker was notified that the term of an engagement letter ends. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('ALTER TABLE engagement_letters ADD COLUMN reminded_at timestamptz(3)').execute(db);
}
