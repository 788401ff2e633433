import * as z from 'zod/mini';
import { id, idParams, isStorable, timestamp, version } from '../http/common.ts';
import { defineEndpoint, member, signedIn } from '../http/endpoint.ts';

export const signatureMaxCharacters = 20_000;

const text = (max: number): z.ZodMiniString =>
  z
    .string()
    .check(
      z.maxLength(max, `At most ${max.toLocaleString('en')} characters`),
      z.refine(isStorable, 'Contains characters that cannot be stored'),
    );

/** An unfinished email. Nothing in it is validated until it is sent. */
export const emailDraft = z.strictObject({
  /** Empty means the customer's first address. */
  to: text(300),
  subject: text(2000),
  /** Empty until something is written. */
  html: text(500_000),
  /** Whether the signature was already inserted, or removed on purpose. It is not inserted again. */
  isSigned: z.boolean(),
  /** As typed, separated by commas. */
  cc: text(6000),
  bcc: text(6000),
  scheduledAt: z.nullable(timestamp),
  attachments: z
    .array(z.strictObject({ id, name: text(300), sizeBytes: z.int() }))
    .check(z.maxLength(20, 'At most 20 files')),
  /** The owner's business that a new email is about; null for none, absent in blank and earlier drafts. */
  business: z.optional(z.nullable(z.strictObject({ id, name: text(300) }))),
  /** The message that is answered, with the beginning of its text to show. */
  replyTo: z.nullable(
    z.strictObject({
      id,
      subject: text(1000),
      sender: text(400),
      /** The sender's address if it is not one of the customer's, so that the reply does not go there. */
      otherSender: z.optional(text(400)),
      sentAt: timestamp,
      text: text(10_000),
    }),
  ),
  /** Whether the quoted original is added below the text. */
  hasQuote: z.boolean(),
  /** The `Idempotency-Key` of exactly these values, set by the first attempt to send them. */
  key: z.nullable(text(200)),
});
export type EmailDraft = z.infer<typeof emailDraft>;

/** 0 means no draft. Increases with every change, including discarding and sending. */
const seenVersion = z.int().check(z.minimum(0));

export const storedEmailDraft = z.object({
  version: seenVersion,
  /** Null if there is no draft: it was never started, or was sent or discarded. */
  content: z.nullable(emailDraft),
  updatedAt: z.nullable(timestamp),
});
export type StoredEmailDraft = z.infer<typeof storedEmailDraft>;

/** A pending draft, without its text. */
const pendingEmailDraft = z.object({
  /** Null for a draft of a new email. */
  threadId: z.nullable(id),
  subject: z.string(),
  /** The message that is answered. */
  replyToId: z.nullable(id),
  version,
  updatedAt: timestamp,
});
export type PendingEmailDraft = z.infer<typeof pendingEmailDraft>;

export const signature = z.object({
  /** Safe HTML; empty for none. */
  html: z.string(),
  version: seenVersion,
});
export type Signature = z.infer<typeof signature>;

/** There is one draft for each thread, and one for a new email, which is used if no thread is given. */
const which = { threadId: z.optional(id) };
const draftResponse = z.object({ draft: storedEmailDraft });
const signatureResponse = z.object({ signature });

export const listEmailDrafts = defineEndpoint({
  method: 'GET',
  path: '/users/{id}/email-drafts',
  summary: 'Your unsent drafts of emails to a customer, last changed first',
  access: member('STAFF', 'users'),
  status: 200,
  params: idParams,
  response: z.object({ drafts: z.array(pendingEmailDraft) }),
});
export const getEmailDraft = defineEndpoint({
  method: 'GET',
  path: '/users/{id}/email-draft',
  summary: 'Your draft of a reply in a thread, or of a new email to a customer',
  access: member('STAFF', 'users'),
  status: 200,
  params: idParams,
  query: z.strictObject(which),
  response: draftResponse,
});
export const saveEmailDraft = defineEndpoint({
  method: 'PUT',
  path: '/users/{id}/email-draft',
  summary: 'Save your draft of a reply in a thread, or of a new email to a customer',
  access: member('STAFF', 'users'),
  status: 200,
  params: idParams,
  query: z.strictObject(which),
  body: z.strictObject({ version: seenVersion, content: emailDraft }),
  response: draftResponse,
});
export const discardEmailDraft = defineEndpoint({
  method: 'DELETE',
  path: '/users/{id}/email-draft',
  summary: 'Discard your draft of a reply in a thread, or of a new email to a customer',
  access: member('STAFF', 'users'),
  status: 200,
  params: idParams,
  query: z.strictObject({ ...which, version: z.coerce.number().check(z.int(), z.minimum(1)) }),
  response: draftResponse,
});
export const getSignature = defineEndpoint({
  method: 'GET',
  path: '/auth/signature',
  summary: 'Get your email signature',
  access: signedIn,
  status: 200,
  response: signatureResponse,
});
export const updateSignature = defineEndpoint({
  method: 'PUT',
  path: '/auth/signature',
  summary: 'Change your email signature; empty for none',
  access: signedIn,
  status: 200,
  body: z.strictObject({ html: text(signatureMaxCharacters), version: seenVersion }),
  response: signatureResponse,
});
