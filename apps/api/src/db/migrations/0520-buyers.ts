import { defaultOwnershipRules } from '@handover/contract/buyers/buyer-matching-settings.ts';
import { sql, type Kysely } from 'kysely';

/** Buyer profiles with their searches and eligibilities, exclusions, invitations, and the rules of matching. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(`${profiles}${matching}${triggers}`).execute(db);
  await sql`
    INSERT INTO matching_settings (workspace_id) SELECT id FROM workspaces`.execute(db);
  await sql`
    INSERT INTO ownership_rules (workspace_id, id, type, state, requirement, source, as_of, confidence, note)
    SELECT workspaces.id, gen_random_uuid(), type, state, requirement, source, "asOf", confidence, note
    FROM workspaces, jsonb_to_recordset(${JSON.stringify(defaultOwnershipRules)}::jsonb)
      AS delivered (type text, state text, requirement text, source text, "asOf" date, confidence text, note text)`.execute(
    db,
  );
}

const profiles = `
  CREATE TABLE buyer_profiles (
    workspace_id uuid NOT NULL REFERENCES workspaces (id),
    id uuid NOT NULL,
    customer_id uuid NOT NULL,
    -- False for the second profile of a customer, which a merge brings.
    is_current boolean NOT NULL DEFAULT true,
    source text,
    blocked_at timestamptz(3),
    blocked_reason text,
    proof_amount_cents bigint CHECK (proof_amount_cents > 0),
    proof_document_id uuid,
    proof_verified_by uuid REFERENCES users (id),
    proof_verified_at timestamptz(3),
    confirmed_at timestamptz(3),
    -- When the broker was reminded of the profile's expiry.
    reminded_at timestamptz(3),
    version integer NOT NULL DEFAULT 1,
    created_at timestamptz(3) NOT NULL,
    updated_at timestamptz(3) NOT NULL,
    deleted_at timestamptz(3),
    PRIMARY KEY (workspace_id, id),
    FOREIGN KEY (workspace_id, customer_id) REFERENCES customers (workspace_id, id),
    FOREIGN KEY (workspace_id, proof_document_id) REFERENCES documents (workspace_id, id),
    CHECK ((blocked_at IS NULL) = (blocked_reason IS NULL)),
    CHECK ((proof_verified_at IS NULL) = (proof_verified_by IS NULL)),
    CHECK (proof_verified_at IS NULL OR proof_amount_cents IS NOT NULL)
  );
  CREATE UNIQUE INDEX buyer_profiles_by_customer ON buyer_profiles (workspace_id, customer_id) WHERE is_current;
  CREATE INDEX buyer_profiles_of_customer ON buyer_profiles (workspace_id, customer_id);
  CREATE INDEX buyer_profiles_by_creation ON buyer_profiles (workspace_id, created_at, id) WHERE deleted_at IS NULL;
  CREATE INDEX buyer_profiles_by_confirmation ON buyer_profiles (workspace_id, confirmed_at, id) WHERE deleted_at IS NULL;

  -- Empty lists and nulls are preferences that the buyer leaves open.
  CREATE TABLE buyer_searches (
    workspace_id uuid NOT NULL,
    id uuid NOT NULL,
    buyer_id uuid NOT NULL,
    position smallint NOT NULL,
    types text[] NOT NULL,
    states text[] NOT NULL,
    min_price_cents bigint CHECK (min_price_cents >= 0),
    max_price_cents bigint CHECK (max_price_cents >= min_price_cents),
    min_sde_cents bigint CHECK (min_sde_cents >= 0),
    cash_cents bigint CHECK (cash_cents >= 0),
    timing text CHECK (timing IN ('now', 'six_months', 'year', 'later')),
    experience text CHECK (experience IN ('none', 'management', 'healthcare', 'owner')),
    -- The import that added it.
    import_id uuid,
    PRIMARY KEY (workspace_id, id),
    FOREIGN KEY (workspace_id, buyer_id) REFERENCES buyer_profiles (workspace_id, id) ON DELETE CASCADE
  );
  CREATE INDEX buyer_searches_of_buyer ON buyer_searches (workspace_id, buyer_id, position);

  CREATE TABLE buyer_eligibilities (
    workspace_id uuid NOT NULL,
    buyer_id uuid NOT NULL,
    position smallint NOT NULL,
    type text NOT NULL,
    state text NOT NULL,
    kind text NOT NULL CHECK (kind IN ('license', 'management')),
    license_number text,
    PRIMARY KEY (workspace_id, buyer_id, position),
    FOREIGN KEY (workspace_id, buyer_id) REFERENCES buyer_profiles (workspace_id, id) ON DELETE CASCADE
  );

  -- Buyers that the seller of a business does not want.
  CREATE TABLE buyer_exclusions (
    workspace_id uuid NOT NULL,
    business_id uuid NOT NULL,
    buyer_id uuid NOT NULL,
    reason text NOT NULL,
    created_by uuid NOT NULL REFERENCES users (id),
    created_at timestamptz(3) NOT NULL,
    PRIMARY KEY (workspace_id, business_id, buyer_id),
    FOREIGN KEY (workspace_id, business_id) REFERENCES businesses (workspace_id, id),
    FOREIGN KEY (workspace_id, buyer_id) REFERENCES buyer_profiles (workspace_id, id) ON DELETE CASCADE
  );
  CREATE INDEX buyer_exclusions_of_buyer ON buyer_exclusions (workspace_id, buyer_id);

  -- One for each buyer and business, so that nobody is invited twice.
  CREATE TABLE buyer_invitations (
    workspace_id uuid NOT NULL,
    business_id uuid NOT NULL,
    buyer_id uuid NOT NULL,
    message_id uuid NOT NULL,
    created_by uuid NOT NULL REFERENCES users (id),
    created_at timestamptz(3) NOT NULL,
    PRIMARY KEY (workspace_id, business_id, buyer_id),
    FOREIGN KEY (workspace_id, business_id) REFERENCES businesses (workspace_id, id),
    FOREIGN KEY (workspace_id, message_id) REFERENCES messages (workspace_id, id),
    FOREIGN KEY (workspace_id, buyer_id) REFERENCES buyer_profiles (workspace_id, id) ON DELETE CASCADE
  );
  CREATE INDEX buyer_invitations_of_buyer ON buyer_invitations (workspace_id, buyer_id);
`;

const matching = `
  CREATE TABLE matching_settings (
    workspace_id uuid PRIMARY KEY REFERENCES workspaces (id),
    -- Months of operating cost that a buyer needs as working capital.
    working_capital_months smallint NOT NULL DEFAULT 2 CHECK (working_capital_months BETWEEN 0 AND 12),
    version integer NOT NULL DEFAULT 1
  );
  -- Who may own a business of a type; without a state in all states that have no rule of their own.
  CREATE TABLE ownership_rules (
    workspace_id uuid NOT NULL REFERENCES workspaces (id),
    id uuid NOT NULL,
    type text NOT NULL,
    state text,
    requirement text NOT NULL CHECK (requirement IN ('anyone', 'license_or_management', 'license')),
    source text NOT NULL,
    as_of date NOT NULL,
    confidence text NOT NULL CHECK (confidence IN ('low', 'medium', 'high')),
    note text,
    PRIMARY KEY (workspace_id, id),
    UNIQUE NULLS NOT DISTINCT (workspace_id, type, state)
  );
`;

const triggers = `
  -- A customer has one current profile: a merge keeps that of the survivor, and an undo returns the other one.
  CREATE FUNCTION choose_current_buyer_profile() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    NEW.is_current := NOT EXISTS (SELECT FROM buyer_profiles AS other WHERE other.workspace_id = NEW.workspace_id
      AND other.customer_id = NEW.customer_id AND other.id <> NEW.id AND other.is_current);
    RETURN NEW;
  END
  $$;
  CREATE TRIGGER buyer_profiles_moved BEFORE UPDATE OF customer_id ON buyer_profiles
    FOR EACH ROW WHEN (OLD.customer_id <> NEW.customer_id) EXECUTE FUNCTION choose_current_buyer_profile();

  -- A buyer is found by the words of its customer.
  CREATE FUNCTION index_buyer_of_customer() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    UPDATE search_entries SET text = NEW.text WHERE workspace_id = NEW.workspace_id AND kind = 'buyer'
      AND record_id IN (SELECT id FROM buyer_profiles WHERE workspace_id = NEW.workspace_id AND customer_id = NEW.record_id);
    RETURN NULL;
  END
  $$;
  CREATE TRIGGER search_entries_of_customer AFTER UPDATE OF text ON search_entries
    FOR EACH ROW WHEN (NEW.kind = 'customer' AND NEW.text <> OLD.text) EXECUTE FUNCTION index_buyer_of_customer();
`;
