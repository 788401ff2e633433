import type { Message } from '@handover/contract/conversations.ts';
import { draftStoreOf } from './draft/draft-stores.ts';
import { asReply, isBlank } from './email-draft.ts';

interface Reply {
  userId: string;
  customerId: string;
  message: Message;
  /** The customer's own. */
  addresses: readonly string[];
}

/** Makes the writer's draft an answer to the message. Gives what takes that back where something was written, else null. */
export function startReply({ userId, customerId, message, addresses }: Reply): (() => void) | null {
  const store = draftStoreOf({ userId, customerId });
  const before = store.get().content;
  store.change(asReply(message, addresses));
  return isBlank(before) || before.replyTo?.id === message.id ? null : () => store.change(before);
}
