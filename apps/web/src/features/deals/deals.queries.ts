import { getDealGate } from '@handover/contract/deals/deal-moves.ts';
import type { Gate } from '@handover/contract/businesses/gates.ts';
import { getDeal, getDealNextStep, listDeals, type DealDetail } from '@handover/contract/deals/deals.ts';
import type { QueryInput, ResponseOf } from '@handover/contract/http/endpoint.ts';
import { send } from '#shared/api/client.ts';
import { oneQuery, type QueryFor } from '#shared/api/query-factory.ts';

/** One page of the deals that match. */
export const dealsQuery = (query: QueryInput<typeof listDeals>): QueryFor<ResponseOf<typeof listDeals>> =>
  oneQuery({
    queryKey: ['deal', 'all', 'list', query],
    queryFn: ({ signal }) => send(listDeals, { query }, { signal }),
  });

export const dealQuery = (id: string): QueryFor<DealDetail> =>
  oneQuery({
    queryKey: ['deal', 'all', 'detail', id],
    queryFn: async ({ signal }) => (await send(getDeal, { params: { id } }, { signal })).deal,
  });

/** Who acts next on a deal, and how; null for an ended deal. */
export const nextStepQuery = (id: string): QueryFor<ResponseOf<typeof getDealNextStep>['nextStep']> =>
  oneQuery({
    queryKey: ['deal', 'all', 'next-step', id],
    queryFn: async ({ signal }) => (await send(getDealNextStep, { params: { id } }, { signal })).nextStep,
  });

/** Requirements to leave the current stage of a deal. */
export const dealGateQuery = (id: string): QueryFor<Gate> =>
  oneQuery({
    queryKey: ['deal', 'all', 'gate', id],
    queryFn: async ({ signal }) => (await send(getDealGate, { params: { id } }, { signal })).gate,
  });
