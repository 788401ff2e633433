import { findPortal } from '@handover/domain/matching/portal-email.ts';
import type { SenderCheck, SenderWarning } from '@handover/contract/conversations/conversations.ts';
import { hasPaymentDetails } from '@handover/domain/payment-details.ts';
import type { Db } from '#db/client.ts';
import { type MailContent, quarantineMail, getShownContent } from './quarantine-mail.ts';
import type { QuarantinedFile } from '#features/phi/phi.public.ts';
import { newId, hashSecret } from '#lib/ids.ts';
import { emailKey } from '#lib/text.ts';
import type { Work } from '#platform/work.ts';
import type { ParsedAttachment, ParsedMail } from '#adapters/mail/parsed-mail.ts';
import type { StoredObject } from '#adapters/storage/storage.ts';
import { getDomain, isProgramAddress } from '#lib/mail/text.ts';
import { recordFile } from '#platform/files/files.ts';
import { cleanFileName } from '#platform/files/upload.ts';
import { lockMailbox, type MailboxRow } from '../mailboxes.queries.ts';
import {
  notifyReceived,
  notifyUnknownSender,
  publishMessage,
  publishReceived,
  publishTriage,
  recordMessage,
} from '../message-notices.ts';
import {
  attachFiles,
  insertMessage,
  insertThread,
  linkCustomers,
  listCustomerIds,
  touchThread,
} from '../messages.queries.ts';
import { isSpamSender } from '../triage.queries.ts';
import {
  type ExistingMessage,
  hasVerifiedMailFrom,
  listCustomersByAddress,
  listMessagesByHash,
} from './incoming.queries.ts';
import type { MessageRow } from '../conversations.queries.ts';
import { countReport, markBounced } from './delivery-reports.ts';

/** Payload `{workspaceId, messageId}`: email of a listing portal in a shared mailbox. */
export const portalMailQueue = 'mail.portal';

type AssignmentOptions = {
  /** Whether mail without a customer goes to triage instead of being skipped. */
  readonly acceptsUnknown?: boolean;
  /** False for mail older than the connected account. */
  readonly shouldNotify?: boolean;
};
type Destination = {
  readonly threadId: string;
  readonly customerIds: readonly string[];
  readonly businessId: string | null;
};

/** An address shared by more customers than this identifies no one. */
export const maxCustomers = 50;

/**
 * Files a message in the thread it replies to, under the customers of that thread and of its sender, or in
 * triage if there are none. A Message-ID is filed once per mailbox.
 */
export async function assignMessage(
  work: Work,
  filing: Assignment,
  { acceptsUnknown = true, shouldNotify = true }: AssignmentOptions = {},
): Promise<AssignedMessage> {
  const { mailbox, mail } = filing;
  const key = { workspaceId: mailbox.workspace_id, mailboxId: mailbox.id };
  await lockMailbox(work.db, key);
  const messageId = getMessageId(filing);
  const existing = await listMessagesByHash(work.db, { ...key, hashes: [hashSecret(messageId)] });
  if (existing.length > 0) return { result: 'duplicate' };
  const answered = await findReplyTarget(work, filing);
  const customerIds = await findCustomers(work, filing, answered);
  const businessId = answered?.business_id ?? null;
  const isUnknown = customerIds.length === 0 && businessId === null;
  if (isUnknown && !acceptsUnknown) return { result: 'skipped' };
  const destination = {
    threadId: await getThread(work, { answered, mailbox, subject: getStoredContent(mail).subject }),
    customerIds,
    businessId,
  };
  const id = newId();
  const verdict = await findSpamVerdict(work, filing, destination);
  const warning = await findSenderWarning(work.db, { workspaceId: key.workspaceId, mail });
  const received = { id, messageId, direction: 'inbound', verdict, warning } as const;
  await insertAssigned(work, filing, { ...destination, ...received });
  if (mail.bounce !== null && mail.bounce.messageId === answered?.message_id)
    await markBounced(work, { mailbox, bounced: answered, bounce: mail.bounce });
  const isOfPortal = shouldNotify && verdict === null && isPortalMail(filing);
  if (isOfPortal) await work.enqueue(portalMailQueue, { workspaceId: key.workspaceId, messageId: id });
  // The job notifies of the inquiry, or of mail that it cannot read.
  if (shouldNotify && !(isOfPortal && isUnknown))
    await notifyMembers(work, filing, { id, destination, verdict, warning });
  else if (isUnknown) publishTriage(work, { workspaceId: key.workspaceId, ownerId: mailbox.owner_id });
  return { result: isUnknown ? 'triage' : 'filed', messageId: id };
}

function isPortalMail({ mailbox, mail }: Assignment): boolean {
  const isReadable = mail.bounce === null && mail.patientInformation.length === 0;
  return mailbox.owner_id === null && isReadable && isFromPortal(mail);
}

function isFromPortal({ from }: IncomingMail): boolean {
  return from !== null && findPortal(from.address) !== null;
}

