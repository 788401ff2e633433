import { sql, type Kysely } from 'kysely';

/** Profit and loss by year and month, add-backs, and the recasts that were accepted. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    CREATE TABLE financial_periods (
      workspace_id uuid NOT NULL,
      id uuid NOT NULL,
      business_id uuid NOT NULL,
      year smallint NOT NULL CHECK (year BETWEEN 1990 AND 2100),
      month smallint CHECK (month BETWEEN 1 AND 12),
      lines jsonb NOT NULL CHECK (jsonb_typeof(lines) = 'object'),
      version integer NOT NULL DEFAULT 1,
      updated_by uuid NOT NULL REFERENCES users (id),
      updated_at timestamptz(3) NOT NULL,
      PRIMARY KEY (workspace_id, id),
      FOREIGN KEY (workspace_id, business_id) REFERENCES businesses (workspace_id, id)
    );
    CREATE UNIQUE INDEX financial_periods_once ON financial_periods (workspace_id, business_id, year, month) NULLS NOT DISTINCT;
    CREATE TABLE add_backs (
      workspace_id uuid NOT NULL,
      id uuid NOT NULL,
      business_id uuid NOT NULL,
      year smallint CHECK (year BETWEEN 1990 AND 2100),
      category text NOT NULL CHECK (category IN ('owner_benefits', 'discretionary', 'one_time', 'second_owner',
        'rent_to_market', 'unpaid_family', 'owner_replacement')),
      description text NOT NULL,
      amount_cents bigint NOT NULL CHECK (amount_cents >= 0 OR category IN ('second_owner', 'rent_to_market')),
      status text NOT NULL CHECK (status IN ('accepted', 'contested', 'rejected')),
      proof_id uuid,
      reviewed_by uuid NOT NULL REFERENCES users (id),
      reviewed_at timestamptz(3) NOT NULL,
      version integer NOT NULL DEFAULT 1,
      created_at timestamptz(3) NOT NULL,
      PRIMARY KEY (workspace_id, id),
      FOREIGN KEY (workspace_id, business_id) REFERENCES businesses (workspace_id, id),
      FOREIGN KEY (workspace_id, proof_id) REFERENCES documents (workspace_id, id)
    );
    CREATE INDEX add_backs_of_business ON add_backs (workspace_id, business_id, created_at, id);
    CREATE INDEX add_backs_proof ON add_backs (workspace_id, proof_id) WHERE proof_id IS NOT NULL;
    CREATE TABLE recasts (
      workspace_id uuid NOT NULL,
      id uuid NOT NULL,
      business_id uuid NOT NULL,
      snapshot jsonb NOT NULL CHECK (jsonb_typeof(snapshot) = 'object'),
      accepted_by uuid NOT NULL REFERENCES users (id),
      accepted_at timestamptz(3) NOT NULL,
      PRIMARY KEY (workspace_id, id),
      FOREIGN KEY (workspace_id, business_id) REFERENCES businesses (workspace_id, id)
    );
    CREATE INDEX recasts_of_business ON recasts (workspace_id, business_id, accepted_at, id);
  `)
    .execute(db);
}
