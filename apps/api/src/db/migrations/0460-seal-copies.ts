import { sql, type Kysely } from 'kysely';

/** A check also compares the log with the copies of its seals outside the database. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    ALTER TABLE audit_checks ADD COLUMN copied_seals bigint NOT NULL DEFAULT 0,
      ADD COLUMN last_copied_seal bigint, ADD COLUMN last_copied_at timestamptz(3)
  `)
    .execute(db);
}
