import type { Db } from '#db/client.ts';
import type { DealClosingsTable } from '#db/schema/deals.ts';
import { sql, type Selectable } from 'kysely';

type OfDeal = { readonly workspaceId: string; readonly dealId: string };
export type ClosingRow = Pick<
  Selectable<DealClosingsTable>,
  'checklist' | 'funds_flow' | 'dates' | 'version'
> & {
  /** Of the people who changed the checklist, by user id. */
  readonly names: Readonly<Record<string, string>>;
};

/** What was saved for the closing of a deal with checked access; null before the first change. */
export async function findClosingRow(db: Db, { workspaceId, dealId }: OfDeal): Promise<ClosingRow | null> {
  const row = await db
    .selectFrom('deal_closings')
    .select(['checklist', 'funds_flow', 'dates', 'version'])
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
    .executeTakeFirst();
  return row ?? null;
}

/** Writes the row as read at `version`, 0 for none; false if somebody else was first. */
export async function saveClosing(
  db: Db,
  { workspaceId, dealId, version, now, ...row }: OfDeal & { now: Date } & Omit<ClosingRow, 'names'>,
): Promise<boolean> {
  const values = {
    checklist: JSON.stringify(row.checklist),
    funds_flow: JSON.stringify(row.funds_flow),
    dates: JSON.stringify(row.dates),
    updated_at: now,
  };
  if (version === 0) {
    const inserted = await db
      .insertInto('deal_closings')
      .values({ workspace_id: workspaceId, deal_id: dealId, ...values })
      .onConflict((conflict) => conflict.doNothing())
      .returning('deal_id')
      .executeTakeFirst();
    return inserted !== undefined;
  }
  const updated = await db
    .updateTable('deal_closings')
    .set({ ...values, version: sql`version + 1` })
    .where('workspace_id', '=', workspaceId)
    .where('deal_id', '=', dealId)
    .where('version', '=', version)
    .returning('deal_id')
    .executeTakeFirst();
  return updated !== undefined;
}
