import type { ResponseOf } from '@handover/contract/endpoint.ts';
import { listNotifications } from '@handover/contract/notifications.ts';
import { send } from '#shared/api/client.ts';
import { oneQuery, pagesQuery, type PagesFor, type QueryFor } from '#shared/api/query-factory.ts';

type NotificationPage = ResponseOf<typeof listNotifications>;

const atOnce = 20;

/** How many notifications the user has not read. */
export const unreadCountQuery = (): QueryFor<number> =>
  oneQuery({
    queryKey: ['notification', 'all', 'unread'],
    queryFn: async ({ signal }) =>
      (await send(listNotifications, { query: { limit: 1, unread: true } }, { signal })).unreadCount,
  });

/** The user's notifications, or those they have not read, newest first. */
export const notificationsQuery = (isUnreadOnly: boolean): PagesFor<NotificationPage> =>
  pagesQuery({
    queryKey: ['notification', 'all', 'list', isUnreadOnly],
    fetchPage: ({ cursor, signal }) =>
      send(
        listNotifications,
        { query: { limit: atOnce, cursor, ...(isUnreadOnly && { unread: true }) } },
        { signal },
      ),
  });
