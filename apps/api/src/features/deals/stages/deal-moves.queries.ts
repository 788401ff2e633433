import { endedDealStages } from '@handover/contract/deal-stages.ts';
import { sql } from 'kysely';
import type { Db } from '#db/client.ts';

/** What SBA lenders require at least, for a workspace without financing rules. */
const standardFloor = 115;

/** The lowest DSCR that a financing rule of the workspace accepts, in hundredths. */
export async function getDscrFloor(db: Db, workspaceId: string): Promise<number> {
  const row = await db
    .selectFrom('financing_rules')
    .select(sql<number | null>`round(min(floor_dscr) * 100)::int`.as('floor'))
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst();
  return row?.floor ?? standardFloor;
}

/** The other open deals of a business, locked in the order of their ids. */
export function lockOtherDeals(
  db: Db,
  { workspaceId, businessId, dealId }: { workspaceId: string; businessId: string; dealId: string },
) {
  return db
    .selectFrom('deals')
    .select(['id', 'buyer_id', 'business_id', 'stage', 'version'])
    .where('workspace_id', '=', workspaceId)
    .where('business_id', '=', businessId)
    .where('id', '<>', dealId)
    .where('deleted_at', 'is', null)
    .where('stage', 'not in', [...endedDealStages])
    .orderBy('id')
    .forUpdate()
    .execute();
}
