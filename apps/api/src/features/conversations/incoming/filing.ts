import type { ParsedAttachment, ParsedMail } from '../../../adapters/mail/parsing/parsed-mail.ts';
import type { StoredObject } from '../../../adapters/storage/storage.ts';
import { newId } from '../../../lib/ids.ts';
import { domainOf } from '../../../lib/mail/address.ts';
import { hashSecret } from '../../../lib/secrets.ts';
import { emailKey } from '../../../lib/text.ts';
import { recordActivity } from '../../../platform/activities.ts';
import { recordFile } from '../../../platform/files/files.ts';
import { cleanFileName } from '../../../platform/files/upload.ts';
import type { Work } from '../../../platform/work.ts';
import { lockMailbox, type MailboxRow } from '../mailboxes.queries.ts';
import { notifyReceived, notifyUnknown } from '../notices/mail-notifications.ts';
import { publishMessage, publishTriage } from '../message-notices.ts';
import {
  attachFiles,
  insertMessage,
  insertThread,
  linkCustomers,
  listCustomerIds,
  touchThread,
} from '../messages.queries.ts';
import { isSpamSender } from '../triage/triage.queries.ts';
import { markBounced } from './bounces.ts';
import { listCustomersByAddress, listMessagesByHash, type KnownMessage } from './incoming.queries.ts';

/** What was done, and with which new message. */
export type Filed =
  | { readonly result: 'filed' | 'triage'; readonly messageId: string }
  | { readonly result: 'duplicate' };
type StoredAttachment = ParsedAttachment & { readonly stored: StoredObject };
export type IncomingMail = Omit<ParsedMail, 'attachments'> & {
  readonly attachments: readonly StoredAttachment[];
  readonly raw: StoredObject;
};

type Filing = { readonly mailbox: MailboxRow; readonly mail: IncomingMail };
type Place = { readonly threadId: string; readonly customerIds: readonly string[] };

/** An address shared by more records than this belongs to nobody in particular. */
const maxCustomers = 50;

/**
 * Files a message: in the thread it answers, and in the conversation of the customers whose thread or
 * address it is; else in triage. The same Message-ID is filed once per mailbox.
 */
export async function fileMail(work: Work, { mailbox, mail }: Filing): Promise<Filed> {
  const key = { workspaceId: mailbox.workspace_id, mailboxId: mailbox.id };
  await lockMailbox(work.db, key);
  const messageId = mail.messageId ?? `<${mail.raw.sha256}@${domainOf(mailbox.address)}>`;
  const known = await listMessagesByHash(work.db, { ...key, hashes: [hashSecret(messageId)] });
  if (known.length > 0) return { result: 'duplicate' };
  const answered = await findAnswered(work, key, mail);
  const place = await placeOf(work, { mailbox, mail }, answered);
  const id = newId();
  const verdict = await verdictOf(work, { mailbox, mail }, place);
  await insertIncoming(work, { mailbox, mail }, { id, messageId, place, verdict });
  await linkCustomers(work.db, {
    workspaceId: key.workspaceId,
    messageId: id,
    customerIds: place.customerIds,
    now: work.now,
  });
  await keepAttachments(work, { workspaceId: key.workspaceId, messageId: id, attachments: mail.attachments });
  if (mail.bounce !== null && mail.bounce.messageId === answered?.message_id)
    await markBounced(work, { mailbox, bounced: answered, bounce: mail.bounce });
  for (const customerId of place.customerIds) {
    await recordActivity(
      work,
      {
        workspaceId: key.workspaceId,
        customerId,
        type: 'email.received',
        subject: { kind: 'message', id },
        actorId: null,
        audience: 'mailbox',
      },
      { emails: 1 },
    );
  }
  publishMessage(work, {
    workspaceId: key.workspaceId,
    messageId: id,
    version: 1,
    customerIds: place.customerIds,
    ownerId: mailbox.owner_id,
    isForClient: true,
  });
  await tellPeople(work, { mailbox, mail }, { id, place, verdict });
  return { result: place.customerIds.length === 0 ? 'triage' : 'filed', messageId: id };
}

async function tellPeople(
  work: Work,
  { mailbox, mail }: Filing,
  { id, place, verdict }: { id: string; place: Place; verdict: 'spam' | null },
): Promise<void> {
  const told = { workspaceId: mailbox.workspace_id, ownerId: mailbox.owner_id };
  if (place.customerIds.length > 0) {
    // What is reported on a message of ours is told to who sent it.
    if (mail.bounce === null) await notifyReceived(work, { ...told, messageId: id });
    return;
  }
  publishTriage(work, told);
  if (verdict === null) await notifyUnknown(work, told);
}

/** Mail of no customer's is spam when its sender's earlier mail was called so. */
async function verdictOf(
  { db }: Work,
  { mailbox, mail }: Filing,
  { customerIds }: Place,
): Promise<'spam' | null> {
  if (customerIds.length > 0 || mail.from === null) return null;
  const isSpam = await isSpamSender(db, {
    workspaceId: mailbox.workspace_id,
    mailboxId: mailbox.id,
    fromAddress: mail.from.address,
  });
  return isSpam ? 'spam' : null;
}

/** The message of this mailbox that is answered or reported on: the nearest one that is known. */
async function findAnswered(
  { db }: Work,
  key: { workspaceId: string; mailboxId: string },
  mail: IncomingMail,
): Promise<KnownMessage | null> {
  const ids = [mail.bounce?.messageId, mail.inReplyTo, ...mail.references.toReversed()].flatMap(
    (id) => id ?? [],
  );
  const messages = await listMessagesByHash(db, { ...key, hashes: ids.map(hashSecret) });
  const byId = new Map(messages.map((message) => [message.message_id, message]));
  return ids.map((id) => byId.get(id)).find((message) => message !== undefined) ?? null;
}

async function placeOf(
  { db, now }: Work,
  { mailbox, mail }: Filing,
  answered: KnownMessage | null,
): Promise<Place> {
  const { workspace_id: workspaceId } = mailbox;
  const ofSender =
    mail.from === null
      ? []
      : await listCustomersByAddress(db, {
          workspaceId,
          emailKey: emailKey(mail.from.address),
          limit: maxCustomers,
        });
  if (answered === null) {
    const threadId = newId();
    await insertThread(db, { workspaceId, id: threadId, mailboxId: mailbox.id, subject: mail.subject, now });
    return { threadId, customerIds: ofSender };
  }
  await touchThread(db, { workspaceId, threadId: answered.thread_id, now });
  const ofThread = await listCustomerIds(db, { workspaceId, messageId: answered.id });
  return { threadId: answered.thread_id, customerIds: [...new Set([...ofThread, ...ofSender])] };
}

async function insertIncoming(
  work: Work,
  { mailbox, mail }: Filing,
  { id, messageId, place, verdict }: { id: string; messageId: string; place: Place; verdict: 'spam' | null },
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
    thread_id: place.threadId,
    direction: 'inbound',
    status: 'received',
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
    is_triage: place.customerIds.length === 0,
    triage_verdict: verdict,
    sent_at: mail.date !== null && mail.date <= work.now ? mail.date : work.now,
    created_at: work.now,
  });
}

async function keepAttachments(
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
