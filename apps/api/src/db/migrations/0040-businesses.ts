import { sql, type Kysely } from 'kysely';

/**
 * Businesses, and timelines of them: an entry belongs to a customer, or to a business that has no owner yet.
 * The index expressions must match `business-filter.queries.ts`; blanks sort last in both directions.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    CREATE TABLE businesses (
      workspace_id uuid NOT NULL REFERENCES workspaces (id),
      id uuid NOT NULL,
      name text NOT NULL,
      name_sort text COLLATE "C" NOT NULL,
      public_title text,
      type text NOT NULL CHECK (type IN ('dental', 'medical', 'home_health', 'pharmacy', 'behavioral',
        'physical_therapy', 'veterinary', 'med_spa', 'dme', 'urgent_care', 'laboratory')),
      owner_id uuid,
      broker_id uuid,
      stage text NOT NULL CHECK (stage IN ('lead', 'valuation', 'engaged', 'packaging', 'on_market',
        'under_offer', 'sold', 'withdrawn', 'expired')),
      stage_rank smallint NOT NULL GENERATED ALWAYS AS (CASE stage
        WHEN 'lead' THEN 1 WHEN 'valuation' THEN 2 WHEN 'engaged' THEN 3 WHEN 'packaging' THEN 4 WHEN 'on_market' THEN 5
        WHEN 'under_offer' THEN 6 WHEN 'sold' THEN 7 WHEN 'withdrawn' THEN 8 ELSE 9 END) STORED,
      stage_entered_at timestamptz(3) NOT NULL,
      stage_reason text,
      listing_number text,
      listing_key text,
      asking_price_cents bigint CHECK (asking_price_cents BETWEEN 0 AND 100000000000000),
      reduced_price_cents bigint CHECK (reduced_price_cents >= 0),
      currency text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
      market_label text CHECK (market_label IN ('sale', 'new')),
      revenue_cents bigint CHECK (revenue_cents BETWEEN 0 AND 100000000000000),
      sde_cents bigint CHECK (sde_cents BETWEEN -100000000000000 AND 100000000000000),
      ebitda_cents bigint CHECK (ebitda_cents BETWEEN -100000000000000 AND 100000000000000),
      city text,
      region text,
      cover_color text NOT NULL,
      description text,
      lease_end date,
      npi text,
      ccn text,
      clia text,
      dea text,
      ein text,
      version integer NOT NULL DEFAULT 1,
      created_at timestamptz(3) NOT NULL,
      updated_at timestamptz(3) NOT NULL,
      deleted_at timestamptz(3),
      PRIMARY KEY (workspace_id, id),
      FOREIGN KEY (workspace_id, owner_id) REFERENCES customers (workspace_id, id),
      FOREIGN KEY (workspace_id, broker_id) REFERENCES memberships (workspace_id, user_id),
      CHECK (stage NOT IN ('sold', 'withdrawn', 'expired') OR stage_reason IS NOT NULL),
      CHECK (reduced_price_cents < asking_price_cents),
      CHECK (reduced_price_cents IS NULL OR asking_price_cents IS NOT NULL)
    );
    CREATE UNIQUE INDEX businesses_one_listing ON businesses (workspace_id, listing_key) WHERE listing_key IS NOT NULL AND deleted_at IS NULL;
    CREATE INDEX businesses_by_name ON businesses (workspace_id, name_sort, id) WHERE deleted_at IS NULL;
    CREATE INDEX businesses_by_created ON businesses (workspace_id, created_at, id) WHERE deleted_at IS NULL;
    CREATE INDEX businesses_by_stage ON businesses (workspace_id, stage_rank, id) WHERE deleted_at IS NULL;
    CREATE INDEX businesses_by_price ON businesses (workspace_id, coalesce(asking_price_cents, 1000000000000000), id) WHERE deleted_at IS NULL;
    CREATE INDEX businesses_by_price_down ON businesses (workspace_id, coalesce(asking_price_cents, -1000000000000000), id) WHERE deleted_at IS NULL;
    CREATE INDEX businesses_by_sde ON businesses (workspace_id, coalesce(sde_cents, 1000000000000000), id) WHERE deleted_at IS NULL;
    CREATE INDEX businesses_by_sde_down ON businesses (workspace_id, coalesce(sde_cents, -1000000000000000), id) WHERE deleted_at IS NULL;
    CREATE INDEX businesses_by_owner ON businesses (workspace_id, owner_id, created_at, id) WHERE owner_id IS NOT NULL;
    CREATE INDEX businesses_by_broker ON businesses (workspace_id, broker_id, created_at, id) WHERE broker_id IS NOT NULL;
    CREATE INDEX businesses_deleted ON businesses (workspace_id, deleted_at, id) WHERE deleted_at IS NOT NULL;

    ALTER TABLE activities ALTER COLUMN customer_id DROP NOT NULL;
    ALTER TABLE activities ADD CHECK (customer_id IS NOT NULL OR subject_kind = 'business');
    CREATE INDEX activities_of_business ON activities (workspace_id, subject_id, occurred_at, id) WHERE subject_kind = 'business';
  `)
    .execute(db);
}
