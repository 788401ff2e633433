import type { EmailDraft } from '@handover/contract/conversations/email-drafts.ts';
import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import type { DraftHandle } from '#shared/drafts/use-draft.ts';
import { useUser } from '#shared/session/session-context.tsx';
import { isBlank } from '../email-draft.ts';
import { emailDraftQuery, cacheDraft, type DraftPlace } from '../email-draft.queries.ts';
import type { DraftStore, DraftView } from './draft-store.ts';
import { getDraftStore, type OwnDraft } from './pending-drafts.ts';
import { useToasts } from '@handover/ui/feedback/use-toasts.tsx';
import { getErrorMessage } from '#shared/api/api-error.ts';

export interface EmailDraftHandle extends DraftHandle<EmailDraft> {
  store: DraftStore;
  view: DraftView;
  /** The business that the email is about, which stays the one with which it was begun; null for none. */
  business: EmailBusiness | null;
}

export type EmailBusiness = NonNullable<EmailDraft['business']>;

/**
 * An email being written to a customer; while mounted, it is saved and follows changes made elsewhere. `onOver` is
 * called when the thread no longer has a reply: it was sent, discarded, or never started.
 */
export function useEmailDraft(
  { customerId, threadId }: DraftPlace,
  { business = null, onOver }: { business?: EmailBusiness | null | undefined; onOver: () => void },
): EmailDraftHandle {
  const userId = useUser().id;
  const client = useQueryClient();
  const store = useMemo(
    () => getDraftStore({ userId, customerId, threadId }),
    [userId, customerId, threadId],
  );
  const view = useSyncExternalStore(store.subscribe, store.get);
  const query = emailDraftQuery({ customerId, threadId });
  const { data, isError, isFetching } = useQuery(query);

  useEffect(
    () => store.attach((draft) => cacheDraft(client, { customerId, threadId }, draft)),
    [store, client, customerId, threadId],
  );
  useEffect(() => {
    if (data !== undefined) store.receive(data.draft);
  }, [store, data]);
  const isEmpty = isBlank(view.content);
  const isNoAnswer = threadId !== null && isEmpty && view.content.replyTo === null;
  const isKnown = !isFetching && (data !== undefined || isError);
  useEffect(() => {
    // The server's draft may have just been applied to the store.
    if (isNoAnswer && isKnown && store.get().content.replyTo === null) onOver();
  }, [isNoAnswer, isKnown, store, onOver]);

  return {
    store,
    view,
    values: view.content,
    isEmpty,
    business: getBusiness(view.content, business),
    change: (change) =>
      store.change((content) => ({
        business: getBusiness(content, business),
        ...(typeof change === 'function' ? change(content) : change),
      })),
    keyForSend: store.keyForSend,
    clear: () => {
      store.sent();
      void client.invalidateQueries({ queryKey: ['draft', customerId] });
    },
  };
}

function getBusiness(content: EmailDraft, shown: EmailBusiness | null): EmailBusiness | null {
  return content.business === undefined || isBlank(content) ? shown : content.business;
}

interface DraftMutations {
  /** Discards a draft, with an undo. A draft with a conflict is opened instead. */
  discard: (threadId: string | null) => void;
}

/** Actions on drafts to a customer without opening them. `onOpen` shows one. */
export function useDraftMutations(
  customerId: string,
  { onOpen }: { onOpen: (threadId: string | null) => void },
): DraftMutations {
  const userId = useUser().id;
  const client = useQueryClient();
  const toasts = useToasts();
  const discard = async (threadId: string | null): Promise<void> => {
    const own = { userId, customerId, threadId };
    const store = getDraftStore(own);
    try {
      await loadServerDraft(client, own, store);
    } catch (error) {
      // A local draft can be discarded while the server cannot be reached.
      if (!store.get().isDirty) return toasts.failed(getErrorMessage(error));
    }
    if (store.get().serverDraft !== null) return onOpen(threadId);
    const discarded = changeAndSave(client, own, () => store.discard());
    toasts.undoable('Draft discarded', () => {
      restore(client, own, discarded);
      onOpen(threadId);
    });
  };
  return { discard: (threadId) => void discard(threadId) };
}

/** Loads the server's draft into the store unless the store already continues from it. */
export async function loadServerDraft(client: QueryClient, own: OwnDraft, store: DraftStore): Promise<void> {
  const { draft } = await client.fetchQuery(emailDraftQuery(own));
  store.receive(draft);
}

/** Restores a discarded draft, on the server too. */
export function restore(client: QueryClient, own: OwnDraft, content: EmailDraft): void {
  changeAndSave(client, own, () => getDraftStore(own).change(content));
}

/** Changes a draft that may not be open, and saves it immediately. */
function changeAndSave<T>(client: QueryClient, own: OwnDraft, act: () => T): T {
  const detach = getDraftStore(own).attach((draft) => cacheDraft(client, own, draft));
  const result = act();
  detach();
  return result;
}
