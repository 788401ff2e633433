import type { EmailDraft } from '@handover/contract/email-drafts.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import type { DraftHandle } from '#shared/drafts/use-draft.ts';
import { useUser } from '#shared/session/session-context.tsx';
import { isBlank } from '../email-draft.ts';
import { emailDraftQuery, noteDraft, type DraftPlace } from '../email-draft.queries.ts';
import type { DraftStore, DraftView } from './draft-store.ts';
import { draftStoreOf } from './draft-stores.ts';

export interface EmailDraftHandle extends DraftHandle<EmailDraft> {
  store: DraftStore;
  view: DraftView;
}

/**
 * An email being written to a customer; while this is used, it is saved and follows what is written elsewhere.
 * `onOver` is told that nothing is answered in the thread any more: it was sent, discarded, or never begun.
 */
export function useEmailDraft(
  { customerId, threadId }: DraftPlace,
  { onOver }: { onOver: () => void },
): EmailDraftHandle {
  const userId = useUser().id;
  const client = useQueryClient();
  const store = useMemo(() => draftStoreOf({ userId, customerId, threadId }), [userId, customerId, threadId]);
  const view = useSyncExternalStore(store.subscribe, store.get);
  const query = emailDraftQuery({ customerId, threadId });
  const { data, isError, isFetching } = useQuery(query);

  useEffect(
    () => store.attach((draft) => noteDraft(client, { customerId, threadId }, draft)),
    [store, client, customerId, threadId],
  );
  useEffect(() => {
    if (data !== undefined) store.receive(data.draft);
  }, [store, data]);
  const isEmpty = isBlank(view.content);
  const isNoAnswer = threadId !== null && isEmpty && view.content.replyTo === null;
  const isKnown = !isFetching && (data !== undefined || isError);
  useEffect(() => {
    // What the server had may just have come into the store.
    if (isNoAnswer && isKnown && store.get().content.replyTo === null) onOver();
  }, [isNoAnswer, isKnown, store, onOver]);

  return {
    store,
    view,
    values: view.content,
    isEmpty,
    change: store.change,
    keyForSend: store.keyForSend,
    clear: () => {
      store.sent();
      void client.invalidateQueries({ queryKey: ['draft', customerId] });
    },
  };
}
