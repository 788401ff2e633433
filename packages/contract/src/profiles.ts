import * as z from 'zod/mini';
import {
  downloadTicket,
  id,
  idParams,
  isStorable,
  line,
  multiline,
  nameLine,
  page,
  paging,
  timestamp,
  version,
} from './http/common.ts';
import { anyone, defineEndpoint, member } from './http/endpoint.ts';

export const profileKinds = ['teaser', 'cim'] as const;
export type ProfileKind = (typeof profileKinds)[number];
export const profileKindNames: Readonly<Record<ProfileKind, string>> = { teaser: 'Teaser', cim: 'CIM' };

/** The number of days in which the seller can respond. */
export const approvalDays = 14;

const person = z.object({ id, displayName: z.string() });

const sectionText = z
  .string()
  .check(
    z.maxLength(20_000, 'At most 20,000 characters'),
    z.refine(isStorable, 'Contains characters that cannot be stored'),
  );
export const profileSection = z.strictObject({ heading: line(120), text: sectionText });
export type ProfileSection = z.infer<typeof profileSection>;
const content = {
  title: line(200),
  sections: z
    .array(profileSection)
    .check(z.minLength(1, 'Add a section'), z.maxLength(40, 'At most 40 sections')),
};

/** The problem with a passage: it reveals the business, or it is an instruction of the template. */
export const findingKinds = [
  'name',
  'person',
  'street',
  'zip',
  'city',
  'phone',
  'email',
  'domain',
  'landmark',
  'npi',
  'ccn',
  'clia',
  'dea',
  'ein',
  'license',
  'placeholder',
] as const;
export type FindingKind = (typeof findingKinds)[number];
export const finding = z.object({
  kind: z.enum(findingKinds),
  /** Index of the section; null for the title. */
  section: z.nullable(z.int()),
  /** Whether it is in the heading of the section instead of its text. */
  isHeading: z.boolean(),
  /** Offsets in UTF-16 units. */
  start: z.int(),
  end: z.int(),
  passage: z.string(),
});
export type Finding = z.infer<typeof finding>;

/** `overdue`: pending past its deadline. `replaced`: followed by another request. */
export const approvalStates = ['pending', 'overdue', 'approved', 'declined', 'replaced'] as const;
export type ApprovalState = (typeof approvalStates)[number];
export const approvalStateNames: Readonly<Record<ApprovalState, string>> = {
  pending: 'Waiting for seller',
  overdue: 'Link expired',
  approved: 'Approved',
  declined: 'Declined',
  replaced: 'Replaced',
};
export const approval = z.object({
  id,
  state: z.enum(approvalStates),
  requestedBy: person,
  requestedAt: timestamp,
  /** Null if the link was not emailed. */
  sentTo: z.nullable(z.string()),
  deadline: timestamp,
  decidedAt: z.nullable(timestamp),
  deciderName: z.nullable(z.string()),
  reason: z.nullable(z.string()),
});
export type Approval = z.infer<typeof approval>;

/** A text that was sent to the seller, which never changes. */
export const profileVersion = z.object({
  number: z.int(),
  createdBy: person,
  createdAt: timestamp,
  /** The latest request about this version. */
  approval: z.nullable(approval),
});
export type ProfileVersion = z.infer<typeof profileVersion>;

/** A teaser or CIM: the draft that staff edit, and its versions. */
export const profile = z.object({
  id,
  businessId: id,
  kind: z.enum(profileKinds),
  ...content,
  findings: z.array(finding),
  /** Whether the draft differs from its latest version. */
  isChanged: z.boolean(),
  /** Newest first. */
  versions: z.array(profileVersion),
  released: z.nullable(z.object({ number: z.int(), at: timestamp })),
  /** The path of the public page; null unless it is released and can be read. */
  publicPath: z.nullable(z.string()),
  viewCount: z.int(),
  updatedAt: timestamp,
  version,
});
export type Profile = z.infer<typeof profile>;

