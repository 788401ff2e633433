import { sql, type Kysely } from 'kysely';

/** Whether an invitation was sent by email alone, so that accepting it proves the address. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw('ALTER TABLE one_time_links ADD COLUMN is_emailed boolean NOT NULL DEFAULT false')
    .execute(db);
}
