import type { writeMessageBody } from '@handover/contract/conversations/conversations.ts';
import { scanParts } from '@handover/domain/phi/scan.ts';
import type * as z from 'zod/mini';
import { AppError, invalidField, notFound } from '#lib/errors.ts';
import { newId, hashSecret } from '#lib/ids.ts';
import { getDomain } from '#lib/mail/text.ts';
import type { RateLimits } from '#platform/rate-limits.ts';
import type { Member } from '#platform/session/actor.ts';
import type { Work } from '#platform/work.ts';
import { findMessageRow, type MessageRow } from '../conversations.queries.ts';
import type { MailboxRow } from '../mailboxes.queries.ts';
import { getDefaultMailbox, getMessageMailbox } from '../mailboxes.service.ts';
import { notifyReceived, publishMessage, recordMessage } from '../message-notices.ts';
import { insertMessage, linkCustomers } from '../messages.queries.ts';
import { listReferences, getThread } from './assignment.ts';
import { getLoginAddress } from './incoming.queries.ts';
import { quarantineMail, getShownContent } from './quarantine-mail.ts';
import { getCustomerRef, type CustomerRef } from '#features/customers/customers.public.ts';

const limit = { hits: 60, perSeconds: 3600 };

type Input = z.output<typeof writeMessageBody>;
type ClientMessage = {
  readonly input: Input;
  readonly answered: MessageRow | null;
  readonly mailbox: MailboxRow;
};

/**
 * Files a client's message to their broker like received mail: in the thread it replies to, else in the
 * shared mailbox. It is never sent by SMTP. Returns its id. Throws NOT_FOUND unless the actor is the client,
 * INVALID_INPUT, RULE_BROKEN, TOO_MANY_REQUESTS.
 */
export async function writeAsClient(
  work: Work,
  actor: Member,
  { customerId, input, limits }: { customerId: string; input: Input; limits: RateLimits },
): Promise<string> {
  if (actor.scope !== 'client') throw notFound('customer');
  const customer = await getCustomerRef(work.db, actor, customerId);
  await limits.hit(`client-message:${actor.userId}`, limit);
  const answered = await findAnsweredMessage(work, actor, { customerId, input });
  const mailbox =
    answered === null
      ? await getDefaultMailbox(work, actor.workspaceId)
      : await getMessageMailbox(work, { ...answered, workspaceId: actor.workspaceId });
  const id = await insertClientMessage(work, actor, { input, answered, mailbox });
  await linkAndNotify(work, { id, customer, mailbox, authorId: actor.userId });
  return id;
}

async function findAnsweredMessage(
  { db }: Work,
  actor: Member,
  { customerId, input: { inReplyTo: messageId, subject } }: { customerId: string; input: Input },
): Promise<MessageRow | null> {
  if (messageId === undefined) {
    if (subject === undefined) throw invalidField('subject', 'Required');
    return null;
  }
  const message = await findMessageRow(db, actor, { messageId, customerId });
  if (message !== null) return message;
  const text = 'The message you are replying to is not part of this conversation.';
  throw new AppError('RULE_BROKEN', text, { errors: [{ path: 'inReplyTo', message: text }] });
}

async function insertClientMessage(
  work: Work,
  { workspaceId, userId, displayName }: Member,
  { input, answered, mailbox }: ClientMessage,
): Promise<string> {
  const id = newId();
  const address = await getLoginAddress(work.db, userId);
  const messageId = `<${id}@${getDomain(mailbox.address)}>`;
  const subject = input.subject ?? getReplySubject(answered?.subject ?? '');
  const written = { subject, text: input.text, html: null, hasRemoteImages: false };
  const findings = scanParts([
    { part: 'subject', text: input.subject ?? '' },
    { part: 'text', text: input.text },
  ]);
  const shown = getShownContent(written, findings);
  await insertMessage(work.db, {
    workspace_id: workspaceId,
    id,
    mailbox_id: mailbox.id,
    thread_id: await getThread(work, { answered, mailbox, subject: shown.subject }),
    direction: 'inbound',
    status: 'received',
    message_id: messageId,
    message_id_hash: hashSecret(messageId),
    in_reply_to: answered?.message_id ?? null,
    reference_ids: answered === null ? [] : listReferences(answered),
    from_name: displayName,
    from_address: address,
    to_addresses: [mailbox.address],
    cc_addresses: [],
    subject: shown.subject,
    text: shown.text,
    html: null,
    has_remote_images: false,
    author_id: userId,
    sent_at: work.now,
    created_at: work.now,
  });
  if (findings.length > 0)
    await quarantineMail(work, { workspaceId, messageId: id, mail: written, findings });
  return id;
}

function getReplySubject(subject: string): string {
  return /^re\s*:/i.test(subject) ? subject : `Re: ${subject}`;
}

async function linkAndNotify(
  work: Work,
  {
    id: messageId,
    customer,
    mailbox,
    authorId,
  }: { id: string; customer: CustomerRef; mailbox: MailboxRow; authorId: string },
): Promise<void> {
  const { workspace_id: workspaceId, owner_id: ownerId } = mailbox;
  const customerIds = [customer.id];
  await linkCustomers(work.db, { workspaceId, messageId, customerIds, now: work.now });
  const activity = { type: 'email.received', actorId: null } as const;
  await recordMessage(work, { workspaceId, messageId, customerIds }, { ...activity, emails: 1 });
  await publishMessage(work, { workspaceId, messageId, version: 1, customerIds, ownerId, isForClient: true });
  await notifyReceived(work, { workspaceId, messageId, ownerId, exceptUserId: authorId });
}
