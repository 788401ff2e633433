import type { sendEmailBody } from '@handover/contract/conversations.ts';
import type * as z from 'zod/mini';
import { AppError, notFound } from '../../../lib/errors.ts';
import { newId } from '../../../lib/ids.ts';
import { domainOf } from '../../../lib/mail-address.ts';
import { hashSecret } from '../../../lib/secrets.ts';
import { byMember, recordActivity } from '../../../platform/activities.ts';
import { getCustomerRef } from '../../../platform/customers/customer.queries.ts';
import type { Member } from '../../../platform/session/actor.ts';
import type { Work } from '../../../platform/work.ts';
import { findMessageRow, type MessageRow } from '../conversations.queries.ts';
import { findMailbox, type MailboxRow } from '../mailboxes.queries.ts';
import { getDefaultMailbox, senderOf } from '../mailboxes.service.ts';
import { publishMessage } from '../message-notices.ts';
import { moveMessage } from '../message-state.ts';
import { attachFiles, insertMessage, insertThread, linkCustomers, listCustomerIds, touchThread } from '../messages.queries.ts';
import { deliverQueue } from './deliver-queue.ts';
import { readAnswered, readAttachments, readBody, readCopies, readRecipient, readSchedule } from './draft.ts';

/** Mail servers refuse header lines without end; the first ids and the last ones keep a thread together. */
const maxReferences = 20;

type Draft = z.output<typeof sendEmailBody>;
type Sending = { readonly mailFrom: string | undefined };

/**
 * Queues an e-mail to a customer, at once or for later, and returns its id. Who is banned can still be
 * written to. Throws NOT_FOUND, INVALID_INPUT, RULE_BROKEN, TOO_LARGE.
 */
export async function sendEmail(work: Work, actor: Member, { customerId, input, mailFrom }: Sending & { customerId: string; input: Draft }): Promise<string> {
  const { workspaceId } = actor;
  const customer = await getCustomerRef(work.db, actor, customerId);
  const body = readBody(input);
  const scheduledAt = readSchedule(input.scheduledAt, work.now);
  const to = await readRecipient(work, customer, { workspaceId, to: input.to });
  const fileIds = await readAttachments(work, actor, input.attachments);
  const answered = await readAnswered(work, actor, { customerId, inReplyTo: input.inReplyTo });
  const mailbox = await mailboxFor(work, workspaceId, answered);
  const sender = senderOf(mailbox, mailFrom);
  const copies = readCopies({ to, cc: input.cc, bcc: input.bcc });
  const id = newId();
  const messageId = `<${id}@${domainOf(sender.address)}>`;
  await insertMessage(work.db, {
    workspace_id: workspaceId,
    id,
    mailbox_id: mailbox.id,
    thread_id: await threadFor(work, { mailbox, answered, subject: input.subject }),
    direction: 'outbound',
    status: scheduledAt === null ? 'queued' : 'scheduled',
    message_id: messageId,
    message_id_hash: hashSecret(messageId),
    in_reply_to: answered?.message_id ?? null,
    reference_ids: answered === null ? [] : shorten([...answered.reference_ids, answered.message_id]),
    from_name: sender.name,
    from_address: sender.address,
    to_addresses: [to],
    cc_addresses: copies.cc,
    bcc_addresses: copies.bcc,
    subject: input.subject,
    text: body.text,
    html: body.html,
    has_remote_images: body.hasRemoteImages,
    author_id: actor.userId,
    scheduled_at: scheduledAt,
    created_at: work.now,
  });
  await linkCustomers(work.db, { workspaceId, messageId: id, customerIds: [customerId], now: work.now });
  await attachFiles(work.db, { workspaceId, messageId: id, files: fileIds.map((fileId) => ({ fileId, contentId: null })) });
  await work.enqueue(deliverQueue, { workspaceId, messageId: id }, scheduledAt === null ? {} : { startAfter: scheduledAt });
  await recordActivity(work, { ...byMember(actor, customerId), type: 'email.queued', subject: { kind: 'message', id }, audience: 'mailbox' }, { emails: 1 });
  publishMessage(work, { workspaceId, messageId: id, version: 1, customerIds: [customerId], ownerId: mailbox.owner_id, isForClient: false });
  return id;
}

/** Queues a failed, uncertain or undelivered e-mail again, under its Message-ID. Throws NOT_FOUND, RULE_BROKEN, CONFLICT. */
export async function resendEmail(work: Work, actor: Member, { messageId, mailFrom }: Sending & { messageId: string }): Promise<void> {
  const message = await getMessage(work, actor, messageId);
  if (message.status === 'scheduled') throw new AppError('RULE_BROKEN', 'This e-mail leaves by itself at its time.');
  const mailbox = await mailboxFor(work, actor.workspaceId, message);
  // What was wrong may have been the sender's address.
  const sender = senderOf(mailbox, mailFrom);
  await move(work, { ...message, workspaceId: actor.workspaceId }, { to: 'queued', change: { attempts: 0, status_detail: null, from_name: sender.name, from_address: sender.address } });
  await work.enqueue(deliverQueue, { workspaceId: actor.workspaceId, messageId });
  const customerIds = await listCustomerIds(work.db, { workspaceId: actor.workspaceId, messageId });
  for (const customerId of customerIds) {
    await recordActivity(work, { ...byMember(actor, customerId), type: 'email.queued', subject: { kind: 'message', id: messageId }, audience: 'mailbox', detail: { isResent: true } });
  }
}

/** Keeps an e-mail that is scheduled or queued from leaving. Throws NOT_FOUND, RULE_BROKEN, CONFLICT. */
export async function cancelEmail(work: Work, actor: Member, messageId: string): Promise<void> {
  const message = await getMessage(work, actor, messageId);
  await move(work, { ...message, workspaceId: actor.workspaceId }, { to: 'canceled', change: { status_detail: null } });
}

async function getMessage({ db }: Work, actor: Member, messageId: string): Promise<MessageRow> {
  const message = await findMessageRow(db, actor, { messageId });
  if (message === null) throw notFound('e-mail');
  return message;
}

async function move(work: Work, message: MessageRow & { readonly workspaceId: string }, to: Parameters<typeof moveMessage>[2]): Promise<void> {
  const { workspaceId } = message;
  const hasMoved = await moveMessage(work, message, to);
  if (!hasMoved) throw new AppError('CONFLICT', 'This e-mail has just changed. Look at it again.');
  const customerIds = await listCustomerIds(work.db, { workspaceId, messageId: message.id });
  publishMessage(work, { workspaceId, messageId: message.id, version: message.version + 1, customerIds, ownerId: message.mailbox_owner_id, isForClient: false });
}

async function mailboxFor(work: Work, workspaceId: string, message: MessageRow | null): Promise<MailboxRow> {
  const mailbox = message === null ? null : await findMailbox(work.db, { workspaceId, mailboxId: message.mailbox_id });
  return mailbox ?? getDefaultMailbox(work, workspaceId);
}

async function threadFor(work: Work, { mailbox, answered, subject }: { mailbox: MailboxRow; answered: MessageRow | null; subject: string }): Promise<string> {
  const { workspace_id: workspaceId } = mailbox;
  if (answered === null) {
    const id = newId();
    await insertThread(work.db, { workspaceId, id, mailboxId: mailbox.id, subject, now: work.now });
    return id;
  }
  await touchThread(work.db, { workspaceId, threadId: answered.thread_id, now: work.now });
  return answered.thread_id;
}

function shorten(references: readonly string[]): string[] {
  return references.length <= maxReferences ? [...references] : [...references.slice(0, 1), ...references.slice(1 - maxReferences)];
}
