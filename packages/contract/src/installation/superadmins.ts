import * as z from 'zod/mini';
import { currentPassword } from '../auth/auth.ts';
import { id, idParams } from '../http/common.ts';
import { defineEndpoint, member } from '../http/endpoint.ts';

const person = { id, displayName: z.string(), email: z.string(), photoURL: z.nullable(z.string()) };

export const superadmins = z.object({
  superadmins: z.array(z.object({ ...person, canRemove: z.boolean() })),
  /** Active administrators of a workspace, who can become superadmins. */
  candidates: z.array(z.object(person)),
});
export type Superadmins = z.infer<typeof superadmins>;
export type Superadmin = Superadmins['superadmins'][number];

export const addSuperadminBody = z.strictObject({
  userId: id,
  /** The caller's password. */
  password: currentPassword,
});

const access = member('SUPERADMIN');

export const listSuperadmins = defineEndpoint({
  method: 'GET',
  path: '/installation/superadmins',
  summary: 'List superadmins and the administrators who can be added',
  access,
  status: 200,
  response: superadmins,
});
export const addSuperadmin = defineEndpoint({
  method: 'POST',
  path: '/installation/superadmins',
  summary: 'Make an administrator a superadmin',
  access,
  status: 201,
  body: addSuperadminBody,
  response: superadmins,
});
export const removeSuperadmin = defineEndpoint({
  method: 'POST',
  path: '/installation/superadmins/{id}/remove',
  summary: 'Remove a superadmin, with their sessions and API keys',
  access,
  status: 200,
  params: idParams,
  body: z.strictObject({ password: currentPassword }),
  response: superadmins,
});