export const readerKinds = ['staff', 'seller', 'buyer', 'visitor'] as const;
export type ReaderKind = (typeof readerKinds)[number];
export const profileView = z.object({
  id,
  number: z.int(),
  reader: z.enum(readerKinds),
  /** Null for a visitor of the public page, and for a seller who used a link. */
  user: z.nullable(person),
  dealId: z.nullable(id),
  format: z.enum(['page', 'pdf']),
  ipAddress: z.string(),
  viewedAt: timestamp,
});
export type ProfileView = z.infer<typeof profileView>;

/** A version as shown to its readers. */
export const profileReading = z.object({ number: z.int(), ...content });
export type ProfileReading = z.infer<typeof profileReading>;

/** The text that a seller is asked to approve. */
export const approving = z.object({
  id,
  state: z.enum(approvalStates),
  kind: z.enum(profileKinds),
  businessId: id,
  businessName: z.string(),
  workspaceName: z.string(),
  senderName: z.string(),
  deadline: timestamp,
  decidedAt: z.nullable(timestamp),
  ...content,
});
export type Approving = z.infer<typeof approving>;
/** The same without the text, because reading the text is recorded. */
export const approvalRequest = z.omit(approving, { sections: true });
export type ApprovalRequest = z.infer<typeof approvalRequest>;

/** A CIM that the caller may read as a buyer. */
export const ownCim = z.object({ dealId: id, businessName: z.string(), releasedAt: timestamp });

/** A released teaser, which anyone may read. */
export const publicTeaser = z.object({
  ...content,
  /** Sent with an inquiry. */
  businessId: id,
  listingNumber: z.nullable(z.string()),
  brokerageName: z.string(),
  brokerName: z.nullable(z.string()),
  /** The broker's, or the support number of the brokerage. */
  phone: z.nullable(z.string()),
});
export type PublicTeaser = z.infer<typeof publicTeaser>;

const decision = {
  decision: z.enum(['approved', 'declined']),
  reason: z.optional(multiline(1000)),
};
export const answerBody = z.strictObject(decision);
export type AnswerApproval = z.infer<typeof answerBody>;
const token = { token: z.string().check(z.minLength(1), z.maxLength(200)) };
export const answerByLinkBody = z.strictObject({ ...token, name: nameLine(200), ...decision });

const staff = member('STAFF', 'business-center');
const client = member('CLIENT', 'business-center');
const one = z.object({ profile });
const versionParams = z.strictObject({
  id,
  number: z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100_000)),
});

export const listBusinessProfiles = defineEndpoint({
  method: 'GET',
  path: '/businesses/{id}/profiles',
  summary: 'Get the teaser and CIM of a business, with required changes before they are sent',
  access: staff,
  status: 200,
  params: idParams,
  response: z.object({ profiles: z.array(profile) }),
});
export const createBusinessProfile = defineEndpoint({
  method: 'POST',
  path: '/businesses/{id}/profiles',
  summary: 'Create a teaser or CIM from the record and the template of its kind',
  access: staff,
  status: 201,
  params: idParams,
  body: z.strictObject({ kind: z.enum(profileKinds) }),
  response: one,
});
export const updateBusinessProfile = defineEndpoint({
  method: 'PUT',
  path: '/profiles/{id}',
  summary: 'Change the draft; versions stay as they are',
  access: staff,
  status: 200,
  params: idParams,
  body: z.strictObject({ version, ...content }),
  response: one,
});
export const requestApproval = defineEndpoint({
  method: 'POST',
  path: '/profiles/{id}/approval',
  summary: 'Send the draft to the seller as a version to approve. Rejected while the leak check has findings',
  access: staff,
  status: 200,
  params: idParams,
  body: z.strictObject({ version, delivery: z.enum(['email', 'link']) }),
  response: z.object({
    profile,
    /** The one-time link, if it was not emailed. It is returned only this once. */
    link: z.nullable(z.string()),
  }),
});
export const releaseProfile = defineEndpoint({
  method: 'POST',
  path: '/profiles/{id}/release',
  summary: 'Release an approved version: a teaser to the public, a CIM to the buyers of document level 1',
  access: staff,
  status: 200,
  params: idParams,
  body: z.strictObject({ number: z.int().check(z.minimum(1)) }),
  response: one,
});
export const withdrawProfile = defineEndpoint({
  method: 'POST',
  path: '/profiles/{id}/withdraw',
  summary: 'Withdraw a released profile; only staff can read it afterwards',
  access: staff,
  status: 200,
  params: idParams,
  response: one,
});
export const getProfileVersion = defineEndpoint({
  method: 'GET',
  path: '/profiles/{id}/versions/{number}',
  summary: 'Get a version as its readers see it',
  access: staff,
  status: 200,
  params: versionParams,
  response: z.object({ reading: profileReading }),
});
export const openProfilePdf = defineEndpoint({
  method: 'POST',
  isRead: true,
  path: '/profiles/{id}/versions/{number}/ticket',
  summary: 'Get a ticket to download a version as PDF, 5 minutes, bound to the session',
  access: staff,
  status: 201,
  params: versionParams,
  response: downloadTicket,
});
export const listProfileViews = defineEndpoint({
  method: 'GET',
  path: '/profiles/{id}/views',
  summary: 'List views by reader and version, newest first',
  access: staff,
  status: 200,
  params: idParams,
  query: z.strictObject(paging),
  response: z.object({ views: z.array(profileView), ...page }),
});

