import { sql, type Kysely } from 'kysely';

/**
 * Of a customer's profiles, a deleted one is not current while a merge moves an active one there. When the current one
 * moves away again, another takes its place. Profiles that merges have hidden behind a deleted one are current again.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    CREATE OR REPLACE FUNCTION choose_current_buyer_profile() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      NEW.is_current := NOT EXISTS (SELECT FROM buyer_profiles AS other WHERE other.workspace_id = NEW.workspace_id
        AND other.customer_id = NEW.customer_id AND other.id <> NEW.id AND other.is_current
        AND (other.deleted_at IS NULL OR NEW.deleted_at IS NOT NULL));
      IF NEW.is_current THEN
        UPDATE buyer_profiles SET is_current = false WHERE workspace_id = NEW.workspace_id
          AND customer_id = NEW.customer_id AND id <> NEW.id AND is_current;
      END IF;
      RETURN NEW;
    END
    $$;

    CREATE FUNCTION replace_moved_buyer_profile() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      UPDATE buyer_profiles SET is_current = true WHERE workspace_id = OLD.workspace_id
        AND id = (SELECT next.id FROM buyer_profiles AS next WHERE next.workspace_id = OLD.workspace_id
          AND next.customer_id = OLD.customer_id ORDER BY next.is_current DESC, next.deleted_at IS NOT NULL, next.created_at, next.id LIMIT 1);
      RETURN NULL;
    END
    $$;
    CREATE TRIGGER buyer_profiles_replaced AFTER UPDATE OF customer_id ON buyer_profiles
      FOR EACH ROW WHEN (OLD.customer_id <> NEW.customer_id AND OLD.is_current) EXECUTE FUNCTION replace_moved_buyer_profile();

    CREATE TEMPORARY TABLE hidden_profiles ON COMMIT DROP AS
      SELECT DISTINCT ON (current.workspace_id, current.id) current.workspace_id, current.id AS current_id, hidden.id AS hidden_id
      FROM buyer_profiles AS current
      JOIN buyer_profiles AS hidden ON hidden.workspace_id = current.workspace_id AND hidden.customer_id = current.customer_id
        AND NOT hidden.is_current AND hidden.deleted_at IS NULL
      JOIN merge_pieces AS moved ON moved.workspace_id = hidden.workspace_id AND moved.kind = 'buyer' AND moved.record_id = hidden.id
      JOIN merges ON merges.workspace_id = moved.workspace_id AND merges.id = moved.merge_id
        AND merges.survivor_id = current.customer_id AND merges.undone_at IS NULL AND merges.created_at > current.deleted_at
      WHERE current.is_current
      ORDER BY current.workspace_id, current.id, hidden.created_at, hidden.id;
    UPDATE buyer_profiles SET is_current = false FROM hidden_profiles
      WHERE buyer_profiles.workspace_id = hidden_profiles.workspace_id AND buyer_profiles.id = hidden_profiles.current_id;
    UPDATE buyer_profiles SET is_current = true FROM hidden_profiles
      WHERE buyer_profiles.workspace_id = hidden_profiles.workspace_id AND buyer_profiles.id = hidden_profiles.hidden_id;
  `)
    .execute(db);
}
