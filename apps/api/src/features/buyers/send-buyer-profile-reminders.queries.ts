import { sql } from 'kysely';
import type { Db } from '#db/client.ts';
import { isBlocked } from './buyers.queries.ts';

/** Profiles that expire within two weeks, without a reminder yet, at most 200. */
export function listExpiringBuyers(db: Db, { workspaceId, now }: { workspaceId: string; now: Date }) {
  const expiresAt = sql`buyer_profiles.confirmed_at + interval '6 months'`;
  return db
    .selectFrom('buyer_profiles')
    .innerJoin('customers', (join) =>
      join
        .onRef('customers.workspace_id', '=', 'buyer_profiles.workspace_id')
        .onRef('customers.id', '=', 'buyer_profiles.customer_id'),
    )
    .innerJoin('workspaces', 'workspaces.id', 'buyer_profiles.workspace_id')
    .select([
      'buyer_profiles.id',
      'buyer_profiles.customer_id',
      'customers.name as customer_name',
      'customers.broker_id',
      'customers.user_id',
      sql<string>`((${expiresAt}) AT TIME ZONE workspaces.time_zone)::date::text`.as('expires_on'),
    ])
    .where('buyer_profiles.workspace_id', '=', workspaceId)
    .where('buyer_profiles.deleted_at', 'is', null)
    .where('buyer_profiles.is_current', '=', true)
    .where(sql<boolean>`NOT ${isBlocked}`)
    .where('buyer_profiles.reminded_at', 'is', null)
    .where('customers.deleted_at', 'is', null)
    .where(sql<boolean>`buyer_profiles.confirmed_at BETWEEN ${now}::timestamptz - interval '6 months'
      AND ${now}::timestamptz - interval '6 months' + interval '14 days'`)
    .orderBy('buyer_profiles.confirmed_at')
    .limit(200)
    .execute();
}

export type ExpiringBuyer = Awaited<ReturnType<typeof listExpiringBuyers>>[number];

/** False if the reminder of this confirmation was sent before. */
export async function claimReminder(
  db: Db,
  { workspaceId, buyerId, now }: { workspaceId: string; buyerId: string; now: Date },
): Promise<boolean> {
  const row = await db
    .updateTable('buyer_profiles')
    .set({ reminded_at: now })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', buyerId)
    .where('reminded_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}
