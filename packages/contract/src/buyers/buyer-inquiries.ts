import { buyerExperiences, buyerTimings } from '@handover/domain/matching/buyer-match.ts';
import * as z from 'zod/mini';
import { businessTypes } from '../businesses/business-list.ts';
import { usState } from './buyer-matching-settings.ts';
import { email, id, idParams, line, multiline, nameLine, page, paging, timestamp } from '../http/common.ts';
import { anyone, defineEndpoint, member } from '../http/endpoint.ts';
import { proofOfWork } from '../auth/guests.ts';

export const inquiryStatuses = ['pending', 'accepted', 'dismissed'] as const;
export type InquiryStatus = (typeof inquiryStatuses)[number];
export const inquiryKinds = ['registration', 'email', 'api'] as const;

const cents = z.nullable(
  z
    .int('Enter an amount such as $1.5M')
    .check(z.minimum(0, 'Cannot be negative'), z.maximum(100_000_000_000_000, 'Too large')),
);

/** A prospective buyer: a registration, or an inquiry from a listing portal. */
export const inquiry = z.object({
  id,
  kind: z.enum(inquiryKinds),
  source: z.string(),
  name: z.string(),
  email: z.string(),
  phone: z.nullable(z.string()),
  message: z.nullable(z.string()),
  types: z.array(z.enum(businessTypes)),
  states: z.array(z.string()),
  maxPriceCents: cents,
  minSdeCents: cents,
  cashCents: cents,
  /** The workspace's currency. */
  currency: z.string(),
  timing: z.nullable(z.enum(buyerTimings)),
  experience: z.nullable(z.enum(buyerExperiences)),
  /** As given in the inquiry. */
  listingReference: z.nullable(z.string()),
  business: z.nullable(z.object({ id, name: z.string() })),
  /** False for an email from an unverified sender. */
  isVerified: z.boolean(),
  status: z.enum(inquiryStatuses),
  /** The profile that was created for the inquiry, or that already existed. */
  buyerId: z.nullable(id),
  /** Active customers with the email address, if the viewer may open them. */
  customers: z.array(z.object({ id, name: z.string() })),
  createdAt: timestamp,
});
export type Inquiry = z.infer<typeof inquiry>;

const optional = <T extends z.ZodMiniType>(schema: T): z.ZodMiniOptional<z.ZodMiniNullable<T>> =>
  z.optional(z.nullable(schema));

const facts = {
  name: nameLine(200),
  email,
  phone: optional(line(40)),
  message: optional(multiline(4000)),
  types: z.optional(z.array(z.enum(businessTypes)).check(z.maxLength(businessTypes.length))),
  states: z.optional(z.array(usState).check(z.maxLength(60))),
  maxPriceCents: z.optional(cents),
  minSdeCents: z.optional(cents),
  cashCents: z.optional(cents),
  timing: optional(z.enum(buyerTimings)),
  experience: optional(z.enum(buyerExperiences)),
};
export const registerBuyerBody = z.strictObject({
  ...facts,
  /** The business that the visitor is interested in. */
  businessId: optional(id),
  /** The workspace that lists the business. */
  workspaceId: optional(id),
  proof: proofOfWork,
});
export type RegisterBuyer = z.infer<typeof registerBuyerBody>;

export const createInquiryBody = z.strictObject({
  ...facts,
  /** The portal or page that it came from. */
  source: line(120),
  /** The listing number of a business, as used by the portal. */
  listingReference: optional(line(120)),
});
export type CreateInquiry = z.infer<typeof createInquiryBody>;

const one = z.object({ inquiry });
const access = member('STAFF', 'business-center');

export const registerBuyer = defineEndpoint({
  method: 'POST',
  path: '/buyer-registrations',
  summary:
    'Register as a buyer: sends a link to confirm the email address; without confirmation it is deleted after a day',
  access: anyone,
  status: 202,
  body: registerBuyerBody,
});
export const confirmRegistration = defineEndpoint({
  method: 'POST',
  path: '/buyer-registrations/confirm',
  summary: 'Confirm the email address of a registration',
  access: anyone,
  status: 204,
  body: z.strictObject({ token: z.string().check(z.minLength(1), z.maxLength(200)) }),
});
export const createInquiry = defineEndpoint({
  method: 'POST',
  path: '/buyer-inquiries',
  summary:
    'Receive an inquiry from a listing portal. An inquiry about a business on the market creates a buyer; the same inquiry counts once a day',
  access,
  status: 201,
  body: createInquiryBody,
  response: one,
});
export const listInquiries = defineEndpoint({
  method: 'GET',
  path: '/buyer-inquiries',
  summary: 'List registrations and inquiries of a status, newest first',
  access,
  status: 200,
  query: z.strictObject({ status: z._default(z.enum(inquiryStatuses), 'pending'), ...paging }),
  response: z.object({ inquiries: z.array(inquiry), ...page }),
});
export const acceptInquiry = defineEndpoint({
  method: 'POST',
  path: '/buyer-inquiries/{id}/accept',
  summary: 'Accept an inquiry as a buyer: the customer with its email address, or a new one',
  access,
  status: 200,
  params: idParams,
  /** Required if several customers have the email address. */
  body: z.strictObject({ customerId: z.optional(id) }),
  response: one,
});
export const dismissInquiry = defineEndpoint({
  method: 'POST',
  path: '/buyer-inquiries/{id}/dismiss',
  summary: 'Dismiss an inquiry',
  access,
  status: 200,
  params: idParams,
  response: one,
});
export const reopenInquiry = defineEndpoint({
  method: 'POST',
  path: '/buyer-inquiries/{id}/reopen',
  summary: 'Return a dismissed inquiry to the list of new ones',
  access,
  status: 200,
  params: idParams,
  response: one,
});
