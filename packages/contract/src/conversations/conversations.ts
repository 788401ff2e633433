import * as z from 'zod/mini';
import {
  email,
  id,
  idParams,
  line,
  multiline,
  page,
  paging,
  searchText,
  timestamp,
  version,
} from '../http/common.ts';
import { anyone, defineEndpoint, member } from '../http/endpoint.ts';
import { fileState } from '../records/files.ts';

/** `uncertain`: the server may have accepted the message, so only a user can send it again. */
export const messageStatuses = [
  'scheduled',
  'queued',
  'sending',
  'sent',
  'failed',
  'uncertain',
  'undelivered',
  'canceled',
  'received',
] as const;
export type MessageStatus = (typeof messageStatuses)[number];

/** Whether an email can be sent again: it ended without a confirmed delivery. */
export function canResend(status: MessageStatus): boolean {
  return status === 'failed' || status === 'uncertain' || status === 'undelivered';
}

/** The statuses that may follow each status. The service enforces them, and the screen hides other moves. */
export const messageTransitions: Record<MessageStatus, readonly MessageStatus[]> = {
  scheduled: ['queued', 'canceled'],
  // `sent` ends a delivery that has reached a main recipient.
  queued: ['sending', 'sent', 'failed', 'undelivered', 'canceled'],
  sending: ['sent', 'queued', 'failed', 'uncertain'],
  sent: [],
  failed: ['queued'],
  uncertain: ['queued', 'failed'],
  undelivered: ['queued'],
  canceled: [],
  received: [],
};

/** Whether a received message is authenticated by the sender's domain; `unknown` if that could not be checked. */
export const senderChecks = ['verified', 'failed', 'unknown'] as const;
export type SenderCheck = (typeof senderChecks)[number];

/** An unverified message that mentions payment details, or comes from a previously verified address. */
export const senderWarnings = ['payment', 'changed'] as const;
export type SenderWarning = (typeof senderWarnings)[number];

/** A file in a received email, which is checked for patient information like any other file. */
export const attachment = z.object({
  id,
  name: z.string(),
  contentType: z.string(),
  sizeBytes: z.int(),
  ...fileState,
});

export const message = z.object({
  id,
  threadId: id,
  direction: z.enum(['outbound', 'inbound']),
  status: z.enum(messageStatuses),
  /** Why it failed or is uncertain, as a sentence that a broker can act on. */
  statusDetail: z.nullable(z.string()),
  subject: z.string(),
  from: z.object({ name: z.nullable(z.string()), address: z.string() }),
  to: z.array(z.string()),
  cc: z.array(z.string()),
  /** Present for staff only. */
  bcc: z.array(z.string()),
  /** The first lines, as plain text. */
  snippet: z.string(),
  text: z.string(),
  hasHtml: z.boolean(),
  hasRemoteImages: z.boolean(),
  /** Null for sent mail, for clients, and for mail received before senders were checked. */
  senderCheck: z.nullable(z.enum(senderChecks)),
  senderWarning: z.nullable(z.enum(senderWarnings)),
  attachments: z.array(attachment),
  author: z.nullable(z.object({ id, displayName: z.string() })),
  sentAt: z.nullable(timestamp),
  scheduledAt: z.nullable(timestamp),
  createdAt: timestamp,
  /** Set while the message may contain patient information; subject and text then only say so. Null for clients. */
  quarantineId: z.nullable(id),
  version: z.int(),
});
export type Message = z.infer<typeof message>;

const addresses = z.optional(z.array(email).check(z.maxLength(20)));
const newEmail = {
  subject: line(500),
  text: z.optional(multiline(200_000)),
  html: z.optional(multiline(500_000)),
  cc: addresses,
  bcc: addresses,
  attachments: z.optional(z.array(id).check(z.maxLength(20))),
  scheduledAt: z.optional(timestamp),
  /** The message that this one replies to. */
  inReplyTo: z.optional(id),
  /** Adds the quoted original below the text. */
  withQuote: z.optional(z.boolean()),
  /** The version of the user's draft that is sent. The draft is then cleared, unless it has changed since. */
  draftVersion: z.optional(version),
  /** The thread of the draft; omitted for a new email. */
  draftThreadId: z.optional(id),
};
export const sendEmailBody = z.strictObject({
  /** Defaults to the customer's own address. Must be one of theirs. */
  to: z.optional(email),
  ...newEmail,
});
export const sendBusinessEmailBody = z.strictObject({
  /** Defaults to the owner's address. */
  to: z.optional(z.array(email).check(z.minLength(1), z.maxLength(20))),
  ...newEmail,
  /** The customer to whom the draft is written. Defaults to the owner. */
  draftCustomerId: z.optional(id),
});

