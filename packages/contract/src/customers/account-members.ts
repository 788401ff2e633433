import * as z from 'zod/mini';
import { customerStatuses } from './customer-list.ts';
import { id, idParams, line, page, paging, timestamp } from '../http/common.ts';
import { defineEndpoint, member } from '../http/endpoint.ts';

/** The other party of a membership: a person of an account, or an account of a person. */
export const accountParty = z.object({
  id,
  name: z.string(),
  email: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  avatarUrl: z.nullable(z.string()),
  status: z.enum(customerStatuses),
  /** The person's position in the account, such as “Office manager”. */
  title: z.nullable(z.string()),
  since: timestamp,
});
export type AccountParty = z.infer<typeof accountParty>;

const memberParams = z.strictObject({ id, memberId: id });

export const listAccountMembers = defineEndpoint({
  method: 'GET',
  path: '/users/{id}/members',
  summary: 'List members of a corporate account visible to the caller, by name',
  access: member('STAFF', 'users'),
  status: 200,
  params: idParams,
  query: z.strictObject(paging),
  response: z.object({ members: z.array(accountParty), ...page }),
});
export const listAccounts = defineEndpoint({
  method: 'GET',
  path: '/users/{id}/accounts',
  summary: 'List corporate accounts of a person visible to the caller, by name',
  access: member('STAFF', 'users'),
  status: 200,
  params: idParams,
  query: z.strictObject(paging),
  response: z.object({ accounts: z.array(accountParty), ...page }),
});
export const saveAccountMember = defineEndpoint({
  method: 'PUT',
  path: '/users/{id}/members/{memberId}',
  summary: 'Add a member to a corporate account, or change their role',
  access: member('STAFF', 'users'),
  status: 200,
  params: memberParams,
  body: z.strictObject({ title: z._default(z.nullable(line(120)), null) }),
  response: z.object({ member: accountParty }),
});
export const removeAccountMember = defineEndpoint({
  method: 'DELETE',
  path: '/users/{id}/members/{memberId}',
  summary: 'Remove a member from a corporate account',
  access: member('STAFF', 'users'),
  status: 204,
  params: memberParams,
});
