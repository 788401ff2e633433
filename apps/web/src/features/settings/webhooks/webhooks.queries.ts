import {
  deleteWebhook,
  listWebhooks,
  redeliverWebhook,
  rotateWebhookSecret,
  testWebhook,
  updateWebhook,
  type Webhook,
} from '@handover/contract/settings/webhooks.ts';
import { send } from '#shared/api/client.ts';
import { oneQuery, type QueryFor } from '#shared/api/query-factory.ts';
import { useToasts } from '@handover/ui/feedback/use-toasts.tsx';
import { useMutation, type UseMutationResult } from '@tanstack/react-query';
import { getErrorMessage } from '#shared/api/api-error.ts';
import { useRefresh } from '#shared/live/live-updates.tsx';

export const webhooksQuery = (): QueryFor<Webhook[]> =>
  oneQuery({
    queryKey: ['workspace', 'all', 'webhooks'],
    queryFn: async ({ signal }) => (await send(listWebhooks, {}, { signal })).webhooks,
  });

type Act<T = void> = UseMutationResult<unknown, Error, T>;

interface WebhookMutations {
  toggle: Act;
  test: Act;
  rotate: Act;
  remove: Act;
}

export function useWebhookMutations(
  { id, version, isEnabled }: Webhook,
  onSecret: (secret: string) => void,
): WebhookMutations {
  const toasts = useToasts();
  const params = { id };
  const options = useOptions();
  const toggle = useMutation({
    mutationFn: () => send(updateWebhook, { params, body: { version, isEnabled: !isEnabled } }),
    onSuccess: () => toasts.done(isEnabled ? 'Webhook turned off' : 'Webhook turned on'),
    ...options,
  });
  const test = useMutation({
    mutationFn: () => send(testWebhook, { params }),
    onSuccess: () => toasts.done('Test event sent'),
    ...options,
  });
  const rotate = useMutation({
    mutationFn: () => send(rotateWebhookSecret, { params }),
    onSuccess: ({ secret }) => onSecret(secret),
    ...options,
  });
  const remove = useMutation({
    mutationFn: () => send(deleteWebhook, { params }),
    onSuccess: () => toasts.done('Webhook removed'),
    ...options,
  });
  return { toggle, test, rotate, remove };
}

export function useRedelivery(): Act<string> {
  const toasts = useToasts();
  return useMutation({
    mutationFn: (id: string) => send(redeliverWebhook, { params: { id } }),
    onSuccess: () => toasts.done('Event sent again'),
    ...useOptions(),
  });
}

function useOptions() {
  const toasts = useToasts();
  const refresh = useRefresh();
  return {
    onError: (error: Error) => toasts.failed(getErrorMessage(error)),
    onSettled: () => refresh({ noun: 'workspace', customerId: null }),
  };
}
