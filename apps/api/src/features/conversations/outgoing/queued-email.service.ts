import { AppError, notFound } from '#lib/errors.ts';
import { senderOf } from '#platform/mail/sender.ts';
import type { Member } from '#platform/session/actor.ts';
import type { Work } from '#platform/work.ts';
import { findMessageRow, type MessageRow } from '../conversations.queries.ts';
import { getMailboxOf } from '../mailboxes.service.ts';
import { publishMessage, recordMessage } from '../message-notices.ts';
import { moveMessage, type Move } from '../message-state.ts';
import { findBusinessId, listCustomerIds } from '../messages.queries.ts';
import { deliverQueue } from './deliver-queue.ts';

/** Anything else has left, or still leaves by itself. */
const resendable = ['failed', 'uncertain', 'undelivered'] as const;

type Queued = MessageRow & { readonly workspaceId: string };

/** Queues a failed, uncertain or undelivered e-mail again, under its Message-ID. Throws NOT_FOUND, RULE_BROKEN, CONFLICT. */
export async function resendEmail(
  work: Work,
  actor: Member,
  { messageId, mailFrom }: { messageId: string; mailFrom: string | undefined },
): Promise<void> {
  const message = await getQueued(work, actor, messageId);
  // What was wrong may have been the sender's address.
  const sender = senderOf(await getMailboxOf(work, message), mailFrom);
  const change = {
    attempts: 0,
    status_detail: null,
    from_name: sender.name,
    from_address: sender.address,
  };
  const customerIds = await move(work, message, { to: 'queued', from: resendable, change });
  await work.enqueue(deliverQueue, { workspaceId: message.workspaceId, messageId });
  const { workspaceId } = message;
  const activity = { type: 'email.queued', actorId: actor.userId, detail: { isResent: true } } as const;
  await recordMessage(work, { workspaceId, messageId, customerIds }, activity);
}

/** Keeps an e-mail that is scheduled or queued from leaving. Throws NOT_FOUND, RULE_BROKEN, CONFLICT. */
export async function cancelEmail(work: Work, actor: Member, messageId: string): Promise<void> {
  const message = await getQueued(work, actor, messageId);
  await move(work, message, { to: 'canceled', change: { status_detail: null } });
}

async function getQueued({ db }: Work, actor: Member, messageId: string): Promise<Queued> {
  const message = await findMessageRow(db, actor, { messageId });
  if (message === null) throw notFound('e-mail');
  return { ...message, workspaceId: actor.workspaceId };
}

async function move(work: Work, message: Queued, where: Move): Promise<string[]> {
  const { workspaceId, id: messageId, version, mailbox_owner_id: ownerId } = message;
  const hasMoved = await moveMessage(work, message, where);
  if (!hasMoved) throw new AppError('CONFLICT', 'This e-mail has just changed. Look at it again.');
  const customerIds = await listCustomerIds(work.db, { workspaceId, messageId });
  publishMessage(work, {
    workspaceId,
    messageId,
    version: version + 1,
    customerIds,
    businessId: await findBusinessId(work.db, { workspaceId, messageId }),
    ownerId,
    isForClient: false,
  });
  return customerIds;
}
