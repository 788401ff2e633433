import {
  listBusinessOffers,
  listOffers,
  moveOffer,
  type MoveOffer,
  type Offer,
} from '@handover/contract/deals/deal-offers.ts';
import type { ResponseOf } from '@handover/contract/http/endpoint.ts';
import { useToasts } from '@handover/ui/feedback/use-toasts.tsx';
import { useMutation } from '@tanstack/react-query';
import { getErrorMessage } from '#shared/api/api-error.ts';
import { send } from '#shared/api/client.ts';
import { oneQuery, type QueryFor } from '#shared/api/query-factory.ts';
import { useRefresh } from '#shared/live/live-updates.tsx';

/** The offers of a deal, newest first. */
export const offersQuery = (dealId: string): QueryFor<Offer[]> =>
  oneQuery({
    queryKey: ['deal', 'all', 'offers', dealId],
    queryFn: async ({ signal }) => (await send(listOffers, { params: { id: dealId } }, { signal })).offers,
  });

/** The latest offer of each open deal of a business, the highest price first. */
export const businessOffersQuery = (
  businessId: string,
): QueryFor<ResponseOf<typeof listBusinessOffers>['offers']> =>
  oneQuery({
    queryKey: ['deal', 'all', 'business-offers', businessId],
    queryFn: async ({ signal }) =>
      (await send(listBusinessOffers, { params: { id: businessId } }, { signal })).offers,
  });

const doneTexts: Readonly<Record<MoveOffer['state'], string>> = {
  submitted: 'Offer submitted',
  accepted: 'Offer accepted',
  declined: 'Offer declined',
  withdrawn: 'Offer withdrawn',
  expired: 'Offer marked as expired',
};

/** Moves an offer. Failures are shown as toasts. An accepted LOI also moves the business. */
export function useOfferMove(): {
  move: (offer: Offer, state: MoveOffer['state'], onDone?: () => void) => void;
  isPending: boolean;
} {
  const toasts = useToasts();
  const refresh = useRefresh();
  const { mutate, isPending } = useMutation({
    mutationFn: ({ offer: { id, version }, state }: { offer: Offer; state: MoveOffer['state'] }) =>
      send(moveOffer, { params: { id }, body: { version, state } }),
    onSuccess: (_answer, { state }) => toasts.done(doneTexts[state]),
    onError: (error) => toasts.failed(getErrorMessage(error)),
    onSettled: () => {
      refresh({ noun: 'deal', customerId: null });
      refresh({ noun: 'business', customerId: null });
    },
  });
  return {
    move: (offer, state, onDone) => mutate({ offer, state }, { ...(onDone && { onSuccess: onDone }) }),
    isPending,
  };
}
