import { sql, type Kysely } from 'kysely';

/** Imports of businesses: their timeline entries, their statistics, and what rows are matched by. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    -- The timeline can only be added to. The one exception deletes the entries that an import wrote, and only while
    -- that import is being undone. In plpgsql, because a later migration adds the column business_id.
    CREATE OR REPLACE FUNCTION take_back_import_activities(of_workspace uuid, of_import uuid, of_customers uuid[]) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
    BEGIN
      IF NOT EXISTS (SELECT FROM imports WHERE imports.workspace_id = of_workspace AND imports.id = of_import AND imports.status = 'undoing') THEN
        RETURN;
      END IF;
      DELETE FROM activities
      WHERE workspace_id = of_workspace AND customer_id = ANY (of_customers)
        AND type = 'customer.imported' AND subject_kind = 'import' AND subject_id = of_import;
      DELETE FROM activities
      WHERE workspace_id = of_workspace AND business_id = ANY (of_customers)
        AND type = 'business.imported' AND subject_kind = 'import' AND subject_id = of_import;
    END
    $$;

    CREATE FUNCTION analyze_businesses() RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
    BEGIN
      ANALYZE businesses, search_entries, activities;
    END
    $$;
    REVOKE ALL ON FUNCTION analyze_businesses() FROM PUBLIC;

    CREATE INDEX businesses_by_npi ON businesses (workspace_id, npi) WHERE npi IS NOT NULL;
    CREATE INDEX businesses_by_ccn ON businesses (workspace_id, ccn) WHERE ccn IS NOT NULL;
    CREATE INDEX businesses_by_listing ON businesses (workspace_id, listing_key) WHERE listing_key IS NOT NULL;
    CREATE INDEX businesses_by_exact_name ON businesses (workspace_id, name_sort);
  `)
    .execute(db);
}
