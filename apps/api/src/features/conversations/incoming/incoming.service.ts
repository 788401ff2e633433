import type { SenderCheck } from '@handover/contract/conversations/conversations.ts';
import type { FastifyRequest } from 'fastify';
import { parseMail } from '#adapters/mail/parse-mail.ts';
import { UnreadableMailError } from '#adapters/mail/parser-child.ts';
import { verifySender } from '#adapters/mail/verify-sender.ts';
import type { StoredObject } from '#adapters/storage/storage.ts';
import { AppError, invalidField, notFound } from '#lib/errors.ts';
import { recordAudit } from '#platform/audit/audit.ts';
import { openFile, storeBytes, storeUntyped } from '#platform/files/files.ts';
import { openUpload } from '#platform/files/upload.ts';
import type { Platform } from '#platform/platform.ts';
import type { ParsedMail } from '#adapters/mail/parsed-mail.ts';
import type { Work } from '#platform/work.ts';
import { newId, hashSecret } from '#lib/ids.ts';
import { getDomain } from '#lib/mail/text.ts';
import { emailKey } from '#lib/text.ts';
import { findMailboxByToken, lockMailbox } from '../mailboxes.queries.ts';
import {
  getStoredContent,
  type AssignedMessage,
  assignMessage,
  type Assignment,
  findReplyTarget,
  type IncomingMail,
  insertAssigned,
  maxCustomers,
  getMessageId,
  getThread,
} from './assignment.ts';
import { isExistingMessage, listCustomersByAddress } from './incoming.queries.ts';

export const maxRawBytes = 30 * 1024 * 1024;
const limit = { hits: 300, perSeconds: 60 };
const contentTypes = ['message/rfc822', 'text/plain', 'application/octet-stream'];

type Parts = Pick<Platform, 'dns' | 'limits' | 'logger' | 'runner' | 'storage'>;

/**
 * Stores, parses, and files one raw message for the mailbox with this secret token. Unreadable mail goes to
 * triage. Throws NOT_FOUND, UNSUPPORTED_MEDIA, TOO_LARGE past 30 MB, INVALID_INPUT, TOO_MANY_REQUESTS.
 */
export async function receiveEmail(
  { dns, limits, logger, runner, storage }: Parts,
  { token, request }: { token: string; request: FastifyRequest },
): Promise<Exclude<AssignedMessage['result'], 'skipped'>> {
  const mailbox = await findMailboxByToken(runner.db, hashSecret(token));
  if (mailbox === null) throw notFound('mailbox');
  rejectOtherTypes(request);
  await limits.hit(`inbound:${mailbox.id}`, limit);
  const { head, bytes } = await openUpload(request, { headBytes: 1, maxBytes: maxRawBytes });
  if (head.length === 0) throw invalidField('body', 'Send the raw message.');
  const raw = await storeBytes(storage, bytes, maxRawBytes);
  const mail = await readStored({ dns, storage, logger }, { raw, mailboxId: mailbox.id, isReceived: true });
  return runner.transact(async (work) => {
    const filed = await assignMessage(work, { mailbox, mail });
    if (!('messageId' in filed)) return 'duplicate';
    await recordAudit(work.db, {
      workspaceId: mailbox.workspace_id,
      actorId: null,
      action: 'receiveEmail',
      subjectId: filed.messageId,
      detail: { result: filed.result },
      ipAddress: request.ip,
      requestId: request.id,
      now: work.now,
    });
    return filed.result;
  });
}

/**
 * Parses a stored raw message in a separate process, and checks the sender of a received one. Unreadable mail returns a placeholder with the
 * `fallback` details. Throws UNAVAILABLE.
 */
