import { sql, type RawBuilder } from 'kysely';
import type { Member } from '#platform/session/actor.ts';

/**
 * The one read scope of businesses and of what is attached to them, as a condition on `fromBusinesses`: all of the
 * workspace; those the member is the broker of, or the broker of their owner; or, for a client, those they own.
 */
export function inBusinessScope(
  member: Pick<Member, 'workspaceId' | 'userId' | 'scope'>,
): RawBuilder<boolean> {
  const inWorkspace = sql<boolean>`businesses.workspace_id = ${member.workspaceId}`;
  if (member.scope === 'all') return inWorkspace;
  const own =
    member.scope === 'own'
      ? sql`(businesses.broker_id = ${member.userId} OR customers.id IS NOT NULL)`
      : sql`(customers.id IS NOT NULL AND businesses.deleted_at IS NULL)`;
  return sql<boolean>`(${inWorkspace} AND ${own})`;
}
