import { sql, type Kysely } from 'kysely';

/** Customers have several emails, phones, and addresses, each with a label; so far only further emails. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    ALTER TABLE customer_emails RENAME TO customer_contact_points;
    ALTER TABLE customer_contact_points RENAME COLUMN email TO value;
    ALTER TABLE customer_contact_points RENAME COLUMN email_key TO value_key;
    ALTER TABLE customer_contact_points
      ADD COLUMN kind text NOT NULL DEFAULT 'email' CHECK (kind IN ('email', 'phone', 'address')),
      ADD COLUMN label text NOT NULL DEFAULT '';
    ALTER INDEX customer_emails_by_address RENAME TO customer_contact_points_by_value;
    ALTER TRIGGER customer_emails_added ON customer_contact_points RENAME TO customer_contact_points_added;
    ALTER TRIGGER customer_emails_removed ON customer_contact_points RENAME TO customer_contact_points_removed;
    CREATE OR REPLACE FUNCTION analyze_customers() RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
    BEGIN
      ANALYZE customers, customer_contact_points, customer_stats, customer_tags, search_entries, activities;
    END
    $$;

    ALTER TABLE merges RENAME COLUMN emails_before TO contact_points_before;
    ALTER TABLE merges RENAME COLUMN emails_after TO contact_points_after;
    UPDATE merges SET contact_points_before = ${fromEmails('contact_points_before')},
      contact_points_after = ${fromEmails('contact_points_after')},
      unrestored_fields = array_replace(unrestored_fields, 'extraEmails', 'contactPoints');
  `)
    .execute(db);
}

/** Rows of a merge, as the table has them now. */
function fromEmails(column: string): string {
  return `(SELECT coalesce(jsonb_agg((e - 'email' - 'email_key') || jsonb_build_object(
    'kind', 'email', 'label', '', 'value', e->'email', 'value_key', e->'email_key') ORDER BY e->'position'), '[]')
    FROM jsonb_array_elements(${column}) AS e)`;
}
