import { sql, type Kysely } from 'kysely';

/**
 * A buyer profile that a merge, or its undo, moves to another customer is found by that customer's words. The
 * customer's own entry does not change then, so its trigger does not see it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    CREATE FUNCTION index_moved_buyer() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      UPDATE search_entries SET text = of_customer.text FROM search_entries AS of_customer
      WHERE search_entries.workspace_id = NEW.workspace_id AND search_entries.kind = 'buyer' AND search_entries.record_id = NEW.id
        AND of_customer.workspace_id = NEW.workspace_id AND of_customer.kind = 'customer' AND of_customer.record_id = NEW.customer_id
        AND of_customer.text <> search_entries.text;
      RETURN NULL;
    END
    $$;
    CREATE TRIGGER buyer_profiles_indexed AFTER UPDATE OF customer_id ON buyer_profiles
      FOR EACH ROW WHEN (OLD.customer_id <> NEW.customer_id) EXECUTE FUNCTION index_moved_buyer();
  `)
    .execute(db);
}
