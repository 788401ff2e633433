import type { Message } from '@handover/contract/conversations.ts';
import type { QueryClient } from '@tanstack/react-query';
import { draftStoreOf } from './draft/draft-stores.ts';
import { learn } from './draft/use-draft-mutations.ts';
import { asReply, isBlank } from './email-draft.ts';
import { emailDraftsQuery } from './email-draft.queries.ts';

interface Reply {
  userId: string;
  customerId: string;
  message: Message;
  /** The customer's own. */
  addresses: readonly string[];
}

/**
 * Makes the writer's draft in the message's thread an answer to it. Gives what takes that back where something
 * else was answered there, else null.
 */
export async function startReply(
  client: QueryClient,
  { userId, customerId, message, addresses }: Reply,
): Promise<(() => void) | null> {
  const { threadId } = message;
  const own = { userId, customerId, threadId };
  const store = draftStoreOf(own);
  const stored = client.getQueryData(emailDraftsQuery(customerId).queryKey)?.drafts ?? [];
  if (isBlank(store.get().content) && stored.some((draft) => draft.threadId === threadId))
    // Who cannot reach the server begins, and chooses later which of two stays.
    await learn(client, own, store).catch(() => undefined);
  const before = store.get().content;
  if (before.replyTo?.id === message.id) return null;
  const { subject, ...reply } = asReply(message, addresses);
  store.change(isBlank(before) ? { ...reply, subject } : reply);
  return isBlank(before) ? null : () => store.change(before);
}
