import { listDefaultStateRules } from '@handover/contract/businesses/default-state-rules.ts';
import { sql, type Kysely } from 'kysely';

/** What each state requires, as data of every workspace. A new one gets its rows by `insertDefaultTables`. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    CREATE TABLE state_rules (
      workspace_id uuid NOT NULL REFERENCES workspaces (id),
      state text NOT NULL CHECK (state ~ '^[A-Z]{2}$'),
      broker_license text NOT NULL CHECK (broker_license IN ('license', 'registration', 'none')),
      con text NOT NULL CHECK (con IN ('program', 'similar', 'none')),
      source text NOT NULL,
      as_of date NOT NULL,
      confidence text NOT NULL CHECK (confidence IN ('low', 'medium', 'high')),
      note text,
      version integer NOT NULL DEFAULT 1,
      PRIMARY KEY (workspace_id, state)
    );
  `)
    .execute(db);
  await sql`
    INSERT INTO state_rules (workspace_id, state, broker_license, con, source, as_of, confidence, note)
    SELECT workspaces.id, state, "brokerLicense", con, source, "asOf", confidence, note
    FROM workspaces, jsonb_to_recordset(${JSON.stringify(listDefaultStateRules())}::jsonb) AS delivered (state text,
      "brokerLicense" text, con text, source text, "asOf" date, confidence text, note text)`.execute(db);
}
