import { listActivities, type activityGroupNames } from '@handover/contract/activities.ts';
import type { ResponseOf } from '@handover/contract/endpoint.ts';
import { send } from '../../shared/api/client.ts';
import { pagesQuery, type PagesFor } from '../../shared/api/query-factory.ts';

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
