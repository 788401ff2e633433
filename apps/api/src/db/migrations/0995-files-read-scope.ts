import { sql, type Kysely } from 'kysely';

/** Opening a file needed `files:write` until there was a scope for reading. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`UPDATE api_keys SET scopes = scopes || '{files:read}' WHERE 'files:write' = ANY(scopes)`)
    .execute(db);
}
