import { sql, type Kysely } from 'kysely';

/**
 * The catalog of client plans. Each customer stores the name of the plan, which lists, filters, and totals read from
 * an index. A renamed plan keeps its former name: until every customer has the new one, and for undos that restore an
 * earlier state. Existing plan names of customers are added as plans without a price that no public page shows; of
 * several spellings, the most common is used.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    CREATE TABLE client_plans (
      id uuid PRIMARY KEY,
      name text NOT NULL CHECK (name <> ''),
      description text NOT NULL DEFAULT '',
      price_cents bigint CHECK (price_cents >= 0),
      currency text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
      price_interval text NOT NULL CHECK (price_interval IN ('month', 'year', 'once')),
      includes text[] NOT NULL DEFAULT '{}',
      audience text NOT NULL DEFAULT 'both' CHECK (audience IN ('both', 'Individual', 'Corporate')),
      is_highlighted boolean NOT NULL DEFAULT false,
      is_public boolean NOT NULL DEFAULT false,
      is_sample boolean NOT NULL DEFAULT false,
      position integer NOT NULL,
      archived_at timestamptz(3),
      version integer NOT NULL DEFAULT 1,
      created_at timestamptz(3) NOT NULL,
      updated_at timestamptz(3) NOT NULL
    );
    CREATE UNIQUE INDEX client_plans_name ON client_plans (lower(name));
    CREATE UNIQUE INDEX client_plans_one_highlighted ON client_plans ((true)) WHERE is_highlighted;

    CREATE TABLE client_plan_names (
      name text PRIMARY KEY,
      plan_id uuid NOT NULL REFERENCES client_plans (id) ON DELETE CASCADE,
      -- Null until no customer has the name any more.
      moved_at timestamptz(3)
    );
    CREATE INDEX client_plan_names_folded ON client_plan_names (lower(name));
    CREATE INDEX client_plan_names_of_plan ON client_plan_names (plan_id);

    -- The plan that a name stands for, now or formerly, in whatever case; it stays as it is until the transaction ends.
    CREATE FUNCTION known_plan(wanted text, OUT name text, OUT is_archived boolean) LANGUAGE plpgsql AS $$
    BEGIN
      SELECT plan.name, plan.archived_at IS NOT NULL INTO name, is_archived
      FROM client_plans AS plan WHERE lower(plan.name) = lower(wanted) FOR SHARE;
      IF NOT FOUND THEN
        SELECT plan.name, plan.archived_at IS NOT NULL INTO name, is_archived
        FROM client_plan_names AS former JOIN client_plans AS plan ON plan.id = former.plan_id
        WHERE lower(former.name) = lower(wanted) LIMIT 1 FOR SHARE OF plan;
      END IF;
    END $$;

    INSERT INTO client_plans (id, name, currency, price_interval, is_sample, position, created_at, updated_at)
    SELECT gen_random_uuid(), name, coalesce((SELECT currency FROM workspaces ORDER BY created_at, id LIMIT 1), 'USD'), 'month',
      is_sample, row_number() OVER (ORDER BY customers DESC, name) - 1, now(), now()
    FROM (
      SELECT (array_agg(plan_name ORDER BY count DESC, plan_name))[1] AS name, sum(count) AS customers, bool_and(is_sample) AS is_sample
      FROM (
        SELECT plan_name, count(*), bool_and(workspaces.is_sample) AS is_sample
        FROM customers JOIN workspaces ON workspaces.id = customers.workspace_id
        WHERE plan_name <> '' GROUP BY plan_name) AS spellings
      GROUP BY lower(plan_name)) AS used;

    UPDATE customers SET plan_name = plan.name FROM client_plans AS plan
    WHERE lower(customers.plan_name) = lower(plan.name) AND customers.plan_name <> plan.name;
    UPDATE saved_views SET settings = jsonb_set(settings, '{filter,planName}', to_jsonb(plan.name)) FROM client_plans AS plan
    WHERE lower(settings #>> '{filter,planName}') = lower(plan.name) AND settings #>> '{filter,planName}' <> plan.name;
  `)
    .execute(db);
}
