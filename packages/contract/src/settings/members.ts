import * as z from 'zod/mini';
import { id, idParams, timestamp, version } from '../http/common.ts';
import { defineEndpoint, member } from '../http/endpoint.ts';
import { roles } from '../auth/roles.ts';
import { invitation, inviteLink } from './workspaces.ts';

export const personStatuses = ['active', 'deactivated'] as const;

/** A member of the workspace, as shown to its administrators. */
export const person = z.object({
  id,
  displayName: z.string(),
  email: z.string(),
  photoURL: z.nullable(z.string()),
  role: z.enum(roles),
  status: z.enum(personStatuses),
  joinedAt: timestamp,
  /** When one of their sessions was last used; null before the first session. */
  lastSeenAt: z.nullable(timestamp),
  deactivatedAt: z.nullable(timestamp),
  version,
  /** Whether they have an authenticator app. */
  hasSecondFactor: z.boolean(),
  hasPasskey: z.boolean(),
  can: z.object({
    changeRole: z.boolean(),
    deactivate: z.boolean(),
    reactivate: z.boolean(),
    removeSecondFactor: z.boolean(),
  }),
});
export type Person = z.infer<typeof person>;

/** How many records of each kind a member is responsible for, which someone else takes over if they leave. */
export const holdings = z.array(z.object({ one: z.string(), many: z.string(), count: z.int() }));
export type Holdings = z.infer<typeof holdings>;

export const changeRoleBody = z.strictObject({ version, role: z.enum(['STAFF', 'ADMIN']) });
export const deactivateBody = z.strictObject({
  version,
  /** The member who takes over; null leaves the records unassigned. */
  handOverTo: z.nullable(id),
});

export const listPeople = defineEndpoint({
  method: 'GET',
  path: '/people',
  summary: 'List members with role and status',
  access: member('ADMIN'),
  status: 200,
  response: z.object({ people: z.array(person) }),
});
export const changeRole = defineEndpoint({
  method: 'PATCH',
  path: '/people/{id}',
  summary: 'Change the role of a member',
  access: member('ADMIN'),
  status: 200,
  params: idParams,
  body: changeRoleBody,
  response: z.object({ person }),
});
export const getHoldings = defineEndpoint({
  method: 'GET',
  path: '/people/{id}/holdings',
  summary: 'Count the records assigned to a member',
  access: member('ADMIN'),
  status: 200,
  params: idParams,
  response: z.object({ holdings }),
});
export const deactivatePerson = defineEndpoint({
  method: 'POST',
  path: '/people/{id}/deactivate',
  summary: 'Deactivate a member and reassign their records',
  access: member('ADMIN'),
  status: 200,
  params: idParams,
  body: deactivateBody,
  response: z.object({ person, handedOver: holdings }),
});
export const reactivatePerson = defineEndpoint({
  method: 'POST',
  path: '/people/{id}/reactivate',
  summary: 'Reactivate a member',
  access: member('ADMIN'),
  status: 200,
  params: idParams,
  body: z.strictObject({ version }),
  response: z.object({ person }),
});
export const removePersonSecondFactor = defineEndpoint({
  method: 'POST',
  path: '/people/{id}/remove-second-factor',
  summary: 'Remove two-step sign-in of a member who lost their app and recovery codes',
  access: member('ADMIN'),
  status: 200,
  params: idParams,
  response: z.object({ person }),
});
export const resendInvitation = defineEndpoint({
  method: 'POST',
  path: '/invitations/{id}/resend',
  summary: 'Resend an invitation with a new link; the previous one stops working',
  access: member('ADMIN'),
  status: 201,
  params: idParams,
  response: z.object({ invitation, link: inviteLink }),
});
