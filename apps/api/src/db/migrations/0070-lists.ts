import { sql, type Kysely } from 'kysely';

/** Saved views, work on many customers at once, and what lists count and filter by. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    CREATE TABLE saved_views (
      workspace_id uuid NOT NULL REFERENCES workspaces (id),
      id uuid NOT NULL,
      owner_id uuid NOT NULL REFERENCES users (id),
      name text NOT NULL,
      is_shared boolean NOT NULL,
      settings jsonb NOT NULL,
      version integer NOT NULL DEFAULT 1,
      created_at timestamptz(3) NOT NULL,
      updated_at timestamptz(3) NOT NULL,
      deleted_at timestamptz(3),
      PRIMARY KEY (workspace_id, id)
    );
    CREATE INDEX saved_views_of_owner ON saved_views (workspace_id, owner_id) WHERE deleted_at IS NULL;

    CREATE TABLE bulk_runs (
      workspace_id uuid NOT NULL REFERENCES workspaces (id),
      id uuid NOT NULL,
      action text NOT NULL CHECK (action IN ('assign', 'tag', 'untag', 'email', 'ban', 'delete', 'restore', 'undo')),
      input jsonb NOT NULL,
      undo_of uuid,
      status text NOT NULL DEFAULT 'queued' CHECK (status IN ('queued', 'running', 'done', 'failed', 'canceled')),
      status_detail text,
      position integer NOT NULL DEFAULT 0,
      total_count integer NOT NULL,
      done_count integer NOT NULL DEFAULT 0,
      skipped_count integer NOT NULL DEFAULT 0,
      undone_count integer NOT NULL DEFAULT 0,
      created_by uuid NOT NULL REFERENCES users (id),
      created_at timestamptz(3) NOT NULL,
      finished_at timestamptz(3),
      PRIMARY KEY (workspace_id, id),
      FOREIGN KEY (workspace_id, undo_of) REFERENCES bulk_runs (workspace_id, id),
      CHECK ((action = 'undo') = (undo_of IS NOT NULL)),
      CHECK (done_count + skipped_count <= total_count)
    );
    CREATE INDEX bulk_runs_newest ON bulk_runs (workspace_id, created_at, id);
    CREATE UNIQUE INDEX bulk_runs_one_undo_at_a_time ON bulk_runs (workspace_id, undo_of) WHERE status IN ('queued', 'running') AND undo_of IS NOT NULL;

    CREATE TABLE bulk_batches (
      workspace_id uuid NOT NULL,
      run_id uuid NOT NULL,
      position integer NOT NULL,
      customer_ids uuid[] NOT NULL,
      PRIMARY KEY (workspace_id, run_id, position),
      FOREIGN KEY (workspace_id, run_id) REFERENCES bulk_runs (workspace_id, id)
    );

    CREATE TABLE bulk_rows (
      workspace_id uuid NOT NULL,
      run_id uuid NOT NULL,
      customer_id uuid NOT NULL,
      outcome text NOT NULL CHECK (outcome IN ('done', 'skipped')),
      reason text,
      before jsonb,
      version_after integer,
      message_id uuid,
      done_at timestamptz(3) NOT NULL,
      is_undone boolean NOT NULL DEFAULT false,
      PRIMARY KEY (workspace_id, run_id, customer_id),
      FOREIGN KEY (workspace_id, run_id) REFERENCES bulk_runs (workspace_id, id),
      FOREIGN KEY (workspace_id, customer_id) REFERENCES customers (workspace_id, id) ON DELETE CASCADE,
      FOREIGN KEY (workspace_id, message_id) REFERENCES messages (workspace_id, id)
    );
    CREATE INDEX bulk_rows_by_outcome ON bulk_rows (workspace_id, run_id, outcome, customer_id);
    CREATE INDEX bulk_rows_of_customer ON bulk_rows (workspace_id, customer_id);

    -- Few distinct values: the entries of equal rows share their key, so a total reads little even over a million.
    CREATE INDEX customers_by_facets ON customers (workspace_id, status, account_type, is_verified, broker_id) WHERE deleted_at IS NULL;

    CREATE INDEX customers_by_company_and_name ON customers (workspace_id, company_sort, name_sort, id) WHERE deleted_at IS NULL;

    ALTER TABLE customer_stats ADD COLUMN last_contact_at timestamptz(3);
    UPDATE customer_stats SET last_contact_at = contact.last_at
    FROM (
      SELECT workspace_id, customer_id, max(occurred_at) AS last_at FROM activities
      WHERE type IN ('email.sent', 'email.received', 'call.logged', 'meeting.logged') GROUP BY workspace_id, customer_id
    ) AS contact
    WHERE contact.workspace_id = customer_stats.workspace_id AND contact.customer_id = customer_stats.customer_id;
    CREATE INDEX customer_stats_contacts ON customer_stats (workspace_id, last_contact_at, customer_id) WHERE last_contact_at IS NOT NULL;
  `)
    .execute(db);
}
