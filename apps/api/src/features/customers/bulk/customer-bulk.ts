import { bulkInputs, type BulkInputOf } from '@handover/contract/records/bulk.ts';
import { sql } from 'kysely';
import { createAssignmentChecks } from '#platform/records/bulk/assignment-checks.ts';
import {
  createBulkRules,
  change,
  skip,
  type BulkSpec,
  type Plan as PlanOf,
} from '#platform/records/bulk/bulk.ts';
import { writeColumns } from '#platform/records/bulk/write-changes.queries.ts';
import { expireLinks } from '#platform/links/links.ts';
import type { Member } from '#platform/session/actor.ts';
import { canAssignTo, formatOwnRecordsOnly } from '#platform/session/policy.ts';
import { needsStats } from '../customer-filter.queries.ts';
import { setLogin } from '../customer-status.service.ts';
import { customerQuota } from '../customers.public.ts';
import { customerPolicy } from '../customers.policy.ts';
import { customerTags } from '../customer-rows.queries.ts';
import { lockTargets, type Target } from './customer-bulk.queries.ts';
import { planUndo, tagEntry } from './plan-undo.ts';
import { dropMissingTags, findTagObstacle, planTags, requireTags } from '#platform/records/tags/tag-bulk.ts';
import { writeTags } from '#platform/records/tags/tags.queries.ts';

type Input = BulkInputOf<'customer'>;
type Plan = PlanOf<Target>;

const columns = {
  type: 'customer' as const,
  table: 'customers' as const,
  columns: ['broker_id', 'status', 'banned_reason', 'deleted_at'],
  concerns: ({ id }: Target) => ({ customerId: id, businessId: null }),
};

const assignment = createAssignmentChecks<Input>({
  field: 'brokerId',
  role: 'broker',
  limitedTo: 'customers',
  userIdOf: (input) => (input.action === 'assign' ? input.brokerId : undefined),
});

/** Email is added in the registry. */
export const customerBulk: BulkSpec<Input, Target> = {
  input: bulkInputs.customer,
  batchSize: 500,
  nameColumn: 'customers.name',
  quota: customerQuota,
  from: (_member, filter) =>
    needsStats(filter)
      ? sql`customers JOIN customer_stats ON customer_stats.workspace_id = customers.workspace_id AND customer_stats.customer_id = customers.id`
      : sql`customers`,
  rules: createBulkRules(customerPolicy, {
    assign: 'customer:update',
    tag: 'customer:update',
    untag: 'customer:update',
    email: 'customer:email',
    ban: 'customer:ban',
    delete: 'customer:delete',
    restore: 'customer:delete',
  }),
  check: async (work, member, input) => {
    await assignment.check(work, member, input);
    if (input.action === 'tag' || input.action === 'untag')
      await requireTags(work.db, member.workspaceId, input);
  },
  findObstacle: (db, workspaceId, input) =>
    input.action === 'tag'
      ? findTagObstacle(db, workspaceId, input)
      : assignment.findObstacle(db, workspaceId, input),
  dropMissing: async (db, workspaceId, input) =>
    input.action === 'untag' ? dropMissingTags(db, workspaceId, input) : input,
  lockTargets,
  plan: planChange,
  // Tags are compared one by one.
  marks: {
    assign: { column: 'broker_id', types: [] },
    ban: { column: null, types: ['customer.banned', 'customer.unbanned'] },
  },
  planUndo,
  write: async (work, { member, runId, changes }) => {
    const { workspaceId } = member;
    const refused = await writeColumns(work, columns, { member, runId, changes });
    await writeTags(work.db, customerTags, { workspaceId, changes });
    const closed = changes.filter(
      ({ columns: written }) => written['status'] === 'banned' || written['deleted_at'] instanceof Date,
    );
    const customerIds = closed.map(({ target }) => target.id);
    if (customerIds.length > 0) await expireLinks(work, { kind: 'invite', workspaceId, customerIds });
    for (const { target, columns: written } of changes)
      if (written['status'] !== undefined && target.user_id !== null)
        await setLogin(work, {
          workspaceId,
          userId: target.user_id,
          status: written['status'] === 'banned' ? 'banned' : 'active',
          reason: typeof written['banned_reason'] === 'string' ? written['banned_reason'] : null,
        });
    return refused;
  },
};

function planChange(
  member: Member,
  { input, target, now }: { input: Input; target: Target; now: Date },
): Plan {
  switch (input.action) {
    case 'assign':
      return planAssign(member, { target, brokerId: input.brokerId });
    case 'tag':
    case 'untag':
      return planTags({ input, target, tagIds: target.tagIds, entry: tagEntry });
    case 'ban':
      return planBan({ target, reason: input.reason });
    case 'delete':
      return planDelete({ target, deletedAt: now });
    case 'restore':
      return planDelete({ target, deletedAt: null });
    default:
      throw new Error(`${input.action} does not change customers`);
  }
}

function planAssign(member: Member, { target, brokerId }: { target: Target; brokerId: string | null }): Plan {
  if (!canAssignTo(member, brokerId)) return skip(target, formatOwnRecordsOnly('customers'));
  if (target.broker_id === brokerId)
    return skip(target, brokerId === null ? 'Already without a broker.' : 'Already assigned.');
  return change({
    target,
    columns: { broker_id: brokerId },
    before: { brokerId: target.broker_id },
    activity: 'customer.updated',
    operation: 'updateCustomer',
    changed: ['broker_id'],
  });
}

function planBan({ target, reason }: { target: Target; reason: string }): Plan {
  if (target.status === 'banned') return skip(target, 'Already banned.');
  return change({
    target,
    columns: { status: 'banned', banned_reason: reason },
    before: { status: target.status, bannedReason: target.banned_reason },
    activity: 'customer.banned',
    operation: 'banCustomer',
  });
}

function planDelete({ target, deletedAt }: { target: Target; deletedAt: Date | null }): Plan {
  if ((target.deleted_at === null) === (deletedAt === null))
    return skip(target, deletedAt === null ? 'Not in the trash.' : 'Already in the trash.');
  return change({
    target,
    columns: { deleted_at: deletedAt },
    activity: deletedAt === null ? 'customer.restored' : 'customer.deleted',
    operation: deletedAt === null ? 'restoreCustomer' : 'deleteCustomer',
  });
}
