import { escapeHtml } from '@handover/domain/text/escape-html.ts';
import type { sendEmailBody } from '@handover/contract/conversations/conversations.ts';
import { attachmentMaxBytes } from '@handover/contract/records/files.ts';
import type * as z from 'zod/mini';
import { AppError, invalidField } from '#lib/errors.ts';
import { isManageableHtml, toSafeHtml, toViewHtml } from '#lib/mail/html.ts';
import { toPlainText } from '#lib/mail/text.ts';
import { emailKey } from '#lib/text.ts';
import type { Member } from '#platform/session/actor.ts';
import type { Work } from '#platform/work.ts';
import { findMessageHtml, findMessageRow, type MessageRow } from '../conversations.queries.ts';
import { listExtraAddresses, listOwnUploads } from './outgoing.queries.ts';
import type { CustomerRef } from '#features/customers/customers.public.ts';

const maxScheduleDays = 365;

type Input = Omit<z.output<typeof sendEmailBody>, 'to'>;

/** The conversation of a new email; replies must stay in it. */
type Conversation = { readonly customerId: string } | { readonly businessId: string };

export type Draft = DraftBody & {
  readonly subject: string;
  readonly to: readonly string[];
  readonly cc: string[];
  readonly bcc: string[];
  readonly fileIds: readonly string[];
  /** Null sends it now. */
  readonly scheduledAt: Date | null;
  /** Null for a new conversation. */
  readonly answered: MessageRow | null;
};

/** Validates an email to send. Throws INVALID_INPUT, RULE_BROKEN, TOO_LARGE, each with its field. */
export async function readDraft(
  work: Work,
  actor: Member,
  { of, to, input }: { of: Conversation; to: readonly string[]; input: Input },
): Promise<Draft> {
  const body = readBody(input);
  const scheduledAt = readSchedule(input.scheduledAt, work.now);
  const fileIds = await readAttachments(work, actor, input.attachments);
  const answered = await findAnsweredMessage(work, actor, { of, inReplyTo: input.inReplyTo });
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
    throw invalidField('html', 'This message has too much formatting. Simplify it and try again.');
  const safe = html === undefined ? { html: '', hasRemoteImages: false } : toSafeHtml(html);
  const plain = text ?? toPlainText(safe.html);
  if (plain.trim() === '' && !safe.html.includes('<img ')) throw invalidField('text', 'Write a message');
  return { text: plain, html: safe.html === '' ? null : safe.html, hasRemoteImages: safe.hasRemoteImages };
}

/** The customer's chosen or first address. Throws RULE_BROKEN. */
export async function readRecipient(
  { db }: Work,
  customer: CustomerRef,
  { workspaceId, to }: { workspaceId: string; to: string | undefined },
): Promise<string> {
  const extra = await listExtraAddresses(db, { workspaceId, customerId: customer.id });
  const known = customer.email === null ? extra : [customer.email, ...extra];
  const chosen = to === undefined ? known[0] : known.find((address) => emailKey(address) === emailKey(to));
  if (known.length === 0) throw createRuleError('to', 'This customer has no email address. Add one first.');
  if (chosen === undefined)
    throw createRuleError('to', 'This address isn’t on the customer’s record. Add it there, or use Cc.');
  return chosen;
}

/** Drops duplicates and the main recipient. */
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
  requestedIds: readonly string[] = [],
): Promise<string[]> {
  const fileIds = [...new Set(requestedIds)];
  const files = await listOwnUploads(db, { workspaceId: actor.workspaceId, userId: actor.userId, fileIds });
  if (files.length < fileIds.length)
    throw createRuleError('attachments', 'An attachment is no longer available. Upload it again.');
  const total = files.reduce((sum, file) => sum + file.size_bytes, 0);
  const message = 'Attachments can be 25 MB in total.';
  if (total > attachmentMaxBytes)
    throw new AppError('TOO_LARGE', message, { errors: [{ path: 'attachments', message }] });
  return fileIds;
}

function readSchedule(scheduledAt: string | undefined, now: Date): Date | null {
  if (scheduledAt === undefined) return null;
  const time = new Date(scheduledAt);
  if (time <= now) throw invalidField('scheduledAt', 'Choose a time in the future');
  if (time.getTime() - now.getTime() > maxScheduleDays * 86_400_000)
    throw invalidField('scheduledAt', 'Choose a time within a year');
  return time;
}

async function findAnsweredMessage(
  { db }: Work,
  actor: Member,
  { of, inReplyTo }: { of: Conversation; inReplyTo: string | undefined },
): Promise<MessageRow | null> {
  if (inReplyTo === undefined) return null;
  const message = await findMessageRow(db, actor, { messageId: inReplyTo, ...of });
  if (message === null)
    throw createRuleError('inReplyTo', 'The message you are replying to is not part of this conversation.');
  return message;
}

function createRuleError(path: string, message: string): AppError {
  return new AppError('RULE_BROKEN', message, { errors: [{ path, message }] });
}

type DraftBody = {
  readonly text: string;
  /** Null for plain text only. */
  readonly html: string | null;
  readonly hasRemoteImages: boolean;
};

/** Limits with the quote; longer conversations are quoted as text, which is truncated. */
const maxHtmlCharacters = 500_000;
const maxQuotedText = 50_000;

/**
 * Adds the quoted original: with `>` in the text, and as received in the HTML, without inline images and without remote
 * images, which would notify its sender.
 */
async function withQuote(
  { db }: Work,
  { workspaceId, timeZone }: Member,
  { body, answered }: { body: DraftBody; answered: MessageRow },
): Promise<DraftBody> {
  const intro = createQuoteIntro(answered, timeZone);
  const quoted = answered.text.slice(0, maxQuotedText).toWellFormed();
  const text = `${body.text}\n\n${intro}\n${quoted.replace(/^/gm, '> ').replace(/^> $/gm, '>')}`;
  if (body.html === null) return { ...body, text };
  const original = await findMessageHtml(db, { workspaceId, messageId: answered.id });
  const html = [createQuote(original), escapeHtml(quoted).replaceAll('\n', '<br />')]
    .filter((quote) => quote !== null)
    .map((quote) => `${body.html ?? ''}<p>${escapeHtml(intro)}</p><blockquote>${quote}</blockquote>`)
    .find((whole) => whole.length <= maxHtmlCharacters && isManageableHtml(whole));
  return { ...body, text, html: html ?? body.html };
}

function createQuote(original: string | null): string | null {
  return original === null ? null : toViewHtml(original, { withRemoteImages: false, parts: new Map() });
}

/** Uses the workspace's time zone. */
function createQuoteIntro(message: MessageRow, timeZone: string): string {
  const time = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short', timeZone });
  const sender = message.from_name ?? message.from_address;
  return `On ${time.format(message.sent_at ?? message.created_at).replace(/\s/g, ' ')}, ${sender} wrote:`;
}
