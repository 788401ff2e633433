import type { ActivityType } from '@handover/contract/activities.ts';
import { setLogin } from '#features/customers/customer-status.service.ts';
import type { Member } from '#platform/session/actor.ts';
import type { Work } from '#platform/work.ts';
import type { RowResult } from '../rows.queries.ts';
import type { Change, Plan } from './plan.ts';
import { auditRows, recordChanges, updateTargets, writeTags } from './write-batch.queries.ts';

/** The operation that would have changed the customer alone, as the audit log names it. */
const auditActions: Partial<Record<ActivityType, string>> = {
  'customer.updated': 'updateCustomer',
  'customer.banned': 'banCustomer',
  'customer.unbanned': 'unbanCustomer',
  'customer.deleted': 'deleteCustomer',
  'customer.restored': 'restoreCustomer',
};

/** Writes what a batch comes to, and returns the result of each customer. */
export async function writePlans(
  work: Work,
  { member, runId, plans }: { member: Member; runId: string; plans: readonly Plan[] },
): Promise<RowResult[]> {
  const changes = plans.flatMap((plan) => (plan.kind === 'change' ? [plan.change] : []));
  if (changes.length > 0) await writeChanges(work, { member, runId, changes });
  return plans.map((plan) =>
    plan.kind === 'skip'
      ? skipped(plan.customerId, plan.reason)
      : {
          record_id: plan.change.target.id,
          outcome: 'done',
          reason: null,
          before: plan.change.before,
          version_after: plan.change.target.version + 1,
          message_id: null,
        },
  );
}

/** The result of a customer that was left out. */
export function skipped(customerId: string, reason: string): RowResult {
  return {
    record_id: customerId,
    outcome: 'skipped',
    reason,
    before: null,
    version_after: null,
    message_id: null,
  };
}

async function writeChanges(
  work: Work,
  { member, runId, changes }: { member: Member; runId: string; changes: readonly Change[] },
): Promise<void> {
  const { db, now } = work;
  const { workspaceId, userId: actorId } = member;
  const batch = { workspaceId, changes, now };
  await updateTargets(db, batch);
  await writeTags(db, batch);
  for (const { target, columns } of changes)
    if (columns.status !== undefined && target.user_id !== null)
      await setLogin(work, {
        workspaceId,
        userId: target.user_id,
        status: columns.status,
        reason: columns.banned_reason ?? null,
      });
  await recordChanges(db, batch, { runId, actorId });
  const entries = changes.map(({ target, activity, changed }) => ({
    customerId: target.id,
    action: auditActions[activity] ?? activity,
    changed,
  }));
  await auditRows(db, { workspaceId, actorId, runId, entries, now });
}
