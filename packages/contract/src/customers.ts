import { isCcn } from '@handover/domain/identifiers.ts';
import { hasValidNpiDigit } from '@handover/domain/npi.ts';
import * as z from 'zod/mini';
import {
  calendarDate,
  downloadTicket,
  email,
  id,
  idParams,
  line,
  nameLine,
  recordPage,
  recordTotal,
  paging,
  searchText,
  timestamp,
  version,
  totalQuery,
} from './common.ts';
import { contactPoint, maxContactPoints } from './contact-points.ts';
import { customChanges, customValues } from './custom-fields.ts';
import {
  accountTypes,
  customerFilters,
  customerSelection,
  customerSort,
  customerStatuses,
} from './customer-list.ts';
import { defineEndpoint, member } from './endpoint.ts';
import { inviteLink } from './workspaces.ts';

export const tag = z.object({ id, name: z.string() });
export type Tag = z.infer<typeof tag>;

const brokerName = z.object({ id, displayName: z.string() });

/** A customer as lists show it: the spec's User. */
export const customer = z.object({
  id,
  name: z.string(),
  email: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  company: z.nullable(z.string()),
  npi: z.nullable(z.string()),
  ccn: z.nullable(z.string()),
  accountType: z.enum(accountTypes),
  /** Corporate only. */
  totalMembers: z.optional(z.int()),
  status: z.enum(customerStatuses),
  isVerified: z.boolean(),
  planName: z.nullable(z.string()),
  joiningDate: calendarDate,
  avatarUrl: z.nullable(z.string()),
  brokerId: z.nullable(id),
  broker: z.nullable(brokerName),
  tags: z.array(tag),
  source: z.nullable(z.string()),
  city: z.nullable(z.string()),
  region: z.nullable(z.string()),
  /** Of the workspace's own fields; nothing for clients. */
  custom: customValues,
  /** Last email, call, meeting, or note. */
  lastContactAt: z.nullable(timestamp),
  createdAt: timestamp,
  updatedAt: timestamp,
  deletedAt: z.nullable(timestamp),
  version,
});
export type Customer = z.infer<typeof customer>;

/** What the viewer may do with this customer; the screen never re-derives a rule. */
export const customerAbilities = z.object({
  canUpdate: z.boolean(),
  canBan: z.boolean(),
  canDelete: z.boolean(),
  /** Into another one, or another one into this. */
  canMerge: z.boolean(),
  canInvite: z.boolean(),
  canSendEmail: z.boolean(),
});

/** A customer as its own page shows it. */
export const customerDetail = z.extend(customer, {
  /** Further emails, phones, and addresses, in their order. */
  contactPoints: z.array(contactPoint),
  /** The last merge into this customer that was not undone; null for those who may not undo it. */
  lastMergeId: z.nullable(id),
  title: z.nullable(z.string()),
  website: z.nullable(z.string()),
  addressLine1: z.nullable(z.string()),
  addressLine2: z.nullable(z.string()),
  postalCode: z.nullable(z.string()),
  country: z.nullable(z.string()),
  taxonomyCode: z.nullable(z.string()),
  bannedReason: z.nullable(z.string()),
  /** Since when the customer wants no bulk email. */
  unsubscribedAt: z.nullable(timestamp),
  /** Whether the customer has a login, or an invitation is out. */
  login: z.enum(['none', 'invited', 'active']),
  counts: z.object({ notes: z.int(), openTasks: z.int(), emails: z.int(), activities: z.int() }),
  abilities: customerAbilities,
});
export type CustomerDetail = z.infer<typeof customerDetail>;

const optionalText = (max: number) => z.optional(z.nullable(line(max)));
const npi = z
  .string()
  .check(
    z.trim(),
    z.regex(/^[12]\d{9}$/, 'An NPI has 10 digits and starts with 1 or 2'),
    z.refine(hasValidNpiDigit, 'The check digit of this NPI is wrong'),
  );
const ccn = z
  .string()
  .check(z.trim(), z.refine(isCcn, 'A CCN has 6 characters, that of a home health branch 10 with a Q'));
const website = z
  .string()
  .check(z.trim(), z.maxLength(300), z.regex(/^https?:\/\/\S+$/i, 'Start with http:// or https://'));

const customerFields = {
  email: z.optional(z.nullable(email)),
  contactPoints: z.optional(z.array(contactPoint).check(z.maxLength(maxContactPoints))),
  phone: optionalText(40),
  company: z.optional(z.nullable(nameLine(200))),
  npi: z.optional(z.nullable(npi)),
  ccn: z.optional(z.nullable(ccn)),
  accountType: z.optional(z.enum(accountTypes)),
  planName: optionalText(60),
  joiningDate: z.optional(calendarDate),
  isVerified: z.optional(z.boolean()),
  brokerId: z.optional(z.nullable(id)),
  tagIds: z.optional(z.array(id).check(z.maxLength(50))),
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

export const listCustomersQuery = z.strictObject({
  ...customerFilters,
  /** -createdAt where none is asked for; records found by a text are then ranked. */
  sort: z.optional(customerSort),
  ...paging,
  /** More than other lists give: a desk that works through hundreds has them on one screen. */
  limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(500)), 25),
});
export type ListCustomersQuery = z.infer<typeof listCustomersQuery>;

