import type { CoOwners } from '@handover/contract/businesses/business-owners.ts';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#db/client.ts';
import { newId } from '#lib/ids.ts';
import { inCustomerScope } from '#features/customers/customers.public.ts';
import type { Member } from '#platform/session/actor.ts';

export type CoOwnerRow = {
  readonly id: string;
  /** Null for a customer that the member may not read. */
  readonly name: string | null;
  readonly shareBasisPoints: number;
};

/**
 * The owners of `businesses` other than the main one, by name. Rows that a merge gave to one customer are one share, and
 * rows that it gave to the main owner are part of the remaining share, so that an undo of the merge can return them.
 */
export function selectCoOwners(member: Member): RawBuilder<CoOwnerRow[]> {
  return sql`(SELECT coalesce(json_agg(json_build_object('id', customers.id, 'shareBasisPoints', co.share_basis_points,
      'name', CASE WHEN customers.deleted_at IS NULL AND ${inCustomerScope(member)} THEN customers.name END)
      ORDER BY customers.name_sort, customers.id), '[]')
    FROM (SELECT customer_id, sum(share_basis_points) AS share_basis_points FROM business_co_owners
      WHERE workspace_id = ${member.workspaceId} AND business_id = businesses.id AND customer_id IS DISTINCT FROM businesses.owner_id
      GROUP BY customer_id) AS co
    JOIN customers ON customers.workspace_id = ${member.workspaceId} AND customers.id = co.customer_id)`;
}

type Key = { readonly workspaceId: string; readonly businessId: string };

/** Replaces the owners other than the main one. The business is locked. */
export async function replaceCoOwners(
  db: Db,
  { workspaceId, businessId, owners }: Key & { owners: CoOwners },
): Promise<void> {
  await db
    .deleteFrom('business_co_owners')
    .where('workspace_id', '=', workspaceId)
    .where('business_id', '=', businessId)
    .execute();
  if (owners.length === 0) return;
  await db
    .insertInto('business_co_owners')
    .values(
      owners.map(({ customerId, shareBasisPoints }) => ({
        workspace_id: workspaceId,
        id: newId(),
        business_id: businessId,
        customer_id: customerId,
        share_basis_points: shareBasisPoints,
      })),
    )
    .execute();
}

/** Removes the share that a merge gave to the main owner, who is about to change. */
export async function deleteCoOwner(
  db: Db,
  { workspaceId, businessId, customerId }: Key & { customerId: string },
): Promise<void> {
  await db
    .deleteFrom('business_co_owners')
    .where('workspace_id', '=', workspaceId)
    .where('business_id', '=', businessId)
    .where('customer_id', '=', customerId)
    .execute();
}

/** Whether two lists name the same owners with the same shares, in any order. */
export function hasSameOwners(stored: readonly CoOwnerRow[], owners: CoOwners): boolean {
  return (
    stored.length === owners.length &&
    owners.every(({ customerId, shareBasisPoints }) =>
      stored.some((each) => each.id === customerId && each.shareBasisPoints === shareBasisPoints),
    )
  );
}
