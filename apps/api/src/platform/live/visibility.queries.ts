import type { Db } from '#db/client.ts';
import { fromBusinesses } from '#platform/businesses/business.queries.ts';
import { inBusinessScope } from '#platform/businesses/scope.ts';
import { inCustomerScope } from '#platform/customers/scope.ts';
import type { Member } from '#platform/session/actor.ts';

/** Which of these customers the member may read. */
export async function visibleCustomerIds(
  db: Db,
  member: Member,
  ids: readonly string[],
): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectFrom('customers')
    .select('customers.id')
    .where('customers.workspace_id', '=', member.workspaceId)
    .where('customers.id', 'in', [...new Set(ids)])
    .where(inCustomerScope(member))
    .execute();
  return new Set(rows.map((row) => row.id));
}

/** Which of these businesses the member may read. */
export async function visibleBusinessIds(
  db: Db,
  member: Member,
  ids: readonly string[],
): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await fromBusinesses(db, member)
    .select('businesses.id')
    .where('businesses.id', 'in', [...new Set(ids)])
    .where(inBusinessScope(member))
    .execute();
  return new Set(rows.map((row) => row.id));
}
