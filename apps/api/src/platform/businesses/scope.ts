import { sql, type RawBuilder } from 'kysely';
import type { Member } from '#platform/session/actor.ts';

/**
 * The one read scope of businesses and of what hangs on them, as a condition on `fromBusinesses`: all of
 * the workspace; those the member is the broker of or whose owner they are the broker of; or, for a
 * client, those they own.
 */
export function inBusinessScope(member: Member): RawBuilder<boolean> {
  if (member.scope === 'all') return sql<boolean>`true`;
  if (member.scope === 'own')
    return sql<boolean>`(businesses.broker_id = ${member.userId} OR customers.id IS NOT NULL)`;
  return sql<boolean>`(customers.id IS NOT NULL AND businesses.deleted_at IS NULL)`;
}
