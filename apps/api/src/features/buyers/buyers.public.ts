import { toCalendarDate } from '@handover/domain/local-time.ts';
import { isEligible, findOwnershipRequirement } from '@handover/domain/matching/match-gates.ts';
import { findStateCode } from '@handover/domain/us-states.ts';
import { sql } from 'kysely';
import type { Db } from '#db/client.ts';
import { eligibilitiesOfBuyer, hasCurrentProof } from './buyers.queries.ts';
import { getMatchingSettings } from './matching/matching-settings.queries.ts';

/**
 * The facts about a deal's buyer for its gates: the day on which the profile was confirmed, or `never`, whether there
 * is verified proof of funds that has not expired, whether proof is waiting for the broker, and whether the buyer may
 * own a business of this type in its state.
 */
export async function getBuyerFacts(
  db: Db,
  {
    workspaceId,
    businessId,
    buyerId,
    timeZone,
    now,
  }: { workspaceId: string; businessId: string; buyerId: string; timeZone: string; now: Date },
): Promise<{
  profileConfirmedOn: string;
  hasProofOfFunds: boolean;
  isProofSent: boolean;
  isEligible: boolean;
}> {
  const { type, region } = await db
    .selectFrom('businesses')
    .select(['type', 'region'])
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', businessId)
    .executeTakeFirstOrThrow();
  const business = { type, state: findStateCode(region ?? '') };
  const { ownershipRules } = await getMatchingSettings(db, workspaceId);
  const row = await db
    .selectFrom('buyer_profiles')
    .select([
      'confirmed_at',
      eligibilitiesOfBuyer.as('eligibilities'),
      hasCurrentProof(sql`${toCalendarDate(now, timeZone)}`).as('has_proof'),
      sql<boolean>`EXISTS (SELECT FROM buyer_proofs AS p WHERE p.workspace_id = buyer_profiles.workspace_id
        AND p.buyer_id = buyer_profiles.id AND p.state = 'sent')`.as('is_proof_sent'),
    ])
    .where('workspace_id', '=', workspaceId)
    .where('customer_id', '=', buyerId)
    .where('is_current', '=', true)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  const confirmedAt = row?.confirmed_at ?? null;
  return {
    profileConfirmedOn: confirmedAt === null ? 'never' : toCalendarDate(confirmedAt, timeZone),
    hasProofOfFunds: row?.has_proof === true,
    isProofSent: row?.is_proof_sent === true,
    isEligible: isEligible(
      row?.eligibilities ?? [],
      business,
      findOwnershipRequirement(ownershipRules, business),
    ),
  };
}
