import { profileMonths } from '@handover/domain/deals/deal-gates.ts';
import { sql } from 'kysely';
import type { Db } from '#db/client.ts';
import { listOwnerLogins } from '#features/businesses/businesses.public.ts';
import { approvalDays, claimApprovalRequest, isBuyerExcluded } from '#features/deals/deals.public.ts';
import { listOpenWorkspaces } from '#platform/installation/archived.queries.ts';
import { notify } from '#platform/notifications.ts';
import type { Platform } from '#platform/platform.ts';
import { getBuyerFacts } from './buyers.public.ts';
import { hasCurrentProof } from './buyers.queries.ts';

/** Asks the owners about qualified buyers they have neither approved nor declined, and again every three days. */
export async function askSellers({ runner }: Pick<Platform, 'runner'>): Promise<void> {
  const now = runner.clock.now();
  for (const { id: workspaceId } of await listOpenWorkspaces(runner.db, now))
    for (const deal of await listUndecided(runner.db, { workspaceId, now })) {
      const { business_id: businessId, buyer_id: buyerId, time_zone: timeZone } = deal;
      const { isEligible } = await getBuyerFacts(runner.db, {
        workspaceId,
        businessId,
        buyerId,
        timeZone,
        now,
      });
      if (!isEligible) continue;
      await runner.transact(async (work) => {
        if (!(await claimApprovalRequest(work.db, { workspaceId, dealId: deal.id, now: work.now }))) return;
        await notify(work, {
          workspaceId,
          userIds: await listOwnerLogins(work.db, { workspaceId, businessId }),
          type: 'deal.approval',
          title: `Approve or decline ${deal.buyer_name} as a buyer of ${deal.business_name}`,
          customerId: null,
          dealId: deal.id,
        });
      });
    }
}

type UndecidedDeal = {
  readonly id: string;
  readonly business_id: string;
  readonly buyer_id: string;
  readonly time_zone: string;
  readonly buyer_name: string;
  readonly business_name: string;
};

/** Deals of allowed buyers whose profile is current and whose proof of funds is verified. */
async function listUndecided(db: Db, { workspaceId, now }: { workspaceId: string; now: Date }) {
  const { rows } = await sql<UndecidedDeal>`
    SELECT deals.id, deals.business_id, deals.buyer_id, workspaces.time_zone, customers.name AS buyer_name, businesses.name AS business_name
    FROM deals
      JOIN businesses ON businesses.workspace_id = deals.workspace_id AND businesses.id = deals.business_id
      JOIN customers ON customers.workspace_id = deals.workspace_id AND customers.id = deals.buyer_id
      JOIN buyer_profiles ON buyer_profiles.workspace_id = deals.workspace_id AND buyer_profiles.customer_id = deals.buyer_id
      JOIN workspaces ON workspaces.id = deals.workspace_id
    WHERE deals.workspace_id = ${workspaceId} AND deals.deleted_at IS NULL AND deals.seller_decision IS NULL
      AND deals.stage IN ('nda_signed', 'qualified')
      AND (deals.approval_asked_at IS NULL OR deals.approval_asked_at <= ${now}::timestamptz - make_interval(days => ${approvalDays}))
      AND buyer_profiles.is_current AND buyer_profiles.deleted_at IS NULL
      AND NOT ${isBuyerExcluded({ workspaceId: sql.ref('deals.workspace_id'), buyerId: sql.ref('deals.buyer_id'), businessId: sql.ref('deals.business_id') })}
      AND ${hasCurrentProof(sql`(${now}::timestamptz AT TIME ZONE workspaces.time_zone)`)}
      AND buyer_profiles.confirmed_at >= ${now}::timestamptz - make_interval(months => ${profileMonths})
      AND businesses.deleted_at IS NULL AND customers.deleted_at IS NULL AND customers.status = 'active'
    ORDER BY deals.stage_entered_at`.execute(db);
  return rows;
}
