import type { Db } from '../../db/client.ts';
import { inCustomerScope } from '../customers/scope.ts';
import type { Member } from '../session/actor.ts';

/** Which of these customers the member may read. */
export async function visibleCustomerIds(
  db: Db,
  member: Member,
  ids: readonly string[],
): Promise<Set<string>> {
  const rows = await db
    .selectFrom('customers')
    .select('customers.id')
    .where('customers.workspace_id', '=', member.workspaceId)
    .where('customers.id', 'in', [...ids])
    .where(inCustomerScope(member))
    .execute();
  return new Set(rows.map((row) => row.id));
}
