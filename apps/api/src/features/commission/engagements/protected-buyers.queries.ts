import type { ProtectedBuyer } from '@handover/contract/engagement-letters.ts';
import { sql, type Insertable } from 'kysely';
import type { Db } from '#db/client.ts';
import type { CommissionTables } from '#db/schema/commission.ts';

export type IntroductionTerm = {
  readonly workspaceId: string;
  readonly businessId: string;
  readonly timeZone: string;
  readonly startsOn: string;
  /** The last day; null while the term is open. */
  readonly endsOn: string | null;
};

/**
 * Buyers introduced to a business during a term, by name: those with a deal or an invitation, and those added by hand.
 * Each appears once, with the earliest introduction. Dates are of the workspace's time zone. A deal in the trash remains
 * an introduction, unless it was an inquiry.
 */
export async function listProtectedBuyers(
  db: Db,
  { workspaceId, businessId, timeZone, startsOn, endsOn }: IntroductionTerm,
): Promise<ProtectedBuyer[]> {
  const { rows } = await sql<{
    id: string;
    name: string;
    introduced_on: string;
    source: ProtectedBuyer['source'];
    note: string | null;
  }>`
    SELECT DISTINCT ON (customers.name_sort, customers.id) customers.id, customers.name,
      introduced_on, introductions.source, introductions.note
    FROM (
      SELECT buyer_id AS customer_id, (created_at AT TIME ZONE ${timeZone})::date AS introduced_on, 'deal' AS source,
        NULL AS note
      FROM deals WHERE workspace_id = ${workspaceId} AND business_id = ${businessId}
        AND (deleted_at IS NULL OR stage <> 'inquiry')
      UNION ALL
      SELECT buyer_profiles.customer_id, (buyer_invitations.created_at AT TIME ZONE ${timeZone})::date, 'invitation', NULL
      FROM buyer_invitations JOIN buyer_profiles ON buyer_profiles.workspace_id = buyer_invitations.workspace_id
        AND buyer_profiles.id = buyer_invitations.buyer_id
      WHERE buyer_invitations.workspace_id = ${workspaceId} AND buyer_invitations.business_id = ${businessId}
      UNION ALL
      SELECT customer_id, introduced_on, 'manual', note FROM protected_buyers
      WHERE workspace_id = ${workspaceId} AND business_id = ${businessId}
    ) AS introductions
    JOIN customers ON customers.workspace_id = ${workspaceId} AND customers.id = introductions.customer_id
    WHERE introduced_on >= ${startsOn}::date AND (${endsOn}::date IS NULL OR introduced_on <= ${endsOn}::date)
    ORDER BY customers.name_sort, customers.id, introduced_on, introductions.source = 'manual' DESC`.execute(
    db,
  );
  return rows.map(({ id, name, introduced_on: introducedOn, ...row }) => ({
    buyer: { id, name },
    introducedOn,
    ...row,
  }));
}

/** False if the buyer was added before. */
export async function insertProtectedBuyer(
  db: Db,
  row: Insertable<CommissionTables['protected_buyers']>,
): Promise<boolean> {
  const inserted = await db
    .insertInto('protected_buyers')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('customer_id')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** False if the buyer was not added by hand. */
export async function deleteProtectedBuyer(
  db: Db,
  { workspaceId, businessId, buyerId }: { workspaceId: string; businessId: string; buyerId: string },
): Promise<boolean> {
  const row = await db
    .deleteFrom('protected_buyers')
    .where('workspace_id', '=', workspaceId)
    .where('business_id', '=', businessId)
    .where('customer_id', '=', buyerId)
    .returning('customer_id')
    .executeTakeFirst();
  return row !== undefined;
}