/** A message from a client: a reply, or a new conversation with a subject. */
export const writeMessageBody = z.strictObject({
  text: multiline(20_000),
  /** Defaults to the subject of the message that is answered. */
  subject: z.optional(line(200)),
  /** The message that this one replies to. */
  inReplyTo: z.optional(id),
});
export type WriteMessageBody = z.infer<typeof writeMessageBody>;

const one = z.object({ email: message });
const emailListQuery = z.strictObject({ q: z.optional(searchText), ...paging });
const emailList = z.object({ emails: z.array(message), ...page, delivery: z.enum(['smtp', 'outbox']) });

export const sendEmail = defineEndpoint({
  method: 'POST',
  path: '/users/{id}/send-email',
  summary: 'Queue an email to a customer',
  access: member('STAFF', 'users'),
  status: 202,
  params: idParams,
  body: sendEmailBody,
  response: one,
});
export const listEmails = defineEndpoint({
  method: 'GET',
  path: '/users/{id}/emails',
  summary: 'Get the email conversation with a customer, newest first',
  access: member('CLIENT', 'users'),
  status: 200,
  params: idParams,
  query: emailListQuery,
  response: emailList,
});
export const sendBusinessEmail = defineEndpoint({
  method: 'POST',
  path: '/businesses/{id}/send-email',
  summary: 'Queue an email about a business, to its owner or to others',
  access: member('STAFF', 'business-center'),
  status: 202,
  params: idParams,
  body: sendBusinessEmailBody,
  response: one,
});
export const listBusinessEmails = defineEndpoint({
  method: 'GET',
  path: '/businesses/{id}/emails',
  summary: 'Get the emails about a business, newest first',
  access: member('STAFF', 'business-center'),
  status: 200,
  params: idParams,
  query: emailListQuery,
  response: emailList,
});
export const writeMessage = defineEndpoint({
  method: 'POST',
  path: '/users/{id}/messages',
  summary: 'A client writes to their broker; it appears in the conversation immediately',
  access: member('CLIENT'),
  status: 201,
  params: idParams,
  body: writeMessageBody,
  response: one,
});
export const resendEmail = defineEndpoint({
  method: 'POST',
  path: '/emails/{id}/resend',
  summary: 'Send a failed, uncertain or undelivered email again',
  access: member('STAFF'),
  status: 202,
  params: idParams,
  response: one,
});
export const cancelEmail = defineEndpoint({
  method: 'POST',
  path: '/emails/{id}/cancel',
  summary: 'Cancel an email that has not been sent',
  access: member('STAFF'),
  status: 200,
  params: idParams,
  response: one,
});
export const openEmailHtml = defineEndpoint({
  method: 'POST',
  isRead: true,
  path: '/emails/{id}/html-ticket',
  summary: 'Get a ticket for the email as safe HTML',
  access: member('CLIENT'),
  status: 201,
  params: idParams,
  body: z.strictObject({ withRemoteImages: z._default(z.boolean(), false) }),
  response: z.object({ ticket: z.object({ url: z.string(), expiresAt: timestamp }) }),
});
export const getInboundAddress = defineEndpoint({
  method: 'POST',
  path: '/mailboxes/inbound-token',
  summary: 'Create a new secret for the inbound email endpoint; the previous one stops working',
  access: member('ADMIN'),
  status: 201,
  response: z.object({ inbound: z.object({ url: z.string() }) }),
});
export const receiveEmail = defineEndpoint({
  method: 'POST',
  path: '/inbound/{token}',
  summary: 'Receive one raw RFC 5322 message for a mailbox',
  access: anyone,
  transfer: 'upload',
  status: 202,
  params: z.strictObject({ token: z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/)) }),
  response: z.object({ result: z.enum(['filed', 'triage', 'duplicate']) }),
});
