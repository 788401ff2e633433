import * as z from 'zod/mini';
import { findUnknownAgreementFields } from '@handover/domain/agreement-text.ts';
import { id, idParams, line, multiline, timestamp, version } from '../http/common.ts';
import { defineEndpoint, member } from '../http/endpoint.ts';

/** An NDA text with fields that are filled in when it is sent. Each change of title or text is a new version. */
export const agreementTemplate = z.object({
  id,
  name: z.string(),
  title: z.string(),
  text: z.string(),
  /** Counts the versions of title and text. */
  textNumber: z.int(),
  textChangedAt: timestamp,
  /** The term of a signed NDA in months; null if it does not end. */
  validMonths: z.nullable(z.int()),
  /** False until a user confirms that counsel has reviewed the text. */
  isReviewed: z.boolean(),
  isArchived: z.boolean(),
  version,
});
export type AgreementTemplate = z.infer<typeof agreementTemplate>;

const text = multiline(50_000).check(
  z.refine((value) => findUnknownAgreementFields(value).length === 0, {
    error: ({ input }) =>
      `There is no field ${findUnknownAgreementFields(String(input))
        .map((field) => `{{${field}}}`)
        .join(', ')}`,
  }),
);
const validMonths = z.nullable(z.int().check(z.minimum(1), z.maximum(240)));
export const createAgreementTemplateBody = z.strictObject({
  name: line(120),
  title: line(200),
  text,
  validMonths,
});
export const updateAgreementTemplateBody = z.strictObject({
  version,
  name: z.optional(line(120)),
  title: z.optional(line(200)),
  text: z.optional(text),
  validMonths: z.optional(validMonths),
  isReviewed: z.optional(z.boolean()),
  isArchived: z.optional(z.boolean()),
});
export type UpdateAgreementTemplate = z.infer<typeof updateAgreementTemplateBody>;

const one = z.object({ template: agreementTemplate });

export const listAgreementTemplates = defineEndpoint({
  method: 'GET',
  path: '/agreement-templates',
  summary: 'List NDA templates, by name',
  access: member('STAFF', 'business-center'),
  status: 200,
  response: z.object({ templates: z.array(agreementTemplate) }),
});
export const createAgreementTemplate = defineEndpoint({
  method: 'POST',
  path: '/agreement-templates',
  summary: 'Add an NDA template',
  access: member('ADMIN'),
  status: 201,
  body: createAgreementTemplateBody,
  response: one,
});
export const updateAgreementTemplate = defineEndpoint({
  method: 'PATCH',
  path: '/agreement-templates/{id}',
  summary: 'Change an NDA template; NDAs that were sent keep their text',
  access: member('ADMIN'),
  status: 200,
  params: idParams,
  body: updateAgreementTemplateBody,
  response: one,
});

/** The NDA template that every new workspace starts with. */
export const starterTemplate = {
  name: 'Standard NDA',
  title: 'Non-Disclosure Agreement',
  validMonths: 24,
  text: `This Non-Disclosure Agreement is made on {{date}} between {{brokerage.name}} ("Broker"), acting for the owner of each business named below ("Seller"), and {{buyer.company}} ("Buyer").

## 1. Businesses
{{businesses}}

## 2. Confidential information
Confidential information is everything about a business, its owner, patients, staff, finances, and its availability for sale that Buyer receives from Broker or Seller. It does not include information that is public without a breach of this agreement, that Buyer had lawfully before, or that Buyer receives from others who may disclose it.

## 3. Use and disclosure
Buyer uses confidential information only to evaluate the purchase of a business. Buyer discloses it only to employees, advisors, and lenders who need it for that purpose and who are bound to keep it confidential. Buyer is responsible for them.

## 4. No contact
Buyer does not contact the owner, staff, patients, referral sources, landlord, payers, or suppliers of a business about the sale without the written consent of Broker.

## 5. Patient information
Buyer does not ask for and does not accept information that identifies a patient.

## 6. Return of information
On request, Buyer returns or destroys all confidential information and confirms this in writing.

## 7. Term
These obligations apply for {{term}} from the date of signature.

## 8. No obligation
This agreement does not oblige anyone to buy or sell a business. Broker makes no representation as to the accuracy of the information.

## 9. General
The law of the state in which the business is located applies. Changes to this agreement must be in writing. If a part of it is invalid, the rest remains in force.

Signed for Buyer by {{buyer.name}}.`,
} as const;
