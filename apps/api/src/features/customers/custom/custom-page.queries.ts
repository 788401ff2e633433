import { sql, type RawBuilder } from 'kysely';
import type { Position } from '#lib/pagination.ts';
import type { Member } from '#platform/session/actor.ts';
import { asksForStats, matchesFilter, type Asked } from '../customer-filter.queries.ts';
import { sortBy } from '../customer-sort.ts';
import type { Order } from './resolve-order.ts';

/**
 * Whether a customer is on a page in an order that no index serves together with the filter. The page is found by
 * ids alone: sorting then keeps no more than the page in memory, where whole rows would go through the disk.
 */
export function isOnPage(
  member: Member,
  { order: keys, after, limit, ...asked }: Asked & { order: Order; after: Position | null; limit: number },
): RawBuilder<boolean> {
  const { order, after: isAfter } = sortBy(keys);
  const needsStats = asksForStats(asked.filter) || keys.some(({ key }) => key === 'lastActivityAt');
  const { inactiveSince } = asked.filter;
  // OFFSET keeps the planner from walking the order all the same.
  const quiet =
    inactiveSince === undefined
      ? sql`customer_stats`
      : sql`(SELECT workspace_id, customer_id, last_activity_at FROM customer_stats
        WHERE workspace_id = ${member.workspaceId} AND last_activity_at < ${inactiveSince}::date OFFSET 0) AS customer_stats`;
  const stats = needsStats
    ? sql`JOIN ${quiet} ON customer_stats.workspace_id = customers.workspace_id AND customer_stats.customer_id = customers.id`
    : sql``;
  const behind = after === null ? sql`true` : isAfter(after);
  return sql`(customers.workspace_id = ${member.workspaceId} AND customers.id IN (
    SELECT customers.id FROM customers ${stats}
    WHERE ${matchesFilter(member, asked)} AND ${behind} ORDER BY ${order} LIMIT ${limit}))`;
}
