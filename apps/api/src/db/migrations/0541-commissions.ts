import { sql, type Kysely } from 'kysely';

/** Commissions of closed deals with their terms and amounts, their shares, and what was paid out. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    -- One for each deal, with its id. Expected commissions have no row.
    CREATE TABLE commissions (
      workspace_id uuid NOT NULL,
      id uuid NOT NULL,
      letter_id uuid NOT NULL,
      closed_on date NOT NULL,
      -- Integer cents by part; the earn-outs paid so far are one of them.
      consideration jsonb NOT NULL,
      -- Rates, minimum, counted parts, splits, and people of the letter as they were at closing.
      terms jsonb NOT NULL,
      -- [{cents, paidOn}]
      earn_outs jsonb NOT NULL DEFAULT '[]',
      claim text NOT NULL CHECK (claim IN ('term', 'tail')),
      base_cents bigint NOT NULL CHECK (base_cents >= 0),
      fee_cents bigint NOT NULL CHECK (fee_cents >= 0),
      credit_cents bigint NOT NULL CHECK (credit_cents >= 0),
      due_cents bigint NOT NULL CHECK (due_cents >= 0),
      paid_cents bigint NOT NULL DEFAULT 0 CHECK (paid_cents BETWEEN 0 AND due_cents),
      version integer NOT NULL DEFAULT 1,
      created_at timestamptz(3) NOT NULL,
      PRIMARY KEY (workspace_id, id),
      FOREIGN KEY (workspace_id, id) REFERENCES deals (workspace_id, id),
      FOREIGN KEY (workspace_id, letter_id) REFERENCES engagement_letters (workspace_id, id)
    );
    CREATE INDEX commissions_by_closing ON commissions (workspace_id, closed_on, id);

    CREATE TABLE commission_shares (
      workspace_id uuid NOT NULL,
      commission_id uuid NOT NULL,
      position smallint NOT NULL,
      role text NOT NULL CHECK (role IN ('referral', 'listing', 'co_listing', 'buyer', 'brokerage')),
      user_id uuid REFERENCES users (id),
      name text NOT NULL,
      cents bigint NOT NULL CHECK (cents >= 0),
      PRIMARY KEY (workspace_id, commission_id, position),
      FOREIGN KEY (workspace_id, commission_id) REFERENCES commissions (workspace_id, id)
    );
    CREATE INDEX commission_shares_by_user ON commission_shares (workspace_id, user_id) WHERE user_id IS NOT NULL;

    CREATE TABLE commission_payouts (
      workspace_id uuid NOT NULL,
      id uuid NOT NULL,
      commission_id uuid NOT NULL,
      cents bigint NOT NULL CHECK (cents > 0),
      paid_on date NOT NULL,
      reference text,
      created_by uuid NOT NULL REFERENCES users (id),
      created_at timestamptz(3) NOT NULL,
      PRIMARY KEY (workspace_id, id),
      FOREIGN KEY (workspace_id, commission_id) REFERENCES commissions (workspace_id, id)
    );
    CREATE INDEX commission_payouts_of_commission ON commission_payouts (workspace_id, commission_id, paid_on, id);
  `)
    .execute(db);
}
