import * as z from 'zod/mini';
import {
  calendarDate,
  downloadTicket,
  id,
  idParams,
  recordPage,
  recordTotal,
  paging,
  searchText,
  timestamp,
  version,
  totalQuery,
  tag,
} from '../http/common.ts';
import { contactPoint } from './contact-points.ts';
import { customValues } from '../records/custom-fields.ts';
import {
  accountTypes,
  customerFilters,
  customerSelection,
  customerSort,
  customerStatuses,
} from './customer-list.ts';
import { defineEndpoint, member } from '../http/endpoint.ts';

const brokerName = z.object({ id, displayName: z.string() });

/** A customer as shown in lists: the spec's User. */
export const customer = z.object({
  id,
  name: z.string(),
  email: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  company: z.nullable(z.string()),
  npi: z.nullable(z.string()),
  ccn: z.nullable(z.string()),
  accountType: z.enum(accountTypes),
  /** Only for corporate accounts. */
  totalMembers: z.optional(z.int()),
  status: z.enum(customerStatuses),
  isVerified: z.boolean(),
  planName: z.nullable(z.string()),
  joiningDate: z.nullable(calendarDate),
  avatarUrl: z.nullable(z.string()),
  brokerId: z.nullable(id),
  broker: z.nullable(brokerName),
  tags: z.array(tag),
  source: z.nullable(z.string()),
  city: z.nullable(z.string()),
  region: z.nullable(z.string()),
  /** Values of custom fields; empty for clients. */
  custom: customValues,
  /** Last email, call, meeting, or note. */
  lastContactAt: z.nullable(timestamp),
  createdAt: timestamp,
  updatedAt: timestamp,
  deletedAt: z.nullable(timestamp),
  version,
});
export type Customer = z.infer<typeof customer>;

/** The viewer's permissions for this customer; the screen never re-derives a rule. */
export const customerAbilities = z.object({
  canUpdate: z.boolean(),
  canBan: z.boolean(),
  canDelete: z.boolean(),
  /** Merging it into another customer, or another customer into it. */
  canMerge: z.boolean(),
  canInvite: z.boolean(),
  canSendEmail: z.boolean(),
});

/** A customer as shown on its page. */
export const customerDetail = z.extend(customer, {
  /** Additional emails, phones, and addresses, in order. */
  contactPoints: z.array(contactPoint),
  /** The last merge into this customer that was not undone; null for viewers who cannot undo it. */
  lastMergeId: z.nullable(id),
  title: z.nullable(z.string()),
  website: z.nullable(z.string()),
  addressLine1: z.nullable(z.string()),
  addressLine2: z.nullable(z.string()),
  postalCode: z.nullable(z.string()),
  country: z.nullable(z.string()),
  taxonomyCode: z.nullable(z.string()),
  bannedReason: z.nullable(z.string()),
  /** When bulk email to the customer was stopped, because they or another customer with the same address opted out. */
  unsubscribedAt: z.nullable(timestamp),
  /** Whether the customer has a login or an open invitation. */
  login: z.enum(['none', 'invited', 'active']),
  counts: z.object({ notes: z.int(), openTasks: z.int(), emails: z.int(), activities: z.int() }),
  abilities: customerAbilities,
});
export type CustomerDetail = z.infer<typeof customerDetail>;

export const listCustomersQuery = z.strictObject({
  ...customerFilters,
  /** Defaults to -createdAt; for a text search, records are ranked. */
  sort: z.optional(customerSort),
  ...paging,
  /** Higher than in other lists, so that hundreds of customers fit on one screen. */
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
  reasons: z.array(z.enum(['email', 'npi', 'phone', 'name', 'similarName'])),
});
export type Duplicate = z.infer<typeof duplicate>;

export const oneCustomer = z.object({ user: customerDetail });
const usersArea = (level: 'STAFF' | 'ADMIN' | 'CLIENT') => member(level, 'users');

export const listCustomers = defineEndpoint({
  method: 'GET',
  path: '/users',
  summary: 'List customers that match, a page at a time',
  access: usersArea('STAFF'),
  status: 200,
  query: listCustomersQuery,
  response: z.object({ users: z.array(customer), similar: z.array(customer), ...recordPage }),
});
export const countCustomers = defineEndpoint({
  method: 'GET',
  path: '/users/total',
  summary: 'Count the customers that match: exactly, or up to 10,000 unless `exact` is set',
  access: usersArea('STAFF'),
  status: 200,
  query: z.strictObject({ ...customerFilters, ...totalQuery }),
  response: recordTotal,
});
export const getCustomer = defineEndpoint({
  method: 'GET',
  path: '/users/{id}',
  summary: 'Get a customer with counts and abilities',
  access: usersArea('CLIENT'),
  status: 200,
  params: idParams,
  response: oneCustomer,
});
export const findDuplicates = defineEndpoint({
  method: 'GET',
  path: '/users/duplicates',
  summary: 'List customers that may be the same person or organization',
  access: usersArea('STAFF'),
  status: 200,
  query: duplicateQuery,
  response: z.object({ duplicates: z.array(duplicate) }),
});
export const exportCustomers = defineEndpoint({
  method: 'POST',
  path: '/users/export',
  summary: 'Get a download ticket for the CSV of all customers that match, or of selected ones',
  access: usersArea('STAFF'),
  status: 201,
  body: z.strictObject({ ...customerSelection, sort: z._default(customerSort, 'name') }),
  response: downloadTicket,
});
