import type { sendBusinessEmailBody, sendEmailBody } from '@handover/contract/conversations/conversations.ts';
import { findUnfilledFields } from '@handover/domain/mail-template.ts';
import type * as z from 'zod/mini';
import { AppError, notFound } from '#lib/errors.ts';
import { newId, hashSecret } from '#lib/ids.ts';
import { getDomain } from '#lib/mail/text.ts';
import { getSender } from '#platform/mail/workspace-mail.ts';
import type { Member } from '#platform/session/actor.ts';
import type { Work } from '#platform/work.ts';
import { clearSentDraft } from '../drafts.service.ts';
import type { MailboxRow } from '../mailboxes.queries.ts';
import { getDefaultMailbox, getSendingMailbox } from '../mailboxes.service.ts';
import { publishMessage, recordMessage } from '../message-notices.ts';
import {
  attachFiles,
  findBusinessId,
  insertMessage,
  listClientIds,
  linkCustomers,
  listCustomerIds,
} from '../messages.queries.ts';
import { listReferences, getThread } from '../incoming/assignment.ts';
import { findCustomersByAddresses } from '../incoming/incoming.service.ts';
import { deliverQueue, endDelivery } from './delivery-outcome.ts';
import { type Draft, readDraft, readRecipient } from './draft.ts';
import { findForDelivery } from './outgoing.queries.ts';
import { findMessageRow, type MessageRow } from '../conversations.queries.ts';
import { type Move, moveMessage } from '../conversations.presenter.ts';
import { getActiveBusiness } from '#features/businesses/businesses.public.ts';
import { getActiveCustomer } from '#features/customers/customers.public.ts';

type SendRequest = {
  readonly customerId: string;
  readonly input: z.output<typeof sendEmailBody>;
  readonly mailFrom: string | undefined;
  /** Set for bulk mail, which includes an unsubscribe link. */
  readonly bulkRunId?: string | null;
};

type NewMessage = {
  readonly draft: Draft;
  readonly mailbox: MailboxRow;
  readonly mailFrom: string | undefined;
  readonly bulkRunId: string | null;
  /** Customers whose conversations it joins, and the business it is about. */
  readonly customerIds: readonly string[];
  readonly businessId: string | null;
};

/**
 * Queues an email to a customer, now or for later, and returns its id. Banned customers can still be emailed.
 * Throws NOT_FOUND, INVALID_INPUT, RULE_BROKEN, TOO_LARGE.
 */
export async function sendEmail(
  work: Work,
  actor: Member,
  { customerId, input: { to, ...input }, mailFrom, bulkRunId = null }: SendRequest,
): Promise<string> {
  const { workspaceId } = actor;
  const customer = await getActiveCustomer(work.db, actor, customerId);
  if (bulkRunId === null) rejectEmptyFields(input);
  const address = await readRecipient(work, customer, { workspaceId, to });
  const draft = await readDraft(work, actor, { of: { customerId }, to: [address], input });
  const { draftVersion, draftThreadId: threadId } = input;
  if (draftVersion !== undefined)
    await clearSentDraft(work, actor, { customerId, threadId, version: draftVersion });
  return queue(work, actor, { draft, mailFrom, bulkRunId, customerIds: [customerId], businessId: null });
}

/**
 * Queues an email about a business, to its owner or the given addresses, and returns its id. It joins the conversation
 * of every customer with one of the addresses. Throws NOT_FOUND, INVALID_INPUT, RULE_BROKEN, TOO_LARGE.
 */
