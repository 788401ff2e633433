import type { sendBusinessEmailBody, sendEmailBody } from '@handover/contract/conversations.ts';
import { fieldsIn } from '@handover/domain/mail-template.ts';
import type * as z from 'zod/mini';
import { AppError } from '#lib/errors.ts';
import { newId } from '#lib/ids.ts';
import { domainOf } from '#lib/mail/address.ts';
import { hashSecret } from '#lib/secrets.ts';
import { getActiveBusiness } from '#platform/businesses/business.queries.ts';
import { getCustomerRef } from '#platform/customers/customer.queries.ts';
import { senderOf } from '#platform/mail/sender.ts';
import type { Member } from '#platform/session/actor.ts';
import type { Work } from '#platform/work.ts';
import { emptySentDraft } from '../drafts/drafts.service.ts';
import type { MailboxRow } from '../mailboxes.queries.ts';
import { getDefaultMailbox, getMailboxOf } from '../mailboxes.service.ts';
import { publishMessage, recordMessage } from '../message-notices.ts';
import { attachFiles, insertMessage, linkCustomers } from '../messages.queries.ts';
import { referencesTo, threadFor } from '../threading.ts';
import { deliverQueue } from './deliver-queue.ts';
import { customersAt } from '../incoming/sent-mail.ts';
import { readDraft, readRecipient, type Draft } from './draft.ts';

type Outgoing = {
  readonly customerId: string;
  readonly input: z.output<typeof sendEmailBody>;
  readonly mailFrom: string | undefined;
  /** One of many: it names the way to unsubscribe. */
  readonly isBulk?: boolean;
};

type NewMessage = {
  readonly draft: Draft;
  readonly mailbox: MailboxRow;
  readonly mailFrom: string | undefined;
  readonly isBulk: boolean;
  /** Everybody whose conversation it joins, and the business that it is about. */
  readonly customerIds: readonly string[];
  readonly businessId: string | null;
};

/**
 * Queues an e-mail to a customer, at once or for later, and returns its id. Who is banned can still be
 * written to. Throws NOT_FOUND, INVALID_INPUT, RULE_BROKEN, TOO_LARGE.
 */
export async function sendEmail(
  work: Work,
  actor: Member,
  { customerId, input: { to, ...input }, mailFrom, isBulk = false }: Outgoing,
): Promise<string> {
  const { workspaceId } = actor;
  const customer = await getCustomerRef(work.db, actor, customerId);
  if (!isBulk) refuseOpenFields(input);
  const address = await readRecipient(work, customer, { workspaceId, to });
  const draft = await readDraft(work, actor, { of: { customerId }, to: [address], input });
  const { draftVersion, draftThreadId: threadId } = input;
  if (draftVersion !== undefined)
    await emptySentDraft(work, actor, { customerId, threadId, version: draftVersion });
  return queue(work, actor, { draft, mailFrom, isBulk, customerIds: [customerId], businessId: null });
}

/**
 * Queues an e-mail about a business, to its owner or to the addresses named, and returns its id. It joins the
 * conversation of every customer whose address it goes to. Throws NOT_FOUND, INVALID_INPUT, RULE_BROKEN, TOO_LARGE.
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
  refuseOpenFields(input);
  const to = addresses ?? [await ownerAddress(work, actor, ownerId)];
  const draft = await readDraft(work, actor, { of: { businessId }, to, input });
  const { draftVersion, draftThreadId: threadId } = input;
  if (draftVersion !== undefined && ownerId !== null)
    await emptySentDraft(work, actor, { customerId: ownerId, threadId, version: draftVersion });
  const customerIds = await customersAt(work, workspaceId, to);
  return queue(work, actor, { draft, mailFrom, isBulk: false, customerIds, businessId });
}

async function ownerAddress(work: Work, actor: Member, ownerId: string | null): Promise<string> {
  if (ownerId === null) {
    const message = 'This business has no owner to write to. Enter a recipient.';
    throw new AppError('RULE_BROKEN', message, { errors: [{ path: 'to', message }] });
  }
  const owner = await getCustomerRef(work.db, actor, ownerId);
  return readRecipient(work, owner, { workspaceId: actor.workspaceId, to: undefined });
}

async function queue(work: Work, actor: Member, message: Omit<NewMessage, 'mailbox'>): Promise<string> {
  const { workspaceId } = actor;
  const { draft, customerIds, businessId } = message;
  const mailbox =
    draft.answered === null
      ? await getDefaultMailbox(work, workspaceId)
      : await getMailboxOf(work, { ...draft.answered, workspaceId });
  const id = await insertOutgoing(work, actor, { ...message, mailbox });
  await linkCustomers(work.db, { workspaceId, messageId: id, customerIds, now: work.now });
  const files = draft.fileIds.map((fileId) => ({ fileId, contentId: null }));
  await attachFiles(work.db, { workspaceId, messageId: id, files });
  const options = draft.scheduledAt === null ? {} : { startAfter: draft.scheduledAt };
  await work.enqueue(deliverQueue, { workspaceId, messageId: id }, options);
  const activity = { type: 'email.queued', actorId: actor.userId } as const;
  await recordMessage(work, { workspaceId, messageId: id, customerIds }, { ...activity, emails: 1 });
  publishMessage(work, {
    workspaceId,
    messageId: id,
    version: 1,
    customerIds,
    businessId,
    ownerId: mailbox.owner_id,
    isForClient: false,
  });
  return id;
}

/** A mail that was begun with a template may have fields that nothing was put into. */
function refuseOpenFields({
  subject,
  html,
  text,
}: Pick<Outgoing['input'], 'subject' | 'html' | 'text'>): void {
  for (const [path, written] of Object.entries({ subject, html, text })) {
    const [field] = fieldsIn(written ?? '');
    if (field === undefined) continue;
    const message = `Write something for {{${field}}}.`;
    throw new AppError('RULE_BROKEN', message, { errors: [{ path, message }] });
  }
}

async function insertOutgoing(
  work: Work,
  actor: Member,
  { draft, mailbox, mailFrom, isBulk, businessId }: NewMessage,
): Promise<string> {
  const { answered, scheduledAt } = draft;
  const sender = senderOf(mailbox, mailFrom);
  const id = newId();
  const messageId = `<${id}@${domainOf(sender.address)}>`;
  await insertMessage(work.db, {
    workspace_id: actor.workspaceId,
    id,
    mailbox_id: mailbox.id,
    thread_id: await threadFor(work, { answered, mailbox, businessId, subject: draft.subject }),
    direction: 'outbound',
    status: scheduledAt === null ? 'queued' : 'scheduled',
    message_id: messageId,
    message_id_hash: hashSecret(messageId),
    in_reply_to: answered?.message_id ?? null,
    reference_ids: answered === null ? [] : referencesTo(answered),
    from_name: sender.name,
    from_address: sender.address,
    to_addresses: [...draft.to],
    cc_addresses: draft.cc,
    bcc_addresses: draft.bcc,
    subject: draft.subject,
    text: draft.text,
    html: draft.html,
    has_remote_images: draft.hasRemoteImages,
    is_bulk: isBulk,
    author_id: actor.userId,
    scheduled_at: scheduledAt,
    created_at: work.now,
  });
  return id;
}
