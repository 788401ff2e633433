import { bulkInputs, type BulkInputOf } from '@handover/contract/records/bulk.ts';
import { marketLabels } from '@handover/contract/businesses/business-list.ts';
import * as z from 'zod/mini';
import { createAssignmentChecks } from '#platform/records/bulk/assignment-checks.ts';
import {
  createBulkRules,
  change,
  reasons,
  skip,
  type BulkSpec,
  type Plan as PlanOf,
  type UndoInput,
} from '#platform/records/bulk/bulk.ts';
import { writeColumns } from '#platform/records/bulk/write-changes.queries.ts';
import type { Member } from '#platform/session/actor.ts';
import { canAssignTo, formatOwnRecordsOnly } from '#platform/session/policy.ts';
import { lockTargets, type Target } from './business-bulk.queries.ts';
import { businessPolicy, hasOpenDeals } from './businesses.policy.ts';

type Input = BulkInputOf<'business'>;
type Plan = PlanOf<Target>;

const columns = {
  type: 'business' as const,
  table: 'businesses' as const,
  columns: ['broker_id', 'market_label', 'deleted_at'],
  concerns: ({ id, owner_id }: Target) => ({ customerId: owner_id, businessId: id }),
};

export const businessBulk: BulkSpec<Input, Target> = {
  input: bulkInputs.business,
  batchSize: 500,
  nameColumn: 'businesses.name',
  rules: createBulkRules(businessPolicy, {
    assign: 'business:update',
    setMarketLabel: 'business:update',
    delete: 'business:delete',
    restore: 'business:delete',
  }),
  ...createAssignmentChecks<Input>({
    field: 'brokerId',
    role: 'broker',
    limitedTo: 'businesses',
    userIdOf: (input) => (input.action === 'assign' ? input.brokerId : undefined),
  }),
  lockTargets,
  plan: planChange,
  marks: {
    assign: { column: 'broker_id', types: [] },
    setMarketLabel: { column: 'market_label', types: [] },
  },
  planUndo,
  write: (work, batch) => writeColumns(work, columns, batch),
};

function planChange(
  member: Member,
  { input, target, now }: { input: Input; target: Target; now: Date },
): Plan {
  if (input.action === 'restore') return planRestore(target);
  if (input.action === 'delete') {
    if (target.deleted_at !== null) return skip(target, 'Already in the trash.');
    if (target.has_open_deals) return skip(target, hasOpenDeals);
    return change({
      target,
      columns: { deleted_at: now },
      activity: 'business.deleted',
      operation: 'deleteBusiness',
    });
  }
  if (input.action === 'setMarketLabel')
    return target.market_label === input.marketLabel
      ? skip(target, 'Already has this label.')
      : planUpdate(target, { market_label: input.marketLabel });
  if (!canAssignTo(member, input.brokerId)) return skip(target, formatOwnRecordsOnly('businesses'));
  if (target.broker_id === input.brokerId)
    return skip(target, input.brokerId === null ? 'Already without a broker.' : 'Already assigned.');
  return planUpdate(target, { broker_id: input.brokerId });
}

function planUpdate(target: Target, columns: Partial<Pick<Target, 'broker_id' | 'market_label'>>): Plan {
  const changed = Object.keys(columns);
  const { broker_id, market_label } = target;
  return change({
    target,
    columns,
    before: changed.includes('broker_id') ? { broker_id } : { market_label },
    activity: 'business.updated',
    operation: 'updateBusiness',
    changed,
  });
}

function planRestore(target: Target): Plan {
  if (target.deleted_at === null) return skip(target, 'Not in the trash.');
  if (target.is_listing_taken) return skip(target, 'Another business has its listing number now.');
  return change({
    target,
    columns: { deleted_at: null },
    activity: 'business.restored',
    operation: 'restoreBusiness',
  });
}

const beforeValues = z.object({
  broker_id: z._default(z.nullable(z.string()), null),
  market_label: z._default(z.nullable(z.enum(marketLabels)), null),
});

/** Restores the previous value of one business unless it has changed since. */
function planUndo(member: Member, { input, done, target, isChanged }: UndoInput<Input, Target>): Plan {
  const { broker_id, market_label } = beforeValues.parse(done.before ?? {});
  if (input.action === 'delete') return planRestore(target);
  if (isChanged) return skip(target, reasons.isChanged);
  if (input.action === 'setMarketLabel')
    return target.market_label === input.marketLabel
      ? planUpdate(target, { market_label })
      : skip(target, reasons.isChanged);
  if (input.action !== 'assign' || target.broker_id !== input.brokerId)
    return skip(target, reasons.isChanged);
  return canAssignTo(member, broker_id) ? planUpdate(target, { broker_id }) : skip(target, reasons.role);
}
