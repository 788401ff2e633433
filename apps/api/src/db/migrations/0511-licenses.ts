import { sql, type Kysely } from 'kysely';

/** Licenses of businesses, and without a business those of the brokerage. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    CREATE TABLE licenses (
      workspace_id uuid NOT NULL REFERENCES workspaces (id),
      id uuid NOT NULL,
      business_id uuid,
      state text NOT NULL CHECK (state ~ '^[A-Z]{2}$'),
      board text NOT NULL,
      number text NOT NULL,
      expires_on date,
      reminders_sent smallint NOT NULL DEFAULT 0 CHECK (reminders_sent >= 0),
      version integer NOT NULL DEFAULT 1,
      created_at timestamptz(3) NOT NULL,
      PRIMARY KEY (workspace_id, id),
      FOREIGN KEY (workspace_id, business_id) REFERENCES businesses (workspace_id, id)
    );
    CREATE INDEX licenses_of_business ON licenses (workspace_id, business_id);
    CREATE INDEX licenses_expiring ON licenses (workspace_id, expires_on) WHERE expires_on IS NOT NULL;
    CREATE INDEX licenses_to_remind ON licenses (expires_on) WHERE expires_on IS NOT NULL AND reminders_sent < 2;
  `)
    .execute(db);
}
