import {
  getCommissionSettings,
  type CommissionSettings,
} from '@handover/contract/commission/commission-settings.ts';
import { listEngagementLetters } from '@handover/contract/businesses/engagement-letters.ts';
import type { ResponseOf } from '@handover/contract/http/endpoint.ts';
import { useMutation } from '@tanstack/react-query';
import { useToasts } from '@handover/ui/feedback/use-toasts.tsx';
import { getErrorMessage } from '#shared/api/api-error.ts';
import { send } from '#shared/api/client.ts';
import { oneQuery, type QueryFor } from '#shared/api/query-factory.ts';
import { useRefresh } from '#shared/live/live-updates.tsx';

export const engagementQuery = (businessId: string): QueryFor<ResponseOf<typeof listEngagementLetters>> =>
  oneQuery({
    queryKey: ['business', 'all', 'engagement', businessId],
    queryFn: ({ signal }) => send(listEngagementLetters, { params: { id: businessId } }, { signal }),
  });

export const commissionSettingsQuery = (): QueryFor<CommissionSettings> =>
  oneQuery({
    queryKey: ['workspace', 'all', 'commission-settings'],
    queryFn: async ({ signal }) => (await send(getCommissionSettings, {}, { signal })).commissionSettings,
  });

interface EngagementChange<T> {
  act: (input: T) => Promise<unknown>;
  /** The toast. */
  done: string;
  onDone?: () => void;
  /** Called instead of showing a toast. */
  onError?: (error: Error) => void;
}

/** A mutation of letters or protected buyers. Expected commissions depend on them and are reloaded. */
export function useEngagementChange<T>({ act, done, onDone, onError }: EngagementChange<T>): {
  run: (input: T) => void;
  isPending: boolean;
} {
  const toasts = useToasts();
  const refresh = useRefresh();
  const { mutate, isPending } = useMutation({
    mutationFn: act,
    onSuccess: () => {
      toasts.done(done);
      onDone?.();
    },
    onError: onError ?? ((error) => toasts.failed(getErrorMessage(error))),
    onSettled: () => {
      refresh({ noun: 'business', customerId: null });
      refresh({ noun: 'commission', customerId: null });
    },
  });
  return { run: (input) => mutate(input), isPending };
}
