import * as z from 'zod/mini';
import {
  downloadTicket,
  emailedCode,
  id,
  idParams,
  line,
  many,
  multiline,
  nameLine,
  paging,
  recordPage,
  recordTotal,
  timestamp,
  totalQuery,
  calendarDate,
} from '../http/common.ts';
import { agreementFilters, agreementSelection, agreementSort, agreementStates } from './agreement-list.ts';
import { uploadName } from '../documents/documents.ts';
import { anyone, defineEndpoint, member } from '../http/endpoint.ts';

/** The number of days in which a request can be signed. */
export const signingDays = 14;

export const signatureKinds = ['typed', 'drawn'] as const;
export const identityMethods = ['account', 'emailed_link', 'emailed_code', 'given_link', 'paper'] as const;
export type IdentityMethod = (typeof identityMethods)[number];
export const identityMethodNames: Readonly<Record<IdentityMethod, string>> = {
  account: 'Signed in to their account',
  emailed_link: 'One-time link sent by email',
  emailed_code: 'Code sent by email',
  given_link: 'One-time link from the broker',
  paper: 'Signed on paper',
};

/** An NDA that was sent to a buyer for signature, or that was signed on paper. */
export const agreement = z.object({
  id,
  title: z.string(),
  state: z.enum(agreementStates),
  customer: z.object({ id, name: z.string() }),
  businesses: z.array(z.object({ id, name: z.string() })),
  dealId: z.nullable(id),
  /** Null for an NDA that was signed on paper. */
  template: z.nullable(z.object({ id, name: z.string(), textNumber: z.int() })),
  sentBy: z.object({ id, displayName: z.string() }),
  sentAt: timestamp,
  /** Null if the link was not emailed. */
  sentTo: z.nullable(z.string()),
  deadline: timestamp,
  openedAt: z.nullable(timestamp),
  signedAt: z.nullable(timestamp),
  signerName: z.nullable(z.string()),
  /** Whether that name differs from the buyer’s at the time. */
  isOtherName: z.boolean(),
  identityMethod: z.nullable(z.enum(identityMethods)),
  /** The last day on which it is in force; null if it does not end, or before it is signed. */
  expiresOn: z.nullable(calendarDate),
  declineReason: z.nullable(z.string()),
  /** SHA-256 of the text shown to the signer, in UTF-8; null for an NDA on paper. */
  textSha256: z.nullable(z.string()),
  /**
   * Whether the signed PDF, or the scan of a paper NDA, can be downloaded. The PDF is made shortly after the signature.
   */
  hasPdf: z.boolean(),
  abilities: z.object({ canSend: z.boolean(), canRevoke: z.boolean(), canRenew: z.boolean() }),
});
export type Agreement = z.infer<typeof agreement>;
export const agreementDetail = z.extend(agreement, { text: z.nullable(z.string()) });
export type AgreementDetail = z.infer<typeof agreementDetail>;

/** The content that a signer reads and signs. */
export const signing = z.object({
  state: z.enum(agreementStates),
  title: z.string(),
  text: z.string(),
  textSha256: z.string(),
  /** The recipient of the NDA. */
  customerName: z.string(),
  workspaceName: z.string(),
  senderName: z.string(),
  deadline: timestamp,
  signedAt: z.nullable(timestamp),
  expiresOn: z.nullable(calendarDate),
  hasPdf: z.boolean(),
});
export type Signing = z.infer<typeof signing>;
export const ownSigning = z.extend(signing, { id });
export type OwnSigning = z.infer<typeof ownSigning>;

const maxPathLength = 20_000;
/** Lines of a drawn signature as SVG commands: `M` and `L` with numbers only. */
const drawnPath = z
  .string()
  .check(
    z.maxLength(maxPathLength, 'This drawing is too detailed. Clear it and sign again, or type your name.'),
    z.regex(/^M\d{1,4}(\.\d)? \d{1,4}(\.\d)?( ?[ML]\d{1,4}(\.\d)? \d{1,4}(\.\d)?)+$/, 'Draw your signature'),
  );
