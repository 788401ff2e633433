import { bulkInputs, type BulkInputOf } from '@handover/contract/records/bulk.ts';
import {
  createBulkRules,
  change,
  skip,
  type BulkSpec,
  type Plan as PlanOf,
} from '#platform/records/bulk/bulk.ts';
import { writeColumns } from '#platform/records/bulk/write-changes.queries.ts';
import { lockTargets, type Target } from './buyer-writes.queries.ts';
import { buyerPolicy } from './buyers.policy.ts';

type Input = BulkInputOf<'buyer'>;
type Plan = PlanOf<Target>;

const columns = {
  type: 'buyer' as const,
  table: 'buyer_profiles' as const,
  columns: ['deleted_at'],
  concerns: ({ customer_id }: Target) => ({ customerId: customer_id, businessId: null }),
};

/** Invitations are added in the registry. */
export const buyerBulk: BulkSpec<Input, Target> = {
  input: bulkInputs.buyer,
  batchSize: 500,
  nameColumn: 'customers.name',
  rules: createBulkRules(buyerPolicy, {
    invite: 'buyer:manage',
    delete: 'buyer:delete',
    restore: 'buyer:delete',
  }),
  check: () => Promise.resolve(),
  findObstacle: () => Promise.resolve(null),
  lockTargets,
  plan: (_member, { input, target, now }) => {
    if (input.action === 'invite') throw new Error('An invitation does not change buyers');
    return input.action === 'delete' ? planDelete(target, now) : planRestore(target);
  },
  marks: {},
  planUndo: (_member, { target }) => planRestore(target),
  write: (work, batch) => writeColumns(work, columns, batch),
};

function planDelete(target: Target, now: Date): Plan {
  if (target.deleted_at !== null) return skip(target, 'Already in the trash.');
  return change({
    target,
    columns: { deleted_at: now },
    activity: 'buyer.deleted',
    operation: 'deleteBuyer',
  });
}

function planRestore(target: Target): Plan {
  if (target.deleted_at === null) return skip(target, 'Not in the trash.');
  return change({
    target,
    columns: { deleted_at: null },
    activity: 'buyer.restored',
    operation: 'restoreBuyer',
  });
}