export async function sendBusinessEmail(
  work: Work,
  actor: Member,
  {
    businessId,
    input: { to: addresses, ...input },
    mailFrom,
  }: { businessId: string; input: z.output<typeof sendBusinessEmailBody>; mailFrom: string | undefined },
): Promise<string> {
  const { workspaceId } = actor;
  const { ownerId } = await getActiveBusiness(work.db, actor, businessId);
  rejectEmptyFields(input);
  const to = addresses ?? [await getOwnerAddress(work, actor, ownerId)];
  const draft = await readDraft(work, actor, { of: { businessId }, to, input });
  const { draftVersion, draftThreadId: threadId, draftCustomerId: customerId = ownerId } = input;
  if (draftVersion !== undefined && customerId !== null)
    await clearSentDraft(work, actor, { customerId, threadId, version: draftVersion });
  const customerIds = await findCustomersByAddresses(work, workspaceId, to);
  return queue(work, actor, { draft, mailFrom, bulkRunId: null, customerIds, businessId });
}

async function getOwnerAddress(work: Work, actor: Member, ownerId: string | null): Promise<string> {
  if (ownerId === null) {
    const message = 'This business has no owner to write to. Enter a recipient.';
    throw new AppError('RULE_BROKEN', message, { errors: [{ path: 'to', message }] });
  }
  const owner = await getActiveCustomer(work.db, actor, ownerId);
  return readRecipient(work, owner, { workspaceId: actor.workspaceId, to: undefined });
}

async function queue(work: Work, actor: Member, message: Omit<NewMessage, 'mailbox'>): Promise<string> {
  const { workspaceId } = actor;
  const { draft, customerIds, businessId, bulkRunId } = message;
  const mailbox =
    draft.answered === null
      ? await getDefaultMailbox(work, workspaceId)
      : await getSendingMailbox(work, actor, draft.answered);
  const id = await insertOutgoing(work, actor, { ...message, mailbox });
  await linkCustomers(work.db, { workspaceId, messageId: id, customerIds, now: work.now });
  const files = draft.fileIds.map((fileId) => ({ fileId, contentId: null }));
  await attachFiles(work.db, { workspaceId, messageId: id, files });
  const options = {
    ...(draft.scheduledAt !== null && { startAfter: draft.scheduledAt }),
    // A person's email does not wait for a bulk email.
    ...(bulkRunId === null && { priority: 1 }),
  };
  await work.enqueue(deliverQueue, { workspaceId, messageId: id }, options);
  await recordMessage(
    work,
    { workspaceId, messageId: id, customerIds },
    {
      type: 'email.queued',
      actorId: actor.userId,
      detail: bulkRunId === null ? {} : { bulkRunId },
      emails: 1,
      // They can read it in the portal immediately, whether or not it is delivered.
      reachedIds:
        draft.scheduledAt === null && bulkRunId === null && mailbox.owner_id === null
          ? await listClientIds(work.db, { workspaceId, customerIds })
          : [],
    },
  );
  await publishMessage(work, {
    workspaceId,
    messageId: id,
    version: 1,
    customerIds,
    businessId,
    ownerId: mailbox.owner_id,
    isForClient: draft.scheduledAt === null && bulkRunId === null,
  });
  return id;
}

/** An email started from a template may still have empty fields. */
function rejectEmptyFields({
  subject,
  html,
  text,
}: Pick<SendRequest['input'], 'subject' | 'html' | 'text'>): void {
  for (const [path, written] of Object.entries({ subject, html, text })) {
    const [field] = findUnfilledFields(written ?? '');
    if (field === undefined) continue;
    const message = `Fill in {{${field}}}.`;
    throw new AppError('RULE_BROKEN', message, { errors: [{ path, message }] });
  }
}

