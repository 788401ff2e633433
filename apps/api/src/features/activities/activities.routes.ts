import { activityGroups, listActivities, type Activity } from '@handover/contract/activities.ts';
import { paginate } from '../../lib/pagination.ts';
import { excerpt } from '../../lib/text.ts';
import { getCustomerRef } from '../../platform/customers/customer.queries.ts';
import type { Routes } from '../../platform/http/routes.ts';
import type { Platform } from '../../platform/platform.ts';
import { countActivities, listActivityRows, type ActivityRow } from './activities.queries.ts';

const excerptLength = 240;

/** The timeline of a customer. */
export function activityRoutes(routes: Routes, { keyring }: Pick<Platform, 'keyring'>): void {
  routes.add(listActivities, async ({ actor, params, query, work }) => {
    const { id: customerId } = await getCustomerRef(work.db, actor, params.id);
    const types =
      query.type === undefined || query.type.length === 0
        ? null
        : query.type.flatMap((group) => [...activityGroups[group]]);
    const page = await paginate(keyring, {
      limit: query.limit,
      cursor: query.cursor,
      binding: ['activities', actor.workspaceId, actor.scope, customerId, types],
      fetch: (slice) => listActivityRows(work.db, actor, { customerId, types, ...slice }),
      count: () => countActivities(work.db, actor, { customerId, types }),
      positionOf: (row) => [row.occurred_at.toISOString(), row.id],
    });
    return { activities: page.rows.map(present), total: page.total, nextCursor: page.nextCursor };
  });
}

function present(row: ActivityRow): Activity {
  const changed = row.detail['changed'];
  return {
    id: row.id,
    type: row.type,
    occurredAt: row.occurred_at.toISOString(),
    actor:
      row.actor_id === null || row.actor_name === null
        ? null
        : { id: row.actor_id, displayName: row.actor_name },
    subject: {
      kind: row.subject_kind,
      id: row.subject_id,
      label: row.label,
      excerpt: row.body === null ? null : excerpt(row.body, excerptLength),
    },
    changedFields: Array.isArray(changed) ? changed.map(String) : [],
  };
}
