import { sql, type Kysely } from 'kysely';

/** Records shared with people beyond their role, and logins that represent several customers of a workspace. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    CREATE TABLE access_grants (
      workspace_id uuid NOT NULL REFERENCES workspaces (id),
      id uuid NOT NULL,
      record_type text NOT NULL,
      record_id uuid NOT NULL,
      user_id uuid REFERENCES users (id) ON DELETE CASCADE,
      email_key text,
      level text NOT NULL CHECK (level IN ('view', 'contribute')),
      granted_by uuid NOT NULL REFERENCES users (id),
      created_at timestamptz(3) NOT NULL,
      expires_at timestamptz(3) CHECK (expires_at > created_at),
      revoked_at timestamptz(3),
      PRIMARY KEY (workspace_id, id),
      CHECK ((user_id IS NULL) <> (email_key IS NULL))
    );
    CREATE INDEX access_grants_of_record ON access_grants (workspace_id, record_id, created_at);
    CREATE INDEX access_grants_of_user ON access_grants (workspace_id, user_id) WHERE revoked_at IS NULL AND user_id IS NOT NULL;
    CREATE INDEX access_grants_of_email ON access_grants (workspace_id, email_key) WHERE revoked_at IS NULL AND email_key IS NOT NULL;

    -- In one place, since the sign-in statement reads them for a workspace that it finds itself.
    CREATE FUNCTION live_grants(workspace uuid, grantee uuid, verified_email text, instant timestamptz)
    RETURNS TABLE (record_type text, record_id uuid, level text) LANGUAGE sql STABLE AS $$
      SELECT g.record_type, g.record_id, g.level FROM access_grants g
      WHERE g.workspace_id = workspace AND g.revoked_at IS NULL AND (g.expires_at IS NULL OR g.expires_at > instant)
        AND (g.user_id = grantee OR g.email_key = verified_email)
    $$;

    DROP INDEX customers_one_login;
    CREATE INDEX customers_by_login ON customers (workspace_id, user_id) WHERE user_id IS NOT NULL;

    ALTER TABLE merge_pieces DROP CONSTRAINT merge_pieces_kind_check;
    ALTER TABLE merge_pieces ADD CONSTRAINT merge_pieces_kind_check CHECK (kind IN ('activity', 'note', 'task', 'notification', 'business', 'link',
      'message', 'tag', 'member', 'membership', 'dismissal', 'grant'));
  `)
    .execute(db);
}
