import type { Db } from '#db/client.ts';
import { sql } from 'kysely';
import { dateIn } from '#lib/clock.ts';
import { hasCurrentProof } from './buyers.queries.ts';

/**
 * What the gates of a deal ask about its buyer: the day on which the profile was confirmed, or `never`, whether
 * somebody has verified proof of funds that has not expired, and whether proof waits for the broker.
 */
export async function buyerFacts(
  db: Db,
  {
    workspaceId,
    buyerId,
    timeZone,
    now,
  }: { workspaceId: string; buyerId: string; timeZone: string; now: Date },
): Promise<{ profileConfirmedOn: string; hasProofOfFunds: boolean; isProofSent: boolean }> {
  const row = await db
    .selectFrom('buyer_profiles')
    .select([
      'confirmed_at',
      hasCurrentProof(sql`${dateIn(timeZone, now)}`).as('has_proof'),
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
    profileConfirmedOn: confirmedAt === null ? 'never' : dateIn(timeZone, confirmedAt),
    hasProofOfFunds: row?.has_proof === true,
    isProofSent: row?.is_proof_sent === true,
  };
}
