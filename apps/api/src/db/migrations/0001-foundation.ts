import { sql, type Kysely } from 'kysely';

/** Installation, identity and what every write uses: settings, sessions, audit, idempotency, files. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    CREATE EXTENSION IF NOT EXISTS pg_trgm;
    CREATE EXTENSION IF NOT EXISTS btree_gin;

    CREATE TABLE installation (
      is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
      name text NOT NULL,
      tagline text NOT NULL,
      support_email text,
      support_phone text,
      leads_workspace_id uuid,
      key_fingerprint text NOT NULL,
      version integer NOT NULL DEFAULT 1,
      created_at timestamptz(3) NOT NULL
    );

    CREATE TABLE users (
      id uuid PRIMARY KEY,
      email text NOT NULL,
      email_key text NOT NULL UNIQUE,
      display_name text NOT NULL,
      password_hash text,
      is_superadmin boolean NOT NULL DEFAULT false,
      status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'banned')),
      is_sample boolean NOT NULL DEFAULT false,
      email_verified_at timestamptz(3),
      version integer NOT NULL DEFAULT 1,
      created_at timestamptz(3) NOT NULL,
      updated_at timestamptz(3) NOT NULL
    );

    CREATE TABLE workspaces (
      id uuid PRIMARY KEY,
      name text NOT NULL,
      plan text NOT NULL CHECK (plan IN ('Free', 'Pro')),
      time_zone text NOT NULL,
      currency text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
      postal_address text NOT NULL DEFAULT '',
      announcement text,
      staff_access text[] NOT NULL,
      record_scope text NOT NULL DEFAULT 'all' CHECK (record_scope IN ('all', 'own')),
      is_sample boolean NOT NULL DEFAULT false,
      version integer NOT NULL DEFAULT 1,
      created_at timestamptz(3) NOT NULL
    );
    ALTER TABLE installation ADD FOREIGN KEY (leads_workspace_id) REFERENCES workspaces (id) ON DELETE SET NULL;

    CREATE TABLE memberships (
      workspace_id uuid NOT NULL REFERENCES workspaces (id),
      user_id uuid NOT NULL REFERENCES users (id),
      role text NOT NULL CHECK (role IN ('CLIENT', 'STAFF', 'ADMIN')),
      status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'banned')),
      banned_reason text,
      created_at timestamptz(3) NOT NULL,
      PRIMARY KEY (workspace_id, user_id)
    );
    CREATE INDEX memberships_by_user ON memberships (user_id);

    CREATE TABLE sessions (
      id uuid PRIMARY KEY,
      user_id uuid NOT NULL REFERENCES users (id),
      token_hash bytea NOT NULL UNIQUE,
      user_agent text NOT NULL,
      ip_address text NOT NULL,
      created_at timestamptz(3) NOT NULL,
      last_seen_at timestamptz(3) NOT NULL,
      expires_at timestamptz(3) NOT NULL,
      revoked_at timestamptz(3)
    );
    CREATE INDEX sessions_by_user ON sessions (user_id) WHERE revoked_at IS NULL;

    CREATE TABLE one_time_links (
      id uuid PRIMARY KEY,
      kind text NOT NULL CHECK (kind IN ('reset', 'invite', 'first_admin')),
      token_hash bytea NOT NULL UNIQUE,
      email text,
      user_id uuid REFERENCES users (id),
      workspace_id uuid REFERENCES workspaces (id),
      role text CHECK (role IN ('CLIENT', 'STAFF', 'ADMIN')),
      customer_id uuid,
      created_by uuid REFERENCES users (id),
      created_at timestamptz(3) NOT NULL,
      expires_at timestamptz(3) NOT NULL,
      consumed_at timestamptz(3)
    );
    CREATE INDEX one_time_links_open ON one_time_links (workspace_id, kind) WHERE consumed_at IS NULL;

    CREATE TABLE rate_limits (
      key text PRIMARY KEY,
      window_ends_at timestamptz(3) NOT NULL,
      hits integer NOT NULL
    );

    CREATE TABLE idempotency_keys (
      actor_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      key text NOT NULL,
      request_hash bytea NOT NULL,
      status smallint,
      response jsonb,
      created_at timestamptz(3) NOT NULL,
      PRIMARY KEY (actor_id, key)
    );
    CREATE INDEX idempotency_keys_age ON idempotency_keys (created_at);

    CREATE TABLE audit_entries (
      id uuid PRIMARY KEY,
      workspace_id uuid,
      actor_id uuid,
      action text NOT NULL,
      subject_id text,
      detail jsonb NOT NULL DEFAULT '{}',
      ip_address text,
      request_id text,
      created_at timestamptz(3) NOT NULL
    );
    CREATE INDEX audit_entries_by_workspace ON audit_entries (workspace_id, created_at DESC, id DESC);
    CREATE TABLE audit_pending (entry_id uuid PRIMARY KEY REFERENCES audit_entries (id));
    CREATE TABLE audit_seals (
      seq bigint PRIMARY KEY,
      entry_ids uuid[] NOT NULL,
      prev_hash bytea NOT NULL,
      hash bytea NOT NULL,
      sealed_at timestamptz(3) NOT NULL
    );

    CREATE TABLE files (
      workspace_id uuid NOT NULL REFERENCES workspaces (id),
      id uuid NOT NULL,
      sha256 text NOT NULL CHECK (sha256 ~ '^[0-9a-f]{64}$'),
      size_bytes bigint NOT NULL CHECK (size_bytes >= 0),
      content_type text NOT NULL,
      name text NOT NULL,
      purpose text NOT NULL CHECK (purpose IN ('attachment', 'raw-mail', 'import')),
      created_by uuid REFERENCES users (id),
      created_at timestamptz(3) NOT NULL,
      PRIMARY KEY (workspace_id, id)
    );
    CREATE INDEX files_by_hash ON files (workspace_id, sha256);

    CREATE TABLE tickets (
      token_hash bytea PRIMARY KEY,
      session_id uuid NOT NULL REFERENCES sessions (id),
      workspace_id uuid NOT NULL REFERENCES workspaces (id),
      action text NOT NULL,
      subject jsonb NOT NULL,
      expires_at timestamptz(3) NOT NULL
    );
    CREATE INDEX tickets_age ON tickets (expires_at);

  `)
    .execute(db);
}