const typed = z.strictObject({ kind: z.literal('typed'), name: nameLine(300) });
const drawn = z.strictObject({
  kind: z.literal('drawn'),
  name: nameLine(300),
  path: drawnPath,
  /** Width of the drawing area. */
  width: z.int().check(z.minimum(50), z.maximum(4000)),
  height: z.int().check(z.minimum(20), z.maximum(4000)),
});
const signFields = {
  /** Hash of the text that was shown. */
  textSha256: z.string().check(z.regex(/^[0-9a-f]{64}$/, 'Not a SHA-256')),
  hasConsented: z.literal(true),
  signature: z.discriminatedUnion('kind', [typed, drawn]),
};
export const signBody = z.strictObject(signFields);
export type SignBody = z.infer<typeof signBody>;
export const declineBody = z.strictObject({ reason: z.optional(multiline(1000)) });

export const listAgreementsQuery = z.strictObject({
  ...agreementFilters,
  sort: z.optional(agreementSort),
  ...paging,
});

/** By email, or as a link to give to the buyer. */
export const deliveries = ['email', 'link'] as const;
/** The maximum number of businesses in one NDA. */
export const maxNdaBusinesses = 20;
export const sendAgreementBody = z.strictObject({
  customerId: id,
  templateId: id,
  businessIds: z.array(id).check(
    z.minLength(1, 'Choose at least one business'),
    z.maxLength(maxNdaBusinesses),
    z.refine((ids) => new Set(ids).size === ids.length, 'Duplicates are not allowed'),
  ),
  dealId: z.optional(id),
  delivery: z.enum(deliveries),
});
export type SendAgreement = z.infer<typeof sendAgreementBody>;

const staff = member('STAFF', 'business-center');
const client = member('CLIENT');
const sent = z.object({
  agreement: agreementDetail,
  /** The one-time link, if it was not emailed. It is returned only this once. */
  link: z.nullable(z.string()),
});

export const listAgreements = defineEndpoint({
  method: 'GET',
  path: '/agreements',
  summary: 'List NDAs that match, a page at a time',
  access: staff,
  status: 200,
  query: listAgreementsQuery,
  response: z.object({ agreements: z.array(agreement), similar: z.array(agreement), ...recordPage }),
});
export const countAgreements = defineEndpoint({
  method: 'GET',
  path: '/agreements/total',
  summary: 'Count the NDAs that match: exactly, or up to 10,000 unless `exact` is set',
  access: staff,
  status: 200,
  query: z.strictObject({ ...agreementFilters, ...totalQuery }),
  response: recordTotal,
});
export const exportAgreements = defineEndpoint({
  method: 'POST',
  path: '/agreements/export',
  summary: 'Get a download ticket for the CSV of all NDAs that match, or of selected ones',
  access: staff,
  status: 201,
  body: z.strictObject({ ...agreementSelection, sort: z._default(agreementSort, '-sentAt') }),
  response: downloadTicket,
});
export const sendAgreement = defineEndpoint({
  method: 'POST',
  path: '/agreements',
  summary: 'Send an NDA to a buyer for signature',
  access: staff,
  status: 201,
  body: sendAgreementBody,
  response: sent,
});
export const recordPaperAgreement = defineEndpoint({
  method: 'POST',
  path: '/agreements/paper',
  summary: 'Record an NDA that a buyer signed on paper, with its file',
  access: staff,
  transfer: 'upload',
  status: 201,
  query: z.strictObject({
    name: uploadName,
    customerId: id,
    businessIds: many(id, maxNdaBusinesses),
    dealId: z.optional(id),
    signerName: nameLine(300),
    signedOn: calendarDate,
    /** The last day on which it is in force; null if it does not end. */
    expiresOn: z.optional(calendarDate),
  }),
  response: z.object({ agreement: agreementDetail }),
});
export const getAgreement = defineEndpoint({
  method: 'GET',
  path: '/agreements/{id}',
  summary: 'Get an NDA with its text and abilities',
  access: staff,
  status: 200,
  params: idParams,
  response: z.object({ agreement: agreementDetail }),
});
export const sendAgreementLink = defineEndpoint({
  method: 'POST',
  path: '/agreements/{id}/link',
  summary: 'Send a reminder, or create a link to give to the buyer; earlier links stop working',
  access: staff,
  status: 200,
  params: idParams,
  body: z.strictObject({ delivery: z.enum(deliveries) }),
  response: sent,
});
export const revokeAgreement = defineEndpoint({
  method: 'POST',
  path: '/agreements/{id}/revoke',
  summary: 'Withdraw an NDA that is not signed yet, or one that was recorded as signed on paper',
  access: staff,
  status: 200,
  params: idParams,
  response: z.object({ agreement: agreementDetail }),
});
export const renewAgreement = defineEndpoint({
  method: 'POST',
  path: '/agreements/{id}/renew',
  summary: 'Send the current text again, for the same buyer and businesses',
  access: staff,
  status: 201,
  params: idParams,
  body: z.strictObject({ delivery: z.enum(deliveries) }),
  response: sent,
});
export const openAgreementPdf = defineEndpoint({
  method: 'POST',
  isRead: true,
  path: '/agreements/{id}/ticket',
  summary: 'Get a ticket to download the signed PDF, 5 minutes, bound to the session',
  access: member('CLIENT', 'business-center'),
  status: 201,
  params: idParams,
  response: downloadTicket,
});

