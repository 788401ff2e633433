import {
  listAgreements,
  listOwnAgreements,
  type Agreement,
  type OwnSigning,
} from '@handover/contract/agreements.ts';
import { useToasts } from '@handover/ui/feedback/use-toasts.tsx';
import { useMutation } from '@tanstack/react-query';
import { messageOf } from '#shared/api/api-error.ts';
import { send } from '#shared/api/client.ts';
import { oneQuery, type QueryFor } from '#shared/api/query-factory.ts';
import { useRefresh } from '#shared/live/live-updates.tsx';

/** The NDAs of a buyer for a business, newest first. */
export const ndasQuery = (of: { customerId: string; businessId: string }): QueryFor<Agreement[]> =>
  oneQuery({
    queryKey: ['agreement', 'all', 'list', of],
    queryFn: async ({ signal }) =>
      (await send(listAgreements, { query: { ...of, limit: 5, sort: '-sentAt' } }, { signal })).agreements,
  });

/** The NDAs that the client was asked to sign or has signed. */
export const ownAgreementsQuery = (): QueryFor<OwnSigning[]> =>
  oneQuery({
    queryKey: ['agreement', 'all', 'own'],
    queryFn: async ({ signal }) => (await send(listOwnAgreements, {}, { signal })).agreements,
  });

/** Runs an action on an NDA; failures are toasts. */
export function useAgreementChange(): {
  run: (act: () => Promise<unknown>, done: string, onDone?: () => void) => void;
  isPending: boolean;
} {
  const toasts = useToasts();
  const refresh = useRefresh();
  const { mutate, isPending } = useMutation({
    mutationFn: (act: () => Promise<unknown>) => act(),
    onError: (error) => toasts.failed(messageOf(error)),
    onSettled: () => {
      refresh({ noun: 'agreement', customerId: null });
      refresh({ noun: 'deal', customerId: null });
    },
  });
  return {
    run: (act, done, onDone) =>
      mutate(act, {
        onSuccess: () => {
          toasts.done(done);
          onDone?.();
        },
      }),
    isPending,
  };
}
