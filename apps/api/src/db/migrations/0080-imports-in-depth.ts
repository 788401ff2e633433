import { sql, type Kysely } from 'kysely';

/** Sheets, checks of a whole file, cells fixed before the import, and what an import changed, for its undo. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    ALTER TABLE imports DROP CONSTRAINT imports_status_check;
    ALTER TABLE imports
      ADD CHECK (status IN ('uploaded', 'queued', 'running', 'done', 'failed', 'canceled', 'undoing', 'undone')),
      ADD COLUMN format text NOT NULL DEFAULT 'csv' CHECK (format IN ('csv', 'xlsx')),
      ADD COLUMN overwrite text NOT NULL DEFAULT 'all' CHECK (overwrite IN ('all', 'empty')),
      ADD COLUMN is_utf8 boolean NOT NULL DEFAULT true,
      ADD COLUMN samples jsonb NOT NULL DEFAULT '[]',
      ADD COLUMN revision integer NOT NULL DEFAULT 1,
      ADD COLUMN undone_count integer NOT NULL DEFAULT 0,
      ADD COLUMN kept_count integer NOT NULL DEFAULT 0;

    CREATE TABLE import_sheets (
      workspace_id uuid NOT NULL,
      import_id uuid NOT NULL,
      position smallint NOT NULL,
      name text NOT NULL,
      row_count integer NOT NULL,
      file_id uuid NOT NULL,
      PRIMARY KEY (workspace_id, import_id, position),
      FOREIGN KEY (workspace_id, import_id) REFERENCES imports (workspace_id, id),
      FOREIGN KEY (workspace_id, file_id) REFERENCES files (workspace_id, id)
    );

    CREATE TABLE import_checks (
      workspace_id uuid NOT NULL,
      import_id uuid NOT NULL,
      revision integer NOT NULL,
      is_complete boolean NOT NULL DEFAULT false,
      failure text,
      bytes_read bigint NOT NULL,
      line_number integer NOT NULL,
      row_count integer NOT NULL DEFAULT 0,
      individual_count integer NOT NULL DEFAULT 0,
      organization_count integer NOT NULL DEFAULT 0,
      created_count integer NOT NULL DEFAULT 0,
      updated_count integer NOT NULL DEFAULT 0,
      rejected_count integer NOT NULL DEFAULT 0,
      PRIMARY KEY (workspace_id, import_id),
      FOREIGN KEY (workspace_id, import_id) REFERENCES imports (workspace_id, id)
    );

    CREATE TABLE import_keys (
      workspace_id uuid NOT NULL,
      import_id uuid NOT NULL,
      key text COLLATE "C" NOT NULL,
      row_number integer NOT NULL,
      npi text,
      PRIMARY KEY (workspace_id, import_id, key, row_number),
      FOREIGN KEY (workspace_id, import_id) REFERENCES imports (workspace_id, id)
    );

    CREATE TABLE import_bad_rows (
      workspace_id uuid NOT NULL,
      import_id uuid NOT NULL,
      row_number integer NOT NULL,
      name text,
      raw_row text NOT NULL,
      PRIMARY KEY (workspace_id, import_id, row_number),
      FOREIGN KEY (workspace_id, import_id) REFERENCES imports (workspace_id, id)
    );
    CREATE TABLE import_problems (
      workspace_id uuid NOT NULL,
      import_id uuid NOT NULL,
      row_number integer NOT NULL,
      column_index smallint NOT NULL,
      kind text NOT NULL,
      message text NOT NULL,
      value text NOT NULL,
      PRIMARY KEY (workspace_id, import_id, row_number, column_index),
      FOREIGN KEY (workspace_id, import_id) REFERENCES imports (workspace_id, id)
    );
    CREATE INDEX import_problems_of_column ON import_problems (workspace_id, import_id, column_index, kind, row_number);

    CREATE INDEX import_problems_by_value ON import_problems (workspace_id, import_id, column_index, md5(value));

    CREATE TABLE import_edits (
      workspace_id uuid NOT NULL,
      import_id uuid NOT NULL,
      row_number integer NOT NULL,
      cells jsonb NOT NULL DEFAULT '{}',
      is_skipped boolean NOT NULL DEFAULT false,
      name text,
      raw_row text NOT NULL,
      PRIMARY KEY (workspace_id, import_id, row_number),
      FOREIGN KEY (workspace_id, import_id) REFERENCES imports (workspace_id, id)
    );

    CREATE TABLE import_changes (
      workspace_id uuid NOT NULL,
      import_id uuid NOT NULL,
      row_number integer NOT NULL,
      customer_id uuid NOT NULL,
      kind text NOT NULL CHECK (kind IN ('created', 'updated')),
      state text NOT NULL DEFAULT 'applied' CHECK (state IN ('applied', 'undone', 'kept')),
      kept_reason text,
      version_after integer,
      customer_before jsonb,
      search_before text,
      stats_before jsonb,
      email_keys text[] NOT NULL DEFAULT '{}',
      tag_ids uuid[] NOT NULL DEFAULT '{}',
      PRIMARY KEY (workspace_id, import_id, row_number),
      FOREIGN KEY (workspace_id, import_id) REFERENCES imports (workspace_id, id)
    );
    CREATE INDEX import_changes_by_state ON import_changes (workspace_id, import_id, state, row_number);

    CREATE TABLE import_tags (
      workspace_id uuid NOT NULL,
      import_id uuid NOT NULL,
      tag_id uuid NOT NULL,
      PRIMARY KEY (workspace_id, import_id, tag_id),
      FOREIGN KEY (workspace_id, import_id) REFERENCES imports (workspace_id, id)
    );

    -- The timeline can only be added to. The one exception takes back the entries that an import wrote, and only
    -- while that import is being undone.
    CREATE FUNCTION take_back_import_activities(of_workspace uuid, of_import uuid, of_customers uuid[]) RETURNS void
    LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
      DELETE FROM activities
      WHERE workspace_id = of_workspace AND customer_id = ANY (of_customers)
        AND type = 'customer.imported' AND subject_kind = 'import' AND subject_id = of_import
        AND EXISTS (SELECT FROM imports WHERE imports.workspace_id = of_workspace AND imports.id = of_import AND imports.status = 'undoing')
    $$;

    -- ANALYZE is for the owner of a table.
    CREATE FUNCTION analyze_customers() RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
    BEGIN
      ANALYZE customers, customer_emails, customer_stats, customer_tags, search_entries, activities;
    END
    $$;
    CREATE FUNCTION analyze_imports() RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
    BEGIN
      ANALYZE import_keys, import_bad_rows, import_problems, import_edits, import_changes;
    END
    $$;

    REVOKE ALL ON FUNCTION take_back_import_activities(uuid, uuid, uuid[]), analyze_customers(), analyze_imports() FROM PUBLIC;
  `)
    .execute(db);
}
