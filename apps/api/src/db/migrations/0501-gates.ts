import { sql, type Kysely } from 'kysely';

/** Confirmations and overrides of what a stage requires, and the financing of a deal. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    CREATE TABLE gate_confirmations (
      workspace_id uuid NOT NULL REFERENCES workspaces (id),
      id uuid NOT NULL,
      business_id uuid,
      deal_id uuid,
      requirement text NOT NULL,
      kind text NOT NULL CHECK (kind IN ('confirmed', 'overridden')),
      note text,
      user_id uuid NOT NULL REFERENCES users (id),
      created_at timestamptz(3) NOT NULL,
      withdrawn_at timestamptz(3),
      PRIMARY KEY (workspace_id, id),
      CHECK (num_nonnulls(business_id, deal_id) = 1),
      CHECK (kind = 'confirmed' OR note IS NOT NULL),
      FOREIGN KEY (workspace_id, business_id) REFERENCES businesses (workspace_id, id),
      FOREIGN KEY (workspace_id, deal_id) REFERENCES deals (workspace_id, id)
    );
    CREATE UNIQUE INDEX gate_confirmations_of_record ON gate_confirmations (workspace_id, business_id, deal_id, requirement)
      NULLS NOT DISTINCT WHERE withdrawn_at IS NULL;

    ALTER TABLE deals
      ADD COLUMN financing_kind text CHECK (financing_kind IN ('cash', 'loan')),
      ADD COLUMN lender text,
      ADD COLUMN loan_cents bigint CHECK (loan_cents BETWEEN 0 AND 100000000000000),
      ADD COLUMN dscr integer CHECK (dscr BETWEEN 0 AND 10000),
      ADD CONSTRAINT deals_financing CHECK (financing_kind = 'loan' OR num_nonnulls(lender, loan_cents, dscr) = 0);
  `)
    .execute(db);
}
