import { sql, type Kysely } from 'kysely';

/** Offers and counter-offers. At most one of a deal is accepted. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const cents = (column: string): string =>
    `${column} bigint NOT NULL CHECK (${column} BETWEEN 0 AND 100000000000000)`;
  await sql
    .raw(`
    CREATE TABLE offers (
      workspace_id uuid NOT NULL REFERENCES workspaces (id),
      id uuid NOT NULL,
      deal_id uuid NOT NULL,
      number integer NOT NULL CHECK (number > 0),
      state text NOT NULL CHECK (state IN ('draft', 'submitted', 'countered', 'accepted', 'declined', 'withdrawn', 'expired')),
      side text NOT NULL CHECK (side IN ('buyer', 'seller')),
      counters_id uuid,
      kind text NOT NULL CHECK (kind IN ('loi', 'ioi')),
      price_cents bigint NOT NULL CHECK (price_cents BETWEEN 1 AND 100000000000000),
      ${cents('cash_cents')},
      ${cents('seller_note_cents')},
      note_rate_basis_points integer NOT NULL CHECK (note_rate_basis_points BETWEEN 0 AND 10000),
      note_months integer NOT NULL CHECK (note_months BETWEEN 0 AND 480),
      is_note_on_standby boolean NOT NULL,
      ${cents('earn_out_cents')},
      earn_out_months integer NOT NULL CHECK (earn_out_months BETWEEN 0 AND 480),
      ${cents('assumed_debt_cents')},
      ${cents('inventory_cents')},
      ${cents('real_estate_cents')},
      deposit_cents bigint CHECK (deposit_cents BETWEEN 0 AND 100000000000000),
      contingencies text,
      exclusivity_end date,
      expires_on date,
      created_by uuid NOT NULL REFERENCES users (id),
      decided_at timestamptz(3),
      version integer NOT NULL DEFAULT 1,
      created_at timestamptz(3) NOT NULL,
      updated_at timestamptz(3) NOT NULL,
      PRIMARY KEY (workspace_id, id),
      UNIQUE (workspace_id, deal_id, number),
      FOREIGN KEY (workspace_id, deal_id) REFERENCES deals (workspace_id, id),
      FOREIGN KEY (workspace_id, counters_id) REFERENCES offers (workspace_id, id)
    );
    CREATE UNIQUE INDEX offers_one_accepted ON offers (workspace_id, deal_id) WHERE state = 'accepted' AND kind = 'loi';
  `)
    .execute(db);
}
