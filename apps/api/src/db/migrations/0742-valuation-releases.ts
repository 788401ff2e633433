import { sql, type Kysely } from 'kysely';

/** Which saved valuations the owners of a business may read. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE valuation_releases (
      workspace_id uuid NOT NULL,
      valuation_id uuid NOT NULL,
      released_by uuid NOT NULL REFERENCES users (id),
      released_at timestamptz(3) NOT NULL,
      PRIMARY KEY (workspace_id, valuation_id),
      FOREIGN KEY (workspace_id, valuation_id) REFERENCES valuations (workspace_id, id)
    )`.execute(db);
}
