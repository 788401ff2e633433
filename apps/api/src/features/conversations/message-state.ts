import { messageTransitions, type MessageStatus } from '@handover/contract/conversations.ts';
import type { Updateable } from 'kysely';
import type { MessagesTable } from '#db/schema/mail-and-imports.ts';
import { AppError } from '#lib/errors.ts';
import type { Work } from '#platform/work.ts';
import { updateMessage } from './messages.queries.ts';

/** A message as somebody read it. */
export type MessageVersion = {
  readonly workspaceId: string;
  readonly id: string;
  readonly status: MessageStatus;
  readonly version: number;
};

export type Move = {
  readonly to: MessageStatus;
  /** Where a person may do less than the machinery: the statuses it is allowed from. */
  readonly from?: readonly MessageStatus[];
  readonly change?: Omit<Updateable<MessagesTable>, 'status' | 'sending_since' | 'version'>;
};

/**
 * The one way in which a message's status changes. False when the message is no longer as it was read.
 * Throws RULE_BROKEN for a move that the contract does not allow.
 */
export async function moveMessage(
  { db, now }: Work,
  message: MessageVersion,
  { to, from, change = {} }: Move,
): Promise<boolean> {
  const isAllowed =
    messageTransitions[message.status].includes(to) && from?.includes(message.status) !== false;
  if (!isAllowed) throw new AppError('RULE_BROKEN', refusals[message.status]);
  return updateMessage(db, {
    workspaceId: message.workspaceId,
    messageId: message.id,
    version: message.version,
    change: { ...change, status: to, sending_since: to === 'sending' ? now : null },
  });
}

const refusals = {
  scheduled: 'This e-mail waits for its time. Cancel it to keep it from leaving.',
  queued: 'This e-mail is about to leave.',
  sending: 'This e-mail is leaving just now.',
  sent: 'This e-mail has been sent.',
  failed: 'This e-mail was not delivered. It can only be sent again.',
  uncertain: 'This e-mail may have been delivered. It can only be sent again.',
  undelivered: 'This e-mail was not delivered. It can only be sent again.',
  canceled: 'This e-mail was canceled. Write a new one.',
  received: 'This e-mail was received, not sent.',
} as const satisfies Record<MessageStatus, string>;
