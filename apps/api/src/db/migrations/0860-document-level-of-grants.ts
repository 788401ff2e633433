import { sql, type Kysely } from 'kysely';

/** What a person with whom a deal is shared may open of its data room, at most what the deal itself opens. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    ALTER TABLE access_grants ADD COLUMN document_level smallint NOT NULL DEFAULT 0 CHECK (document_level BETWEEN 0 AND 3);

    DROP FUNCTION live_grants;
    CREATE FUNCTION live_grants(workspace uuid, grantee uuid, verified_email text, instant timestamptz)
    RETURNS TABLE (record_type text, record_id uuid, level text, document_level smallint) LANGUAGE sql STABLE AS $$
      SELECT g.record_type, g.record_id, g.level, g.document_level FROM access_grants g
      WHERE g.workspace_id = workspace AND g.revoked_at IS NULL AND (g.expires_at IS NULL OR g.expires_at > instant)
        AND (g.user_id = grantee OR g.email_key = verified_email)
    $$;
  `)
    .execute(db);
}