export const duplicateQuery = z.strictObject({
  name: z.optional(searchText),
  email: z.optional(searchText),
  phone: z.optional(searchText),
  npi: z.optional(searchText),
  exceptId: z.optional(id),
});
export const duplicate = z.object({
  id,
  name: z.string(),
  email: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  company: z.nullable(z.string()),
  npi: z.nullable(z.string()),
  reasons: z.array(z.enum(['email', 'npi', 'phone', 'name'])),
});
export type Duplicate = z.infer<typeof duplicate>;

export const banBody = z.strictObject({ version, reason: line(300) });
const versionBody = z.strictObject({ version });

const one = z.object({ user: customerDetail });
const usersArea = (level: 'STAFF' | 'ADMIN' | 'CLIENT') => member(level, 'users');

export const listCustomers = defineEndpoint({
  method: 'GET',
  path: '/users',
  summary: 'Customers that match, a page at a time',
  access: usersArea('STAFF'),
  status: 200,
  query: listCustomersQuery,
  response: z.object({ users: z.array(customer), similar: z.array(customer), ...recordPage }),
});
export const countCustomers = defineEndpoint({
  method: 'GET',
  path: '/users/total',
  summary: 'How many customers match: exactly, or up to 10,000 unless `exact` is set',
  access: usersArea('STAFF'),
  status: 200,
  query: z.strictObject({ ...customerFilters, ...totalQuery }),
  response: recordTotal,
});
export const createCustomer = defineEndpoint({
  method: 'POST',
  path: '/users',
  summary: 'Create a customer',
  access: usersArea('STAFF'),
  status: 201,
  body: createCustomerBody,
  response: one,
});
export const getCustomer = defineEndpoint({
  method: 'GET',
  path: '/users/{id}',
  summary: 'A customer with counts and abilities',
  access: usersArea('CLIENT'),
  status: 200,
  params: idParams,
  response: one,
});
export const updateCustomer = defineEndpoint({
  method: 'PATCH',
  path: '/users/{id}',
  summary: 'Change a customer',
  access: usersArea('STAFF'),
  status: 200,
  params: idParams,
  body: updateCustomerBody,
  response: one,
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
  summary: 'Take a customer out of the trash',
  access: usersArea('ADMIN'),
  status: 200,
  params: idParams,
  response: one,
});
export const banCustomer = defineEndpoint({
  method: 'POST',
  path: '/users/{id}/ban',
  summary: 'Ban a customer: sign-in refused, sessions revoked, records kept',
  access: usersArea('ADMIN'),
  status: 200,
  params: idParams,
  body: banBody,
  response: one,
});
export const unbanCustomer = defineEndpoint({
  method: 'POST',
  path: '/users/{id}/unban',
  summary: 'Lift a ban',
  access: usersArea('ADMIN'),
  status: 200,
  params: idParams,
  body: versionBody,
  response: one,
});
export const inviteCustomer = defineEndpoint({
  method: 'POST',
  path: '/users/{id}/invite',
  summary: 'Give the customer a login by an invitation to their email',
  access: usersArea('STAFF'),
  status: 202,
  params: idParams,
  response: z.object({ invite: z.object({ email: z.string(), expiresAt: timestamp, link: inviteLink }) }),
});
export const findDuplicates = defineEndpoint({
  method: 'GET',
  path: '/users/duplicates',
  summary: 'Customers that may be the same person or organisation',
  access: usersArea('STAFF'),
  status: 200,
  query: duplicateQuery,
  response: z.object({ duplicates: z.array(duplicate) }),
});
export const listTags = defineEndpoint({
  method: 'GET',
  path: '/tags',
  summary: 'Tags of the workspace',
  access: usersArea('STAFF'),
  status: 200,
  response: z.object({ tags: z.array(tag) }),
});
export const createTag = defineEndpoint({
  method: 'POST',
  path: '/tags',
  summary: 'Create a tag, or return the one of that name',
  access: usersArea('STAFF'),
  status: 201,
  body: z.strictObject({ name: line(60) }),
  response: z.object({ tag }),
});
export const exportCustomers = defineEndpoint({
  method: 'POST',
  path: '/users/export',
  summary: 'A download ticket for the CSV of all customers that match, or of selected ones',
  access: usersArea('STAFF'),
  status: 201,
  body: z.strictObject({ ...customerSelection, sort: z._default(customerSort, 'name') }),
  response: downloadTicket,
});
