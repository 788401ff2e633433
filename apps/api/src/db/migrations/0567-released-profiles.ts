import { sql, type Kysely } from 'kysely';

/** Profiles and their versions refer to each other; in one transaction both can go now. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    ALTER TABLE business_profiles
      ALTER CONSTRAINT business_profiles_workspace_id_id_released_number_fkey DEFERRABLE INITIALLY IMMEDIATE;
  `)
    .execute(db);
}
