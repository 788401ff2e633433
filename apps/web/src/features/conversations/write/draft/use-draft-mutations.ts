import type { EmailDraft } from '@handover/contract/email-drafts.ts';
import { useToasts } from '@handover/ui/feedback/use-toasts.tsx';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { messageOf } from '#shared/api/api-error.ts';
import { useUser } from '#shared/session/session-context.tsx';
import { emailDraftQuery, noteDraft } from '../email-draft.queries.ts';
import type { DraftStore } from './draft-store.ts';
import { draftStoreOf, type OwnDraft } from './draft-stores.ts';

interface DraftMutations {
  /** Discards a draft, with an undo. One that was changed in two places is opened instead. */
  discard: (threadId: string | null) => void;
}

/** What can be done to drafts to a customer without opening them. `onOpen` is asked to show one. */
export function useDraftMutations(
  customerId: string,
  { onOpen }: { onOpen: (threadId: string | null) => void },
): DraftMutations {
  const userId = useUser().id;
  const client = useQueryClient();
  const toasts = useToasts();
  const discard = async (threadId: string | null): Promise<void> => {
    const own = { userId, customerId, threadId };
    const store = draftStoreOf(own);
    try {
      await learn(client, own, store);
    } catch (error) {
      // What was written here can go while the server cannot be reached.
      if (!store.get().isDirty) return toasts.failed(messageOf(error));
    }
    if (store.get().theirs !== null) return onOpen(threadId);
    const discarded = saving(client, own, () => store.discard());
    toasts.undoable('Draft discarded', () => {
      restore(client, own, discarded);
      onOpen(threadId);
    });
  };
  return { discard: (threadId) => void discard(threadId) };
}

/** Takes in what the server has, where this browser does not go on from it already. */
export async function learn(client: QueryClient, own: OwnDraft, store: DraftStore): Promise<void> {
  const { draft } = await client.fetchQuery(emailDraftQuery(own));
  store.receive(draft);
}

/** Puts back what was discarded, on the server too. */
export function restore(client: QueryClient, own: OwnDraft, content: EmailDraft): void {
  saving(client, own, () => draftStoreOf(own).change(content));
}

/** Does something to a draft that may not be open, and has it saved at once. */
function saving<T>(client: QueryClient, own: OwnDraft, act: () => T): T {
  const detach = draftStoreOf(own).attach((draft) => noteDraft(client, own, draft));
  const result = act();
  detach();
  return result;
}
