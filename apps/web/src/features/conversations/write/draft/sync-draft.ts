import type { PendingEmailDraft } from '@handover/contract/email-drafts.ts';
import { draftStoreOf } from './draft-stores.ts';

interface Known {
  userId: string;
  customerId: string;
  /** What the server has. */
  stored: readonly PendingEmailDraft[];
}

/**
 * Earlier releases kept an answer where the draft of a new email is. The server has moved it to its thread, and
 * this browser's copy goes there too; one that the server has nowhere was sent or discarded, unless it is newer.
 */
export function syncDraft({ userId, customerId, stored }: Known): void {
  const misplaced = draftStoreOf({ userId, customerId, threadId: null });
  const { content, isDirty } = misplaced.get();
  const homes = stored.filter(({ replyToId }) => replyToId === content.replyTo?.id);
  if (content.replyTo === null || homes.some(({ threadId }) => threadId === null)) return;
  const [home] = homes;
  if (home !== undefined) misplaced.moveTo(draftStoreOf({ userId, customerId, threadId: home.threadId }));
  else if (!isDirty) misplaced.forget();
}
