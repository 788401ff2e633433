import {
  listActivities,
  listBusinessActivities,
  type activityGroupNames,
} from '@handover/contract/activities.ts';
import { listFeed } from '@handover/contract/dashboard.ts';
import type { ResponseOf } from '@handover/contract/endpoint.ts';
import { send } from '#shared/api/client.ts';
import { pagesQuery, type PagesFor } from '#shared/api/query-factory.ts';

export type ActivityGroup = (typeof activityGroupNames)[number];

/** The timeline of a customer, newest first, 25 entries a page. No groups stand for all of them. */
export const timelineQuery = (
  customerId: string,
  groups: readonly ActivityGroup[],
): PagesFor<ResponseOf<typeof listActivities>> =>
  pagesQuery({
    queryKey: ['activity', customerId, 'timeline', groups],
    fetchPage: ({ cursor, signal }) =>
      send(
        listActivities,
        { params: { id: customerId }, query: { type: groups, cursor, limit: 25 } },
        { signal },
      ),
  });

/** The history of a business, newest first, 25 entries a page. */
export const businessTimelineQuery = (
  businessId: string,
): PagesFor<ResponseOf<typeof listBusinessActivities>> =>
  pagesQuery({
    queryKey: ['activity', 'all', 'business', businessId],
    fetchPage: ({ cursor, signal }) =>
      send(listBusinessActivities, { params: { id: businessId }, query: { cursor, limit: 25 } }, { signal }),
  });

/** What happened in the workspace lately, newest first, 10 entries a page. */
export const feedQuery = (): PagesFor<ResponseOf<typeof listFeed>> =>
  pagesQuery({
    queryKey: ['activity', 'all', 'feed'],
    fetchPage: ({ cursor, signal }) => send(listFeed, { query: { cursor, limit: 10 } }, { signal }),
  });
