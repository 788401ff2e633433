import { sql, type RawBuilder } from 'kysely';
import type { Member } from '#platform/session/actor.ts';

/**
 * The one read scope of customers and of everything that hangs on them, as a condition on the table
 * `customers`: the member's workspace, and all of it, the customers they are the broker of, or their own
 * record. Used alike by lists, single records, exports, live updates and files.
 */
export function inCustomerScope(
  member: Pick<Member, 'workspaceId' | 'userId' | 'scope'>,
): RawBuilder<boolean> {
  const inWorkspace = sql<boolean>`customers.workspace_id = ${member.workspaceId}`;
  if (member.scope === 'all') return inWorkspace;
  const own =
    member.scope === 'own'
      ? sql`customers.broker_id = ${member.userId}`
      : sql`customers.user_id = ${member.userId}`;
  return sql<boolean>`(${inWorkspace} AND ${own})`;
}
