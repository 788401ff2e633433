import * as z from 'zod/mini';
import { email, id, idParams, timestamp } from './common.ts';
import { defineEndpoint, member } from './endpoint.ts';
import { recordTypes } from './records.ts';

export const grantLevels = ['view', 'contribute'] as const;
export type GrantLevel = (typeof grantLevels)[number];

const person = z.object({ id, displayName: z.string() });
const record = { recordType: z.enum(recordTypes), recordId: id };

export const accessGrant = z.object({
  id,
  ...record,
  /** The login that has access; null while it is the verified login of `email`. */
  person: z.nullable(person),
  email: z.nullable(z.string()),
  level: z.enum(grantLevels),
  grantedBy: person,
  createdAt: timestamp,
  expiresAt: z.nullable(timestamp),
});
export type AccessGrant = z.infer<typeof accessGrant>;

const access = member('STAFF');

export const listAccessGrants = defineEndpoint({
  method: 'GET',
  path: '/access-grants',
  summary: 'Who else has access to a record, newest first',
  access,
  status: 200,
  query: z.strictObject(record),
  response: z.object({ accessGrants: z.array(accessGrant) }),
});
export const createAccessGrant = defineEndpoint({
  method: 'POST',
  path: '/access-grants',
  summary: 'Share a record with a member or an email address, which is invited as a client',
  access,
  status: 201,
  body: z
    .strictObject({
      ...record,
      userId: z.optional(id),
      email: z.optional(email),
      /** Only administrators can let somebody contribute. */
      level: z._default(z.enum(grantLevels), 'view'),
      expiresAt: z.optional(z.nullable(timestamp)),
    })
    .check(
      z.refine(({ userId, email: address }) => (userId === undefined) !== (address === undefined), {
        message: 'Name either a member or an email address',
        path: ['email'],
      }),
    ),
  response: z.object({
    accessGrant,
    /** The invitation of an address without a login here; its link where no mail server is configured. */
    invite: z.nullable(z.object({ email: z.string(), expiresAt: timestamp, link: z.nullable(z.string()) })),
  }),
});
export const revokeAccessGrant = defineEndpoint({
  method: 'DELETE',
  path: '/access-grants/{id}',
  summary: 'End the access of somebody to a record',
  access,
  status: 204,
  params: idParams,
});
