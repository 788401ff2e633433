import { businessTypes } from '@handover/contract/businesses/business-list.ts';
import { getDefaultMultiple, defaultFinancingRules } from '@handover/contract/businesses/default-tables.ts';
import { valuationMethods } from '@handover/domain/valuation/valuation.ts';
import { sql, type Kysely } from 'kysely';

/**
 * Tables of multiples and financing rules, which every workspace has from here on, and the valuations that are
 * saved by them. A new workspace gets its rows from the same source: `insertDefaultTables`.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    CREATE TABLE valuation_multiples (
      workspace_id uuid NOT NULL REFERENCES workspaces (id),
      type text NOT NULL CHECK (type IN ('dental', 'medical', 'home_health', 'pharmacy', 'behavioral',
        'physical_therapy', 'veterinary', 'med_spa', 'dme', 'urgent_care', 'laboratory')),
      method text NOT NULL CHECK (method IN ('sde', 'ebitda', 'revenue')),
      low double precision CHECK (low > 0),
      high double precision,
      source text NOT NULL,
      as_of date NOT NULL,
      confidence text NOT NULL CHECK (confidence IN ('low', 'medium', 'high')),
      note text,
      version integer NOT NULL DEFAULT 1,
      PRIMARY KEY (workspace_id, type, method),
      CHECK ((low IS NULL) = (high IS NULL)),
      CHECK (low <= high)
    );
    CREATE TABLE financing_rules (
      workspace_id uuid NOT NULL REFERENCES workspaces (id),
      id uuid NOT NULL,
      delivered_key text,
      name text NOT NULL,
      max_loan_cents bigint NOT NULL CHECK (max_loan_cents > 0),
      months smallint NOT NULL CHECK (months BETWEEN 1 AND 480),
      real_estate_months smallint NOT NULL CHECK (real_estate_months BETWEEN months AND 480),
      min_injection_percent double precision NOT NULL CHECK (min_injection_percent BETWEEN 0 AND 100),
      standby_share_percent double precision NOT NULL CHECK (standby_share_percent BETWEEN 0 AND 100),
      floor_dscr double precision NOT NULL CHECK (floor_dscr >= 1),
      usual_dscr double precision NOT NULL CHECK (usual_dscr >= floor_dscr),
      rate_percent double precision NOT NULL CHECK (rate_percent >= 0),
      source text NOT NULL,
      as_of date NOT NULL,
      confidence text NOT NULL CHECK (confidence IN ('low', 'medium', 'high')),
      note text,
      version integer NOT NULL DEFAULT 1,
      created_at timestamptz(3) NOT NULL,
      PRIMARY KEY (workspace_id, id)
    );
    CREATE UNIQUE INDEX financing_rules_name ON financing_rules (workspace_id, lower(name));
    CREATE UNIQUE INDEX financing_rules_delivered ON financing_rules (workspace_id, delivered_key) WHERE delivered_key IS NOT NULL;
    CREATE TABLE valuations (
      workspace_id uuid NOT NULL,
      id uuid NOT NULL,
      business_id uuid NOT NULL,
      author_id uuid NOT NULL REFERENCES users (id),
      snapshot jsonb NOT NULL CHECK (jsonb_typeof(snapshot) = 'object'),
      created_at timestamptz(3) NOT NULL,
      PRIMARY KEY (workspace_id, id),
      FOREIGN KEY (workspace_id, business_id) REFERENCES businesses (workspace_id, id)
    );
    CREATE INDEX valuations_of_business ON valuations (workspace_id, business_id, created_at, id);
  `)
    .execute(db);
  await fillWorkspaces(db);
}

async function fillWorkspaces(db: Kysely<unknown>): Promise<void> {
  // Hospice came later (0566).
  const types = businessTypes.filter((type) => type !== 'hospice');
  const multiples = types.flatMap((type) =>
    valuationMethods.map((method) => getDefaultMultiple(type, method)),
  );
  await sql`
    INSERT INTO valuation_multiples (workspace_id, type, method, low, high, source, as_of, confidence, note)
    SELECT workspaces.id, type, method, low, high, source, "asOf", confidence, note
    FROM workspaces, jsonb_to_recordset(${JSON.stringify(multiples)}::jsonb) AS delivered (type text, method text,
      low double precision, high double precision, source text, "asOf" date, confidence text, note text)`.execute(
    db,
  );
  await sql`
    INSERT INTO financing_rules (workspace_id, id, delivered_key, name, max_loan_cents, months, real_estate_months,
      min_injection_percent, standby_share_percent, floor_dscr, usual_dscr, rate_percent, source, as_of, confidence, note, created_at)
    SELECT workspaces.id, gen_random_uuid(), key, delivered.name, "maxLoanCents", months, "realEstateMonths",
      "minInjectionPercent", "standbySharePercent", "floorDscr", "usualDscr", "ratePercent", source, "asOf", confidence, note, now()
    FROM workspaces, jsonb_to_recordset(${JSON.stringify(defaultFinancingRules)}::jsonb) AS delivered (key text, name text,
      "maxLoanCents" bigint, months smallint, "realEstateMonths" smallint, "minInjectionPercent" double precision,
      "standbySharePercent" double precision, "floorDscr" double precision, "usualDscr" double precision,
      "ratePercent" double precision, source text, "asOf" date, confidence text, note text)`.execute(db);
}