async function notifyMembers(
  work: Work,
  { mailbox, mail }: Assignment,
  {
    id,
    destination,
    verdict,
    warning,
  }: {
    id: string;
    destination: Destination;
    verdict: 'spam' | null;
    warning: SenderWarning | null;
  },
): Promise<void> {
  const target = { workspaceId: mailbox.workspace_id, ownerId: mailbox.owner_id };
  if (destination.customerIds.length > 0 || destination.businessId !== null) {
    // A bounce notifies the sender of the original message instead.
    if (mail.bounce === null && !mail.isAutoReply)
      await notifyReceived(work, { ...target, messageId: id, warning });
    return;
  }
  publishTriage(work, target);
  if (verdict === null) await notifyUnknownSender(work, target);
}

/** Mail without a customer is spam if earlier mail of its sender was marked as spam. */
async function findSpamVerdict(
  { db }: Work,
  { mailbox, mail }: Assignment,
  { customerIds, businessId }: Destination,
): Promise<'spam' | null> {
  if (customerIds.length > 0 || businessId !== null || mail.from === null) return null;
  const isSpam = await isSpamSender(db, {
    workspaceId: mailbox.workspace_id,
    mailboxId: mailbox.id,
    fromAddress: mail.from.address,
  });
  return isSpam ? 'spam' : null;
}

/** Customers of the thread, and those with the sender's address. */
async function findCustomers(
  work: Work,
  { mailbox: { workspace_id: workspaceId }, mail }: Assignment,
  answered: ExistingMessage | null,
): Promise<string[]> {
  const ofThread =
    answered === null ? [] : await listCustomerIds(work.db, { workspaceId, messageId: answered.id });
  return [...new Set([...ofThread, ...(await listSenders(work, workspaceId, mail))])];
}

/** Customers with the address in From, unless it sends for others. */
async function listSenders({ db }: Work, workspaceId: string, mail: IncomingMail): Promise<string[]> {
  const { from, bounce } = mail;
  if (from === null || bounce !== null || isFromPortal(mail) || isProgramAddress(from.address)) return [];
  return listCustomersByAddress(db, {
    workspaceId,
    emailKey: emailKey(from.address),
    limit: maxCustomers,
  });
}

type StoredAttachment = ParsedAttachment & { readonly stored: StoredObject; readonly contentType: string };
export type IncomingMail = Omit<ParsedMail, 'attachments'> & {
  readonly attachments: readonly StoredAttachment[];
  readonly raw: StoredObject;
  /** Null for sent mail and delivery reports. */
  readonly senderCheck: SenderCheck | null;
};

export type Assignment = { readonly mailbox: MailboxRow; readonly mail: IncomingMail };
export type AssignedMessage =
  | { readonly result: 'filed' | 'triage'; readonly messageId: string }
  /** Already filed or not relevant; nothing was written. */
  | { readonly result: 'duplicate' | 'skipped' };

type NewMessage = {
  readonly id: string;
  readonly messageId: string;
  readonly threadId: string;
  readonly customerIds: readonly string[];
  /** The business that the thread is about. */
  readonly businessId: string | null;
  readonly direction: 'inbound' | 'outbound';
  readonly verdict?: 'spam' | null;
  readonly warning?: SenderWarning | null;
  readonly authorId?: string | null;
};

/** The Message-ID, or one derived from the content. */
export function getMessageId({ mailbox, mail }: Assignment): string {
  return mail.messageId ?? `<${mail.raw.sha256}@${getDomain(mailbox.address)}>`;
}

/**
 * The nearest stored message of this mailbox that the mail replies to or reports on. For a portal, only our mail
 * counts: a portal's mails refer to each other although each is about a different buyer.
 */
export async function findReplyTarget(
  { db }: Work,
  { mailbox, mail }: Assignment,
): Promise<ExistingMessage | null> {
  const key = { workspaceId: mailbox.workspace_id, mailboxId: mailbox.id };
  const ids = [mail.bounce?.messageId, mail.inReplyTo, ...mail.references.toReversed()].flatMap(
    (id) => id ?? [],
  );
  const messages = await listMessagesByHash(db, { ...key, hashes: ids.map(hashSecret) });
  const byId = new Map(messages.map((message) => [message.message_id, message]));
  const isOfPortal = isFromPortal(mail);
  const known = ids.flatMap((id) => byId.get(id) ?? []);
  return known.find(({ direction }) => !isOfPortal || direction === 'outbound') ?? null;
}

/**
 * Stores a received or externally sent mail with its original, attachments, and customers, and records it on
 * their timelines.
 */
