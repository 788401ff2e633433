import { Readable } from 'node:stream';
import type { ImapConnection, MessageHead } from '#adapters/imap/imap.ts';
import { parseMail } from '#adapters/mail/parse-mail.ts';
import { UnreadableMailError } from '#adapters/mail/parser-child.ts';
import type { Gate } from '#lib/gate.ts';
import { storeBytes } from '#platform/files/files.ts';
import type { Work } from '#platform/work.ts';
import { type AssignedMessage, assignMessage, type IncomingMail } from '../incoming/assignment.ts';
import {
  findCustomersByAddresses,
  assignSentMessage,
  maxRawBytes,
  readStored,
  type unreadableMail,
} from '../incoming/incoming.service.ts';
import type { AccountKey, AccountRow } from './imap-accounts.queries.ts';
import { countImported, type FolderRow, hasLease, moveFolder, setFolderRead } from './sync.queries.ts';
import type { Platform } from '#platform/platform.ts';
import type { MailboxRow } from '../mailboxes.queries.ts';
import { type ExistingMessage, isExistingMessage, listMessagesByHash } from '../incoming/incoming.queries.ts';
import { listCustomerIds } from '../messages.queries.ts';
import { hashSecret } from '#lib/ids.ts';

export type SyncParts = Pick<Platform, 'config' | 'dns' | 'keyring' | 'logger' | 'runner' | 'storage'>;

/** One connection to one account, used by the lease holder. */
export type SyncContext = {
  readonly parts: SyncParts;
  readonly account: AccountRow;
  readonly mailbox: MailboxRow;
  /** Set for a personal mailbox, from which only customer mail is read. */
  readonly keeperId: string | null;
  readonly syncSince: Date;
  readonly startedAt: Date;
  readonly holderId: string;
  readonly connection: ImapConnection;
  /** Aborts when we close the connection on purpose. */
  readonly stopped: AbortSignal;
  /** After a broken connection, message headers are read one at a time. */
  readonly isCareful: boolean;
  /** Limits the messages in memory across all accounts. */
  readonly gate: Gate;
};

export type OpenFolder = Pick<FolderRow, 'path' | 'role'> & {
  readonly uidValidity: number;
  /** Skips older mail in a newly added folder; null once the folder has been read. */
  readonly syncSince: Date | null;
};

/** Allowed difference between the mail server's clock and ours. */
export const clockSlackMs = 5 * 60_000;

/** Another process holds the lease, so nothing read may be written. */
export class LeaseLostError extends Error {
  override readonly name = 'LeaseLostError';
}

/**
 * Files one message and stores the folder position in the same transaction, so that a crash cannot file it
 * twice.
 * Returns false when there was nothing to file. Throws `ImapError`, `LeaseLostError`, and UNAVAILABLE of the
 * file store.
 */
export async function ingestMessage(
  context: SyncContext,
  folder: OpenFolder,
  head: MessageHead,
): Promise<boolean> {
  const verdict = await classifyMessage(context, folder, head);
  if (verdict === 'skip') return false;
  const mail = await context.gate(() => readMail(context, { folder, head, verdict }));
  if (mail === null) return false;
  const { runner } = context.parts;
  return runner.transact(async (work) => {
    await renewLease(work, context);
    const filed = await storeMessage(work, context, { folder, head, mail });
    await setLastUid(work, context, { folder, lastUid: head.uid });
    if (!('messageId' in filed)) return false;
    await countImported(work.db, toAccountKey(context));
    return true;
  });
}

/** Like `setLastUid`, in its own transaction. Throws `LeaseLostError`. */
export async function saveLastUid(context: SyncContext, folder: OpenFolder, lastUid: number): Promise<void> {
  await context.parts.runner.transact(async (work) => {
    await renewLease(work, context);
    await setLastUid(work, context, { folder, lastUid });
  });
}

