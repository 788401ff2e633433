import { sql } from 'kysely';
import type { Db } from '#db/client.ts';

/** What deals require of a buyer. */
export type BuyerReadiness = {
  readonly buyerId: string;
  readonly confirmedAt: Date | null;
  /** Confirmed within the last six months. */
  readonly isConfirmed: boolean;
  /** Proof of funds that somebody has verified. */
  readonly hasProofOfFunds: boolean;
  readonly isBlocked: boolean;
};

/** The facts of the buyer profile of a customer, for the gates of a deal; null without a profile. */
export async function findBuyerReadiness(
  db: Db,
  { workspaceId, customerId, now }: { workspaceId: string; customerId: string; now: Date },
): Promise<BuyerReadiness | null> {
  const row = await db
    .selectFrom('buyer_profiles')
    .select([
      'id as buyerId',
      'confirmed_at as confirmedAt',
      sql<boolean>`coalesce(confirmed_at + interval '6 months' > ${now}, false)`.as('isConfirmed'),
      sql<boolean>`proof_verified_at IS NOT NULL`.as('hasProofOfFunds'),
      sql<boolean>`blocked_at IS NOT NULL`.as('isBlocked'),
    ])
    .where('workspace_id', '=', workspaceId)
    .where('customer_id', '=', customerId)
    .where('is_current', '=', true)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row ?? null;
}
