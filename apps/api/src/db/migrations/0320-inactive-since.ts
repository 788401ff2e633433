import { sql, type Kysely } from 'kysely';

/** Saved views carry their filter by name, and `quietSince` is called `inactiveSince` now. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `UPDATE saved_views
       SET settings = jsonb_set(settings #- '{filter,quietSince}', '{filter,inactiveSince}', settings #> '{filter,quietSince}')
       WHERE settings #> '{filter,quietSince}' IS NOT NULL`,
    )
    .execute(db);
}
