import { sql, type Kysely } from 'kysely';

/** A grant that a client gave counts only while the record is the client's own. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    ALTER TABLE access_grants ADD COLUMN is_by_client boolean NOT NULL DEFAULT false;
    UPDATE access_grants AS g SET is_by_client = true FROM memberships AS m
      WHERE m.workspace_id = g.workspace_id AND m.user_id = g.granted_by AND m.role = 'CLIENT';

    CREATE FUNCTION is_own_record(workspace uuid, client uuid, type text, record uuid) RETURNS boolean LANGUAGE sql STABLE AS $$
      SELECT EXISTS (SELECT FROM memberships AS m
        JOIN customers AS c ON c.workspace_id = m.workspace_id AND c.user_id = m.user_id
        WHERE m.workspace_id = workspace AND m.user_id = client AND m.status = 'active'
          AND c.status = 'active' AND c.deleted_at IS NULL AND CASE type
            WHEN 'business' THEN
              EXISTS (SELECT FROM businesses AS b WHERE b.workspace_id = workspace AND b.id = record AND b.owner_id = c.id)
              OR EXISTS (SELECT FROM business_co_owners AS co
                WHERE co.workspace_id = workspace AND co.business_id = record AND co.customer_id = c.id)
            WHEN 'deal' THEN EXISTS (SELECT FROM deals AS d WHERE d.workspace_id = workspace AND d.id = record AND d.buyer_id = c.id)
            ELSE false END)
    $$;

    CREATE OR REPLACE FUNCTION live_grants(workspace uuid, grantee uuid, verified_email text, instant timestamptz)
    RETURNS TABLE (record_type text, record_id uuid, level text, document_level smallint) LANGUAGE sql STABLE AS $$
      SELECT g.record_type, g.record_id, g.level, g.document_level FROM access_grants g
      WHERE g.workspace_id = workspace AND g.revoked_at IS NULL AND (g.expires_at IS NULL OR g.expires_at > instant)
        AND (g.user_id = grantee OR g.email_key = verified_email)
        AND (NOT g.is_by_client OR is_own_record(g.workspace_id, g.granted_by, g.record_type, g.record_id))
    $$;
  `)
    .execute(db);
}