/** Stores that a folder was read to its end, which is `lastUid`. Throws `LeaseLostError`. */
export async function finishFolder(context: SyncContext, folder: OpenFolder, lastUid: number): Promise<void> {
  const { path, uidValidity } = folder;
  await context.parts.runner.transact(async (work) => {
    await renewLease(work, context);
    await setLastUid(work, context, { folder, lastUid });
    await setFolderRead(work.db, { ...toAccountKey(context), path, uidValidity });
  });
}

/** Locks the lease until the end of the transaction. Throws `LeaseLostError`. */
export async function renewLease({ db }: Work, context: SyncContext): Promise<void> {
  if (!(await hasLease(db, { ...toAccountKey(context), holderId: context.holderId })))
    throw new LeaseLostError();
}

/** Stores the last UID read in a folder. */
export async function setLastUid(
  { db }: Work,
  context: SyncContext,
  { folder: { path, uidValidity }, lastUid }: { folder: OpenFolder; lastUid: number },
): Promise<void> {
  await moveFolder(db, { ...toAccountKey(context), path, uidValidity, lastUid });
}

/**
 * Filed at the time the server received it, to preserve the order. Mail older than the account does not
 * notify.
 */
async function storeMessage(
  work: Work,
  { mailbox, keeperId, startedAt }: SyncContext,
  { folder, head, mail }: { folder: OpenFolder; head: MessageHead; mail: IncomingMail },
): Promise<AssignedMessage> {
  const at = head.receivedAt < work.now ? head.receivedAt : work.now;
  const then = { ...work, now: at };
  if (folder.role === 'sent') return assignSentMessage(then, { mailbox, mail }, { authorId: keeperId });
  return assignMessage(
    then,
    { mailbox, mail },
    { acceptsUnknown: keeperId === null, shouldNotify: at.getTime() > startedAt.getTime() - clockSlackMs },
  );
}

async function readMail(
  context: SyncContext,
  { folder, head, verdict }: { folder: OpenFolder; head: MessageHead; verdict: 'accept' | 'inspect' },
): Promise<IncomingMail | null> {
  const { parts } = context;
  const raw = await readRaw(context, head);
  if (raw === null || (verdict === 'inspect' && !(await isCustomerBounce(context, raw)))) return null;
  const stored = await storeBytes(parts.storage, Readable.from([raw]), maxRawBytes);
  const fallback = toFallbackDetails(head);
  const mail = await readStored(parts, {
    raw: stored,
    mailboxId: context.mailbox.id,
    isReceived: folder.role !== 'sent',
    fallback,
  });
  // A message without a Message-ID is recognized later by the ID that the server reports.
  return mail.messageId === null && head.messageId !== null ? { ...mail, messageId: head.messageId } : mail;
}

/** Fallback details for an unreadable message, enough to find its conversation. */
function toFallbackDetails({
  from: [address],
  to,
  subject,
  answers,
}: MessageHead): Partial<typeof unreadableMail> {
  return {
    from: address === undefined ? null : { name: null, address },
    to: [...to],
    ...(subject !== '' && { subject }),
    inReplyTo: answers[0] ?? null,
    references: answers.toReversed(),
  };
}

/** For a message that is too large, returns its header and a short note. */
async function readRaw({ connection }: SyncContext, { uid, sizeBytes }: MessageHead): Promise<Buffer | null> {
  const raw = sizeBytes > maxRawBytes ? null : await connection.readMessage(uid, maxRawBytes + 1);
  if (sizeBytes <= maxRawBytes && (raw === null || raw.length <= maxRawBytes)) return raw;
  const header = await connection.readHeader(uid);
  if (header === null) return null;
  const megabytes = Math.ceil(Math.max(sizeBytes, maxRawBytes + 1) / 1024 / 1024);
  const note = `This message is ${String(megabytes)} MB, which is over the limit. Read it in your mail program.`;
  return Buffer.concat([
    Buffer.from(header.toString('latin1').trimEnd(), 'latin1'),
    Buffer.from(`\r\n\r\n${note}\r\n`),
  ]);
}