export const listOwnAgreements = defineEndpoint({
  method: 'GET',
  path: '/own-agreements',
  summary: 'List NDAs that the caller was asked to sign or has signed, newest first',
  access: client,
  status: 200,
  response: z.object({ agreements: z.array(ownSigning) }),
});
export const signOwnAgreement = defineEndpoint({
  method: 'POST',
  path: '/own-agreements/{id}/sign',
  summary: 'Sign an NDA as the buyer it was sent to',
  access: client,
  status: 200,
  params: idParams,
  body: signBody,
  response: z.object({ agreement: ownSigning }),
});
export const declineOwnAgreement = defineEndpoint({
  method: 'POST',
  path: '/own-agreements/{id}/decline',
  summary: 'Decline an NDA as the buyer it was sent to',
  access: client,
  status: 200,
  params: idParams,
  body: declineBody,
  response: z.object({ agreement: ownSigning }),
});

const token = { token: z.string().check(z.minLength(1), z.maxLength(200)) };
/**
 * `session` is the one started with the emailed code. It is required if the link was emailed, unless the caller is
 * signed in as the buyer.
 */
const proven = { ...token, session: z.optional(z.string().check(z.minLength(1), z.maxLength(200))) };
export const openSigning = defineEndpoint({
  method: 'POST',
  isRead: true,
  path: '/signing/open',
  summary:
    'The NDA of a signing link, or the email address to verify first if the link was emailed. Opening it does not use up the link',
  access: anyone,
  status: 200,
  body: z.strictObject(proven),
  response: z.object({
    signing: z.nullable(signing),
    /** The verification required before the NDA is shown. The address is shortened. */
    proof: z.nullable(z.object({ email: z.string(), senderName: z.string(), workspaceName: z.string() })),
  }),
});
export const sendSigningCode = defineEndpoint({
  method: 'POST',
  path: '/signing/code',
  summary: 'Email a one-time code of six digits, valid for ten minutes, to the address of a signing link',
  access: anyone,
  status: 204,
  body: z.strictObject(token),
});
export const startSigningSession = defineEndpoint({
  method: 'POST',
  path: '/signing/session',
  summary: 'Verify the email address of a signing link with the code. The session lasts as long as the link',
  access: anyone,
  status: 200,
  body: z.strictObject({ ...token, code: emailedCode }),
  response: z.object({ session: z.string() }),
});
export const signByLink = defineEndpoint({
  method: 'POST',
  path: '/signing/sign',
  summary: 'Sign an NDA by its one-time link',
  access: anyone,
  status: 200,
  body: z.strictObject({ ...proven, ...signFields }),
  response: z.object({ signing }),
});
export const declineByLink = defineEndpoint({
  method: 'POST',
  path: '/signing/decline',
  summary: 'Decline the NDA of a link',
  access: anyone,
  status: 200,
  body: z.strictObject({ ...proven, reason: z.optional(multiline(1000)) }),
  response: z.object({ signing }),
});
export const downloadByLink = defineEndpoint({
  method: 'POST',
  isRead: true,
  path: '/signing/pdf',
  summary: 'Download the signed PDF with the signing link, for 30 days',
  access: anyone,
  transfer: 'stream',
  status: 200,
  body: z.strictObject(proven),
});

export const agreementFieldLabels = {
  customer: 'Buyer',
  businesses: 'Businesses',
  title: 'Agreement',
  state: 'Status',
  sentAt: 'Sent',
  signedAt: 'Signed',
  expiresOn: 'Expires',
  sentBy: 'Sent by',
  version: 'Text',
} as const;
export const agreementTitle = line(200);
