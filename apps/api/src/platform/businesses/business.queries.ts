import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#db/client.ts';
import { notFound } from '#lib/errors.ts';
import { inCustomerScope } from '#platform/customers/scope.ts';
import type { Member } from '#platform/session/actor.ts';
import { inBusinessScope } from './scope.ts';

/** Businesses of the member's workspace, each with its owner where the member may read that customer. */
export function fromBusinesses(db: Db, member: Member) {
  return db
    .selectFrom('businesses')
    .leftJoin('customers', (join) =>
      join
        .onRef('customers.workspace_id', '=', 'businesses.workspace_id')
        .onRef('customers.id', '=', 'businesses.owner_id')
        .on('customers.deleted_at', 'is', null)
        .on(inCustomerScope(member)),
    )
    .where('businesses.workspace_id', '=', member.workspaceId);
}

/** Whether `business`, an expression, is the id of an active business that the member may read. */
export function isReadableBusiness(member: Member, business: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`EXISTS (SELECT FROM businesses LEFT JOIN customers ON customers.workspace_id = businesses.workspace_id
      AND customers.id = businesses.owner_id AND customers.deleted_at IS NULL AND ${inCustomerScope(member)}
    WHERE businesses.workspace_id = ${member.workspaceId} AND businesses.id = ${business}
      AND businesses.deleted_at IS NULL AND ${inBusinessScope(member)})`;
}

/** The few fields of a business that other nouns need; the owner only where the member may read that customer. */
export type BusinessRef = { readonly id: string; readonly name: string; readonly ownerId: string | null };

/** A business that the member may read and that is not deleted. Throws NOT_FOUND otherwise. */
export async function getActiveBusiness(db: Db, member: Member, businessId: string): Promise<BusinessRef> {
  const row = await fromBusinesses(db, member)
    .select(['businesses.id', 'businesses.name', 'customers.id as ownerId'])
    .where('businesses.id', '=', businessId)
    .where('businesses.deleted_at', 'is', null)
    .where(inBusinessScope(member))
    .executeTakeFirst();
  if (row === undefined) throw notFound('business');
  return row;
}

/** A business that the member may read, in the trash or not. Throws NOT_FOUND otherwise. */
export async function getBusinessRef(db: Db, member: Member, businessId: string): Promise<{ id: string }> {
  const row = await fromBusinesses(db, member)
    .select('businesses.id')
    .where('businesses.id', '=', businessId)
    .where(inBusinessScope(member))
    .executeTakeFirst();
  if (row === undefined) throw notFound('business');
  return row;
}