export const listOwnProfiles = defineEndpoint({
  method: 'GET',
  path: '/own-profiles',
  summary: 'List profiles for the caller to approve as the seller, and CIMs open to the caller as a buyer',
  access: client,
  status: 200,
  response: z.object({ approvals: z.array(approvalRequest), cims: z.array(ownCim) }),
});
export const openOwnApproval = defineEndpoint({
  method: 'POST',
  path: '/own-profiles/{id}/open',
  summary: 'Read a profile before approving it as the seller. The view is recorded first',
  access: client,
  status: 200,
  params: idParams,
  response: z.object({ approval: approving }),
});
export const answerOwnApproval = defineEndpoint({
  method: 'POST',
  path: '/own-profiles/{id}/answer',
  summary: 'Approve or decline a profile as the seller',
  access: client,
  status: 200,
  params: idParams,
  body: answerBody,
  response: z.object({ approval: approving }),
});
export const openCim = defineEndpoint({
  method: 'POST',
  isRead: true,
  path: '/deals/{id}/cim',
  summary:
    'Read the released CIM as the buyer of a deal with document level 1, or as their advisor with that level. The view is recorded first',
  access: client,
  status: 200,
  params: idParams,
  response: z.object({ businessName: z.string(), reading: profileReading }),
});
export const openCimPdf = defineEndpoint({
  method: 'POST',
  isRead: true,
  path: '/deals/{id}/cim/ticket',
  summary: 'Get a ticket to download the released CIM as PDF, 5 minutes, bound to the session',
  access: client,
  status: 201,
  params: idParams,
  response: downloadTicket,
});

export const openApproving = defineEndpoint({
  method: 'POST',
  isRead: true,
  path: '/approving/open',
  summary: 'Get the profile of an approval link. Opening it does not use up the link',
  access: anyone,
  status: 200,
  body: z.strictObject(token),
  response: z.object({ approval: approving }),
});
export const answerByLink = defineEndpoint({
  method: 'POST',
  path: '/approving/answer',
  summary: 'Approve or decline a profile by its one-time link',
  access: anyone,
  status: 200,
  body: answerByLinkBody,
  response: z.object({ approval: approving }),
});
const teaserBody = z.strictObject({ workspaceId: id, teaserId: id });
export const openTeaser = defineEndpoint({
  method: 'POST',
  isRead: true,
  path: '/teasers/open',
  summary: 'Get a released teaser. The view is recorded first',
  access: anyone,
  status: 200,
  body: teaserBody,
  response: z.object({ teaser: publicTeaser }),
});
export const downloadTeaser = defineEndpoint({
  method: 'POST',
  isRead: true,
  path: '/teasers/pdf',
  summary: 'Get a released teaser as PDF. The view is recorded first',
  access: anyone,
  transfer: 'stream',
  status: 200,
  body: teaserBody,
});
