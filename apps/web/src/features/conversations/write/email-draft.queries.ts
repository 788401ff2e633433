import {
  discardEmailDraft,
  getEmailDraft,
  getSignature,
  listEmailDrafts,
  saveEmailDraft,
  type StoredEmailDraft,
} from '@handover/contract/conversations/email-drafts.ts';
import type { ResponseOf } from '@handover/contract/http/endpoint.ts';
import type { QueryClient } from '@tanstack/react-query';
import { send } from '#shared/api/client.ts';
import { oneQuery, type QueryFor } from '#shared/api/query-factory.ts';
import type { DraftCalls } from './draft/draft-store.ts';

/** Identifies one of the user's drafts to a customer: the reply in a thread, or the new email if `threadId` is null. */
export interface DraftPlace {
  readonly customerId: string;
  readonly threadId: string | null;
}

/** One of the user's drafts to a customer on the server. */
export const emailDraftQuery = (place: DraftPlace): QueryFor<ResponseOf<typeof getEmailDraft>> =>
  oneQuery({
    queryKey: ['draft', place.customerId, 'email', place.threadId],
    queryFn: ({ signal }) => send(getEmailDraft, toRequestParts(place), { signal }),
  });

/** All of the user's drafts to a customer on the server. */
export const emailDraftsQuery = (customerId: string): QueryFor<ResponseOf<typeof listEmailDrafts>> =>
  oneQuery({
    queryKey: ['draft', customerId, 'waiting'],
    queryFn: ({ signal }) => send(listEmailDrafts, { params: { id: customerId } }, { signal }),
  });

export const signatureQuery = (): QueryFor<ResponseOf<typeof getSignature>> =>
  oneQuery({
    queryKey: ['account', 'signature'],
    queryFn: ({ signal }) => send(getSignature, {}, { signal }),
  });

/** The API calls of a draft. */
export const createDraftCalls = (place: DraftPlace): DraftCalls => {
  const { params, query } = toRequestParts(place);
  return {
    save: async (version, content) =>
      (await send(saveEmailDraft, { params, query, body: { version, content } })).draft,
    discard: async (version) =>
      (await send(discardEmailDraft, { params, query: { ...query, version } })).draft,
  };
};

/** Updates the cached drafts with the server's answer. */
export function cacheDraft(client: QueryClient, place: DraftPlace, draft: StoredEmailDraft): void {
  const { customerId, threadId } = place;
  const { content, version, updatedAt } = draft;
  client.setQueryData(emailDraftQuery(place).queryKey, { draft });
  client.setQueryData(emailDraftsQuery(customerId).queryKey, (known) => {
    if (known === undefined) return undefined;
    const others = known.drafts.filter((other) => other.threadId !== threadId);
    if (content === null || updatedAt === null) return { drafts: others };
    const { subject, replyTo } = content;
    return { drafts: [{ threadId, subject, replyToId: replyTo?.id ?? null, version, updatedAt }, ...others] };
  });
}

function toRequestParts({ customerId, threadId }: DraftPlace) {
  return { params: { id: customerId }, query: threadId === null ? {} : { threadId } };
}
