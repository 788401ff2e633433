import { sql, type Kysely } from 'kysely';

/** Contacts: people on the side of a business, such as its accountant. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    CREATE TABLE contacts (
      workspace_id uuid NOT NULL REFERENCES workspaces (id),
      id uuid NOT NULL,
      business_id uuid NOT NULL,
      name text NOT NULL,
      name_sort text COLLATE "C" NOT NULL,
      role text NOT NULL CHECK (role IN ('accountant', 'attorney', 'office_manager', 'practice_manager', 'landlord', 'lender', 'other')),
      company text,
      email text,
      email_key text,
      phone text,
      notes text,
      version integer NOT NULL DEFAULT 1,
      created_at timestamptz(3) NOT NULL,
      updated_at timestamptz(3) NOT NULL,
      deleted_at timestamptz(3),
      PRIMARY KEY (workspace_id, id),
      FOREIGN KEY (workspace_id, business_id) REFERENCES businesses (workspace_id, id)
    );
    CREATE INDEX contacts_by_name ON contacts (workspace_id, name_sort, id) WHERE deleted_at IS NULL;
    CREATE INDEX contacts_by_creation ON contacts (workspace_id, created_at, id) WHERE deleted_at IS NULL;
    CREATE INDEX contacts_by_business ON contacts (workspace_id, business_id);
    CREATE INDEX contacts_by_email ON contacts (workspace_id, email_key) WHERE email_key IS NOT NULL;
  `)
    .execute(db);
}
