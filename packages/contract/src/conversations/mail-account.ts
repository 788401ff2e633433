import * as z from 'zod/mini';
import { email, line, nameLine, timestamp, version } from '../http/common.ts';
import { defineEndpoint, member } from '../http/endpoint.ts';

/**
 * `tls` encrypts from the start, `starttls` before anything else is sent, and `none` is for servers in the local
 * network.
 */
export const mailSecurities = ['tls', 'starttls', 'none'] as const;
export type MailSecurity = (typeof mailSecurities)[number];

/** The workspace's own mail server. Responses never include its password. */
export const mailServer = z.object({
  host: z.string(),
  port: z.int(),
  security: z.enum(mailSecurities),
  username: z.nullable(z.string()),
});

/** The result of the last test mail. */
export const mailTest = z.object({
  status: z.enum(['running', 'sent', 'failed']),
  to: z.string(),
  detail: z.nullable(z.string()),
  time: timestamp,
});

/** The shared mailbox of a workspace: its sender, and how its mail is sent and received. */
export const mailAccount = z.object({
  name: z.string(),
  address: z.string(),
  /** The actual sender address: the installation's while the workspace's server cannot be reached. */
  sentAs: z.string(),
  /** Null while mail is sent through the installation's server. */
  server: z.nullable(mailServer),
  /** The server that currently sends mail: the workspace's own, the installation's, or none. */
  delivery: z.enum(['own', 'installation', 'none']),
  lastTest: z.nullable(mailTest),
  /** When the secret address for incoming mail was created; null if there is none. */
  inboundSince: z.nullable(timestamp),
  version,
});
export type MailAccount = z.infer<typeof mailAccount>;

export const mailServerInput = z.strictObject({
  host: line(253).check(z.regex(/^[^\s/@?#]+$/, 'A host name such as smtp.example.com')),
  port: z.int().check(z.minimum(1, 'From 1 to 65535'), z.maximum(65_535, 'From 1 to 65535')),
  security: z.enum(mailSecurities),
  username: z.nullable(line(254)),
  /** If omitted, the stored password is kept, as long as server and user name do not change. */
  password: z.optional(z.string().check(z.minLength(1, 'Required'), z.maxLength(500))),
});

export const updateMailAccountBody = z.strictObject({
  version,
  name: z.optional(nameLine(120)),
  address: z.optional(email),
  /** Null reverts to the installation's server and deletes the password. */
  server: z.optional(z.nullable(mailServerInput)),
});
export type UpdateMailAccount = z.infer<typeof updateMailAccountBody>;

const response = z.object({ mailAccount });

export const getMailAccount = defineEndpoint({
  method: 'GET',
  path: '/mail-account',
  summary: 'Get the shared mailbox and its mail server',
  access: member('ADMIN'),
  status: 200,
  response,
});
export const updateMailAccount = defineEndpoint({
  method: 'PATCH',
  path: '/mail-account',
  summary: 'Change sender or mail server of the shared mailbox',
  access: member('ADMIN'),
  status: 200,
  body: updateMailAccountBody,
  response,
});
export const testMailAccount = defineEndpoint({
  method: 'POST',
  path: '/mail-account/test',
  summary: 'Send a test email to yourself; the account shows the result',
  access: member('ADMIN'),
  status: 202,
  response,
});
