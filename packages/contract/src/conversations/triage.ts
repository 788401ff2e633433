import * as z from 'zod/mini';
import { id, idParams, page, paging, timestamp } from '../http/common.ts';
import { attachment } from './conversations.ts';
import { defineEndpoint, member } from '../http/endpoint.ts';

/**
 * The decision about mail that belongs to no customer. Later mail from a spam sender automatically gets the same
 * decision.
 */
export const triageVerdicts = ['ignored', 'spam'] as const;
export type TriageVerdict = (typeof triageVerdicts)[number];

/** An email from a sender who matches no customer. */
export const triageMail = z.object({
  id,
  from: z.object({ name: z.nullable(z.string()), address: z.string() }),
  subject: z.string(),
  /** The first lines, as plain text. */
  snippet: z.string(),
  text: z.string(),
  hasHtml: z.boolean(),
  hasRemoteImages: z.boolean(),
  attachments: z.array(attachment),
  /** Set while it may contain patient information; subject and text then only say so. */
  quarantineId: z.nullable(id),
  /**
   * Whether it was sent for somebody else: by a listing portal, a web form, another program, or a mailing list, or with
   * another address for replies. Then only this email is assigned, and the address is not added to the customer.
   */
  isSharedAddress: z.boolean(),
  receivedAt: timestamp,
  /** Null while it is pending. */
  verdict: z.nullable(z.enum(triageVerdicts)),
});
export type TriageMail = z.infer<typeof triageMail>;

const one = z.object({ mail: triageMail });
const access = member('STAFF', 'users');

export const listTriage = defineEndpoint({
  method: 'GET',
  path: '/triage',
  summary: 'Email from unknown senders, newest first: waiting or ignored',
  access,
  status: 200,
  query: z.strictObject({ shown: z._default(z.enum(['waiting', 'ignored']), 'waiting'), ...paging }),
  response: z.object({ mails: z.array(triageMail), ...page }),
});
export const getTriageMail = defineEndpoint({
  method: 'GET',
  path: '/triage/{id}',
  summary: 'One email from an unknown sender',
  access,
  status: 200,
  params: idParams,
  response: one,
});
export const fileTriageMail = defineEndpoint({
  method: 'POST',
  path: '/triage/{id}/file',
  summary: 'Assign all waiting email from this sender to a customer and add the address',
  access,
  status: 200,
  params: idParams,
  body: z.strictObject({ customerId: id }),
  response: z.object({ filed: z.object({ customerId: id, count: z.int() }) }),
});
export const ignoreTriageMail = defineEndpoint({
  method: 'POST',
  path: '/triage/{id}/ignore',
  summary:
    'Ignore an email, or mark all email from its sender as spam; only that email is ignored if the sender’s email was assigned to several customers',
  access,
  status: 200,
  params: idParams,
  body: z.strictObject({ asSpam: z._default(z.boolean(), false) }),
  response: one,
});
export const restoreTriageMail = defineEndpoint({
  method: 'POST',
  path: '/triage/{id}/restore',
  summary: 'Return an ignored email to the list; for spam, all email from its sender',
  access,
  status: 200,
  params: idParams,
  response: one,
});
