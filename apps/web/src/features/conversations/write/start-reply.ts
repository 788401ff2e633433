import type { Message } from '@handover/contract/conversations/conversations.ts';
import type { QueryClient } from '@tanstack/react-query';
import { toReply, isBlank } from './email-draft.ts';
import { emailDraftsQuery } from './email-draft.queries.ts';
import { getDraftStore } from './draft/pending-drafts.ts';
import { loadServerDraft } from './draft/use-email-draft.ts';

interface Reply {
  userId: string;
  customerId: string;
  message: Message;
  /** The customer's own addresses. */
  addresses: readonly string[];
}

/**
 * Turns the user's draft in the message's thread into a reply to the message. Returns a function that undoes it if the
 * draft was a reply to another message, otherwise null.
 */
export async function startReply(
  client: QueryClient,
  { userId, customerId, message, addresses }: Reply,
): Promise<(() => void) | null> {
  const { threadId } = message;
  const own = { userId, customerId, threadId };
  const store = getDraftStore(own);
  const stored = client.getQueryData(emailDraftsQuery(customerId).queryKey)?.drafts ?? [];
  if (isBlank(store.get().content) && stored.some((draft) => draft.threadId === threadId))
    // Offline, the reply starts without the server's draft; a conflict is resolved later.
    await loadServerDraft(client, own, store).catch(() => undefined);
  const before = store.get().content;
  if (before.replyTo?.id === message.id) return null;
  const { subject, ...reply } = toReply(message, addresses);
  store.change(isBlank(before) ? { ...reply, subject } : reply);
  if (isBlank(before)) return null;
  const { replyTo, hasQuote, to } = before;
  return () => store.change((latest) => (latest.replyTo?.id === message.id ? { replyTo, hasQuote, to } : {}));
}
