import { z } from 'zod';

const sender = z.object({ name: z.string().nullable(), address: z.string() });

/** A report that one of our messages did not reach somebody. */
const bounce = z.object({
  /** Of the message that is reported on. */
  messageId: z.string(),
  recipient: z.string().nullable(),
  /** Such as `5.1.1`. */
  status: z.string().nullable(),
  isFinal: z.boolean(),
});

const attachment = z.object({
  name: z.string(),
  contentType: z.string(),
  sizeBytes: z.int(),
  /** Set when the HTML shows it as an image. */
  contentId: z.string().nullable(),
});

/** What is read from a raw message: bounded in every part, storable, its HTML already made safe. */
export const parsedMail = z.object({
  /** With angle brackets, as are the two below. */
  messageId: z.string().nullable(),
  inReplyTo: z.string().nullable(),
  references: z.array(z.string()),
  from: sender.nullable(),
  to: z.array(z.string()),
  cc: z.array(z.string()),
  subject: z.string(),
  date: z.coerce.date().nullable(),
  text: z.string(),
  html: z.string().nullable(),
  hasRemoteImages: z.boolean(),
  bounce: bounce.nullable(),
  attachments: z.array(attachment),
});

export type ParsedMail = z.infer<typeof parsedMail>;
export type ParsedAttachment = ParsedMail['attachments'][number];
export type ParsedBounce = z.infer<typeof bounce>;
