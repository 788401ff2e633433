import * as z from 'zod/mini';
import {
  downloadTicket,
  email,
  flag,
  id,
  idParams,
  line,
  nameLine,
  multiline,
  recordPage,
  recordTotal,
  paging,
  searchText,
  timestamp,
  version,
  totalQuery,
} from '../http/common.ts';
import { defineEndpoint, member } from '../http/endpoint.ts';
import { recordSelection } from '../records/records.ts';
import { recordSort } from '../records/record-sort.ts';

export const contactRoles = [
  'accountant',
  'attorney',
  'office_manager',
  'practice_manager',
  'landlord',
  'lender',
  'other',
] as const;
export type ContactRole = (typeof contactRoles)[number];

/** A person associated with a business, such as its accountant. Staff only. */
export const contact = z.object({
  id,
  name: z.string(),
  role: z.enum(contactRoles),
  company: z.nullable(z.string()),
  email: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  notes: z.nullable(z.string()),
  business: z.object({ id, name: z.string() }),
  createdAt: timestamp,
  updatedAt: timestamp,
  deletedAt: z.nullable(timestamp),
  version,
  abilities: z.object({ canUpdate: z.boolean(), canDelete: z.boolean() }),
});
export type Contact = z.infer<typeof contact>;

const optional = <T extends z.ZodMiniType>(schema: T): z.ZodMiniOptional<z.ZodMiniNullable<T>> =>
  z.optional(z.nullable(schema));

const optionalFields = {
  company: optional(nameLine(200)),
  email: optional(email),
  phone: optional(line(40)),
  notes: optional(multiline(2000)),
};
export const createContactBody = z.strictObject({
  businessId: id,
  name: nameLine(200),
  /** Defaults to `other`. */
  role: z.optional(z.enum(contactRoles)),
  ...optionalFields,
});
export type CreateContact = z.infer<typeof createContactBody>;
export const updateContactBody = z.strictObject({
  version,
  businessId: z.optional(id),
  name: z.optional(nameLine(200)),
  role: z.optional(z.enum(contactRoles)),
  ...optionalFields,
});
export type UpdateContact = z.infer<typeof updateContactBody>;

export const contactRoleNames: Readonly<Record<ContactRole, string>> = {
  accountant: 'Accountant',
  attorney: 'Attorney',
  office_manager: 'Office manager',
  practice_manager: 'Practice manager',
  landlord: 'Landlord',
  lender: 'Lender',
  other: 'Other',
};

/** Used in forms, lists, imports, and exports. */
export const contactFieldLabels: Readonly<Record<Exclude<keyof UpdateContact, 'version'>, string>> = {
  name: 'Name',
  role: 'Role',
  businessId: 'Business',
  company: 'Company',
  email: 'Email',
  phone: 'Phone',
  notes: 'Notes',
};

export const contactSortKeys = ['name', 'createdAt'] as const;
export type ContactSortKey = (typeof contactSortKeys)[number];
export const contactSort = recordSort(contactSortKeys);
export const contactFilters = {
  q: z.optional(searchText),
  role: z.optional(z.enum(contactRoles)),
  businessId: z.optional(id),
  deleted: z.optional(flag),
};
export const contactFilter = z.strictObject(contactFilters);
export type ContactFilter = z.infer<typeof contactFilter>;
export const listContactsQuery = z.strictObject({
  ...contactFilters,
  /** Defaults to name; for a text search, records are ranked. */
  sort: z.optional(contactSort),
  ...paging,
});

const one = z.object({ contact });
const access = member('STAFF', 'business-center');

export const listContacts = defineEndpoint({
  method: 'GET',
  path: '/contacts',
  summary: 'List contacts that match, a page at a time',
  access,
  status: 200,
  query: listContactsQuery,
  response: z.object({ contacts: z.array(contact), similar: z.array(contact), ...recordPage }),
});
export const countContacts = defineEndpoint({
  method: 'GET',
  path: '/contacts/total',
  summary: 'Count the contacts that match: exactly, or up to 10,000 unless `exact` is set',
  access: access,
  status: 200,
  query: z.strictObject({ ...contactFilters, ...totalQuery }),
  response: recordTotal,
});
export const createContact = defineEndpoint({
  method: 'POST',
  path: '/contacts',
  summary: 'Add a contact to a business',
  access,
  status: 201,
  body: createContactBody,
  response: one,
});
export const getContact = defineEndpoint({
  method: 'GET',
  path: '/contacts/{id}',
  summary: 'Get a contact with abilities',
  access,
  status: 200,
  params: idParams,
  response: one,
});
export const updateContact = defineEndpoint({
  method: 'PATCH',
  path: '/contacts/{id}',
  summary: 'Change a contact',
  access,
  status: 200,
  params: idParams,
  body: updateContactBody,
  response: one,
});
export const deleteContact = defineEndpoint({
  method: 'DELETE',
  path: '/contacts/{id}',
  summary: 'Move a contact to the trash',
  access,
  status: 204,
  params: idParams,
});
export const restoreContact = defineEndpoint({
  method: 'POST',
  path: '/contacts/{id}/restore',
  summary: 'Restore a contact from the trash',
  access,
  status: 200,
  params: idParams,
  response: one,
});
export const exportContacts = defineEndpoint({
  method: 'POST',
  path: '/contacts/export',
  summary: 'Get a download ticket for the CSV of all contacts that match, or of selected ones',
  access,
  status: 201,
  body: z.strictObject({
    ...recordSelection(contactFilter),
    sort: z._default(contactSort, 'name'),
  }),
  response: downloadTicket,
});
