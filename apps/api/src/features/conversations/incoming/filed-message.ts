import type { ParsedAttachment, ParsedMail } from '#adapters/mail/parsing/parsed-mail.ts';
import type { StoredObject } from '#adapters/storage/storage.ts';
import { domainOf } from '#lib/mail/address.ts';
import { hashSecret } from '#lib/secrets.ts';
import { recordFile } from '#platform/files/files.ts';
import { cleanFileName } from '#platform/files/upload.ts';
import type { Work } from '#platform/work.ts';
import type { MailboxRow } from '../mailboxes.queries.ts';
import { publishMessage, recordMessage } from '../message-notices.ts';
import { attachFiles, insertMessage, linkCustomers } from '../messages.queries.ts';
import { listMessagesByHash, type ExistingMessage } from './incoming.queries.ts';

type StoredAttachment = ParsedAttachment & { readonly stored: StoredObject };
export type IncomingMail = Omit<ParsedMail, 'attachments'> & {
  readonly attachments: readonly StoredAttachment[];
  readonly raw: StoredObject;
};

export type Filing = { readonly mailbox: MailboxRow; readonly mail: IncomingMail };
/** What was done, and with which new message. */
export type Filed =
  | { readonly result: 'filed' | 'triage'; readonly messageId: string }
  /** Here already, or of no concern: nothing was written. */
  | { readonly result: 'duplicate' | 'passed' };

type NewMessage = {
  readonly id: string;
  readonly messageId: string;
  readonly threadId: string;
  readonly customerIds: readonly string[];
  /** The business that the thread is about. */
  readonly businessId: string | null;
  readonly direction: 'inbound' | 'outbound';
  readonly verdict?: 'spam' | null;
  readonly authorId?: string | null;
};

/** The Message-ID of a mail, or one made of its bytes. */
export function messageIdOf({ mailbox, mail }: Filing): string {
  return mail.messageId ?? `<${mail.raw.sha256}@${domainOf(mailbox.address)}>`;
}

/** The message of this mailbox that is answered or reported on: the nearest one that is known. */
export async function findAnswered({ db }: Work, { mailbox, mail }: Filing): Promise<ExistingMessage | null> {
  const key = { workspaceId: mailbox.workspace_id, mailboxId: mailbox.id };
  const ids = [mail.bounce?.messageId, mail.inReplyTo, ...mail.references.toReversed()].flatMap(
    (id) => id ?? [],
  );
  const messages = await listMessagesByHash(db, { ...key, hashes: ids.map(hashSecret) });
  const byId = new Map(messages.map((message) => [message.message_id, message]));
  return ids.map((id) => byId.get(id)).find((message) => message !== undefined) ?? null;
}

/** Writes a mail that came from outside, with its customers, its original and its attachments, and tells their timelines and open pages. */
export async function insertFiled(work: Work, filing: Filing, message: NewMessage): Promise<void> {
  const { mailbox, mail } = filing;
  const { workspace_id: workspaceId, owner_id: ownerId } = mailbox;
  const { id: messageId, customerIds, businessId, direction, authorId = null } = message;
  await insertRow(work, filing, message);
  await linkCustomers(work.db, { workspaceId, messageId, customerIds, now: work.now });
  await storeAttachments(work, { workspaceId, messageId, attachments: mail.attachments });
  const type = direction === 'inbound' ? 'email.received' : 'email.sent';
  await recordMessage(work, { workspaceId, messageId, customerIds }, { type, actorId: authorId, emails: 1 });
  const place = { workspaceId, mailboxId: mailbox.id, ownerId };
  publishMessage(work, { ...place, messageId, version: 1, customerIds, businessId, isForClient: true });
}

async function insertRow(
  work: Work,
  { mailbox, mail }: Filing,
  {
    id,
    messageId,
    threadId,
    customerIds,
    businessId,
    direction,
    verdict = null,
    authorId = null,
  }: NewMessage,
): Promise<void> {
  const { workspace_id: workspaceId } = mailbox;
  const raw = await recordFile(work, {
    workspaceId,
    stored: mail.raw,
    contentType: 'message/rfc822',
    name: 'message.eml',
    purpose: 'raw-mail',
    createdBy: null,
  });
  await insertMessage(work.db, {
    workspace_id: workspaceId,
    id,
    mailbox_id: mailbox.id,
    thread_id: threadId,
    direction,
    status: direction === 'inbound' ? 'received' : 'sent',
    message_id: messageId,
    message_id_hash: hashSecret(messageId),
    in_reply_to: mail.inReplyTo,
    reference_ids: mail.references,
    from_name: mail.from?.name ?? null,
    from_address: mail.from?.address ?? '',
    to_addresses: mail.to,
    cc_addresses: mail.cc,
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    has_remote_images: mail.hasRemoteImages,
    raw_file_id: raw.id,
    is_triage: customerIds.length === 0 && businessId === null,
    triage_verdict: verdict,
    author_id: authorId,
    sent_at: mail.date !== null && mail.date <= work.now ? mail.date : work.now,
    created_at: work.now,
  });
}

async function storeAttachments(
  work: Work,
  {
    workspaceId,
    messageId,
    attachments,
  }: { workspaceId: string; messageId: string; attachments: readonly StoredAttachment[] },
): Promise<void> {
  const files: { fileId: string; contentId: string | null }[] = [];
  for (const { name, contentType, contentId, stored } of attachments) {
    const file = await recordFile(work, {
      workspaceId,
      stored,
      contentType,
      name: cleanFileName(name),
      purpose: 'attachment',
      createdBy: null,
    });
    files.push({ fileId: file.id, contentId });
  }
  await attachFiles(work.db, { workspaceId, messageId, files });
}
