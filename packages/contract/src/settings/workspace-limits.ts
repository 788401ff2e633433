import * as z from 'zod/mini';
import { workspacePlans } from '../auth/auth.ts';
import { defineEndpoint, member } from '../http/endpoint.ts';

/** The limits of a plan. People are all members, including open invitations; customers exclude the trash. */
export type LimitedKind = 'people' | 'customers';

export const highestLimit = 10_000_000;

/** Null for no limit. */
const limit = z.nullable(
  z
    .int('Enter a whole number')
    .check(
      z.minimum(1, 'At least 1'),
      z.maximum(highestLimit, `At most ${highestLimit.toLocaleString('en-US')}`),
    ),
);
export const workspaceLimits = z.strictObject({ people: limit, customers: limit });
export type WorkspaceLimits = z.infer<typeof workspaceLimits>;

/** The limits of each plan. */
export const planLimits = z.strictObject({ Free: workspaceLimits, Pro: workspaceLimits });
export type PlanLimits = z.infer<typeof planLimits>;

const unlimited: WorkspaceLimits = { people: null, customers: null };
export const noLimits: PlanLimits = { Free: unlimited, Pro: unlimited };

const usage = z.object({ used: z.int(), limit: z.nullable(z.int()) });

export const workspaceUsage = z.object({ plan: z.enum(workspacePlans), people: usage, customers: usage });
export type WorkspaceUsage = z.infer<typeof workspaceUsage>;

export const getWorkspaceUsage = defineEndpoint({
  method: 'GET',
  path: '/workspace/usage',
  summary: 'Get the plan, limits, and usage of the workspace',
  access: member('ADMIN'),
  status: 200,
  response: z.object({ usage: workspaceUsage }),
});
