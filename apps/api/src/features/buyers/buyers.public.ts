import type { Db } from '#db/client.ts';
import { dateIn } from '#lib/clock.ts';

/**
 * What the gates of a deal ask about its buyer: the day on which the profile was confirmed, or `never`, and whether
 * somebody has verified proof of funds.
 */
export async function buyerFacts(
  db: Db,
  { workspaceId, buyerId, timeZone }: { workspaceId: string; buyerId: string; timeZone: string },
): Promise<{ profileConfirmedOn: string; hasProofOfFunds: boolean }> {
  const row = await db
    .selectFrom('buyer_profiles')
    .select(['confirmed_at', 'proof_verified_at'])
    .where('workspace_id', '=', workspaceId)
    .where('customer_id', '=', buyerId)
    .where('is_current', '=', true)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  const confirmedAt = row?.confirmed_at ?? null;
  return {
    profileConfirmedOn: confirmedAt === null ? 'never' : dateIn(timeZone, confirmedAt),
    hasProofOfFunds: row !== undefined && row.proof_verified_at !== null,
  };
}