/** Whether a bounce concerns a message to a customer. Stores nothing. */
async function isCustomerBounce(context: SyncContext, raw: Buffer): Promise<boolean> {
  try {
    const { mail } = await parseMail({
      mailboxId: context.mailbox.id,
      open: () => Readable.from([raw]),
      keep: (_attachment, content) => {
        content.resume();
        return Promise.resolve(null);
      },
    });
    return mail.bounce !== null && (await isReplyToFiled(context, [mail.bounce.messageId]));
  } catch (error) {
    if (error instanceof UnreadableMailError) return false;
    throw error;
  }
}

export function toAccountKey({
  mailbox: { workspace_id: workspaceId, id: mailboxId },
}: SyncContext): AccountKey {
  return { workspaceId, mailboxId };
}

/** `inspect`: the customer is known only from the body of the bounce. */
type HeadVerdict = 'accept' | 'skip' | 'inspect';

/**
 * Decides by the header alone whether to read a message. Skips mail already filed, sent mail without a
 * customer that is not about a business, and, in a personal mailbox, mail unrelated to customers and businesses. Skipped mail is never downloaded.
 */
async function classifyMessage(
  context: SyncContext,
  folder: OpenFolder,
  head: MessageHead,
): Promise<HeadVerdict> {
  if (folder.syncSince !== null && head.receivedAt < folder.syncSince) return 'skip';
  if (await isAlreadyFiled(context, folder, head)) return 'skip';
  const { runner } = context.parts;
  const { workspace_id: workspaceId } = context.mailbox;
  if (folder.role === 'sent') {
    const isToCustomer = (await findCustomersByAddresses(runner, workspaceId, head.to)).length > 0;
    return isToCustomer || (await isAboutBusiness(context, head.answers)) ? 'accept' : 'skip';
  }
  if (context.keeperId === null) return 'accept';
  const isOfCustomer = (await findCustomersByAddresses(runner, workspaceId, head.from)).length > 0;
  if (isOfCustomer || (await isReplyToFiled(context, head.answers))) return 'accept';
  return head.isReport ? 'inspect' : 'skip';
}

/** Whether one of these messages of the mailbox is in a conversation about a business. */
async function isAboutBusiness(context: SyncContext, messageIds: readonly string[]): Promise<boolean> {
  return (await listAnswered(context, messageIds)).some(({ business_id: id }) => id !== null);
}

async function listAnswered(
  { mailbox, parts: { runner } }: SyncContext,
  messageIds: readonly string[],
): Promise<ExistingMessage[]> {
  const key = { workspaceId: mailbox.workspace_id, mailboxId: mailbox.id };
  return listMessagesByHash(runner.db, { ...key, hashes: messageIds.map(hashSecret) });
}

/** Whether one of these messages of the mailbox belongs to a customer's conversation, or to one about a business. */
async function isReplyToFiled(context: SyncContext, messageIds: readonly string[]): Promise<boolean> {
  const { runner } = context.parts;
  const { workspace_id: workspaceId } = context.mailbox;
  for (const { id, business_id: businessId } of await listAnswered(context, messageIds)) {
    if (businessId !== null) return true;
    const customerIds = await listCustomerIds(runner.db, { workspaceId, messageId: id });
    if (customerIds.length > 0) return true;
  }
  return false;
}

/** Mail sent by this app is in the workspace mailbox, and perhaps as a copy in a person's Sent folder. */
async function isAlreadyFiled(
  { mailbox, keeperId, parts: { runner } }: SyncContext,
  folder: OpenFolder,
  { messageId }: MessageHead,
): Promise<boolean> {
  if (messageId === null) return false;
  const key = { workspaceId: mailbox.workspace_id, mailboxId: mailbox.id };
  const hash = hashSecret(messageId);
  if (folder.role === 'sent' || keeperId !== null) return isExistingMessage(runner.db, { ...key, hash });
  return (await listMessagesByHash(runner.db, { ...key, hashes: [hash] })).length > 0;
}
