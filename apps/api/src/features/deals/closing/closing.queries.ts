import type { BusinessType } from '@handover/contract/businesses/business-list.ts';
import type { ChecklistItem } from '@handover/domain/deals/closing-checklists.ts';
import type { Db } from '#db/client.ts';
import type { DealClosingsTable } from '#db/schema/deals.ts';
import { sql, type Selectable } from 'kysely';

type OfDeal = { readonly workspaceId: string; readonly dealId: string };
export type ClosingRow = Pick<
  Selectable<DealClosingsTable>,
  'business_type' | 'items' | 'checklist' | 'funds_flow' | 'dates' | 'version'
> & {
  /** Names of the people who changed the checklist, by user id. */
  readonly names: Readonly<Record<string, string>>;
};

/** The closing of a deal with checked access. */
export function getClosingRow(db: Db, { workspaceId, dealId }: OfDeal): Promise<ClosingRow> {
  return db
    .selectFrom('deal_closings')
    .select(['business_type', 'items', 'checklist', 'funds_flow', 'dates', 'version'])
    .select(
      sql<
        ClosingRow['names']
      >`(SELECT coalesce(json_object_agg(users.id, users.display_name), '{}') FROM users
        WHERE users.id IN (SELECT (item.value ->> 'changedBy')::uuid FROM jsonb_each(checklist) AS item))`.as(
        'names',
      ),
    )
    .where('workspace_id', '=', workspaceId)
    .where('deal_id', '=', dealId)
    .executeTakeFirstOrThrow();
}

/** Stores the checklist lines of a new deal. */
export async function insertClosing(
  db: Db,
  {
    workspaceId,
    dealId,
    type,
    items,
    now,
  }: OfDeal & { type: BusinessType; items: readonly ChecklistItem[]; now: Date },
): Promise<void> {
  await db
    .insertInto('deal_closings')
    .values({
      workspace_id: workspaceId,
      deal_id: dealId,
      business_type: type,
      items: JSON.stringify(items),
      checklist: '{}',
      funds_flow: '[]',
      dates: '{}',
      version: 0,
      updated_at: now,
    })
    .execute();
}

/** Writes the row if it is still at `version`; false if it has changed since. */
export async function saveClosing(
  db: Db,
  { workspaceId, dealId, version, now, ...row }: OfDeal & { now: Date } & Omit<ClosingRow, 'names'>,
): Promise<boolean> {
  const updated = await db
    .updateTable('deal_closings')
    .set({
      business_type: row.business_type,
      items: JSON.stringify(row.items),
      checklist: JSON.stringify(row.checklist),
      funds_flow: JSON.stringify(row.funds_flow),
      dates: JSON.stringify(row.dates),
      updated_at: now,
      version: sql`version + 1`,
    })
    .where('workspace_id', '=', workspaceId)
    .where('deal_id', '=', dealId)
    .where('version', '=', version)
    .returning('deal_id')
    .executeTakeFirst();
  return updated !== undefined;
}
