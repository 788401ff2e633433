import * as z from 'zod/mini';
import { line, nameLine, version } from '../http/common.ts';
import { defineEndpoint, member } from '../http/endpoint.ts';
import { pipeline, pipelineBody } from '../businesses/pipeline.ts';
import { areas } from '../auth/roles.ts';

/** Which customers STAFF can work on: all in the workspace, or only those whose broker they are. */
export const recordScopes = ['all', 'own'] as const;

/** The members for whom the workspace requires two-step sign-in; never clients. */
export const twoStepGroups = ['nobody', 'administrators', 'staff'] as const;
export type TwoStepGroup = (typeof twoStepGroups)[number];
export const maxGraceDays = 30;
/** In days for deleted documents, in years for documents of closed deals. */
export const maxRetention = { days: 3650, years: 100 } as const;

export const workspaceSettings = z.object({
  name: z.string(),
  logoUrl: z.nullable(z.string()),
  timeZone: z.string(),
  currency: z.string(),
  postalAddress: z.string(),
  announcement: z.nullable(z.string()),
  staffAccess: z.array(z.enum(areas)),
  recordScope: z.enum(recordScopes),
  twoStepFor: z.enum(twoStepGroups),
  /** The number of days before members without two-step sign-in lose access. */
  twoStepGraceDays: z.int(),
  /** Days until a deleted document is purged; null to keep it. */
  trashRetentionDays: z.nullable(z.int()),
  /** The minimum number of years after closing for which deleted documents of a deal and of its business are kept. */
  closedDealRetentionYears: z.int(),
  pipeline,
  version,
});
export type WorkspaceSettings = z.infer<typeof workspaceSettings>;

export const timeZone = z
  .string()
  .check(z.maxLength(64), z.refine(isTimeZone, 'Not a time zone name such as America/Chicago'));

export const currency = z.string().check(z.regex(/^[A-Z]{3}$/, 'Enter three capital letters such as USD'));

export const updateWorkspaceBody = z.strictObject({
  version,
  name: z.optional(nameLine(120)),
  timeZone: z.optional(timeZone),
  currency: z.optional(currency),
  postalAddress: z.optional(z.string().check(z.trim(), z.maxLength(500))),
  announcement: z.optional(z.nullable(line(300))),
  staffAccess: z.optional(z.array(z.enum(areas)).check(z.maxLength(areas.length))),
  recordScope: z.optional(z.enum(recordScopes)),
  twoStepFor: z.optional(z.enum(twoStepGroups)),
  twoStepGraceDays: z.optional(
    z
      .int('Enter whole days')
      .check(
        z.minimum(0, 'Cannot be negative'),
        z.maximum(maxGraceDays, `At most ${String(maxGraceDays)} days`),
      ),
  ),
  trashRetentionDays: z.optional(
    z.nullable(
      z
        .int('Enter whole days')
        .check(
          z.minimum(1, 'At least 1 day'),
          z.maximum(maxRetention.days, `At most ${String(maxRetention.days)} days`),
        ),
    ),
  ),
  closedDealRetentionYears: z.optional(
    z
      .int('Enter whole years')
      .check(
        z.minimum(0, 'Cannot be negative'),
        z.maximum(maxRetention.years, `At most ${String(maxRetention.years)} years`),
      ),
  ),
  pipeline: z.optional(pipelineBody),
});

export type UpdateWorkspace = z.infer<typeof updateWorkspaceBody>;

export const getWorkspaceSettings = defineEndpoint({
  method: 'GET',
  path: '/workspace',
  summary: 'Get workspace settings',
  access: member('ADMIN'),
  status: 200,
  response: z.object({ workspace: workspaceSettings }),
});
export const updateWorkspaceSettings = defineEndpoint({
  method: 'PATCH',
  path: '/workspace',
  summary: 'Update workspace settings',
  access: member('ADMIN'),
  status: 200,
  body: updateWorkspaceBody,
  response: z.object({ workspace: workspaceSettings }),
});
export const setWorkspaceLogo = defineEndpoint({
  method: 'POST',
  path: '/workspace/logo',
  summary: 'Upload the logo of the workspace (PNG, JPEG, or WebP, up to 5 MB)',
  access: member('ADMIN'),
  transfer: 'upload',
  status: 200,
  response: z.object({ workspace: workspaceSettings }),
});
export const removeWorkspaceLogo = defineEndpoint({
  method: 'DELETE',
  path: '/workspace/logo',
  summary: 'Remove the logo of the workspace',
  access: member('ADMIN'),
  status: 200,
  response: z.object({ workspace: workspaceSettings }),
});
/** Offsets such as +05:30 are valid in JavaScript; PostgreSQL reads them with the opposite sign. */
function isTimeZone(name: string): boolean {
  if (/^[+-]/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
