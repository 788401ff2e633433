import { sql, type Kysely } from 'kysely';

/** Links by which people without a login read a document, their sessions, and what they read. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    CREATE TABLE shared_links (
      workspace_id uuid NOT NULL REFERENCES workspaces (id),
      id uuid NOT NULL,
      document_id uuid NOT NULL,
      -- The data room that the document was in. Taken out of it, the link shows nothing.
      room_id uuid,
      token_hash bytea NOT NULL UNIQUE,
      password_hash text,
      allowed text[] NOT NULL,
      denied text[] NOT NULL,
      can_download boolean NOT NULL,
      created_by uuid NOT NULL REFERENCES users (id),
      created_at timestamptz(3) NOT NULL,
      expires_at timestamptz(3) NOT NULL,
      revoked_at timestamptz(3),
      PRIMARY KEY (workspace_id, id),
      FOREIGN KEY (workspace_id, document_id) REFERENCES documents (workspace_id, id) ON DELETE CASCADE
    );
    CREATE INDEX shared_links_of_document ON shared_links (workspace_id, document_id, created_at DESC, id);

    CREATE TABLE shared_link_sessions (
      workspace_id uuid NOT NULL REFERENCES workspaces (id),
      id uuid NOT NULL,
      link_id uuid NOT NULL,
      email text NOT NULL,
      code_signature text NOT NULL,
      code_expires_at timestamptz(3) NOT NULL,
      -- From here on once the code was entered.
      token_hash bytea UNIQUE,
      verified_at timestamptz(3),
      expires_at timestamptz(3),
      ip_address text NOT NULL,
      created_at timestamptz(3) NOT NULL,
      PRIMARY KEY (workspace_id, id),
      FOREIGN KEY (workspace_id, link_id) REFERENCES shared_links (workspace_id, id) ON DELETE CASCADE,
      CHECK ((token_hash IS NULL) = (verified_at IS NULL) AND (token_hash IS NULL) = (expires_at IS NULL))
    );
    CREATE INDEX shared_link_sessions_of_link ON shared_link_sessions (workspace_id, link_id, email, created_at DESC);

    CREATE TABLE shared_link_views (
      workspace_id uuid NOT NULL REFERENCES workspaces (id),
      id uuid NOT NULL,
      session_id uuid NOT NULL,
      number integer NOT NULL,
      -- Null for a download.
      page integer CHECK (page >= 1),
      ip_address text NOT NULL,
      viewed_at timestamptz(3) NOT NULL,
      PRIMARY KEY (workspace_id, id),
      FOREIGN KEY (workspace_id, session_id) REFERENCES shared_link_sessions (workspace_id, id) ON DELETE CASCADE
    );
    CREATE INDEX shared_link_views_of_session ON shared_link_views (workspace_id, session_id);
  `)
    .execute(db);
}
