import {
  noLimits,
  planLimits,
  type LimitedKind,
  type PlanLimits,
  type WorkspaceUsage,
} from '@handover/contract/settings/workspace-limits.ts';
import { sql, type RawBuilder } from 'kysely';
import { safeParse } from 'zod/mini';
import { AppError } from '#lib/errors.ts';
import type { Work } from '#platform/work.ts';
import { countUsed, lockLimit, selectMemberCount, readPlan, type LimitRow } from './limits.queries.ts';

/** Something that the plan of a workspace limits. */
export type Quota = {
  readonly kind: LimitedKind;
  readonly labels: { readonly one: string; readonly many: string };
  /** Follows "The plan is limited to 5 customers" and says what to do. */
  readonly whenFull: string;
  /** The current usage of a workspace, as an expression. */
  count(workspaceId: RawBuilder<unknown>, now: Date): RawBuilder<number>;
};

export const peopleQuota: Quota = {
  kind: 'people',
  labels: { one: 'person', many: 'people' },
  whenFull: 'including open invitations. Deactivate a member, revoke an invitation,',
  count: selectMemberCount,
};

type Which = { readonly workspaceId: string; readonly quota: Quota };

/** How many more a workspace may add, and the message when the limit is reached. */
export type QuotaLeft = { readonly left: number; readonly refusal: string };

/**
 * The remaining quota, locked for this transaction. Call it before other rows are locked. Without a limit
 * it is one query and no lock.
 */
export async function lockQuota(work: Work, { workspaceId, quota }: Which): Promise<QuotaLeft> {
  const row = await lockLimit(work.db, { workspaceId, kind: quota.kind });
  if (row === null) return { left: Number.POSITIVE_INFINITY, refusal: '' };
  const used = await countUsed(work.db, quota.count(sql`${workspaceId}`, work.now));
  return { left: Math.max(row.limit - used, 0), refusal: formatRejection(quota, row) };
}

/** Throws WORKSPACE_LIMIT if the workspace cannot add one more. */
export async function reserveQuota(work: Work, which: Which): Promise<void> {
  const { left, refusal } = await lockQuota(work, which);
  if (left < 1) throw new AppError('WORKSPACE_LIMIT', refusal);
}

/** The remaining quota without a lock; infinite without a limit. */
export async function estimateQuota(work: Work, which: Which): Promise<number> {
  const { limit } = await readLimit(work, which);
  return limit === null ? Number.POSITIVE_INFINITY : Math.max(limit - (await countQuota(work, which)), 0);
}

/** A workspace's usage of a quota, and its limit by the plan. */
export async function readUsage(
  work: Work,
  which: Which,
): Promise<Pick<WorkspaceUsage, 'plan'> & { usage: WorkspaceUsage[LimitedKind] }> {
  const { plan, limit } = await readLimit(work, which);
  return { plan, usage: { used: await countQuota(work, which), limit } };
}

/** Parses stored limits. */
export function readLimits(stored: unknown): PlanLimits {
  return safeParse(planLimits, stored).data ?? noLimits;
}

async function readLimit({ db }: Work, { workspaceId, quota }: Which) {
  const { plan, plan_limits: stored } = await readPlan(db, workspaceId);
  return { plan, limit: readLimits(stored)[plan][quota.kind] };
}

function countQuota({ db, now }: Work, { workspaceId, quota }: Which): Promise<number> {
  return countUsed(db, quota.count(sql`${workspaceId}`, now));
}

function formatRejection({ labels, whenFull }: Quota, { plan, limit }: LimitRow): string {
  const amount = `${limit.toLocaleString('en-US')} ${limit === 1 ? labels.one : labels.many}`;
  return `The ${plan} plan of this workspace is limited to ${amount}, ${whenFull} or ask a superadmin to raise the limit or change the plan.`;
}
