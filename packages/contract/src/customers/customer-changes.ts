import * as z from 'zod/mini';
import {
  calendarDate,
  email,
  id,
  idParams,
  line,
  nameLine,
  timestamp,
  version,
  website,
  recordTagIds,
} from '../http/common.ts';
import { contactPoint, maxContactPoints } from './contact-points.ts';
import { customChanges } from '../records/custom-fields.ts';
import { ccn, npi } from '../records/identifiers.ts';
import { accountTypes } from './customer-list.ts';
import { defineEndpoint, member } from '../http/endpoint.ts';
import { inviteLink } from '../settings/workspaces.ts';
import { oneCustomer } from './customers.ts';

const optionalText = (max: number) => z.optional(z.nullable(line(max)));

const customerFields = {
  email: z.optional(z.nullable(email)),
  contactPoints: z.optional(z.array(contactPoint).check(z.maxLength(maxContactPoints))),
  phone: optionalText(40),
  company: z.optional(z.nullable(nameLine(200))),
  npi: z.optional(z.nullable(npi)),
  ccn: z.optional(z.nullable(ccn)),
  accountType: z.optional(z.enum(accountTypes)),
  planName: optionalText(60),
  joiningDate: z.optional(z.nullable(calendarDate)),
  isVerified: z.optional(z.boolean()),
  brokerId: z.optional(z.nullable(id)),
  tagIds: z.optional(recordTagIds),
  source: optionalText(80),
  title: optionalText(120),
  website: z.optional(z.nullable(website)),
  addressLine1: optionalText(200),
  addressLine2: optionalText(200),
  city: optionalText(120),
  region: optionalText(120),
  postalCode: optionalText(20),
  country: optionalText(60),
  taxonomyCode: z.optional(
    z.nullable(
      z
        .string()
        .check(z.trim(), z.regex(/^\d{3}[A-Z0-9]{2}\d{4}X$/, 'A taxonomy code looks like 1223G0001X')),
    ),
  ),
  custom: z.optional(customChanges),
};

export const createCustomerBody = z.strictObject({ name: nameLine(300), ...customerFields });
export type CreateCustomer = z.infer<typeof createCustomerBody>;
export const updateCustomerBody = z.strictObject({
  version,
  name: z.optional(nameLine(300)),
  ...customerFields,
});
export type UpdateCustomer = z.infer<typeof updateCustomerBody>;

export const banBody = z.strictObject({ version, reason: line(300) });
const versionBody = z.strictObject({ version });

const usersArea = (level: 'STAFF' | 'ADMIN') => member(level, 'users');

export const createCustomer = defineEndpoint({
  method: 'POST',
  path: '/users',
  summary: 'Create a customer',
  access: usersArea('STAFF'),
  status: 201,
  body: createCustomerBody,
  response: oneCustomer,
});
export const updateCustomer = defineEndpoint({
  method: 'PATCH',
  path: '/users/{id}',
  summary: 'Change a customer',
  access: usersArea('STAFF'),
  status: 200,
  params: idParams,
  body: updateCustomerBody,
  response: oneCustomer,
});
export const deleteCustomer = defineEndpoint({
  method: 'DELETE',
  path: '/users/{id}',
  summary: 'Move a customer to the trash',
  access: usersArea('ADMIN'),
  status: 204,
  params: idParams,
});
export const restoreCustomer = defineEndpoint({
  method: 'POST',
  path: '/users/{id}/restore',
  summary: 'Restore a customer from the trash',
  access: usersArea('ADMIN'),
  status: 200,
  params: idParams,
  response: oneCustomer,
});
export const banCustomer = defineEndpoint({
  method: 'POST',
  path: '/users/{id}/ban',
  summary: 'Ban a customer: sign-in rejected, sessions revoked, records kept',
  access: usersArea('ADMIN'),
  status: 200,
  params: idParams,
  body: banBody,
  response: oneCustomer,
});
export const unbanCustomer = defineEndpoint({
  method: 'POST',
  path: '/users/{id}/unban',
  summary: 'Lift a ban',
  access: usersArea('ADMIN'),
  status: 200,
  params: idParams,
  body: versionBody,
  response: oneCustomer,
});
export const inviteCustomer = defineEndpoint({
  method: 'POST',
  path: '/users/{id}/invite',
  summary: 'Invite a customer to create a login',
  access: usersArea('STAFF'),
  status: 202,
  params: idParams,
  response: z.object({ invite: z.object({ email: z.string(), expiresAt: timestamp, link: inviteLink }) }),
});
