import { sql, type Kysely } from 'kysely';

/**
 * How many customers there are of each kind that lists ask for, kept as they are written: a total is a sum over a few
 * hundred rows, not a walk through every customer. A write adds what it changes and touches no row of another, so
 * that nobody waits for anybody; housekeeping adds the rows up.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    CREATE TABLE customer_tallies (
      workspace_id uuid NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
      id uuid NOT NULL DEFAULT gen_random_uuid(),
      status text NOT NULL,
      account_type text NOT NULL,
      is_verified boolean NOT NULL,
      broker_id uuid,
      plan_name text,
      count integer NOT NULL,
      PRIMARY KEY (workspace_id, id)
    );

    ${tallyFunction('tally_added_customers', 'SELECT *, 1 AS change FROM added WHERE deleted_at IS NULL')}
    ${tallyFunction('tally_removed_customers', 'SELECT *, -1 AS change FROM removed WHERE deleted_at IS NULL')}
    ${tallyFunction(
      'tally_changed_customers',
      'SELECT *, -1 AS change FROM removed WHERE deleted_at IS NULL UNION ALL SELECT *, 1 FROM added WHERE deleted_at IS NULL',
    )}
    CREATE TRIGGER customers_tallied_added AFTER INSERT ON customers
      REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION tally_added_customers();
    CREATE TRIGGER customers_tallied_removed AFTER DELETE ON customers
      REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION tally_removed_customers();
    CREATE TRIGGER customers_tallied_changed AFTER UPDATE ON customers
      REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION tally_changed_customers();

    ${addUp('SELECT *, 1 AS change FROM customers WHERE deleted_at IS NULL')}
  `)
    .execute(db);
}

/** A workspace that is being deleted takes its customers with it, and its tallies are gone by then. */
function tallyFunction(name: string, changes: string): string {
  return `
    CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
    BEGIN
      ${addUp(changes)}
      RETURN NULL;
    END $$;`;
}

function addUp(changes: string): string {
  return `
    INSERT INTO customer_tallies (workspace_id, status, account_type, is_verified, broker_id, plan_name, count)
    SELECT workspace_id, status, account_type, is_verified, broker_id, plan_name, sum(change)
    FROM (${changes}) AS changes WHERE EXISTS (SELECT FROM workspaces WHERE workspaces.id = changes.workspace_id)
    GROUP BY 1, 2, 3, 4, 5, 6 HAVING sum(change) <> 0;`;
}
