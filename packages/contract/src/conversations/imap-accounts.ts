import * as z from 'zod/mini';
import { email, line, timestamp, version } from '../http/common.ts';
import { defineEndpoint, member } from '../http/endpoint.ts';
import { mailSecurities } from './mail-account.ts';

/**
 * The server is being tested (`testing`), the test has failed (`failed`), folders can be chosen (`ready`), or mail is
 * being imported (`active`). Imports are stopped by a user (`paused`), or after rejected sign-ins until a user acts
 * (`refused`).
 */
export const imapStatuses = ['testing', 'failed', 'ready', 'active', 'paused', 'refused'] as const;
export type ImapStatus = (typeof imapStatuses)[number];

/** The allowed status changes; a server can be tested again at any time. */
export const imapTransitions: Record<ImapStatus, readonly ImapStatus[]> = {
  testing: ['testing', 'failed', 'ready', 'active'],
  failed: ['testing'],
  ready: ['testing', 'active'],
  active: ['testing', 'paused', 'refused'],
  paused: ['testing', 'active'],
  refused: ['testing', 'active'],
};

/** Mail in the sent folder was written to customers; mail in other folders was received. */
export const imapFolder = z.object({
  path: z.string(),
  name: z.string(),
  role: z.enum(['inbox', 'sent', 'other']),
  isChosen: z.boolean(),
});
export type ImapFolder = z.infer<typeof imapFolder>;

/** A message that could not be imported. It remains unchanged on its server. */
export const skippedMessage = z.object({
  folder: z.string(),
  /** Its number in the folder, and the UIDVALIDITY of that folder, for which the number is valid. */
  uid: z.int(),
  uidValidity: z.int(),
  /** Both are empty if they could not be read. */
  from: z.string(),
  subject: z.string(),
  receivedAt: timestamp,
  reason: z.string(),
  /** Null if it is waiting for a manual retry. */
  nextTryAt: z.nullable(timestamp),
});
export type SkippedMessage = z.infer<typeof skippedMessage>;

export const removeSkippedMessageBody = z.strictObject({
  folder: line(500),
  uid: z.int().check(z.positive()),
  uidValidity: z.int().check(z.positive()),
});

/** A mailbox that is read over IMAP. Responses never include its password. */
export const imapAccount = z.object({
  address: z.string(),
  host: z.string(),
  port: z.int(),
  security: z.enum(mailSecurities),
  username: z.string(),
  status: z.enum(imapStatuses),
  statusSince: timestamp,
  /** The current activity: reading mail, listening to the server, or waiting for the next attempt. */
  activity: z.enum(['syncing', 'watching', 'waiting', 'none']),
  folders: z.array(imapFolder),
  /** Earlier mail is left on the server; null until reading is started. */
  syncSince: z.nullable(timestamp),
  lastSyncedAt: z.nullable(timestamp),
  importedCount: z.int(),
  /** Messages that could not be imported, with details of the newest 10. */
  setAside: z.object({ count: z.int(), messages: z.array(skippedMessage) }),
  error: z.nullable(z.object({ text: z.string(), since: timestamp })),
  nextAttemptAt: z.nullable(timestamp),
  /** Whether the mail is visible to everyone who can see the customer; always true for the workspace's mailbox. */
  isShared: z.boolean(),
  version,
});
export type ImapAccount = z.infer<typeof imapAccount>;

/** The workspace's shared mailbox, managed by administrators, or the user's own mailbox. */
export const imapOwners = ['workspace', 'me'] as const;
export type ImapOwner = (typeof imapOwners)[number];

export const connectImapBody = z.strictObject({
  host: line(253).check(z.regex(/^[^\s/@?#]+$/, 'A host name such as imap.example.com')),
  port: z.int().check(z.minimum(1, 'From 1 to 65535'), z.maximum(65_535, 'From 1 to 65535')),
  security: z.enum(mailSecurities),
  username: line(254),
  /** If omitted, the stored password is kept, as long as server and user name do not change. */
  password: z.optional(z.string().check(z.minLength(1, 'Required'), z.maxLength(500))),
  /** The address of the user's own mailbox; the workspace's is set together with its sender. */
  address: z.optional(email),
});

export const startImapBody = z.strictObject({
  version,
  folders: z.array(line(500)).check(z.minLength(1, 'Choose at least one folder'), z.maxLength(50)),
  since: z.enum(['now', '30-days']),
});

export const changeImapBody = z.strictObject({
  version,
  folders: z.optional(startImapBody.shape.folders),
  isShared: z.optional(z.boolean()),
});

const params = z.object({ of: z.enum(imapOwners) });
const response = z.object({ imapAccount });

export const getImapAccount = defineEndpoint({
  method: 'GET',
  path: '/imap-accounts/{of}',
  summary: 'Get IMAP settings and status of a mailbox, or null',
  access: member('STAFF'),
  status: 200,
  params,
  response: z.object({ imapAccount: z.nullable(imapAccount) }),
});
export const connectImapAccount = defineEndpoint({
  method: 'PUT',
  path: '/imap-accounts/{of}',
  summary: 'Set and test the IMAP server; the account shows the result',
  access: member('STAFF'),
  status: 202,
  params,
  body: connectImapBody,
  response,
});
export const startImapAccount = defineEndpoint({
  method: 'POST',
  path: '/imap-accounts/{of}/start',
  summary: 'Start syncing the chosen folders',
  access: member('STAFF'),
  status: 200,
  params,
  body: startImapBody,
  response,
});
export const changeImapAccount = defineEndpoint({
  method: 'PATCH',
  path: '/imap-accounts/{of}',
  summary: 'Change the synced folders, or share your own mailbox',
  access: member('STAFF'),
  status: 200,
  params,
  body: changeImapBody,
  response,
});
export const pauseImapAccount = defineEndpoint({
  method: 'POST',
  path: '/imap-accounts/{of}/pause',
  summary: 'Pause syncing',
  access: member('STAFF'),
  status: 200,
  params,
  response,
});
export const resumeImapAccount = defineEndpoint({
  method: 'POST',
  path: '/imap-accounts/{of}/resume',
  summary: 'Resume syncing',
  access: member('STAFF'),
  status: 200,
  params,
  response,
});
export const syncImapAccount = defineEndpoint({
  method: 'POST',
  path: '/imap-accounts/{of}/sync',
  summary: 'Check for new email now',
  access: member('STAFF'),
  status: 202,
  params,
  response,
});
export const retrySetAsideMail = defineEndpoint({
  method: 'POST',
  path: '/imap-accounts/{of}/set-aside/retry',
  summary: 'Retry importing the messages that could not be imported',
  access: member('STAFF'),
  status: 202,
  params,
  response,
});
export const forgetSetAsideMail = defineEndpoint({
  method: 'POST',
  path: '/imap-accounts/{of}/set-aside/forget',
  summary: 'Remove a message from the list of those that could not be imported; it stays in the mailbox',
  access: member('STAFF'),
  status: 200,
  params,
  body: removeSkippedMessageBody,
  response,
});
export const disconnectImapAccount = defineEndpoint({
  method: 'DELETE',
  path: '/imap-accounts/{of}',
  summary: 'Disconnect; synced email is kept',
  access: member('STAFF'),
  status: 204,
  params,
});
