import type { sendEmailBody } from '@handover/contract/conversations.ts';
import { attachmentMaxBytes } from '@handover/contract/files.ts';
import type * as z from 'zod/mini';
import { AppError, invalidField } from '#lib/errors.ts';
import { isManageableHtml, toSafeHtml } from '#lib/mail/html.ts';
import { toPlainText } from '#lib/mail/text.ts';
import { emailKey } from '#lib/text.ts';
import type { CustomerRef } from '#platform/customers/customer.queries.ts';
import type { Member } from '#platform/session/actor.ts';
import type { Work } from '#platform/work.ts';
import { findMessageRow, type MessageRow } from '../conversations.queries.ts';
import type { DraftBody } from './draft-body.ts';
import { listExtraAddresses, listOwnUploads } from './outgoing.queries.ts';
import { withQuote } from './quote.ts';

const furthestScheduleDays = 365;

type Input = Omit<z.output<typeof sendEmailBody>, 'to'>;

/** Where a new e-mail belongs: only what is in the same conversation can be answered. */
type Conversation = { readonly customerId: string } | { readonly businessId: string };

export type Draft = DraftBody & {
  readonly subject: string;
  readonly to: readonly string[];
  readonly cc: string[];
  readonly bcc: string[];
  readonly fileIds: readonly string[];
  /** Null for at once. */
  readonly scheduledAt: Date | null;
  /** Null for a new conversation. */
  readonly answered: MessageRow | null;
};

/** What somebody wants to send, checked. Throws INVALID_INPUT, RULE_BROKEN, TOO_LARGE, each with its field. */
export async function readDraft(
  work: Work,
  actor: Member,
  { of, to, input }: { of: Conversation; to: readonly string[]; input: Input },
): Promise<Draft> {
  const body = readBody(input);
  const scheduledAt = readSchedule(input.scheduledAt, work.now);
  const fileIds = await readAttachments(work, actor, input.attachments);
  const answered = await readAnswered(work, actor, { of, inReplyTo: input.inReplyTo });
  const isQuoting = input.withQuote === true && answered !== null;
  return {
    ...(isQuoting ? await withQuote(work, actor, { body, answered }) : body),
    ...readCopies({ ...input, to }),
    subject: input.subject,
    to,
    fileIds,
    scheduledAt,
    answered,
  };
}

function readBody({ text, html }: Pick<Input, 'text' | 'html'>): DraftBody {
  if (html !== undefined && !isManageableHtml(html))
    throw invalidField('html', 'This HTML is too complex. Use fewer elements.');
  const safe = html === undefined ? { html: '', hasRemoteImages: false } : toSafeHtml(html);
  const plain = text ?? toPlainText(safe.html);
  if (plain.trim() === '' && !safe.html.includes('<img ')) throw invalidField('text', 'Write a message');
  return { text: plain, html: safe.html === '' ? null : safe.html, hasRemoteImages: safe.hasRemoteImages };
}

/** The address of a customer to write to: the one named, or the first. Throws RULE_BROKEN. */
export async function readRecipient(
  { db }: Work,
  customer: CustomerRef,
  { workspaceId, to }: { workspaceId: string; to: string | undefined },
): Promise<string> {
  const extra = await listExtraAddresses(db, { workspaceId, customerId: customer.id });
  const known = customer.email === null ? extra : [customer.email, ...extra];
  const chosen = to === undefined ? known[0] : known.find((address) => emailKey(address) === emailKey(to));
  if (known.length === 0)
    throw brokenField('to', 'This customer has no e-mail address. Add one to the record first.');
  if (chosen === undefined)
    throw brokenField(
      'to',
      'This is not an address of this customer. Add it to the record, or send a copy to it.',
    );
  return chosen;
}

/** Copies without those who get the message anyway. */
function readCopies({ to, cc = [], bcc = [] }: Pick<Input, 'cc' | 'bcc'> & { to: readonly string[] }): {
  cc: string[];
  bcc: string[];
} {
  const seen = new Set(to.map(emailKey));
  const unseen = (addresses: readonly string[]): string[] =>
    addresses.filter((address) => {
      const key = emailKey(address);
      return !seen.has(key) && seen.add(key).has(key);
    });
  return { cc: unseen(cc), bcc: unseen(bcc) };
}

async function readAttachments(
  { db }: Work,
  actor: Member,
  wanted: readonly string[] = [],
): Promise<string[]> {
  const fileIds = [...new Set(wanted)];
  const files = await listOwnUploads(db, { workspaceId: actor.workspaceId, userId: actor.userId, fileIds });
  if (files.length < fileIds.length)
    throw brokenField('attachments', 'An attachment is not there any more. Upload it again.');
  const total = files.reduce((sum, file) => sum + file.size_bytes, 0);
  const message = 'Attachments may have at most 25 MB in all.';
  if (total > attachmentMaxBytes)
    throw new AppError('TOO_LARGE', message, { errors: [{ path: 'attachments', message }] });
  return fileIds;
}

function readSchedule(scheduledAt: string | undefined, now: Date): Date | null {
  if (scheduledAt === undefined) return null;
  const time = new Date(scheduledAt);
  if (time <= now) throw invalidField('scheduledAt', 'Choose a time in the future');
  if (time.getTime() - now.getTime() > furthestScheduleDays * 86_400_000)
    throw invalidField('scheduledAt', 'Choose a time within a year');
  return time;
}

async function readAnswered(
  { db }: Work,
  actor: Member,
  { of, inReplyTo }: { of: Conversation; inReplyTo: string | undefined },
): Promise<MessageRow | null> {
  if (inReplyTo === undefined) return null;
  const message = await findMessageRow(db, actor, { messageId: inReplyTo, ...of });
  if (message === null)
    throw brokenField('inReplyTo', 'The message to answer is not part of this conversation.');
  return message;
}

function brokenField(path: string, message: string): AppError {
  return new AppError('RULE_BROKEN', message, { errors: [{ path, message }] });
}
