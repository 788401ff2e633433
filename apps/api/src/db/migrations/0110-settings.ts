import { sql, type Kysely } from 'kysely';

/** People who left, the catalog of sources, API keys, webhooks, checks of the audit log, logos, and own mail servers. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(peopleAndSources).execute(db);
  await sql.raw(keysAndWebhooks).execute(db);
  await sql.raw(auditChecks).execute(db);
  await sql.raw(logosAndMailServers).execute(db);
}

/** Names of sources come from forms, imports and jobs alike, so the database itself keeps their catalog. */
const peopleAndSources = `
  ALTER TABLE memberships DROP CONSTRAINT memberships_status_check;
  ALTER TABLE memberships ADD CONSTRAINT memberships_status_check CHECK (status IN ('active', 'banned', 'deactivated'));
  ALTER TABLE memberships ADD COLUMN version integer NOT NULL DEFAULT 1, ADD COLUMN deactivated_at timestamptz(3);
  ALTER TABLE memberships ADD CHECK ((status = 'deactivated') = (deactivated_at IS NOT NULL));

  CREATE TABLE sources (
    workspace_id uuid NOT NULL REFERENCES workspaces (id),
    id uuid NOT NULL,
    name text NOT NULL,
    PRIMARY KEY (workspace_id, id),
    UNIQUE (workspace_id, name)
  );
  INSERT INTO sources (workspace_id, id, name)
    SELECT workspace_id, gen_random_uuid(), source FROM customers WHERE source IS NOT NULL GROUP BY workspace_id, source;
  CREATE INDEX customers_by_source ON customers (workspace_id, source) WHERE source IS NOT NULL;

  CREATE FUNCTION add_new_sources() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    INSERT INTO sources (workspace_id, id, name)
      SELECT workspace_id, gen_random_uuid(), source FROM added WHERE source IS NOT NULL
      GROUP BY workspace_id, source ORDER BY workspace_id, source
    ON CONFLICT DO NOTHING;
    RETURN NULL;
  END $$;
  CREATE TRIGGER customers_new_sources AFTER INSERT ON customers
    REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION add_new_sources();

  CREATE FUNCTION add_changed_source() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    INSERT INTO sources (workspace_id, id, name) VALUES (NEW.workspace_id, gen_random_uuid(), NEW.source) ON CONFLICT DO NOTHING;
    RETURN NULL;
  END $$;
  CREATE TRIGGER customers_changed_source AFTER UPDATE OF source ON customers FOR EACH ROW
    WHEN (NEW.source IS NOT NULL AND NEW.source IS DISTINCT FROM OLD.source) EXECUTE FUNCTION add_changed_source();
`;

