import { sql, type Kysely } from 'kysely';

/** Names that say what the columns contain. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    ALTER TABLE merges RENAME COLUMN kept_fields TO unrestored_fields;
    ALTER TABLE imap_accounts RENAME COLUMN trouble_told_at TO failure_notified_at;
  `)
    .execute(db);
}
