import {
  planLimits,
  type LimitedKind,
  type PlanLimits,
  type WorkspaceUsage,
} from '@handover/contract/workspace-limits.ts';
import { safeParse } from 'zod/mini';
import { AppError } from '#lib/errors.ts';
import type { Work } from '#platform/work.ts';
import { countUsed, lockLimit, readPlan, type LimitRow } from './limits.queries.ts';

type Asked = { readonly workspaceId: string; readonly kind: LimitedKind };

/** How many more a workspace may add, and the message when there is no room. */
export type Quota = { readonly left: number; readonly refusal: string };

/**
 * The remaining quota, locked for this transaction. Call it before other rows are locked. Without a limit
 * it is one query and no lock.
 */
export async function lockQuota(work: Work, asked: Asked): Promise<Quota> {
  const row = await lockLimit(work.db, asked);
  if (row === null) return { left: Number.POSITIVE_INFINITY, refusal: '' };
  const used = await countUsed(work.db, { ...asked, now: work.now });
  return { left: Math.max(row.limit - used, 0), refusal: refusalOf(asked.kind, row) };
}

/** Throws WORKSPACE_LIMIT if the workspace cannot add one more. */
export async function reserveQuota(work: Work, asked: Asked): Promise<void> {
  const { left, refusal } = await lockQuota(work, asked);
  if (left < 1) throw new AppError('WORKSPACE_LIMIT', refusal);
}

/** The remaining quota without a lock; infinite without a limit. */
export async function estimateQuota(work: Work, { workspaceId, kind }: Asked): Promise<number> {
  const { plan, plan_limits: stored } = await readPlan(work.db, workspaceId);
  const limit = readLimits(stored)[plan][kind];
  if (limit === null) return Number.POSITIVE_INFINITY;
  return Math.max(limit - (await countUsed(work.db, { workspaceId, kind, now: work.now })), 0);
}

/** The workspace's plan with limits and usage. */
export async function readUsage(work: Work, workspaceId: string): Promise<WorkspaceUsage> {
  const { plan, plan_limits: stored } = await readPlan(work.db, workspaceId);
  const limits = readLimits(stored)[plan];
  const usedOf = (kind: LimitedKind): Promise<number> =>
    countUsed(work.db, { workspaceId, kind, now: work.now });
  return {
    plan,
    people: { used: await usedOf('people'), limit: limits.people },
    customers: { used: await usedOf('customers'), limit: limits.customers },
  };
}

const none = { people: null, customers: null };

/** Parses stored limits. */
export function readLimits(stored: unknown): PlanLimits {
  const { data } = safeParse(planLimits, stored);
  return data ?? { Free: none, Pro: none };
}

function refusalOf(kind: LimitedKind, { plan, limit }: LimitRow): string {
  const count = limit.toLocaleString('en-US');
  const holds =
    kind === 'people'
      ? `The ${plan} plan of this workspace holds ${count} ${limit === 1 ? 'person' : 'people'}, open invitations included, and all places are taken. Deactivate somebody, revoke an invitation,`
      : `The ${plan} plan of this workspace holds ${count} ${limit === 1 ? 'customer' : 'customers'}, and there are that many. Move some to the trash,`;
  return `${holds} or ask a superadmin to raise the limit or to change the plan.`;
}
