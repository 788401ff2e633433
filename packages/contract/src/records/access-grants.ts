import * as z from 'zod/mini';
import { email, id, idParams, timestamp } from '../http/common.ts';
import { documentLevels } from '../deals/deal-stages.ts';
import { defineEndpoint, member } from '../http/endpoint.ts';
import { recordTypes } from './records.ts';

export const grantLevels = ['view', 'contribute'] as const;
export type GrantLevel = (typeof grantLevels)[number];

const person = z.object({ id, displayName: z.string() });
const documentLevel = z.union(documentLevels.map((value) => z.literal(value)));
const record = { recordType: z.enum(recordTypes), recordId: id };

/** Whether the person can use the grant: only those who accepted their invitation and verified their address can. */
export const grantStates = ['active', 'invited', 'unverified', 'inactive'] as const;
export type GrantState = (typeof grantStates)[number];

export const accessGrant = z.object({
  id,
  ...record,
  /** The member who has access; null until the invitation is accepted and the address verified. */
  person: z.nullable(person),
  /** The address that the record was shared with, if the person has no login yet. */
  email: z.nullable(z.string()),
  state: z.enum(grantStates),
  level: z.enum(grantLevels),
  /**
   * The highest level that the person may open in the data room through a deal; at most what the deal opens to its
   * buyer.
   */
  documentLevel,
  grantedBy: person,
  createdAt: timestamp,
  expiresAt: z.nullable(timestamp),
  abilities: z.object({ canUpdate: z.boolean() }),
});
export type AccessGrant = z.infer<typeof accessGrant>;

/** The invitation of an address without a login here. Has a link if no mail server is configured. */
const invite = z.object({ email: z.string(), expiresAt: timestamp, link: z.nullable(z.string()) });

const access = member('STAFF');

export const listAccessGrants = defineEndpoint({
  method: 'GET',
  path: '/access-grants',
  summary: 'List people with access to a record, newest first',
  access,
  status: 200,
  query: z.strictObject(record),
  response: z.object({
    accessGrants: z.array(accessGrant),
    /** The levels that the caller can grant; empty for a record in the trash or one that they may only view. */
    levels: z.array(z.enum(grantLevels)),
    /** Whether the record opens a data room, so that a document level can be granted. */
    hasDocumentLevels: z.boolean(),
    /** Whether staff see only their own records. Otherwise there is no reason to share with them. */
    isStaffLimited: z.boolean(),
  }),
});
export type AccessGrants = z.infer<typeof listAccessGrants.response>;

/** The records that others share with the caller. Their names are in the record lists. */
export const listSharedWithMe = defineEndpoint({
  method: 'GET',
  path: '/access-grants/mine',
  summary: 'List records shared with the caller, newest first',
  access: member('CLIENT'),
  status: 200,
  response: z.object({
    accessGrants: z.array(z.omit(accessGrant, { person: true, email: true, state: true, abilities: true })),
  }),
});
export type SharedWithMe = z.infer<typeof listSharedWithMe.response>['accessGrants'][number];

export const createAccessGrant = defineEndpoint({
  method: 'POST',
  path: '/access-grants',
  summary:
    'Share a record with a member or an email address, replacing earlier access; a new address is invited',
  access,
  status: 201,
  body: z
    .strictObject({
      ...record,
      userId: z.optional(id),
      email: z.optional(email),
      /** For a change: the person's current grant. CONFLICT if it was changed or removed since. */
      grantId: z.optional(id),
      /** Only administrators can grant `contribute`. */
      level: z._default(z.enum(grantLevels), 'view'),
      /** For a deal only. */
      documentLevel: z._default(documentLevel, 0),
      expiresAt: z.optional(z.nullable(timestamp)),
    })
    .check(
      z.refine(({ userId, email: address }) => (userId === undefined) !== (address === undefined), {
        message: 'Name either a member or an email address',
        path: ['email'],
      }),
    ),
  response: z.object({ accessGrant, invite: z.nullable(invite) }),
});
export type CreateAccessGrant = z.input<typeof createAccessGrant.body>;
export const inviteGrantee = defineEndpoint({
  method: 'POST',
  path: '/access-grants/{id}/invite',
  summary: 'Resend the invitation to a shared record; earlier links stop working',
  access,
  status: 201,
  params: idParams,
  response: z.object({ invite }),
});
export const revokeAccessGrant = defineEndpoint({
  method: 'DELETE',
  path: '/access-grants/{id}',
  summary: 'Remove a person’s access to a record',
  access,
  status: 204,
  params: idParams,
});
export const restoreAccessGrant = defineEndpoint({
  method: 'POST',
  path: '/access-grants/{id}/restore',
  summary: 'Restore access that the caller removed, with its invitation, until its last day',
  access,
  status: 200,
  params: idParams,
  response: z.object({ accessGrant }),
});

/** The maximum number of months after which a client's share of a record ends. */
export const maxOwnGrantMonths = 12;
/** The maximum number of people with whom a client can share a record at a time. */
export const maxOwnGrants = 10;

/** Access to a record of the client's own, as the client sees it. */
export const ownAccessGrant = z.object({
  id,
  /** The address that a client invited, or the person to whom staff granted access. */
  name: z.string(),
  /** Whether the client or a co-owner granted it, so that the client can end it. */
  isByClient: z.boolean(),
  /** Whether the broker opened the data room to them. */
  opensDataRoom: z.boolean(),
  createdAt: timestamp,
  expiresAt: z.nullable(timestamp),
});
export type OwnAccessGrant = z.infer<typeof ownAccessGrant>;

const client = member('CLIENT');

export const listOwnAccessGrants = defineEndpoint({
  method: 'GET',
  path: '/own-access-grants',
  summary: 'List people a client shares their own business or purchase with, newest first',
  access: client,
  status: 200,
  query: z.strictObject(record),
  response: z.object({ accessGrants: z.array(ownAccessGrant) }),
});
export const createOwnAccessGrant = defineEndpoint({
  method: 'POST',
  path: '/own-access-grants',
  summary: 'Let an advisor view the client’s own business or purchase until a date; the broker is notified',
  access: client,
  status: 201,
  body: z.strictObject({ ...record, email, expiresAt: z.iso.datetime('Choose a day') }),
  response: z.object({ accessGrant: ownAccessGrant }),
});
export type CreateOwnAccessGrant = z.input<typeof createOwnAccessGrant.body>;
export const revokeOwnAccessGrant = defineEndpoint({
  method: 'DELETE',
  path: '/own-access-grants/{id}',
  summary: 'Remove access for an advisor invited by the client or a co-owner',
  access: client,
  status: 204,
  params: idParams,
});
