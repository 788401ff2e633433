import type { sendEmailBody } from '@handover/contract/conversations.ts';
import { fieldsIn } from '@handover/domain/mail-template.ts';
import type * as z from 'zod/mini';
import { AppError } from '#lib/errors.ts';
import { newId } from '#lib/ids.ts';
import { domainOf } from '#lib/mail/address.ts';
import { hashSecret } from '#lib/secrets.ts';
import { byMember, recordActivity } from '#platform/activities.ts';
import { getCustomerRef } from '#platform/customers/customer.queries.ts';
import { senderOf } from '#platform/mail/sender.ts';
import type { Member } from '#platform/session/actor.ts';
import type { Work } from '#platform/work.ts';
import { emptySentDraft } from '../drafts/drafts.service.ts';
import type { MailboxRow } from '../mailboxes.queries.ts';
import { getDefaultMailbox, getMailboxOf } from '../mailboxes.service.ts';
import { publishMessage } from '../message-notices.ts';
import { attachFiles, insertMessage, linkCustomers } from '../messages.queries.ts';
import { referencesTo, threadFor } from '../threading.ts';
import { deliverQueue } from './deliver-queue.ts';
import { readDraft, type Draft } from './draft.ts';

type Wanted = {
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
};

/**
 * Queues an e-mail to a customer, at once or for later, and returns its id. Who is banned can still be
 * written to. Throws NOT_FOUND, INVALID_INPUT, RULE_BROKEN, TOO_LARGE.
 */
export async function sendEmail(
  work: Work,
  actor: Member,
  { customerId, input, mailFrom, isBulk = false }: Wanted,
): Promise<string> {
  const { workspaceId } = actor;
  const customer = await getCustomerRef(work.db, actor, customerId);
  if (!isBulk) refuseOpenFields(input);
  const draft = await readDraft(work, actor, { customer, input });
  const mailbox =
    draft.answered === null
      ? await getDefaultMailbox(work, workspaceId)
      : await getMailboxOf(work, { ...draft.answered, workspaceId });
  const id = await insertOutgoing(work, actor, { draft, mailbox, mailFrom, isBulk });
  await linkCustomers(work.db, { workspaceId, messageId: id, customerIds: [customerId], now: work.now });
  const files = draft.fileIds.map((fileId) => ({ fileId, contentId: null }));
  await attachFiles(work.db, { workspaceId, messageId: id, files });
  const { draftVersion, draftThreadId: threadId } = input;
  if (draftVersion !== undefined)
    await emptySentDraft(work, actor, { customerId, threadId, version: draftVersion });
  const options = draft.scheduledAt === null ? {} : { startAfter: draft.scheduledAt };
  await work.enqueue(deliverQueue, { workspaceId, messageId: id }, options);
  const subject = { kind: 'message', id } as const;
  const activity = { type: 'email.queued', subject, audience: 'mailbox' } as const;
  await recordActivity(work, { ...byMember(actor, customerId), ...activity }, { emails: 1 });
  publishMessage(work, {
    workspaceId,
    messageId: id,
    version: 1,
    customerIds: [customerId],
    ownerId: mailbox.owner_id,
    isForClient: false,
  });
  return id;
}

/** A mail that was begun with a template may have fields that nothing was put into. */
function refuseOpenFields({ subject, html, text }: Wanted['input']): void {
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
  { draft, mailbox, mailFrom, isBulk }: NewMessage,
): Promise<string> {
  const { answered, scheduledAt } = draft;
  const sender = senderOf(mailbox, mailFrom);
  const id = newId();
  const messageId = `<${id}@${domainOf(sender.address)}>`;
  await insertMessage(work.db, {
    workspace_id: actor.workspaceId,
    id,
    mailbox_id: mailbox.id,
    thread_id: await threadFor(work, { answered, mailbox, subject: draft.subject }),
    direction: 'outbound',
    status: scheduledAt === null ? 'queued' : 'scheduled',
    message_id: messageId,
    message_id_hash: hashSecret(messageId),
    in_reply_to: answered?.message_id ?? null,
    reference_ids: answered === null ? [] : referencesTo(answered),
    from_name: sender.name,
    from_address: sender.address,
    to_addresses: [draft.to],
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
