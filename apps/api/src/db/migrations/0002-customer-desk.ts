import { sql, type Kysely } from 'kysely';

/** Customers with what belongs to them. Tenant tables: key (workspace_id, id), composite foreign keys only. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    CREATE TABLE customers (
      workspace_id uuid NOT NULL REFERENCES workspaces (id),
      id uuid NOT NULL,
      user_id uuid,
      name text NOT NULL,
      name_sort text COLLATE "C" NOT NULL,
      email text,
      email_key text,
      phone text,
      phone_key text,
      company text,
      company_sort text COLLATE "C" NOT NULL DEFAULT '',
      npi text CHECK (npi ~ '^[12][0-9]{9}$'),
      account_type text NOT NULL CHECK (account_type IN ('Individual', 'Corporate')),
      status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'banned')),
      banned_reason text,
      is_verified boolean NOT NULL DEFAULT false,
      plan_name text,
      joining_date date NOT NULL,
      broker_id uuid,
      source text,
      title text,
      website text,
      address_line1 text,
      address_line2 text,
      city text,
      region text,
      postal_code text,
      country text,
      taxonomy_code text,
      version integer NOT NULL DEFAULT 1,
      created_at timestamptz(3) NOT NULL,
      updated_at timestamptz(3) NOT NULL,
      deleted_at timestamptz(3),
      PRIMARY KEY (workspace_id, id),
      FOREIGN KEY (workspace_id, user_id) REFERENCES memberships (workspace_id, user_id),
      FOREIGN KEY (workspace_id, broker_id) REFERENCES memberships (workspace_id, user_id)
    );
    CREATE UNIQUE INDEX customers_one_login ON customers (workspace_id, user_id) WHERE user_id IS NOT NULL;
    CREATE INDEX customers_by_name ON customers (workspace_id, name_sort, id) WHERE deleted_at IS NULL;
    CREATE INDEX customers_by_company ON customers (workspace_id, company_sort, id) WHERE deleted_at IS NULL;
    CREATE INDEX customers_by_created ON customers (workspace_id, created_at, id) WHERE deleted_at IS NULL;
    CREATE INDEX customers_by_joining ON customers (workspace_id, joining_date, id) WHERE deleted_at IS NULL;
    CREATE INDEX customers_by_broker ON customers (workspace_id, broker_id, created_at, id) WHERE deleted_at IS NULL;
    CREATE INDEX customers_banned ON customers (workspace_id, created_at, id) WHERE deleted_at IS NULL AND status = 'banned';
    CREATE INDEX customers_deleted ON customers (workspace_id, deleted_at, id) WHERE deleted_at IS NOT NULL;
    CREATE INDEX customers_by_npi ON customers (workspace_id, npi) WHERE npi IS NOT NULL;
    CREATE INDEX customers_by_email ON customers (workspace_id, email_key) WHERE email_key IS NOT NULL;
    CREATE INDEX customers_by_phone ON customers (workspace_id, phone_key) WHERE phone_key IS NOT NULL;

    CREATE TABLE customer_emails (
      workspace_id uuid NOT NULL,
      customer_id uuid NOT NULL,
      position smallint NOT NULL,
      email text NOT NULL,
      email_key text NOT NULL,
      PRIMARY KEY (workspace_id, customer_id, position),
      FOREIGN KEY (workspace_id, customer_id) REFERENCES customers (workspace_id, id)
    );
    CREATE INDEX customer_emails_by_address ON customer_emails (workspace_id, email_key);

    CREATE TABLE customer_stats (
      workspace_id uuid NOT NULL,
      customer_id uuid NOT NULL,
      last_activity_at timestamptz(3) NOT NULL,
      note_count integer NOT NULL DEFAULT 0,
      open_task_count integer NOT NULL DEFAULT 0,
      email_count integer NOT NULL DEFAULT 0,
      activity_count integer NOT NULL DEFAULT 0,
      PRIMARY KEY (workspace_id, customer_id),
      FOREIGN KEY (workspace_id, customer_id) REFERENCES customers (workspace_id, id)
    );
    CREATE INDEX customer_stats_recent ON customer_stats (workspace_id, last_activity_at, customer_id);

    CREATE TABLE corporate_members (
      workspace_id uuid NOT NULL,
      corporate_id uuid NOT NULL,
      member_id uuid NOT NULL,
      title text,
      created_at timestamptz(3) NOT NULL,
      PRIMARY KEY (workspace_id, corporate_id, member_id),
      FOREIGN KEY (workspace_id, corporate_id) REFERENCES customers (workspace_id, id),
      FOREIGN KEY (workspace_id, member_id) REFERENCES customers (workspace_id, id),
      CHECK (corporate_id <> member_id)
    );
    CREATE INDEX corporate_members_by_member ON corporate_members (workspace_id, member_id);

    CREATE TABLE tags (
      workspace_id uuid NOT NULL REFERENCES workspaces (id),
      id uuid NOT NULL,
      name text NOT NULL,
      name_key text NOT NULL,
      PRIMARY KEY (workspace_id, id),
      UNIQUE (workspace_id, name_key)
    );
    CREATE TABLE customer_tags (
      workspace_id uuid NOT NULL,
      customer_id uuid NOT NULL,
      tag_id uuid NOT NULL,
      PRIMARY KEY (workspace_id, customer_id, tag_id),
      FOREIGN KEY (workspace_id, customer_id) REFERENCES customers (workspace_id, id),
      FOREIGN KEY (workspace_id, tag_id) REFERENCES tags (workspace_id, id)
    );
    CREATE INDEX customer_tags_by_tag ON customer_tags (workspace_id, tag_id, customer_id);

    CREATE TABLE search_entries (
      workspace_id uuid NOT NULL REFERENCES workspaces (id),
      kind text NOT NULL,
      record_id uuid NOT NULL,
      text text NOT NULL,
      PRIMARY KEY (workspace_id, kind, record_id)
    );
    CREATE INDEX search_entries_text ON search_entries USING gin (workspace_id, kind, text gin_trgm_ops);

    CREATE TABLE activities (
      workspace_id uuid NOT NULL,
      id uuid NOT NULL,
      customer_id uuid NOT NULL,
      type text NOT NULL,
      subject_kind text NOT NULL,
      subject_id uuid NOT NULL,
      actor_id uuid REFERENCES users (id),
      audience text NOT NULL CHECK (audience IN ('staff', 'client', 'mailbox')),
      detail jsonb NOT NULL DEFAULT '{}',
      occurred_at timestamptz(3) NOT NULL,
      PRIMARY KEY (workspace_id, id),
      FOREIGN KEY (workspace_id, customer_id) REFERENCES customers (workspace_id, id)
    );
    CREATE INDEX activities_timeline ON activities (workspace_id, customer_id, occurred_at, id);

    CREATE TABLE notes (
      workspace_id uuid NOT NULL,
      id uuid NOT NULL,
      customer_id uuid NOT NULL,
      author_id uuid NOT NULL REFERENCES users (id),
      kind text NOT NULL CHECK (kind IN ('note', 'call', 'meeting')),
      body text NOT NULL,
      occurred_at timestamptz(3) NOT NULL,
      duration_minutes integer CHECK (duration_minutes BETWEEN 1 AND 1440),
      is_pinned boolean NOT NULL DEFAULT false,
      version integer NOT NULL DEFAULT 1,
      created_at timestamptz(3) NOT NULL,
      updated_at timestamptz(3) NOT NULL,
      deleted_at timestamptz(3),
      PRIMARY KEY (workspace_id, id),
      FOREIGN KEY (workspace_id, customer_id) REFERENCES customers (workspace_id, id)
    );
    CREATE INDEX notes_of_customer ON notes (workspace_id, customer_id, is_pinned, occurred_at, id) WHERE deleted_at IS NULL;

    CREATE TABLE note_mentions (
      workspace_id uuid NOT NULL,
      note_id uuid NOT NULL,
      user_id uuid NOT NULL,
      PRIMARY KEY (workspace_id, note_id, user_id),
      FOREIGN KEY (workspace_id, note_id) REFERENCES notes (workspace_id, id),
      FOREIGN KEY (workspace_id, user_id) REFERENCES memberships (workspace_id, user_id)
    );

    CREATE TABLE tasks (
      workspace_id uuid NOT NULL REFERENCES workspaces (id),
      id uuid NOT NULL,
      customer_id uuid,
      title text NOT NULL,
      description text,
      status text NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'done')),
      priority text NOT NULL DEFAULT 'normal' CHECK (priority IN ('low', 'normal', 'high')),
      audience text NOT NULL DEFAULT 'staff' CHECK (audience IN ('staff', 'client')),
      due_date date,
      due_sort date NOT NULL GENERATED ALWAYS AS (coalesce(due_date, DATE '9999-12-31')) STORED,
      assignee_id uuid,
      created_by uuid NOT NULL REFERENCES users (id),
      completed_at timestamptz(3),
      version integer NOT NULL DEFAULT 1,
      created_at timestamptz(3) NOT NULL,
      updated_at timestamptz(3) NOT NULL,
      deleted_at timestamptz(3),
      PRIMARY KEY (workspace_id, id),
      FOREIGN KEY (workspace_id, customer_id) REFERENCES customers (workspace_id, id),
      FOREIGN KEY (workspace_id, assignee_id) REFERENCES memberships (workspace_id, user_id),
      CHECK ((status = 'done') = (completed_at IS NOT NULL))
    );
    CREATE INDEX tasks_by_due ON tasks (workspace_id, status, due_sort, id) WHERE deleted_at IS NULL;
    CREATE INDEX tasks_by_assignee ON tasks (workspace_id, assignee_id, status, due_sort, id) WHERE deleted_at IS NULL;
    CREATE INDEX tasks_of_customer ON tasks (workspace_id, customer_id, due_sort, id) WHERE deleted_at IS NULL;

    CREATE TABLE notifications (
      workspace_id uuid NOT NULL,
      id uuid NOT NULL,
      user_id uuid NOT NULL,
      type text NOT NULL,
      title text NOT NULL,
      customer_id uuid,
      read_at timestamptz(3),
      created_at timestamptz(3) NOT NULL,
      PRIMARY KEY (workspace_id, id),
      FOREIGN KEY (workspace_id, user_id) REFERENCES memberships (workspace_id, user_id),
      FOREIGN KEY (workspace_id, customer_id) REFERENCES customers (workspace_id, id)
    );
    CREATE INDEX notifications_of_user ON notifications (workspace_id, user_id, created_at, id);
    CREATE INDEX notifications_unread ON notifications (workspace_id, user_id) WHERE read_at IS NULL;
  `)
    .execute(db);
}
