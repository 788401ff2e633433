import { Readable } from 'node:stream';
import type { MessageHead } from '#adapters/imap/imap.ts';
import { parseMail } from '#adapters/mail/parsing/parse-mail.ts';
import { UnreadableMailError } from '#adapters/mail/parsing/parser-child.ts';
import { storeBytes } from '#platform/files/files.ts';
import type { Work } from '#platform/work.ts';
import type { Filed, IncomingMail } from '../../incoming/filed-message.ts';
import { fileMail } from '../../incoming/filing.ts';
import { maxRawBytes, readStored } from '../../incoming/incoming.service.ts';
import { fileSentMail } from '../../incoming/sent-mail.ts';
import type { unreadableMail } from '../../incoming/unreadable.ts';
import type { AccountKey } from '../imap-accounts.queries.ts';
import { countTaken } from './account-state.queries.ts';
import { moveFolder } from './folders.queries.ts';
import { answersCustomer, judgeMessage } from './judge-message.ts';
import { clockSlackMs, LeaseLostError, type OpenFolder, type SyncContext } from './sync-context.ts';
import { holdsLease } from './turns.queries.ts';

/**
 * Takes in one message, together with how far its folder is read, so that it comes once, whoever dies.
 * False when there was nothing to take. Throws `ImapError`, `LeaseLostError`, and UNAVAILABLE of the file store.
 */
export async function ingestMessage(
  context: SyncContext,
  folder: OpenFolder,
  head: MessageHead,
): Promise<boolean> {
  const verdict = await judgeMessage(context, folder, head);
  if (verdict === 'pass') return false;
  const mail = await context.gate(() => readMail(context, { head, verdict }));
  if (mail === null) return false;
  const { runner } = context.parts;
  return runner.transact(async (work) => {
    await renewLease(work, context);
    const filed = await file(work, context, { folder, head, mail });
    await passTo(work, context, { folder, lastUid: head.uid });
    if (!('messageId' in filed)) return false;
    await countTaken(work.db, keyOf(context));
    return true;
  });
}

/** As `passTo`, in a transaction of its own. Throws `LeaseLostError`. */
export async function passOver(context: SyncContext, folder: OpenFolder, lastUid: number): Promise<void> {
  await context.parts.runner.transact(async (work) => {
    await renewLease(work, context);
    await passTo(work, context, { folder, lastUid });
  });
}

/** Throws `LeaseLostError` unless the turn is held, and keeps it until the end of the transaction. */
export async function renewLease({ db }: Work, context: SyncContext): Promise<void> {
  if (!(await holdsLease(db, { ...keyOf(context), holderId: context.holderId }))) throw new LeaseLostError();
}

/** Writes that a folder is read up to a UID. */
export async function passTo(
  { db }: Work,
  context: SyncContext,
  { folder: { path, uidValidity }, lastUid }: { folder: OpenFolder; lastUid: number },
): Promise<void> {
  await moveFolder(db, { ...keyOf(context), path, uidValidity, lastUid });
}

/** Filed as of when the server got it, so that a conversation keeps its order; older mail than the account is no news. */
async function file(
  work: Work,
  { mailbox, keeperId, startedAt }: SyncContext,
  { folder, head, mail }: { folder: OpenFolder; head: MessageHead; mail: IncomingMail },
): Promise<Filed> {
  const at = head.receivedAt < work.now ? head.receivedAt : work.now;
  const then = { ...work, now: at };
  if (folder.role === 'sent') return fileSentMail(then, { mailbox, mail }, { authorId: keeperId });
  return fileMail(
    then,
    { mailbox, mail },
    { takesUnknown: keeperId === null, isNews: at.getTime() > startedAt.getTime() - clockSlackMs },
  );
}

async function readMail(
  context: SyncContext,
  { head, verdict }: { head: MessageHead; verdict: 'take' | 'look' },
): Promise<IncomingMail | null> {
  const { parts } = context;
  const raw = await readRaw(context, head);
  if (raw === null || (verdict === 'look' && !(await reportsOnCustomer(context, raw)))) return null;
  const stored = await storeBytes(parts.storage, Readable.from([raw]), maxRawBytes);
  const known = knownFrom(head);
  const mail = await readStored(parts, { raw: stored, mailboxId: context.mailbox.id, known });
  // What a server calls the message is what it is known by when it is met again.
  return mail.messageId === null && head.messageId !== null ? { ...mail, messageId: head.messageId } : mail;
}

/** What the server says of a message that no parser can read: enough to find its conversation. */
function knownFrom({ from: [address], to, subject, answers }: MessageHead): Partial<typeof unreadableMail> {
  return {
    from: address === undefined ? null : { name: null, address },
    to: [...to],
    ...(subject !== '' && { subject }),
    inReplyTo: answers[0] ?? null,
    references: answers.toReversed(),
  };
}

/** The message, or of one that is too large its header with a word about the rest. */
async function readRaw({ connection }: SyncContext, { uid, sizeBytes }: MessageHead): Promise<Buffer | null> {
  const raw = sizeBytes > maxRawBytes ? null : await connection.readMessage(uid, maxRawBytes + 1);
  if (sizeBytes <= maxRawBytes && (raw === null || raw.length <= maxRawBytes)) return raw;
  const header = await connection.readHeader(uid);
  if (header === null) return null;
  const megabytes = Math.ceil(Math.max(sizeBytes, maxRawBytes + 1) / 1024 / 1024);
  const note = `This message has ${String(megabytes)} MB, more than can be taken in here. Read it in your mail program.`;
  return Buffer.concat([
    Buffer.from(header.toString('latin1').trimEnd(), 'latin1'),
    Buffer.from(`\r\n\r\n${note}\r\n`),
  ]);
}

/** Whether it is about a message to a customer; nothing of it is stored to find out. */
async function reportsOnCustomer(context: SyncContext, raw: Buffer): Promise<boolean> {
  try {
    const { mail } = await parseMail({
      mailboxId: context.mailbox.id,
      open: () => Readable.from([raw]),
      keep: (_attachment, content) => {
        content.resume();
        return Promise.resolve(null);
      },
    });
    return mail.bounce !== null && (await answersCustomer(context, [mail.bounce.messageId]));
  } catch (error) {
    if (error instanceof UnreadableMailError) return false;
    throw error;
  }
}

export function keyOf({ mailbox: { workspace_id: workspaceId, id: mailboxId } }: SyncContext): AccountKey {
  return { workspaceId, mailboxId };
}