export async function readStored(
  { dns, storage, logger }: Pick<Parts, 'dns' | 'storage' | 'logger'>,
  {
    raw,
    mailboxId,
    isReceived,
    fallback,
  }: {
    raw: StoredObject;
    mailboxId: string;
    isReceived: boolean;
    fallback?: Partial<typeof unreadableMail>;
  },
): Promise<IncomingMail> {
  try {
    const { mail, attachments } = await parseMail({
      mailboxId,
      open: () => openFile(storage, raw),
      keep: async (attachment, content) => ({
        ...attachment,
        ...(await storeUntyped(storage, content, maxRawBytes)),
      }),
    });
    return { ...mail, attachments, raw, senderCheck: isReceived ? await checkSender(mail) : null };
  } catch (error) {
    if (!(error instanceof UnreadableMailError)) throw error;
    logger.warn({ err: error, sha256: raw.sha256 }, 'a received message cannot be parsed');
    return { ...unreadableMail, ...fallback, raw, senderCheck: isReceived ? 'unknown' : null };
  }

  async function checkSender({
    from,
    bounce,
  }: Pick<ParsedMail, 'from' | 'bounce'>): Promise<SenderCheck | null> {
    if (from === null || bounce !== null) return null;
    const { check, domain } = await verifySender(await openFile(storage, raw), dns);
    // Both programs must have read the same sender.
    return check === 'verified' && domain !== getDomain(from.address).toLowerCase() ? 'failed' : check;
  }
}

function rejectOtherTypes({ headers }: FastifyRequest): void {
  const type = (headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  if (!contentTypes.includes(type))
    throw new AppError('UNSUPPORTED_MEDIA', `Send the raw message as ${contentTypes[0] ?? ''}.`);
}

/** Placeholder for a message that could not be parsed; its original stays in the file store. */
export const unreadableMail: Omit<ParsedMail, 'attachments'> & { readonly attachments: readonly never[] } = {
  messageId: null,
  inReplyTo: null,
  references: [],
  from: null,
  hasOtherAuthor: false,
  to: [],
  cc: [],
  subject: '(unreadable message)',
  date: null,
  text: 'This message could not be read. Open it in your mail program.',
  html: null,
  hasRemoteImages: false,
  bounce: null,
  isReport: false,
  isAutoReply: false,
  hasReturnPath: true,
  isFromProgram: false,
  attachments: [],
  patientInformation: [],
  attachedText: '',
};

/**
 * Files mail sent with another program, only under the customers it was addressed to: others in the same
 * thread must not read it. An answer about a business needs no customer. Mail sent by this app is already filed.
 */
export async function assignSentMessage(
  work: Work,
  filing: Assignment,
  { authorId }: { authorId: string | null },
): Promise<AssignedMessage> {
  const { mailbox, mail } = filing;
  const key = { workspaceId: mailbox.workspace_id, mailboxId: mailbox.id };
  await lockMailbox(work.db, key);
  const messageId = getMessageId(filing);
  if (await isExistingMessage(work.db, { ...key, hash: hashSecret(messageId) }))
    return { result: 'duplicate' };
  const customerIds = await findCustomersByAddresses(work, key.workspaceId, [...mail.to, ...mail.cc]);
  const answered = await findReplyTarget(work, filing);
  const businessId = answered?.business_id ?? null;
  if (customerIds.length === 0 && businessId === null) return { result: 'skipped' };
  const id = newId();
  const threadId = await getThread(work, { answered, mailbox, subject: getStoredContent(mail).subject });
  const place = { threadId, customerIds, businessId };
  await insertAssigned(work, filing, { ...place, id, messageId, direction: 'outbound', authorId });
  return { result: 'filed', messageId: id };
}

export async function findCustomersByAddresses(
  { db }: Pick<Work, 'db'>,
  workspaceId: string,
  addresses: readonly string[],
): Promise<string[]> {
  const found = new Set<string>();
  for (const key of new Set(addresses.slice(0, maxCustomers).map(emailKey))) {
    const ids = await listCustomersByAddress(db, { workspaceId, emailKey: key, limit: maxCustomers });
    for (const id of ids) found.add(id);
  }
  return [...found];
}
