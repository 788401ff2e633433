import * as z from 'zod/mini';
import { email, id, idParams, line, timestamp, version } from './common.ts';
import { defineEndpoint, member } from './endpoint.ts';
import { areas, roles, workspaceRoles } from './roles.ts';

/** Which customers STAFF may work on: all of the workspace, or those they are the broker of. */
export const recordScopes = ['all', 'own'] as const;

export const workspaceSettings = z.object({
  name: z.string(),
  logoUrl: z.nullable(z.string()),
  timeZone: z.string(),
  currency: z.string(),
  postalAddress: z.string(),
  announcement: z.nullable(z.string()),
  staffAccess: z.array(z.enum(areas)),
  recordScope: z.enum(recordScopes),
  version,
});
export type WorkspaceSettings = z.infer<typeof workspaceSettings>;

const timeZone = z
  .string()
  .check(z.maxLength(64), z.refine(isTimeZone, 'Not a time zone name such as America/Chicago'));

export const updateWorkspaceBody = z.strictObject({
  version,
  name: z.optional(line(120)),
  timeZone: z.optional(timeZone),
  currency: z.optional(z.string().check(z.regex(/^[A-Z]{3}$/, 'Three capital letters, such as USD'))),
  postalAddress: z.optional(z.string().check(z.trim(), z.maxLength(500))),
  announcement: z.optional(z.nullable(line(300))),
  staffAccess: z.optional(z.array(z.enum(areas)).check(z.maxLength(areas.length))),
  recordScope: z.optional(z.enum(recordScopes)),
});

export type UpdateWorkspace = z.infer<typeof updateWorkspaceBody>;

/** A person of the workspace, as pickers and mentions show them. */
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
/** The link to pass on by hand; null where a mail server delivers it. */
export const inviteLink = z.nullable(z.string());
export const inviteBody = z.strictObject({ email, role: z.enum(['STAFF', 'ADMIN']) });

export const getWorkspaceSettings = defineEndpoint({
  method: 'GET',
  path: '/workspace',
  summary: 'Settings of the current workspace',
  access: member('ADMIN'),
  status: 200,
  response: z.object({ workspace: workspaceSettings }),
});
export const updateWorkspaceSettings = defineEndpoint({
  method: 'PATCH',
  path: '/workspace',
  summary: 'Change settings of the current workspace',
  access: member('ADMIN'),
  status: 200,
  body: updateWorkspaceBody,
  response: z.object({ workspace: workspaceSettings }),
});
export const setWorkspaceLogo = defineEndpoint({
  method: 'POST',
  path: '/workspace/logo',
  summary: 'Upload the workspace’s logo: PNG, JPEG or WebP, at most 5 MB',
  access: member('ADMIN'),
  transfer: 'upload',
  status: 200,
  response: z.object({ workspace: workspaceSettings }),
});
export const removeWorkspaceLogo = defineEndpoint({
  method: 'DELETE',
  path: '/workspace/logo',
  summary: 'Remove the workspace’s logo',
  access: member('ADMIN'),
  status: 200,
  response: z.object({ workspace: workspaceSettings }),
});
export const listMembers = defineEndpoint({
  method: 'GET',
  path: '/members',
  summary: 'Staff of the current workspace',
  access: member('STAFF'),
  status: 200,
  response: z.object({ members: z.array(workspaceMember) }),
});
export const listInvitations = defineEndpoint({
  method: 'GET',
  path: '/invitations',
  summary: 'Open invitations',
  access: member('ADMIN'),
  status: 200,
  response: z.object({ invitations: z.array(invitation) }),
});
export const createInvitation = defineEndpoint({
  method: 'POST',
  path: '/invitations',
  summary: 'Invite a person to the workspace by e-mail',
  access: member('ADMIN'),
  status: 201,
  body: inviteBody,
  response: z.object({ invitation, link: inviteLink }),
});
export const revokeInvitation = defineEndpoint({
  method: 'DELETE',
  path: '/invitations/{id}',
  summary: 'Withdraw an invitation',
  access: member('ADMIN'),
  status: 204,
  params: idParams,
});

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
