import { defaultSurvey } from '@handover/contract/businesses/default-tables.ts';
import { sql, type Kysely } from 'kysely';

/** Time on the market and multiples by price. A new workspace gets its row by `insertDefaultTables`. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE market_surveys (
      workspace_id uuid PRIMARY KEY REFERENCES workspaces (id),
      bands jsonb NOT NULL CHECK (jsonb_typeof(bands) = 'array'),
      source text NOT NULL,
      as_of date NOT NULL,
      confidence text NOT NULL CHECK (confidence IN ('low', 'medium', 'high')),
      note text,
      version integer NOT NULL DEFAULT 1
    )`.execute(db);
  const { bands, source, asOf, confidence, note } = defaultSurvey;
  await sql`
    INSERT INTO market_surveys (workspace_id, bands, source, as_of, confidence, note)
    SELECT id, ${JSON.stringify(bands)}::jsonb, ${source}, ${asOf}::date, ${confidence}, ${note} FROM workspaces`.execute(
    db,
  );
}
