import {
  listActivities,
  listBusinessActivities,
  listDealActivities,
  type activityGroupNames,
} from '@handover/contract/records/activities.ts';
import type { listFeed } from '@handover/contract/dashboard.ts';
import type { ResponseOf } from '@handover/contract/http/endpoint.ts';
import { send, type CallOf } from '#shared/api/client.ts';
import type { RecordRef } from '#shared/records/page/record-ref.ts';
import { pagesQuery, type PagesFor } from '#shared/api/query-factory.ts';

export type ActivityGroup = (typeof activityGroupNames)[number];

const feedCall: CallOf<typeof listFeed> = { method: 'GET', path: '/dashboard/activities' };

const lists = {
  customer: listActivities,
  business: listBusinessActivities,
  deal: listDealActivities,
} as const;

/** The timeline of a record, newest first, 25 entries a page. Without groups, it includes all of them. */
export const timelineQuery = (
  { type, id }: RecordRef,
  groups: readonly ActivityGroup[],
): PagesFor<ResponseOf<typeof listActivities>> =>
  pagesQuery({
    queryKey: ['activity', id, 'timeline', groups],
    fetchPage: ({ cursor, signal }) =>
      send(lists[type], { params: { id }, query: { type: groups, cursor, limit: 25 } }, { signal }),
  });

/** Recent activity in the workspace, newest first, 10 entries a page. */
export const feedQuery = (): PagesFor<ResponseOf<typeof listFeed>> =>
  pagesQuery({
    queryKey: ['activity', 'all', 'feed'],
    fetchPage: ({ cursor, signal }) => send(feedCall, { query: { cursor, limit: 10 } }, { signal }),
  });
