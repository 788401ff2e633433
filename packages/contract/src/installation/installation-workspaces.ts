import * as z from 'zod/mini';
import { workspacePlans } from '../auth/auth.ts';
import { id, idParams, nameLine, page, paging, searchText, timestamp, version } from '../http/common.ts';
import { defineEndpoint, member } from '../http/endpoint.ts';
import { currency, timeZone } from '../settings/workspace-settings.ts';

/** A workspace as shown to those who run the installation. */
export const installationWorkspace = z.object({
  id,
  name: z.string(),
  logoUrl: z.nullable(z.string()),
  plan: z.enum(workspacePlans),
  timeZone: z.string(),
  currency: z.string(),
  /** The number of members, including open invitations. */
  people: z.int(),
  /** The number of customers, excluding the trash. */
  customers: z.int(),
  /** Whether it is the workspace of the public pages. */
  isPublic: z.boolean(),
  createdAt: timestamp,
  /** Null while the workspace is active. */
  archivedAt: z.nullable(timestamp),
  version,
});
export type InstallationWorkspace = z.infer<typeof installationWorkspace>;

export const workspaceStates = ['active', 'archived'] as const;
export type WorkspaceState = (typeof workspaceStates)[number];

export const createWorkspaceBody = z.strictObject({
  name: nameLine(120),
  timeZone,
  currency,
  plan: z.enum(workspacePlans),
});
export type CreateWorkspace = z.infer<typeof createWorkspaceBody>;

export const changeWorkspaceBody = z.strictObject({
  version,
  name: z.optional(nameLine(120)),
  plan: z.optional(z.enum(workspacePlans)),
});

const access = member('SUPERADMIN');
const response = z.object({ workspace: installationWorkspace });
const seen = z.strictObject({ version });

export const listWorkspaces = defineEndpoint({
  method: 'GET',
  path: '/installation/workspaces',
  summary: 'List workspaces by name',
  access,
  status: 200,
  query: z.strictObject({
    q: z.optional(searchText),
    state: z._default(z.enum(workspaceStates), 'active'),
    ...paging,
  }),
  response: z.object({ workspaces: z.array(installationWorkspace), ...page }),
});
export const createWorkspace = defineEndpoint({
  method: 'POST',
  path: '/installation/workspaces',
  summary: 'Create a workspace',
  access,
  status: 201,
  body: createWorkspaceBody,
  response,
});
export const changeWorkspace = defineEndpoint({
  method: 'PATCH',
  path: '/installation/workspaces/{id}',
  summary: 'Update the name or plan of a workspace',
  access,
  status: 200,
  params: idParams,
  body: changeWorkspaceBody,
  response,
});
export const archiveWorkspace = defineEndpoint({
  method: 'POST',
  path: '/installation/workspaces/{id}/archive',
  summary: 'Archive a workspace; its data is kept; its email and reminders are paused',
  access,
  status: 200,
  params: idParams,
  body: seen,
  response,
});
export const restoreWorkspace = defineEndpoint({
  method: 'POST',
  path: '/installation/workspaces/{id}/restore',
  summary: 'Restore an archived workspace',
  access,
  status: 200,
  params: idParams,
  body: seen,
  response,
});
