import { attachmentMaxBytes } from '@handover/contract/files.ts';
import { AppError, invalidField } from '../../../lib/errors.ts';
import { isManageableHtml, toSafeHtml } from '../../../lib/mail-html.ts';
import { toPlainText } from '../../../lib/mail-text.ts';
import { emailKey } from '../../../lib/text.ts';
import type { CustomerRef } from '../../../platform/customers/customer.queries.ts';
import type { Member } from '../../../platform/session/actor.ts';
import type { Work } from '../../../platform/work.ts';
import { findMessageRow, type MessageRow } from '../conversations.queries.ts';
import { listExtraAddresses, listOwnUploads } from './outgoing.queries.ts';

const furthestScheduleDays = 365;

export type DraftBody = {
  readonly text: string;
  readonly html: string | null;
  readonly hasRemoteImages: boolean;
};

/**
 * What is sent: HTML made safe, with its plain text beside it. Throws INVALID_INPUT when nothing is
 * written, or the HTML has more elements than any letter.
 */
export function readBody({
  text,
  html,
}: {
  text?: string | undefined;
  html?: string | undefined;
}): DraftBody {
  if (html !== undefined && !isManageableHtml(html))
    throw invalidField('html', 'This HTML is too complex. Use fewer elements.');
  const safe = html === undefined ? { html: '', hasRemoteImages: false } : toSafeHtml(html);
  const plain = text ?? toPlainText(safe.html);
  if (plain.trim() === '' && !safe.html.includes('<img ')) throw invalidField('text', 'Write a message');
  return { text: plain, html: safe.html === '' ? null : safe.html, hasRemoteImages: safe.hasRemoteImages };
}

/** The address to write to. Throws RULE_BROKEN on `to` when the customer has none, or not this one. */
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
export function readCopies({
  to,
  cc = [],
  bcc = [],
}: {
  to: string;
  cc?: readonly string[] | undefined;
  bcc?: readonly string[] | undefined;
}): { cc: string[]; bcc: string[] } {
  const seen = new Set([emailKey(to)]);
  const unseen = (addresses: readonly string[]): string[] =>
    addresses.filter((address) => {
      const key = emailKey(address);
      return !seen.has(key) && seen.add(key).has(key);
    });
  return { cc: unseen(cc), bcc: unseen(bcc) };
}

/** The files to attach, each once. Throws RULE_BROKEN for one the sender did not upload here, TOO_LARGE past 25 MB in all. */
export async function readAttachments(
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

/** When to send; null for at once. Throws INVALID_INPUT for a time in the past or more than a year away. */
export function readSchedule(scheduledAt: string | undefined, now: Date): Date | null {
  if (scheduledAt === undefined) return null;
  const time = new Date(scheduledAt);
  if (time <= now) throw invalidField('scheduledAt', 'Choose a time in the future');
  if (time.getTime() - now.getTime() > furthestScheduleDays * 86_400_000)
    throw invalidField('scheduledAt', 'Choose a time within a year');
  return time;
}

/** The message that is answered; null for a new conversation. Throws RULE_BROKEN on `inReplyTo` unless it is one with this customer. */
export async function readAnswered(
  { db }: Work,
  actor: Member,
  { customerId, inReplyTo }: { customerId: string; inReplyTo: string | undefined },
): Promise<MessageRow | null> {
  if (inReplyTo === undefined) return null;
  const message = await findMessageRow(db, actor, { messageId: inReplyTo, customerId });
  if (message === null)
    throw brokenField('inReplyTo', 'The message to answer is not part of this conversation.');
  return message;
}

function brokenField(path: string, message: string): AppError {
  return new AppError('RULE_BROKEN', message, { errors: [{ path, message }] });
}
