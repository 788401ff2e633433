import { sql, type Kysely } from 'kysely';

/** Documents: named files with an audience, attached to records. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    ALTER TABLE files DROP CONSTRAINT files_purpose_check;
    ALTER TABLE files ADD CONSTRAINT files_purpose_check CHECK (purpose IN ('attachment', 'raw-mail', 'import', 'document'));

    CREATE TABLE documents (
      workspace_id uuid NOT NULL REFERENCES workspaces (id),
      id uuid NOT NULL,
      name text NOT NULL,
      file_id uuid NOT NULL,
      audience text NOT NULL DEFAULT 'staff' CHECK (audience IN ('staff', 'client')),
      created_by uuid NOT NULL REFERENCES users (id),
      created_at timestamptz(3) NOT NULL,
      updated_at timestamptz(3) NOT NULL,
      deleted_at timestamptz(3),
      version integer NOT NULL DEFAULT 1,
      PRIMARY KEY (workspace_id, id),
      FOREIGN KEY (workspace_id, file_id) REFERENCES files (workspace_id, id)
    );
    CREATE INDEX documents_by_file ON documents (workspace_id, file_id);

    -- One row for each record that a document concerns.
    CREATE TABLE document_records (
      workspace_id uuid NOT NULL REFERENCES workspaces (id),
      id uuid NOT NULL,
      document_id uuid NOT NULL,
      customer_id uuid,
      business_id uuid,
      PRIMARY KEY (workspace_id, id),
      CHECK (num_nonnulls(customer_id, business_id) = 1),
      UNIQUE NULLS NOT DISTINCT (workspace_id, document_id, customer_id, business_id),
      FOREIGN KEY (workspace_id, document_id) REFERENCES documents (workspace_id, id),
      FOREIGN KEY (workspace_id, customer_id) REFERENCES customers (workspace_id, id),
      FOREIGN KEY (workspace_id, business_id) REFERENCES businesses (workspace_id, id)
    );
    CREATE INDEX document_records_by_customer ON document_records (workspace_id, customer_id) WHERE customer_id IS NOT NULL;
    CREATE INDEX document_records_by_business ON document_records (workspace_id, business_id) WHERE business_id IS NOT NULL;

    ALTER TABLE merge_pieces DROP CONSTRAINT merge_pieces_kind_check;
    ALTER TABLE merge_pieces ADD CONSTRAINT merge_pieces_kind_check CHECK (kind IN ('activity', 'note', 'task', 'notification', 'business', 'link',
      'message', 'tag', 'member', 'membership', 'dismissal', 'grant', 'document'));
  `)
    .execute(db);
}
