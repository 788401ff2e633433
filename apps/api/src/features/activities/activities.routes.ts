import {
  activityGroups,
  listActivities,
  listBusinessActivities,
  listDealActivities,
  type Activity,
} from '@handover/contract/records/activities.ts';
import type { QueryOf } from '@handover/contract/http/endpoint.ts';
import { businessStages } from '@handover/contract/businesses/business-stages.ts';
import { dealStages } from '@handover/contract/deals/deal-stages.ts';
import { recordTypes } from '@handover/contract/records/records.ts';
import { feedPeriodDays, listFeed, type FeedEntry } from '@handover/contract/dashboard.ts';
import { paginate } from '#lib/pagination.ts';
import { toExcerpt } from '#lib/text.ts';
import type { Routes } from '#platform/http/routes.ts';
import type { Platform } from '#platform/platform.ts';
import type { TimelineSubject } from '#platform/records/timeline.ts';
import type { Member } from '#platform/session/actor.ts';
import type { Work } from '#platform/work.ts';
import { countActivities, createTimelines, type ActivityRow, type Timeline } from './activities.queries.ts';
import { getBusinessRef } from '#features/businesses/businesses.public.ts';
import { getDealRef } from '#features/deals/deals.public.ts';
import { getCustomerRef } from '#features/customers/customers.public.ts';

const excerptLength = 240;
const dayMs = 86_400_000;

/** Timelines. `subjects` provide the names shown in them. */
export function activityRoutes(
  routes: Routes,
  { keyring }: Pick<Platform, 'keyring'>,
  subjects: readonly TimelineSubject[],
): void {
  const listActivityRows = createTimelines(subjects);
  const list = async (
    work: Work,
    actor: Member,
    { of, query }: { of: Timeline['of']; query: QueryOf<typeof listActivities> },
  ) => {
    const { type: groups = [], limit, cursor } = query;
    const types = groups.length === 0 ? null : groups.flatMap((group) => [...activityGroups[group]]);
    const timeline = { of, types };
    const page = await paginate(keyring, {
      limit,
      cursor,
      viewer: actor,
      binding: ['activities', timeline],
      fetch: (slice) => listActivityRows(work.db, actor, { ...timeline, ...slice }),
      count: () => countActivities(work.db, actor, timeline),
      positionOf: (row) => [row.occurred_at.toISOString(), row.id],
    });
    return { activities: page.rows.map(present), total: page.total, nextCursor: page.nextCursor };
  };

  routes.add(listActivities, async ({ actor, params, query, work }) => {
    const { id: customerId } = await getCustomerRef(work.db, actor, params.id);
    return list(work, actor, { of: { customerId }, query });
  });
  routes.add(listBusinessActivities, async ({ actor, params, query, work }) => {
    const { id: businessId } = await getBusinessRef(work.db, actor, params.id);
    return list(work, actor, { of: { businessId }, query });
  });
  routes.add(listDealActivities, async ({ actor, params, query, work }) => {
    const { id: dealId } = await getDealRef(work.db, actor, params.id);
    return list(work, actor, { of: { dealId }, query });
  });
  addFeed(routes, { keyring, listActivityRows });
}

function addFeed(
  routes: Routes,
  {
    keyring,
    listActivityRows,
  }: Pick<Platform, 'keyring'> & { listActivityRows: ReturnType<typeof createTimelines> },
): void {
  routes.add(listFeed, async ({ actor, query, work }) => {
    const since = new Date(work.now.getTime() - feedPeriodDays * dayMs);
    const timeline = { of: { since }, types: null };
    const page = await paginate(keyring, {
      ...query,
      cursor: query.cursor,
      viewer: actor,
      binding: ['feed'],
      fetch: (slice) => listActivityRows(work.db, actor, { ...timeline, ...slice }),
      // No total: counting would cost more than the page.
      count: () => Promise.resolve(0),
      positionOf: (row) => [row.occurred_at.toISOString(), row.id],
    });
    return { activities: page.rows.map((row) => presentInFeed(row, actor)), nextCursor: page.nextCursor };
  });
}

function presentInFeed(row: ActivityRow, { scope }: Member): FeedEntry {
  const { customer_id: id, customer_name: name, run_count: count } = row;
  const entry = { ...present(row), customer: id === null || name === null ? null : { id, name } };
  // Bulk email has no record type of its own; it is always about customers.
  const recordType = recordTypes.find((type) => row.type.startsWith(`${type}.`)) ?? 'customer';
  if (count === null || count === 1) return { ...entry, run: null };
  // Others must not see how many records are out of their scope.
  const run = { recordType, count: scope === 'all' ? count : null };
  return { ...entry, customer: null, business: null, run };
}

function present(row: ActivityRow): Activity {
  const changed = row.detail['changed'];
  const { business_id: businessId, business_name: businessName } = row;
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
      excerpt: row.body === null ? null : toExcerpt(row.body, excerptLength),
    },
    business: businessId === null || businessName === null ? null : { id: businessId, name: businessName },
    changedFields: Array.isArray(changed) ? changed.map(toFieldName) : [],
    stages: toStages(row.detail),
    delivery: row.type === 'email.failed' ? row.state : null,
  };
}

/** Converts a column name to the contract's camel case. */
function toFieldName(column: unknown): string {
  return String(column).replace(/_(\w)/g, (_match, letter: string) => letter.toUpperCase());
}

function toStages({ from, to }: ActivityRow['detail']): Activity['stages'] {
  return isStage(from) && isStage(to) ? { from, to } : null;
}

function isStage(value: unknown): value is NonNullable<Activity['stages']>['from'] {
  return [...businessStages, ...dealStages].some((stage) => stage === value);
}
