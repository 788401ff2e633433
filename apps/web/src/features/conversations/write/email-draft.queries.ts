import {
  discardEmailDraft,
  getEmailDraft,
  getSignature,
  saveEmailDraft,
} from '@handover/contract/email-drafts.ts';
import type { ResponseOf } from '@handover/contract/endpoint.ts';
import { send } from '../../../shared/api/client.ts';
import { oneQuery, type QueryFor } from '../../../shared/api/query-factory.ts';
import type { DraftCalls } from './draft/draft-store.ts';

/** The own draft to a customer, as the server has it. */
export const emailDraftQuery = (customerId: string): QueryFor<ResponseOf<typeof getEmailDraft>> =>
  oneQuery({
    queryKey: ['draft', customerId, 'email'],
    queryFn: ({ signal }) => send(getEmailDraft, { params: { id: customerId } }, { signal }),
  });

/** The own signature. */
export const signatureQuery = (): QueryFor<ResponseOf<typeof getSignature>> =>
  oneQuery({
    queryKey: ['account', 'signature'],
    queryFn: ({ signal }) => send(getSignature, {}, { signal }),
  });

/** How a draft to a customer gets to the server. */
export const draftCalls = (customerId: string): DraftCalls => ({
  save: async (version, content) =>
    (await send(saveEmailDraft, { params: { id: customerId }, body: { version, content } })).draft,
  discard: async (version) =>
    (await send(discardEmailDraft, { params: { id: customerId }, query: { version } })).draft,
});
