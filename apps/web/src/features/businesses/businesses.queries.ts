import { getBusinessGate, type BusinessGate } from '@handover/contract/businesses/business-gates.ts';
import {
  getBusiness,
  listBusinesses,
  type BusinessDetail,
} from '@handover/contract/businesses/businesses.ts';
import type { getBusinessLegalHold, BusinessLegalHold } from '@handover/contract/documents/legal-holds.ts';
import type { QueryInput, ResponseOf } from '@handover/contract/http/endpoint.ts';
import { send, type CallOf } from '#shared/api/client.ts';
import { oneQuery, type QueryFor } from '#shared/api/query-factory.ts';

export type BusinessPage = ResponseOf<typeof listBusinesses>;

/** One page of the businesses that match. */
export const businessesQuery = (query: QueryInput<typeof listBusinesses>): QueryFor<BusinessPage> =>
  oneQuery({
    queryKey: ['business', 'all', 'list', query],
    queryFn: ({ signal }) => send(listBusinesses, { query }, { signal }),
  });

/** A business as shown on its page. */
export const businessQuery = (id: string): QueryFor<BusinessDetail> =>
  oneQuery({
    queryKey: ['business', 'all', 'detail', id],
    queryFn: async ({ signal }) => (await send(getBusiness, { params: { id } }, { signal })).business,
  });

// Only the type is imported, so that the page of a business does not load the contract of documents.
const legalHoldCall: CallOf<typeof getBusinessLegalHold> = {
  method: 'GET',
  path: '/businesses/{id}/legal-hold',
};

/** The legal hold on a business's documents. */
export const businessLegalHoldQuery = (id: string): QueryFor<BusinessLegalHold> =>
  oneQuery({
    queryKey: ['business', 'all', 'hold', id],
    queryFn: ({ signal }) => send(legalHoldCall, { params: { id } }, { signal }),
  });

/** Requirements to leave the current stage of a business. */
export const businessGateQuery = (id: string): QueryFor<BusinessGate> =>
  oneQuery({
    queryKey: ['business', 'all', 'gate', id],
    queryFn: async ({ signal }) => (await send(getBusinessGate, { params: { id } }, { signal })).gate,
  });
