import * as z from 'zod/mini';
import { email, id, line, nameLine, version } from '../http/common.ts';
import { defineEndpoint, member } from '../http/endpoint.ts';
import { planLimits } from '../settings/workspace-limits.ts';

/**
 * The brokerage itself: the content of its public pages, the workspace that receives their leads, and the plan limits.
 */
export const installationSettings = z.object({
  name: z.string(),
  tagline: z.string(),
  logoUrl: z.nullable(z.string()),
  supportEmail: z.nullable(z.string()),
  supportPhone: z.nullable(z.string()),
  /** Null for the oldest workspace. */
  publicWorkspaceId: z.nullable(id),
  /** The workspaces that can be selected for it. */
  workspaces: z.array(z.object({ id, name: z.string() })),
  planLimits,
  version,
});
export type InstallationSettings = z.infer<typeof installationSettings>;

export const updateInstallationBody = z.strictObject({
  version,
  name: z.optional(nameLine(120)),
  tagline: z.optional(line(200)),
  supportEmail: z.optional(z.nullable(email)),
  supportPhone: z.optional(z.nullable(line(40))),
  publicWorkspaceId: z.optional(z.nullable(id)),
  planLimits: z.optional(planLimits),
});
export type UpdateInstallation = z.infer<typeof updateInstallationBody>;

const response = z.object({ installation: installationSettings });

export const getInstallationSettings = defineEndpoint({
  method: 'GET',
  path: '/installation/settings',
  summary: 'Get installation settings',
  access: member('SUPERADMIN'),
  status: 200,
  response,
});
export const updateInstallationSettings = defineEndpoint({
  method: 'PATCH',
  path: '/installation/settings',
  summary: 'Update installation settings',
  access: member('SUPERADMIN'),
  status: 200,
  body: updateInstallationBody,
  response,
});
export const setInstallationLogo = defineEndpoint({
  method: 'POST',
  path: '/installation/logo',
  summary: 'Upload the logo of the brokerage (PNG, JPEG, or WebP, up to 5 MB)',
  access: member('SUPERADMIN'),
  transfer: 'upload',
  status: 200,
  response,
});
export const removeInstallationLogo = defineEndpoint({
  method: 'DELETE',
  path: '/installation/logo',
  summary: 'Remove the logo of the brokerage',
  access: member('SUPERADMIN'),
  status: 200,
  response,
});
