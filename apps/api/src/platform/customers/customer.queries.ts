import type { Db } from '#db/client.ts';
import { prepareLookup } from '#db/statements/prepared-statement.ts';
import { notFound } from '#lib/errors.ts';
import type { Member } from '#platform/session/actor.ts';
import { inCustomerScope, preparedScope, scopeParts, type ScopeShape, type ScopeValues } from './scope.ts';

/** The few fields of a customer that other nouns need. */
export type CustomerRef = {
  readonly id: string;
  readonly name: string;
  readonly email: string | null;
  readonly status: 'active' | 'banned';
  readonly brokerId: string | null;
  readonly userId: string | null;
};

/** A customer that the member may read and that is not in the trash. Throws NOT_FOUND otherwise. */
export async function getCustomerRef(db: Db, member: Member, customerId: string): Promise<CustomerRef> {
  const { values, shape } = scopeParts(member);
  const [row] = await selectRef(db, { ...values, customerId }, shape);
  if (row === undefined) throw notFound('customer');
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    status: row.status,
    brokerId: row.broker_id,
    userId: row.user_id,
  };
}

const selectRef = prepareLookup((db, by: ScopeValues & { customerId: string }, shape: ScopeShape) =>
  db
    .selectFrom('customers')
    .select(['id', 'name', 'email', 'status', 'broker_id', 'user_id'])
    .where('workspace_id', '=', by.workspaceId)
    .where('id', '=', by.customerId)
    .where('deleted_at', 'is', null)
    .where(inCustomerScope(preparedScope(by, shape))),
);
