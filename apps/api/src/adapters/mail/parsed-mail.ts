import { z } from 'zod';
import { patientInformation } from './scan-mail.ts';

const sender = z.object({ name: z.string().nullable(), address: z.string() });

const bounce = z.object({
  /** Message-ID of the original message. */
  messageId: z.string(),
  recipient: z.string().nullable(),
  /** For example `5.1.1`. */
  status: z.string().nullable(),
  isFinal: z.boolean(),
});

const attachment = z.object({
  name: z.string(),
  sizeBytes: z.int(),
  /** Set for an inline image. */
  contentId: z.string().nullable(),
});

/** A parsed message: all parts limited in size, the HTML sanitized. */
export const parsedMail = z.object({
  /** With angle brackets, like the next two. */
  messageId: z.string().nullable(),
  inReplyTo: z.string().nullable(),
  references: z.array(z.string()),
  from: sender.nullable(),
  /** Whether replies go to another address than From. */
  hasOtherAuthor: z.boolean(),
  to: z.array(z.string()),
  cc: z.array(z.string()),
  subject: z.string(),
  date: z.coerce.date().nullable(),
  text: z.string(),
  html: z.string().nullable(),
  hasRemoteImages: z.boolean(),
  bounce: bounce.nullable(),
  /** Whether it is a delivery report, even if `bounce` is null. */
  isReport: z.boolean(),
  /** Whether it is an automatic reply, such as an out-of-office notice; false for mailing lists. */
  isAutoReply: z.boolean(),
  /** False if the return path is empty. */
  hasReturnPath: z.boolean(),
  /** Whether a program wrote it unasked, or From is the address of a mailing list. */
  isFromProgram: z.boolean(),
  attachments: z.array(attachment),
  /** Possible patient identifiers; empty if the email needs no quarantine. */
  patientInformation,
  /** Excerpts of attached files with findings, for the reviewer; otherwise empty. */
  attachedText: z.string(),
});

export type ParsedMail = z.infer<typeof parsedMail>;
export type ParsedAttachment = ParsedMail['attachments'][number];
export type ParsedBounce = z.infer<typeof bounce>;
