import { endedDealStages } from '@handover/contract/deals/deal-stages.ts';
import { sql } from 'kysely';
import type { Db } from '#db/client.ts';
import type { Member } from '#platform/session/actor.ts';
import { selectRivalName } from '../deals.public.ts';

/** The minimum that SBA lenders require, for a workspace without financing rules. */
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

/** Whether the commission of a deal is final, or was recorded as none. */
export async function hasFinalCommission(
  db: Db,
  { workspaceId, dealId }: { workspaceId: string; dealId: string },
): Promise<boolean> {
  const row = await db
    .selectFrom('commissions')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', dealId)
    .executeTakeFirst();
  return row !== undefined;
}

/** The buyer of another closed deal on a business, or null. */
export async function findOtherBuyer(
  db: Db,
  member: Member,
  { businessId, dealId }: { businessId: string; dealId: string },
): Promise<string | null> {
  const row = await db
    .selectFrom('deals')
    .innerJoin('customers', (join) =>
      join
        .onRef('customers.workspace_id', '=', 'deals.workspace_id')
        .onRef('customers.id', '=', 'deals.buyer_id'),
    )
    .select(selectRivalName(member).as('name'))
    .where('deals.workspace_id', '=', member.workspaceId)
    .where('deals.business_id', '=', businessId)
    .where('deals.id', '<>', dealId)
    .where('deals.deleted_at', 'is', null)
    .where('deals.stage', '=', 'closed')
    .executeTakeFirst();
  return row?.name ?? null;
}

/** The open deals of a business except one, locked in the order of their ids. */
export function lockOpenDeals(
  db: Db,
  { workspaceId, businessId, except }: { workspaceId: string; businessId: string; except: string | null },
) {
  return db
    .selectFrom('deals')
    .select(['id', 'buyer_id', 'business_id', 'stage', 'version'])
    .where('workspace_id', '=', workspaceId)
    .where('business_id', '=', businessId)
    .where(sql<boolean>`id IS DISTINCT FROM ${except}`)
    .where('deleted_at', 'is', null)
    .where('stage', 'not in', [...endedDealStages])
    .orderBy('id')
    .forUpdate()
    .execute();
}
