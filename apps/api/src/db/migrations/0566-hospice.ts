import { getDefaultMultiple } from '@handover/contract/businesses/default-tables.ts';
import { usStates } from '@handover/domain/us-states.ts';
import { valuationMethods } from '@handover/domain/valuation/valuation.ts';
import { sql, type Kysely } from 'kysely';

const types = `'dental', 'medical', 'home_health', 'hospice', 'pharmacy', 'behavioral', 'physical_therapy',
  'veterinary', 'med_spa', 'dme', 'urgent_care', 'laboratory'`;

/**
 * Home health and hospice become two types. Existing businesses of the former type keep it and ask once which they are;
 * buyers who look for it look for both. States of businesses become postal codes.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    ALTER TABLE businesses ADD COLUMN asks_type boolean NOT NULL DEFAULT false;
    UPDATE businesses SET asks_type = true WHERE type = 'home_health';
    ALTER TABLE businesses DROP CONSTRAINT businesses_type_check, ADD CONSTRAINT businesses_type_check CHECK (type IN (${types}));
    ALTER TABLE valuation_multiples DROP CONSTRAINT valuation_multiples_type_check,
      ADD CONSTRAINT valuation_multiples_type_check CHECK (type IN (${types}));
    UPDATE buyer_searches SET types = array_append(types, 'hospice') WHERE 'home_health' = ANY(types);
  `)
    .execute(db);
  const multiples = valuationMethods.map((method) => getDefaultMultiple('hospice', method));
  await sql`
    INSERT INTO valuation_multiples (workspace_id, type, method, low, high, source, as_of, confidence, note)
    SELECT workspaces.id, type, method, low, high, source, "asOf", confidence, note
    FROM workspaces, jsonb_to_recordset(${JSON.stringify(multiples)}::jsonb) AS delivered (type text, method text,
      low double precision, high double precision, source text, "asOf" date, confidence text, note text)`.execute(
    db,
  );
  await sql`
    UPDATE businesses SET region = upper(states.key) FROM jsonb_each_text(${JSON.stringify(usStates)}::jsonb) AS states
    WHERE businesses.region <> states.key
      AND lower(btrim(businesses.region)) IN (lower(states.key), lower(states.value))`.execute(db);
}
