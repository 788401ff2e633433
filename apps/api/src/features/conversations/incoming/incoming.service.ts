import type { FastifyRequest } from 'fastify';
import { parseMail } from '#adapters/mail/parsing/parse-mail.ts';
import { UnreadableMailError } from '#adapters/mail/parsing/parser-child.ts';
import type { StoredObject } from '#adapters/storage/storage.ts';
import { AppError, invalidField, notFound } from '#lib/errors.ts';
import { hashSecret } from '#lib/secrets.ts';
import { recordAudit } from '#platform/audit/audit.ts';
import { openFile, storeBytes } from '#platform/files/files.ts';
import { openUpload } from '#platform/files/upload.ts';
import type { Platform } from '#platform/platform.ts';
import { findMailboxByToken } from '../mailboxes.queries.ts';
import type { Filed, IncomingMail } from './filed-message.ts';
import { fileMail } from './filing.ts';
import { unreadableMail } from './unreadable.ts';

/** Of one message, whichever way it comes. */
export const maxRawBytes = 30 * 1024 * 1024;
const limit = { hits: 300, perSeconds: 60 };
const contentTypes = ['message/rfc822', 'text/plain', 'application/octet-stream'];

type Parts = Pick<Platform, 'limits' | 'logger' | 'runner' | 'storage'>;

/**
 * Takes in one raw message for the mailbox whose secret token is given: stores it, reads it in a process
 * of its own, and files it. What cannot be read is kept and put to triage. Throws NOT_FOUND,
 * UNSUPPORTED_MEDIA, TOO_LARGE past 30 MB, INVALID_INPUT, TOO_MANY_REQUESTS.
 */
export async function receiveEmail(
  { limits, logger, runner, storage }: Parts,
  { token, request }: { token: string; request: FastifyRequest },
): Promise<Exclude<Filed['result'], 'passed'>> {
  const mailbox = await findMailboxByToken(runner.db, hashSecret(token));
  if (mailbox === null) throw notFound('mailbox');
  refuseOtherTypes(request);
  await limits.hit(`inbound:${mailbox.id}`, limit);
  const { head, bytes } = await openUpload(request, { headBytes: 1, maxBytes: maxRawBytes });
  if (head.length === 0) throw invalidField('body', 'Send the raw message.');
  const raw = await storeBytes(storage, bytes, maxRawBytes);
  const mail = await readStored({ storage, logger }, { raw, mailboxId: mailbox.id });
  return runner.transact(async (work) => {
    const filed = await fileMail(work, { mailbox, mail });
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
 * Reads a stored raw message in a process of its mailbox's own. What cannot be read becomes a message that
 * says so, with what is known of it already. Throws UNAVAILABLE.
 */
export async function readStored(
  { storage, logger }: Pick<Parts, 'storage' | 'logger'>,
  { raw, mailboxId, known }: { raw: StoredObject; mailboxId: string; known?: Partial<typeof unreadableMail> },
): Promise<IncomingMail> {
  try {
    const { mail, kept } = await parseMail({
      mailboxId,
      open: () => openFile(storage, raw),
      keep: async (attachment, content) => ({
        ...attachment,
        stored: await storeBytes(storage, content, maxRawBytes),
      }),
    });
    return { ...mail, attachments: kept, raw };
  } catch (error) {
    if (!(error instanceof UnreadableMailError)) throw error;
    logger.warn({ err: error, sha256: raw.sha256 }, 'a received message cannot be read');
    return { ...unreadableMail, ...known, raw };
  }
}

function refuseOtherTypes({ headers }: FastifyRequest): void {
  const type = (headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  if (!contentTypes.includes(type))
    throw new AppError('UNSUPPORTED_MEDIA', `Send the raw message as ${contentTypes[0] ?? ''}.`);
}
