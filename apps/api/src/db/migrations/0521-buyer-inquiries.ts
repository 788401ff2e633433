import { sql, type Kysely } from 'kysely';

/** Registrations of buyers and inquiries from listing portals, until somebody accepts or dismisses them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    CREATE TABLE buyer_inquiries (
      workspace_id uuid NOT NULL REFERENCES workspaces (id),
      id uuid NOT NULL,
      kind text NOT NULL CHECK (kind IN ('registration', 'email', 'api')),
      -- Such as BizBuySell.
      source text NOT NULL,
      name text NOT NULL,
      email text NOT NULL,
      email_key text NOT NULL,
      phone text,
      message text,
      types text[] NOT NULL,
      states text[] NOT NULL,
      max_price_cents bigint CHECK (max_price_cents >= 0),
      cash_cents bigint CHECK (cash_cents >= 0),
      timing text CHECK (timing IN ('now', 'six_months', 'year', 'later')),
      -- As the inquiry names it, and the business with this listing number.
      listing_reference text,
      business_id uuid,
      -- The received email that it was read from.
      message_id uuid,
      status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'accepted', 'dismissed')),
      buyer_id uuid,
      decided_by uuid REFERENCES users (id),
      decided_at timestamptz(3),
      -- The day in the workspace, and what the inquiry is about: one inquiry for each email, subject, and day.
      received_on date NOT NULL,
      about text NOT NULL,
      created_at timestamptz(3) NOT NULL,
      PRIMARY KEY (workspace_id, id),
      UNIQUE (workspace_id, email_key, about, received_on),
      FOREIGN KEY (workspace_id, business_id) REFERENCES businesses (workspace_id, id),
      FOREIGN KEY (workspace_id, message_id) REFERENCES messages (workspace_id, id),
      FOREIGN KEY (workspace_id, buyer_id) REFERENCES buyer_profiles (workspace_id, id) ON DELETE SET NULL (buyer_id),
      CHECK ((status = 'pending') = (decided_at IS NULL))
    );
    CREATE INDEX buyer_inquiries_by_status ON buyer_inquiries (workspace_id, status, created_at, id);

    -- The registration of a buyer, encrypted, until the email address is confirmed.
    ALTER TABLE one_time_links ADD COLUMN payload text;
    ALTER TABLE one_time_links DROP CONSTRAINT one_time_links_kind_check;
    ALTER TABLE one_time_links ADD CONSTRAINT one_time_links_kind_check
      CHECK (kind IN ('reset', 'invite', 'first_admin', 'email', 'rescue', 'registration'));

    -- The app's role owns no tables, and only owners can analyze them.
    CREATE FUNCTION analyze_buyers() RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
    BEGIN
      ANALYZE buyer_profiles, buyer_searches, buyer_eligibilities;
    END
    $$;
  `)
    .execute(db);
}
