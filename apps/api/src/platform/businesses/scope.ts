import { sql, type RawBuilder } from 'kysely';
import type { Member } from '#platform/session/actor.ts';

/**
 * The one read scope of businesses and of what is attached to them, as a condition on `fromBusinesses`: all of the
 * workspace; those the member is the broker of, or the broker of their owner; or, for a client, those
 * they own; and those that are shared with the member.
 */
export function inBusinessScope(
  member: Pick<Member, 'workspaceId' | 'userId' | 'scope'> & Partial<Pick<Member, 'granted'>>,
): RawBuilder<boolean> {
  const inWorkspace = sql<boolean>`businesses.workspace_id = ${member.workspaceId}`;
  if (member.scope === 'all') return inWorkspace;
  const ids = member.granted?.['business'];
  const isGranted = ids === undefined ? sql`false` : sql`businesses.id = ANY(${ids}::uuid[])`;
  const own =
    member.scope === 'own'
      ? sql`(businesses.broker_id = ${member.userId} OR customers.id IS NOT NULL OR ${isGranted})`
      : sql`((customers.id IS NOT NULL OR ${isGranted}) AND businesses.deleted_at IS NULL)`;
  return sql<boolean>`(${inWorkspace} AND ${own})`;
}
