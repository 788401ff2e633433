import type { ResponseOf } from '@handover/contract/endpoint.ts';
import { listNotifications } from '@handover/contract/notifications.ts';
import { send } from '../../shared/api/client.ts';
import { oneQuery, type QueryFor } from '../../shared/api/query-factory.ts';

const shownAtOnce = 10;

/** The user's newest notifications, and how many are unread in all. */
export const notificationsQuery = (): QueryFor<ResponseOf<typeof listNotifications>> =>
  oneQuery({
    queryKey: ['notification', 'all', 'newest'],
    queryFn: ({ signal }) => send(listNotifications, { query: { limit: shownAtOnce } }, { signal }),
  });