async function insertOutgoing(
  work: Work,
  actor: Member,
  { draft, mailbox, mailFrom, bulkRunId, businessId }: NewMessage,
): Promise<string> {
  const { answered, scheduledAt } = draft;
  const sender = getSender(mailbox, mailFrom);
  const id = newId();
  const messageId = `<${id}@${getDomain(sender.address)}>`;
  await insertMessage(work.db, {
    workspace_id: actor.workspaceId,
    id,
    mailbox_id: mailbox.id,
    thread_id: await getThread(work, { answered, mailbox, businessId, subject: draft.subject }),
    direction: 'outbound',
    status: scheduledAt === null ? 'queued' : 'scheduled',
    message_id: messageId,
    message_id_hash: hashSecret(messageId),
    in_reply_to: answered?.message_id ?? null,
    reference_ids: answered === null ? [] : listReferences(answered),
    from_name: sender.name,
    from_address: sender.address,
    to_addresses: [...draft.to],
    cc_addresses: draft.cc,
    bcc_addresses: draft.bcc,
    subject: draft.subject,
    text: draft.text,
    html: draft.html,
    has_remote_images: draft.hasRemoteImages,
    is_bulk: bulkRunId !== null,
    bulk_run_id: bulkRunId,
    author_id: actor.userId,
    scheduled_at: scheduledAt,
    created_at: work.now,
  });
  return id;
}

/** Other messages were sent or are still queued. */
const resendable = ['failed', 'uncertain', 'undelivered'] as const;

type OutgoingRow = MessageRow & { readonly workspaceId: string };

/** Queues an undelivered email again with the same Message-ID. Throws NOT_FOUND, RULE_BROKEN, CONFLICT. */
export async function resendEmail(
  work: Work,
  actor: Member,
  { messageId, mailFrom }: { messageId: string; mailFrom: string | undefined },
): Promise<void> {
  const message = await getQueued(work, actor, messageId);
  // The sender address may have been the problem, so it is set again.
  const mailbox = await getSendingMailbox(work, actor, message);
  const sender = getSender(mailbox, mailFrom);
  const change = {
    attempts: 0,
    status_detail: null,
    from_name: sender.name,
    from_address: sender.address,
    mailbox_id: mailbox.id,
  };
  const moved = { ...message, mailbox_owner_id: mailbox.owner_id };
  const customerIds = await move(work, moved, { to: 'queued', from: resendable, change });
  await work.enqueue(deliverQueue, { workspaceId: message.workspaceId, messageId });
  const { workspaceId } = message;
  const activity = { type: 'email.queued', actorId: actor.userId, detail: { isResent: true } } as const;
  await recordMessage(work, { workspaceId, messageId, customerIds }, activity);
}

/**
 * Cancels a scheduled or queued email. One that some recipients have received is not sent to the others. Throws
 * NOT_FOUND, RULE_BROKEN, CONFLICT.
 */
export async function cancelEmail(work: Work, actor: Member, messageId: string): Promise<void> {
  const message = await getQueued(work, actor, messageId);
  if (message.status !== 'queued' || message.open_recipients === null) {
    await move(work, message, { to: 'canceled', change: { status_detail: null } });
    return;
  }
  const row = await findForDelivery(work.db, { workspaceId: actor.workspaceId, messageId });
  const ending = { to: 'canceled', reason: 'Canceled.' } as const;
  if (row?.version !== message.version || !(await endDelivery(work, row, ending))) throw createConflict();
}

async function getQueued({ db }: Work, actor: Member, messageId: string): Promise<OutgoingRow> {
  const message = await findMessageRow(db, actor, { messageId });
  if (message === null) throw notFound('email');
  return { ...message, workspaceId: actor.workspaceId };
}

async function move(work: Work, message: OutgoingRow, where: Move): Promise<string[]> {
  const { workspaceId, id: messageId, version, mailbox_owner_id: ownerId } = message;
  const hasMoved = await moveMessage(work, message, where);
  if (!hasMoved) throw createConflict();
  const customerIds = await listCustomerIds(work.db, { workspaceId, messageId });
  await publishMessage(work, {
    workspaceId,
    messageId,
    version: version + 1,
    customerIds,
    businessId: await findBusinessId(work.db, { workspaceId, messageId }),
    ownerId,
    // The client has already seen the email if it was queued.
    isForClient: message.status === 'queued',
  });
  return customerIds;
}

function createConflict(): AppError {
  return new AppError('CONFLICT', 'This email has just changed. Reload and try again.');
}