export async function insertAssigned(work: Work, filing: Assignment, message: NewMessage): Promise<void> {
  const { mailbox, mail } = filing;
  const { workspace_id: workspaceId, owner_id: ownerId } = mailbox;
  const { id: messageId, customerIds, businessId, direction, authorId = null } = message;
  await insertRow(work, filing, message);
  await linkCustomers(work.db, { workspaceId, messageId, customerIds, now: work.now });
  const files = await recordAttachments(work, { workspaceId, attachments: mail.attachments });
  const { patientInformation: findings } = mail;
  if (findings.length === 0) await attachFiles(work.db, { workspaceId, messageId, files });
  else await quarantineMail(work, { workspaceId, messageId, mail, findings, files });
  const type = direction === 'inbound' ? 'email.received' : 'email.sent';
  if (mail.isReport || mail.isAutoReply) await countReport(work, { workspaceId, customerIds });
  else
    await recordMessage(
      work,
      { workspaceId, messageId, customerIds },
      { type, actorId: authorId, emails: 1 },
    );
  const destination = { workspaceId, mailboxId: mailbox.id, ownerId };
  const change = { ...destination, messageId, version: 1, customerIds, businessId };
  if (direction === 'inbound') await publishReceived(work, change);
  else await publishMessage(work, { ...change, isForClient: true });
}

async function insertRow(work: Work, { mailbox, mail }: Assignment, message: NewMessage): Promise<void> {
  const { workspace_id: workspaceId } = mailbox;
  const raw = await recordFile(work, {
    workspaceId,
    stored: mail.raw,
    contentType: 'message/rfc822',
    name: 'message.eml',
    purpose: 'raw-mail',
    createdBy: null,
  });
  const { subject, text, html, hasRemoteImages } = getStoredContent(mail);
  await insertMessage(work.db, {
    workspace_id: workspaceId,
    id: message.id,
    mailbox_id: mailbox.id,
    thread_id: message.threadId,
    direction: message.direction,
    status: message.direction === 'inbound' ? 'received' : 'sent',
    message_id: message.messageId,
    message_id_hash: hashSecret(message.messageId),
    in_reply_to: mail.inReplyTo,
    reference_ids: mail.references,
    from_name: mail.from?.name ?? null,
    from_address: mail.from?.address ?? '',
    to_addresses: mail.to,
    cc_addresses: mail.cc,
    subject,
    text,
    html,
    has_remote_images: hasRemoteImages,
    sender_check: mail.senderCheck,
    sender_warning: message.warning ?? null,
    raw_file_id: raw.id,
    is_triage: message.customerIds.length === 0 && message.businessId === null,
    is_report: mail.isReport || mail.isAutoReply,
    has_return_path: mail.hasReturnPath,
    is_sent_for_others: mail.isFromProgram || mail.hasOtherAuthor,
    triage_verdict: message.verdict ?? null,
    author_id: message.authorId ?? null,
    sent_at: mail.date !== null && mail.date <= work.now ? mail.date : work.now,
    created_at: work.now,
  });
}

/** The content to store for a message: its own, unless it may contain patient information. */
export function getStoredContent(mail: IncomingMail): MailContent {
  return getShownContent(mail, mail.patientInformation);
}

async function recordAttachments(
  work: Work,
  { workspaceId, attachments }: { workspaceId: string; attachments: readonly StoredAttachment[] },
): Promise<QuarantinedFile[]> {
  const files: QuarantinedFile[] = [];
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
  return files;
}

/** Mail servers reject very long headers; the first ID and the latest IDs keep a thread together. */
const maxReferences = 20;

/** The thread of the message replied to, or a new one. */
export async function getThread(
  { db, now }: Work,
  {
    answered,
    mailbox,
    businessId = null,
    subject,
  }: {
    answered: { thread_id: string } | null;
    mailbox: MailboxRow;
    businessId?: string | null;
    subject: string;
  },
): Promise<string> {
  const { workspace_id: workspaceId } = mailbox;
  if (answered === null) {
    const id = newId();
    await insertThread(db, { workspaceId, id, mailboxId: mailbox.id, businessId, subject, now });
    return id;
  }
  const { thread_id: threadId } = answered;
  await touchThread(db, { workspaceId, threadId, now });
  return threadId;
}

/** Message-IDs for the References header, oldest first. */
export function listReferences(answered: MessageRow): string[] {
  const references = [...answered.reference_ids, answered.message_id];
  if (references.length <= maxReferences) return references;
  return [...references.slice(0, 1), ...references.slice(1 - maxReferences)];
}

type ReceivedMail = Pick<ParsedMail, 'from' | 'subject' | 'text'> & {
  readonly senderCheck: SenderCheck | null;
};

/**
 * The warning for a message from an unverified sender: it mentions payment details, or its address sent verified mail
 * before. Null otherwise.
 */
async function findSenderWarning(
  db: Db,
  { workspaceId, mail }: { workspaceId: string; mail: ReceivedMail },
): Promise<SenderWarning | null> {
  const { from, senderCheck, subject, text } = mail;
  if (from === null || senderCheck === null || senderCheck === 'verified') return null;
  if (hasPaymentDetails(`${subject}\n${text}`)) return 'payment';
  const isKnown = await hasVerifiedMailFrom(db, { workspaceId, addressKey: emailKey(from.address) });
  return isKnown ? 'changed' : null;
}
