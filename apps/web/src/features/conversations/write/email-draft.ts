import { sendEmailBody, type Message } from '@handover/contract/conversations/conversations.ts';
import type { EmailDraft } from '@handover/contract/conversations/email-drafts.ts';
import { getReplySubject } from '../conversations.queries.ts';
import { toPlainText } from './signature-block.ts';

export const emptyDraft: EmailDraft = {
  to: '',
  subject: '',
  html: '',
  isSigned: false,
  cc: '',
  bcc: '',
  scheduledAt: null,
  attachments: [],
  replyTo: null,
  hasQuote: true,
  key: null,
};

/** The subject of an email sent without one. */
export const noSubject = '(no subject)';

const shownOfQuote = 4000;

/** Whether nothing was written, attached, or addressed. */
export function isBlank({ subject, html, cc, bcc, attachments, replyTo }: EmailDraft): boolean {
  const isSubjectOwn = subject !== (replyTo === null ? '' : getReplySubject(replyTo.subject));
  return !isSubjectOwn && toPlainText(html) === '' && attachments.length === 0 && cc + bcc === '';
}

/** Turns a draft into a reply and keeps what was written. `addresses` are the customer's own. */
export function toReply(message: Message, addresses: readonly string[]): Partial<EmailDraft> {
  const isInbound = message.direction === 'inbound';
  const others = new Set(
    (isInbound ? [message.from.address] : message.to).map((address) => address.toLowerCase()),
  );
  const to = addresses.find((address) => others.has(address.toLowerCase()));
  return {
    subject: getReplySubject(message.subject),
    replyTo: {
      id: message.id,
      subject: message.subject,
      sender: message.from.name ?? message.from.address,
      sentAt: message.sentAt ?? message.createdAt,
      text: message.text.slice(0, shownOfQuote).toWellFormed(),
      ...(isInbound && to === undefined && { otherSender: message.from.address }),
    },
    hasQuote: true,
    to: to ?? '',
  };
}

/** Validates a draft against the contract. `html` is its text with the signature. */
export function parseEmail(draft: EmailDraft, html: string): ReturnType<typeof sendEmailBody.safeParse> {
  return sendEmailBody.safeParse({
    subject: draft.subject.trim() === '' ? noSubject : draft.subject,
    ...(toPlainText(html) === '' ? { text: '' } : { html }),
    ...(draft.to !== '' && { to: draft.to }),
    cc: parseAddresses(draft.cc),
    bcc: parseAddresses(draft.bcc),
    attachments: draft.attachments.map(({ id }) => id),
    ...(draft.scheduledAt !== null && { scheduledAt: draft.scheduledAt }),
    ...(draft.replyTo !== null && { inReplyTo: draft.replyTo.id, withQuote: draft.hasQuote }),
  });
}

/** What the writer may have forgotten, each as a sentence. */
export function listWarnings(
  { subject, html, attachments }: EmailDraft,
  { isUploading }: { isUploading: boolean },
): string[] {
  const isMissing =
    !isUploading &&
    attachments.length === 0 &&
    /\b(attached|attachments?|enclosed)\b/i.test(`${subject} ${toPlainText(html)}`);
  return [
    ...(subject.trim() === '' ? ['This email has no subject.'] : []),
    ...(isUploading ? ['A file is still uploading and would not be attached.'] : []),
    ...(isMissing ? ['It mentions an attachment, but no file is attached.'] : []),
  ];
}

function parseAddresses(text: string): string[] {
  return text.split(/[,;\s]+/).filter((address) => address !== '');
}
