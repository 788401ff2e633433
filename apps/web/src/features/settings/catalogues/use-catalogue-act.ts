import { useToasts } from '@handover/ui/feedback/use-toasts.tsx';
import { useMutation, type UseMutationResult } from '@tanstack/react-query';
import { messageOf } from '#shared/api/api-error.ts';
import { useRefresh } from '#shared/live/affected-keys.ts';

interface CatalogMutation<T> {
  act: (value: T) => Promise<unknown>;
  done: string;
  onClose: () => void;
}

/** One change of a catalogue; customers and their lists follow. */
export function useCatalogMutation<T>({
  act,
  done,
  onClose,
}: CatalogMutation<T>): UseMutationResult<unknown, Error, T> {
  const toasts = useToasts();
  const refresh = useRefresh();
  return useMutation({
    mutationFn: act,
    onSuccess: () => {
      toasts.done(done);
      onClose();
    },
    onError: (error) => toasts.failed(messageOf(error)),
    onSettled: () => refresh({ noun: 'customer', customerId: null }),
  });
}
