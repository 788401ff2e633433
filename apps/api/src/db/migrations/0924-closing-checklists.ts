import { businessTypes } from '@handover/contract/businesses/business-list.ts';
import {
  getDefaultChecklist,
  listDefaultChecklists,
} from '@handover/contract/deals/default-closing-checklists.ts';
import { sql, type Kysely } from 'kysely';

/**
 * What a sale needs by type, as data of every workspace, and the lines of each deal as they were when it was created. A
 * new workspace gets its rows by `insertDefaultTables`. Existing deals keep the lines that they had.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    CREATE TABLE closing_checklists (
      workspace_id uuid NOT NULL REFERENCES workspaces (id),
      type text NOT NULL,
      items jsonb NOT NULL CHECK (jsonb_typeof(items) = 'array'),
      source text NOT NULL,
      as_of date NOT NULL,
      confidence text NOT NULL CHECK (confidence IN ('low', 'medium', 'high')),
      note text,
      version integer NOT NULL DEFAULT 1,
      PRIMARY KEY (workspace_id, type)
    );
    ALTER TABLE deal_closings ADD COLUMN items jsonb, ADD COLUMN business_type text;
  `)
    .execute(db);
  await sql`
    INSERT INTO closing_checklists (workspace_id, type, items, source, as_of, confidence, note)
    SELECT workspaces.id, type, items, source, "asOf", confidence, note
    FROM workspaces, jsonb_to_recordset(${JSON.stringify(listDefaultChecklists())}::jsonb) AS delivered (type text,
      items jsonb, source text, "asOf" date, confidence text, note text)`.execute(db);
  await sql`
    INSERT INTO deal_closings (workspace_id, deal_id, version, updated_at)
    SELECT workspace_id, id, 0, created_at FROM deals
    ON CONFLICT (workspace_id, deal_id) DO NOTHING`.execute(db);
  await sql`
    UPDATE deal_closings SET business_type = businesses.type, items = ${JSON.stringify(linesBefore())}::jsonb -> businesses.type
    FROM deals JOIN businesses ON businesses.workspace_id = deals.workspace_id AND businesses.id = deals.business_id
    WHERE deals.workspace_id = deal_closings.workspace_id AND deals.id = deal_closings.deal_id`.execute(db);
  await sql`ALTER TABLE deal_closings ALTER COLUMN items SET NOT NULL, ALTER COLUMN business_type SET NOT NULL`.execute(
    db,
  );
}

/** By type, with the line that the gate of the 36-month rule replaces in new deals. */
function linesBefore(): Record<string, unknown> {
  const everyType = getDefaultChecklist('every').items;
  return Object.fromEntries(
    businessTypes.map((type) => {
      const { items } = getDefaultChecklist(type);
      const at = items.findIndex(({ key }) => key === 'con') + 1;
      return [type, [...(at === 0 ? items : items.toSpliced(at, 0, ownershipLine)), ...everyType]];
    }),
  );
}

const ownershipLine = {
  key: 'rule_36_months',
  area: 'approval',
  title: '36-month rule checked',
  hint: 'If more than 50% of direct ownership changes within 36 months of enrollment or the last change, the provider agreement does not convey',
} as const;
