import * as z from 'zod/mini';
import { email, emailedCode, id, idParams, nameLine, timestamp } from '../http/common.ts';
import { pageWidths, readPages, versionNumber } from './document-content.ts';
import { anyone, defineEndpoint, member } from '../http/endpoint.ts';

const staff = member('STAFF', 'documents');

export const sharedLinkStates = ['open', 'expired', 'revoked'] as const;

/** Someone who verified an email address and opened the file of a link. */
const reader = z.object({
  email: z.string(),
  /** Set after they signed the link's NDA. */
  signedName: z.nullable(z.string()),
  signedAt: z.nullable(timestamp),
  firstAt: timestamp,
  lastAt: timestamp,
  /** The numbers of the viewed pages, in order, starting at 1. */
  pages: z.array(z.int()),
  /** The numbers of page views and downloads. */
  pageCount: z.int(),
  downloadCount: z.int(),
  /** How long pages were in view. */
  readMs: z.int(),
});

export const sharedLink = z.object({
  id,
  state: z.enum(sharedLinkStates),
  createdBy: z.object({ id, displayName: z.string() }),
  createdAt: timestamp,
  expiresAt: timestamp,
  revokedAt: z.nullable(timestamp),
  /** Email addresses and domains; if empty, everyone with the link may verify an address. */
  allowed: z.array(z.string()),
  denied: z.array(z.string()),
  hasPassword: z.boolean(),
  canDownload: z.boolean(),
  /** The title of the NDA that readers sign first. */
  ndaTitle: z.nullable(z.string()),
  readers: z.array(reader),
});
export type SharedLink = z.infer<typeof sharedLink>;

/** `ann@law.example` or, with its subdomains, `law.example`. */
const addressOrDomain = z
  .string()
  .check(
    z.trim(),
    z.toLowerCase(),
    z.maxLength(254),
    z.regex(
      /^([a-z\d._%+'-]+@)?[a-z\d-]+(\.[a-z\d-]+)+$/,
      'Enter addresses such as ann@law.example, or domains',
    ),
  );
const addresses = z._default(z.array(addressOrDomain).check(z.maxLength(50)), []);
const password = z.string().check(z.minLength(8, 'At least 8 characters'), z.maxLength(200));

export const listSharedLinks = defineEndpoint({
  method: 'GET',
  path: '/documents/{id}/links',
  summary: 'Get the latest 50 shared links of a file, with their readers and views',
  access: staff,
  status: 200,
  params: idParams,
  response: z.object({ links: z.array(sharedLink) }),
});
export const createSharedLink = defineEndpoint({
  method: 'POST',
  path: '/documents/{id}/links',
  summary:
    'Share a file by a link with people who have no login. Readers verify an email address first, and it is printed across each page; only a PDF can be downloaded',
  access: staff,
  status: 201,
  params: idParams,
  body: z.strictObject({
    expiresInDays: z.int().check(z.minimum(1), z.maximum(365)),
    password: z.optional(password),
    allowed: addresses,
    denied: addresses,
    canDownload: z._default(z.boolean(), false),
    /** An NDA that readers must sign first. */
    ndaTemplateId: z.optional(id),
  }),
  /** The link is shown only this once. */
  response: z.object({ link: sharedLink, url: z.string() }),
});
export const revokeSharedLink = defineEndpoint({
  method: 'POST',
  path: '/shared-links/{id}/revoke',
  summary: 'End a shared link and all of its sessions immediately',
  access: staff,
  status: 200,
  params: idParams,
  response: z.object({ link: sharedLink }),
});

const token = { token: z.string().check(z.minLength(1), z.maxLength(200)) };
const session = { session: z.string().check(z.minLength(1), z.maxLength(200)) };

export const openSharedLink = defineEndpoint({
  method: 'POST',
  isRead: true,
  path: '/shared-links/open',
  summary: 'Who shares a file by a link, and whether it has a password',
  access: anyone,
  status: 200,
  body: z.strictObject(token),
  response: z.object({
    shared: z.object({ senderName: z.string(), workspaceName: z.string(), hasPassword: z.boolean() }),
  }),
});
export const sendSharedLinkCode = defineEndpoint({
  method: 'POST',
  path: '/shared-links/code',
  summary: 'Email a one-time code of six digits, valid for ten minutes, to a reader of a link',
  access: anyone,
  status: 204,
  body: z.strictObject({ ...token, email, password: z.optional(z.string().check(z.maxLength(200))) }),
});
export const startSharedLinkSession = defineEndpoint({
  method: 'POST',
  path: '/shared-links/session',
  summary:
    'Verify an email address with its code. The session can read the linked file for up to twelve hours',
  access: anyone,
  status: 200,
  body: z.strictObject({
    ...token,
    email,
    code: emailedCode,
  }),
  response: z.object({ session: z.string() }),
});
const sharedNda = z.object({
  title: z.string(),
  text: z.string(),
  senderName: z.string(),
  workspaceName: z.string(),
  email: z.string(),
});
export type SharedNda = z.infer<typeof sharedNda>;

const sharedFile = z.object({
  name: z.string(),
  email: z.string(),
  senderName: z.string(),
  workspaceName: z.string(),
  expiresAt: timestamp,
  canDownload: z.boolean(),
  /** The number of its version. */
  number: z.int(),
  pageCount: z.int(),
  /** The sizes of the first 2,000 pages in points; other pages are not shown. */
  sizes: z.array(z.object({ width: z.number(), height: z.number() })),
});
export type SharedFile = z.infer<typeof sharedFile>;

export const readSharedFile = defineEndpoint({
  method: 'POST',
  isRead: true,
  path: '/shared-links/file',
  summary:
    'The file of a session: its name, pages, and whether it can be downloaded; or the NDA to sign first',
  access: anyone,
  status: 200,
  body: z.strictObject(session),
  response: z.object({ nda: z.nullable(sharedNda), file: z.nullable(sharedFile) }),
});
export const signSharedNda = defineEndpoint({
  method: 'POST',
  path: '/shared-links/sign',
  summary: 'Sign the NDA of a link with a typed name, for the address of the session',
  access: anyone,
  status: 204,
  body: z.strictObject({ ...session, name: nameLine(300), hasConsented: z.literal(true) }),
});
/** The version that the reader has opened. */
const version = { number: versionNumber };

export const readSharedPage = defineEndpoint({
  method: 'POST',
  isRead: true,
  path: '/shared-links/page',
  summary:
    'A page with the watermark as a WebP image; `CONFLICT` if the file has another version by now. The view is recorded first',
  access: anyone,
  transfer: 'stream',
  status: 200,
  body: z.strictObject({
    ...session,
    ...version,
    page: z.int().check(z.minimum(1)),
    width: z.enum(pageWidths),
  }),
});
export const reportSharedReading = defineEndpoint({
  method: 'POST',
  isRead: true,
  path: '/shared-links/reading',
  summary:
    'Report how long pages were in view; only for pages that were opened, and never more than the time since the last report',
  access: anyone,
  status: 204,
  body: z.strictObject({ ...session, ...version, pages: readPages }),
});
export const downloadSharedFile = defineEndpoint({
  method: 'POST',
  isRead: true,
  path: '/shared-links/pdf',
  summary:
    'The PDF with the watermark on each page, where the link allows it. The download is recorded first',
  access: anyone,
  transfer: 'stream',
  status: 200,
  body: z.strictObject(session),
});