/** Entries of timelines are the events; they are written in many places, and none may be missed. */
const keysAndWebhooks = `
  CREATE TABLE api_keys (
    session_id uuid PRIMARY KEY REFERENCES sessions (id) ON DELETE CASCADE,
    workspace_id uuid NOT NULL REFERENCES workspaces (id),
    user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    name text NOT NULL,
    hint text NOT NULL,
    scopes text[] NOT NULL CHECK (cardinality(scopes) > 0)
  );
  CREATE INDEX api_keys_of_workspace ON api_keys (workspace_id);

  CREATE TABLE webhooks (
    workspace_id uuid NOT NULL REFERENCES workspaces (id),
    id uuid NOT NULL,
    url text NOT NULL,
    description text,
    events text[] NOT NULL CHECK (cardinality(events) > 0),
    sealed_secret text NOT NULL,
    sealed_old_secret text,
    old_secret_until timestamptz(3),
    is_enabled boolean NOT NULL DEFAULT true,
    disabled_reason text,
    failing_since timestamptz(3),
    created_by uuid REFERENCES users (id) ON DELETE SET NULL,
    version integer NOT NULL DEFAULT 1,
    created_at timestamptz(3) NOT NULL,
    PRIMARY KEY (workspace_id, id),
    CHECK ((sealed_old_secret IS NULL) = (old_secret_until IS NULL)),
    CHECK (disabled_reason IS NULL OR NOT is_enabled)
  );

  CREATE TABLE webhook_deliveries (
    workspace_id uuid NOT NULL,
    id uuid NOT NULL,
    webhook_id uuid NOT NULL,
    message_id uuid NOT NULL,
    type text NOT NULL,
    body text NOT NULL,
    status text NOT NULL DEFAULT 'queued' CHECK (status IN ('queued', 'delivered', 'failed')),
    attempts integer NOT NULL DEFAULT 0,
    tries_left integer NOT NULL CHECK (tries_left >= 0),
    response_status integer,
    response_excerpt text,
    error text,
    created_at timestamptz(3) NOT NULL,
    last_attempt_at timestamptz(3),
    next_attempt_at timestamptz(3),
    PRIMARY KEY (workspace_id, id),
    FOREIGN KEY (workspace_id, webhook_id) REFERENCES webhooks (workspace_id, id) ON DELETE CASCADE
  );
  CREATE INDEX webhook_deliveries_newest ON webhook_deliveries (workspace_id, webhook_id, created_at, id);
  CREATE INDEX webhook_deliveries_age ON webhook_deliveries (workspace_id, created_at);

  CREATE TABLE webhook_pending (
    activity_id uuid NOT NULL,
    webhook_id uuid NOT NULL,
    workspace_id uuid NOT NULL,
    PRIMARY KEY (activity_id, webhook_id)
  );
  CREATE FUNCTION queue_webhook_events() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    INSERT INTO webhook_pending (activity_id, webhook_id, workspace_id)
      SELECT added.id, webhooks.id, added.workspace_id
      FROM added JOIN webhooks ON webhooks.workspace_id = added.workspace_id AND webhooks.is_enabled AND added.type = ANY (webhooks.events);
    RETURN NULL;
  END $$;
  CREATE TRIGGER activities_to_webhooks AFTER INSERT ON activities
    REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION queue_webhook_events();
`;

const auditChecks = `
  CREATE TABLE audit_checks (
    id uuid PRIMARY KEY,
    status text NOT NULL DEFAULT 'running' CHECK (status IN ('running', 'intact', 'broken', 'failed')),
    seals bigint NOT NULL DEFAULT 0,
    entries bigint NOT NULL DEFAULT 0,
    first_bad_seal bigint,
    missing_entries bigint NOT NULL DEFAULT 0,
    started_at timestamptz(3) NOT NULL,
    finished_at timestamptz(3),
    CHECK ((status = 'running') = (finished_at IS NULL))
  );
  CREATE UNIQUE INDEX audit_checks_one_running ON audit_checks ((true)) WHERE status = 'running';
  CREATE INDEX audit_entries_by_subject ON audit_entries (workspace_id, subject_id, created_at DESC, id DESC) WHERE subject_id IS NOT NULL;
`;

/** The mail server belongs to the shared mailbox; its password is sealed, and the result of the last test is stored with it. */
const logosAndMailServers = `
  ALTER TABLE installation ADD COLUMN logo_key text;
  ALTER TABLE workspaces ADD COLUMN logo_key text;

  ALTER TABLE mailboxes
    ADD COLUMN version integer NOT NULL DEFAULT 1,
    ADD COLUMN smtp_host text,
    ADD COLUMN smtp_port integer CHECK (smtp_port BETWEEN 1 AND 65535),
    ADD COLUMN smtp_security text CHECK (smtp_security IN ('tls', 'starttls', 'none')),
    ADD COLUMN smtp_username text,
    ADD COLUMN smtp_sealed_password text,
    ADD COLUMN test_status text CHECK (test_status IN ('running', 'sent', 'failed')),
    ADD COLUMN test_detail text,
    ADD COLUMN test_to text,
    ADD COLUMN tested_at timestamptz(3),
    ADD CHECK ((smtp_host IS NULL) = (smtp_port IS NULL) AND (smtp_host IS NULL) = (smtp_security IS NULL)),
    ADD CHECK (smtp_username IS NULL OR smtp_host IS NOT NULL),
    ADD CHECK ((smtp_username IS NULL) = (smtp_sealed_password IS NULL)),
    ADD CHECK ((test_status IS NULL) = (tested_at IS NULL) AND (test_status IS NULL) = (test_to IS NULL));
`;
