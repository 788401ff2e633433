import { toCalendarDate } from '@handover/domain/local-time.ts';
import { closedStages } from '@handover/contract/businesses/business-stages.ts';
import type { BusinessFilter } from '@handover/contract/businesses/business-list.ts';
import { sql } from 'kysely';
import { inCustomerScope } from '#features/customers/customers.public.ts';
import { getPipeline } from '#features/workspaces/workspaces.public.ts';
import { businessPolicy } from './businesses.policy.ts';
import { hasCoOwner, inBusinessScope, isStalled, type StalledRule } from './businesses.public.ts';
import type { Filterable, FilterConditions } from '#platform/records/list/filter.queries.ts';

const isClosed = sql`(businesses.stage = ANY(${[...closedStages]}::text[]))`;

const conditions: FilterConditions<BusinessFilter, StalledRule> = {
  stage: (stage) => sql`businesses.stage = ${stage}`,
  isOpen: (isOpen) => (isOpen ? sql`NOT ${isClosed}` : isClosed),
  type: (type) => sql`businesses.type = ${type}`,
  brokerId: (brokerId, { member }) =>
    brokerId === 'none'
      ? sql`businesses.broker_id IS NULL`
      : sql`businesses.broker_id = ${brokerId === 'me' ? member.userId : brokerId}`,
  marketLabel: (label) =>
    label === 'none' ? sql`businesses.market_label IS NULL` : sql`businesses.market_label = ${label}`,
  // The owner is joined only if the member may read that customer.
  ownerId: (ownerId, { member }) => sql`((businesses.owner_id = ${ownerId} AND customers.id IS NOT NULL)
    OR ${hasCoOwner(member.workspaceId, sql`customers.id = ${ownerId} AND ${inCustomerScope(member)}`)})`,
  region: (region) =>
    region === 'none' ? sql`businesses.region IS NULL` : sql`businesses.region = ${region}`,
  stageBefore: (date, { member }) =>
    sql`businesses.stage_entered_at < (${date}::date::timestamp AT TIME ZONE ${member.timeZone})`,
  leaseBefore: (date) => sql`businesses.lease_end < ${date}::date`,
  isStuck: (isRequested, { member, extra }) => {
    if (extra === undefined) throw new Error('A filter by stuck businesses without its rule');
    return isRequested ? isStalled(member, extra) : sql`NOT ${isStalled(member, extra)}`;
  },
};

/** How businesses are filtered: conditions on `fromBusinesses`. */
export const filterableBusinesses: Filterable = {
  type: 'business',
  table: 'businesses',
  scope: inBusinessScope,
  filter: {
    conditions,
    trash: (member) => (businessPolicy.seesTrash(member) ? sql`businesses.deleted_at IS NOT NULL` : null),
    resolve: async ({ db, now }, { workspaceId, timeZone }, filter: BusinessFilter) =>
      filter.isStuck === undefined
        ? undefined
        : { pipeline: await getPipeline(db, workspaceId), today: toCalendarDate(now, timeZone) },
  },
};
