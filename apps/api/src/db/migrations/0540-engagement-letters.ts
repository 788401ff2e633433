import { sql, type Kysely } from 'kysely';

/** Engagement letters, protected buyers, and the commission settings of a workspace. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    -- Workspaces without a row have the delivered settings.
    CREATE TABLE commission_settings (
      workspace_id uuid PRIMARY KEY REFERENCES workspaces (id),
      fee_tables jsonb NOT NULL,
      stage_weights jsonb NOT NULL,
      version integer NOT NULL
    );

    CREATE TABLE engagement_letters (
      workspace_id uuid NOT NULL REFERENCES workspaces (id),
      id uuid NOT NULL,
      business_id uuid NOT NULL,
      status text NOT NULL DEFAULT 'draft' CHECK (status IN ('draft', 'signed', 'ended')),
      fee_table_name text NOT NULL,
      -- [{upToCents, rateBps}]
      steps jsonb NOT NULL,
      minimum_fee_cents bigint NOT NULL CHECK (minimum_fee_cents BETWEEN 0 AND 100000000000000),
      counted_parts text[] NOT NULL CHECK (cardinality(counted_parts) > 0),
      -- [{amountCents, isCreditable, paidOn}]
      retainers jsonb NOT NULL,
      splits jsonb NOT NULL,
      starts_on date NOT NULL,
      ends_on date CHECK (ends_on >= starts_on),
      tail_months smallint NOT NULL CHECK (tail_months BETWEEN 0 AND 60),
      carve_outs text,
      broker_id uuid,
      co_broker_id uuid CHECK (co_broker_id <> broker_id),
      signed_on date,
      ended_on date CHECK (ended_on >= starts_on),
      end_reason text,
      document_id uuid,
      version integer NOT NULL DEFAULT 1,
      created_at timestamptz(3) NOT NULL,
      PRIMARY KEY (workspace_id, id),
      FOREIGN KEY (workspace_id, business_id) REFERENCES businesses (workspace_id, id),
      FOREIGN KEY (workspace_id, broker_id) REFERENCES memberships (workspace_id, user_id),
      FOREIGN KEY (workspace_id, co_broker_id) REFERENCES memberships (workspace_id, user_id),
      FOREIGN KEY (workspace_id, document_id) REFERENCES documents (workspace_id, id),
      CHECK ((status = 'draft') = (signed_on IS NULL)),
      CHECK ((status = 'ended') = (ended_on IS NOT NULL)),
      CHECK ((status = 'ended') = (end_reason IS NOT NULL))
    );
    CREATE INDEX engagement_letters_of_business ON engagement_letters (workspace_id, business_id, created_at, id);
    CREATE UNIQUE INDEX engagement_letters_current ON engagement_letters (workspace_id, business_id, status)
      WHERE status <> 'ended';

    -- Buyers added by hand; deals and invitations protect the others.
    CREATE TABLE protected_buyers (
      workspace_id uuid NOT NULL,
      business_id uuid NOT NULL,
      customer_id uuid NOT NULL,
      introduced_on date NOT NULL,
      note text,
      created_by uuid NOT NULL REFERENCES users (id),
      created_at timestamptz(3) NOT NULL,
      PRIMARY KEY (workspace_id, business_id, customer_id),
      FOREIGN KEY (workspace_id, business_id) REFERENCES businesses (workspace_id, id),
      FOREIGN KEY (workspace_id, customer_id) REFERENCES customers (workspace_id, id)
    );
    CREATE INDEX protected_buyers_by_customer ON protected_buyers (workspace_id, customer_id);
  `)
    .execute(db);
}
