import { attachment, sendEmailBody, type Message } from '@handover/contract/conversations.ts';
import * as z from 'zod/mini';
import { useDraft, type DraftHandle } from '../../../shared/drafts/use-draft.ts';
import { replySubject } from '../threads.ts';

export const emailDraftSchema = z.object({
  /** Empty stands for the customer's first address. */
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  /** Separated by commas. */
  cc: z.string(),
  bcc: z.string(),
  /** Local time as the browser's input gives it; empty stands for now. */
  scheduledAt: z.string(),
  attachments: z.array(z.pick(attachment, { id: true, name: true, sizeBytes: true })),
  replyTo: z.nullable(z.object({ id: z.string(), subject: z.string() })),
});
export type EmailDraft = z.infer<typeof emailDraftSchema>;

const empty: EmailDraft = {
  to: '',
  subject: '',
  text: '',
  cc: '',
  bcc: '',
  scheduledAt: '',
  attachments: [],
  replyTo: null,
};

/** The e-mail being written to a customer. It belongs to the page, since a reply starts elsewhere on it. */
export function useEmailDraft(customerId: string): DraftHandle<EmailDraft> {
  return useDraft(`email:${customerId}`, { schema: emailDraftSchema, empty });
}

/** Makes the draft an answer; what is written already stays. `addresses` are the customer's own. */
export function asReply(message: Message, addresses: readonly string[]): Partial<EmailDraft> {
  const sender = addresses.find((address) => address.toLowerCase() === message.from.address.toLowerCase());
  return {
    subject: replySubject(message.subject),
    replyTo: { id: message.id, subject: message.subject },
    ...(message.direction === 'inbound' && sender !== undefined && { to: sender }),
  };
}

/** Judges a draft by the contract. */
export function parseEmail(draft: EmailDraft): ReturnType<typeof sendEmailBody.safeParse> {
  return sendEmailBody.safeParse({
    subject: draft.subject,
    // The contract lets an e-mail go without text when it has HTML; from here it has only text.
    text: draft.text,
    ...(draft.to !== '' && { to: draft.to }),
    cc: addressesOf(draft.cc),
    bcc: addressesOf(draft.bcc),
    attachments: draft.attachments.map(({ id }) => id),
    ...(draft.scheduledAt !== '' && { scheduledAt: new Date(draft.scheduledAt).toISOString() }),
    ...(draft.replyTo !== null && { inReplyTo: draft.replyTo.id }),
  });
}

function addressesOf(text: string): string[] {
  return text.split(/[,;\s]+/).filter((address) => address !== '');
}
