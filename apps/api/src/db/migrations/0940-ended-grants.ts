import { sql, type Kysely } from 'kysely';

/** Who ended a grant, and so may take that back. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE access_grants ADD COLUMN revoked_by uuid REFERENCES users (id)`.execute(db);
}
