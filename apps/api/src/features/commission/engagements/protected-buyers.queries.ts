import type { ProtectedBuyer } from '@handover/contract/businesses/engagement-letters.ts';
import { sql, type Insertable, type RawBuilder } from 'kysely';
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
 * Each appears once, with the earliest introduction. Dates are in the workspace's time zone. A deal in the trash
 * remains an introduction, unless it was an inquiry.
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
    FROM ${selectIntroductions({ workspaceId, timeZone }, sql`${businessId}::uuid`)} AS introductions
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

/** Introductions of customers to a business, of any time, as a subquery. */
function selectIntroductions(
  { workspaceId, timeZone }: Pick<IntroductionTerm, 'workspaceId' | 'timeZone'>,
  businessId: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`(
    SELECT of_business.buyer_id AS customer_id, (of_business.created_at AT TIME ZONE ${timeZone})::date AS introduced_on,
      'deal' AS source, NULL AS note
    FROM deals AS of_business WHERE of_business.workspace_id = ${workspaceId}
      AND of_business.business_id = ${businessId}
      AND (of_business.deleted_at IS NULL OR of_business.stage <> 'inquiry')
    UNION ALL
    SELECT buyer_profiles.customer_id, (buyer_invitations.created_at AT TIME ZONE ${timeZone})::date, 'invitation', NULL
    FROM buyer_invitations JOIN buyer_profiles ON buyer_profiles.workspace_id = buyer_invitations.workspace_id
      AND buyer_profiles.id = buyer_invitations.buyer_id
    WHERE buyer_invitations.workspace_id = ${workspaceId} AND buyer_invitations.business_id = ${businessId}
    UNION ALL
    SELECT customer_id, introduced_on, 'manual', note FROM protected_buyers
    WHERE protected_buyers.workspace_id = ${workspaceId} AND protected_buyers.business_id = ${businessId})`;
}

/** Whether the buyer of `deals` was introduced to its business during the term of `letters`, as a condition. */
export function isProtectedBuyer(
  key: Pick<IntroductionTerm, 'workspaceId' | 'timeZone'>,
): RawBuilder<boolean> {
  return sql<boolean>`EXISTS (SELECT FROM ${selectIntroductions(key, sql.ref('deals.business_id'))} AS introductions
    WHERE introductions.customer_id = deals.buyer_id
      AND introduced_on BETWEEN letters.starts_on AND coalesce(letters.ended_on, letters.ends_on, 'infinity'))`;
}

export async function insertProtectedBuyer(
  db: Db,
  row: Insertable<CommissionTables['protected_buyers']>,
): Promise<void> {
  await db.insertInto('protected_buyers').values(row).execute();
}

type ProtectedTerm = Omit<IntroductionTerm, 'timeZone'> & { readonly buyerId: string };

/** Whether the buyer was added by hand as introduced during the term. */
export async function hasProtectedBuyer(db: Db, { buyerId, ...term }: ProtectedTerm): Promise<boolean> {
  const row = await db
    .selectFrom('protected_buyers')
    .select('id')
    .where('workspace_id', '=', term.workspaceId)
    .where('customer_id', '=', buyerId)
    .where(isAddedDuring(term))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** False if the buyer was not added by hand as introduced during the term. */
export async function deleteProtectedBuyer(db: Db, { buyerId, ...term }: ProtectedTerm): Promise<boolean> {
  const rows = await db
    .deleteFrom('protected_buyers')
    .where('workspace_id', '=', term.workspaceId)
    .where('customer_id', '=', buyerId)
    .where(isAddedDuring(term))
    .returning('id')
    .execute();
  return rows.length > 0;
}

function isAddedDuring({
  businessId,
  startsOn,
  endsOn,
}: Omit<ProtectedTerm, 'buyerId'>): RawBuilder<boolean> {
  return sql<boolean>`(business_id = ${businessId} AND introduced_on >= ${startsOn}::date
    AND (${endsOn}::date IS NULL OR introduced_on <= ${endsOn}::date))`;
}
