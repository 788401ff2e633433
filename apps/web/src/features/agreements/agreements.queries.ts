import {
  getAgreement,
  listAgreements,
  listOwnAgreements,
  type AgreementDetail,
  type OwnSigning,
} from '@handover/contract/agreements/agreements.ts';
import type { QueryInput, ResponseOf } from '@handover/contract/http/endpoint.ts';
import { useToasts } from '@handover/ui/feedback/use-toasts.tsx';
import { useMutation } from '@tanstack/react-query';
import { getErrorMessage } from '#shared/api/api-error.ts';
import { send } from '#shared/api/client.ts';
import { oneQuery, type QueryFor } from '#shared/api/query-factory.ts';
import { useRefresh } from '#shared/live/live-updates.tsx';

/** The latest NDAs that match. */
export const ndasQuery = (
  filter: Omit<QueryInput<typeof listAgreements>, 'sort'>,
): QueryFor<ResponseOf<typeof listAgreements>> =>
  oneQuery({
    queryKey: ['agreement', 'all', 'list', filter],
    queryFn: ({ signal }) => send(listAgreements, { query: { ...filter, sort: '-sentAt' } }, { signal }),
  });

export const agreementQuery = (id: string): QueryFor<AgreementDetail> =>
  oneQuery({
    queryKey: ['agreement', 'all', 'detail', id],
    queryFn: async ({ signal }) => (await send(getAgreement, { params: { id } }, { signal })).agreement,
  });

/** The NDAs that the client was asked to sign or has signed. */
export const ownAgreementsQuery = (): QueryFor<OwnSigning[]> =>
  oneQuery({
    queryKey: ['agreement', 'all', 'own'],
    queryFn: async ({ signal }) => (await send(listOwnAgreements, {}, { signal })).agreements,
  });

/** Runs an action on an NDA. Failures are shown as toasts. */
export function useAgreementChange(): {
  run: (act: () => Promise<unknown>, done: string, onDone?: () => void) => void;
  isPending: boolean;
} {
  const toasts = useToasts();
  const refresh = useRefresh();
  const { mutate, isPending } = useMutation({
    mutationFn: (act: () => Promise<unknown>) => act(),
    onError: (error) => toasts.failed(getErrorMessage(error)),
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
