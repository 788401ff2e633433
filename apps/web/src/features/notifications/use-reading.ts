import { readAllNotifications, readNotification } from '@handover/contract/notifications.ts';
import { useToasts } from '@handover/ui/feedback/use-toasts.tsx';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { messageOf } from '#shared/api/api-error.ts';
import { send } from '#shared/api/client.ts';
import { refresh } from '#shared/live/affected-keys.ts';

interface Reading {
  read: (id: string) => void;
  readAll: () => void;
  /** All are being marked. */
  isPending: boolean;
}

/** Marks notifications as read. */
export function useReading(): Reading {
  const client = useQueryClient();
  const toasts = useToasts();
  const { mutate, isPending, variables } = useMutation({
    mutationFn: (id: string | null) =>
      id === null ? send(readAllNotifications) : send(readNotification, { params: { id } }),
    onError: (error) => toasts.failed(messageOf(error)),
    onSettled: () => refresh(client, { noun: 'notification', customerId: null }),
  });
  return {
    read: (id) => mutate(id),
    readAll: () => mutate(null),
    isPending: isPending && variables === null,
  };
}
