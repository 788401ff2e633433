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

/** A business that the member may read, in the bin or not. Throws NOT_FOUND otherwise. */
export async function getBusinessRef(db: Db, member: Member, businessId: string): Promise<{ id: string }> {
  const row = await fromBusinesses(db, member)
    .select('businesses.id')
    .where('businesses.id', '=', businessId)
    .where(inBusinessScope(member))
    .executeTakeFirst();
  if (row === undefined) throw notFound('business');
  return row;
}
