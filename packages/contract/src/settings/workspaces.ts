import * as z from 'zod/mini';
import { email, id, idParams, timestamp } from '../http/common.ts';
import { defineEndpoint, member } from '../http/endpoint.ts';
import { roles, workspaceRoles } from '../auth/roles.ts';

/** A person in the workspace, as shown in pickers and mentions. */
export const workspaceMember = z.object({
  id,
  displayName: z.string(),
  email: z.string(),
  photoURL: z.nullable(z.string()),
  role: z.enum(roles),
});
export type WorkspaceMember = z.infer<typeof workspaceMember>;

export const invitation = z.object({
  id,
  email: z.string(),
  role: z.enum(workspaceRoles),
  customerId: z.nullable(id),
  createdAt: timestamp,
  expiresAt: timestamp,
});
/** The link to pass on manually; null if the invitation was emailed. */
export const inviteLink = z.nullable(z.string());
export const inviteBody = z.strictObject({ email, role: z.enum(['STAFF', 'ADMIN']) });

export const listMembers = defineEndpoint({
  method: 'GET',
  path: '/members',
  summary: 'List staff of the workspace',
  access: member('STAFF'),
  status: 200,
  response: z.object({ members: z.array(workspaceMember) }),
});
export const listInvitations = defineEndpoint({
  method: 'GET',
  path: '/invitations',
  summary: 'List open invitations',
  access: member('ADMIN'),
  status: 200,
  response: z.object({ invitations: z.array(invitation) }),
});
export const createInvitation = defineEndpoint({
  method: 'POST',
  path: '/invitations',
  summary: 'Invite a person by email',
  access: member('ADMIN'),
  status: 201,
  body: inviteBody,
  response: z.object({ invitation, link: inviteLink }),
});
export const revokeInvitation = defineEndpoint({
  method: 'DELETE',
  path: '/invitations/{id}',
  summary: 'Revoke an invitation',
  access: member('ADMIN'),
  status: 204,
  params: idParams,
});
