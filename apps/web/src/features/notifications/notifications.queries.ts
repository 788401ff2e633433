import type { ResponseOf } from '@handover/contract/http/endpoint.ts';
import {
  listNotifications,
  readAllNotifications,
  readNotification,
} from '@handover/contract/notifications/notifications.ts';
import { useToasts } from '@handover/ui/feedback/use-toasts.tsx';
import { useMutation } from '@tanstack/react-query';
import { send } from '#shared/api/client.ts';
import { oneQuery, type PagesFor, pagesQuery, type QueryFor } from '#shared/api/query-factory.ts';
import { getErrorMessage } from '#shared/api/api-error.ts';
import { useRefresh } from '#shared/live/live-updates.tsx';

type NotificationPage = ResponseOf<typeof listNotifications>;

const atOnce = 20;

/** The number of unread notifications. */
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

interface ReadActions {
  read: (id: string) => void;
  readAll: () => void;
  /** Whether all are being marked. */
  isPending: boolean;
}

/** Marks notifications as read. */
export function useReading(): ReadActions {
  const refresh = useRefresh();
  const toasts = useToasts();
  const { mutate, isPending, variables } = useMutation({
    mutationFn: (id: string | null) =>
      id === null ? send(readAllNotifications) : send(readNotification, { params: { id } }),
    onError: (error) => toasts.failed(getErrorMessage(error)),
    onSettled: () => refresh({ noun: 'notification', customerId: null }),
  });
  return {
    read: (id) => mutate(id),
    readAll: () => mutate(null),
    isPending: isPending && variables === null,
  };
}
