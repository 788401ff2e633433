import { bulkInputs, type BulkInputOf } from '@handover/contract/records/bulk.ts';
import * as z from 'zod/mini';
import { createAssignmentChecks } from '#platform/records/bulk/assignment-checks.ts';
import {
  createBulkRules,
  reasons,
  skip,
  writeEach,
  type BulkSpec,
  type Change,
  type Plan as PlanOf,
  type UndoInput,
} from '#platform/records/bulk/bulk.ts';
import { lockEach } from '#platform/records/bulk/lock-each.queries.ts';
import { createValuePlans } from '#platform/records/bulk/value-plans.ts';
import type { Member } from '#platform/session/actor.ts';
import { canAssignTo, formatOwnRecordsOnly } from '#platform/session/policy.ts';
import type { Work } from '#platform/work.ts';
import { closedStays, dealPolicy } from './deals.policy.ts';
import { findDealRow, type DealRow } from './deals.queries.ts';
import { setDeleted, updateDeal } from './deals.service.ts';

type Input = BulkInputOf<'deal'>;
type Plan = PlanOf<DealRow>;

const values = z.partial(z.object({ brokerId: z.nullable(z.string()) }));

const plans = createValuePlans({
  operations: { update: 'updateDeal', delete: 'deleteDeal', restore: 'restoreDeal' },
  valuesOf: ({ broker_id: brokerId }: DealRow): z.infer<typeof values> => ({ brokerId }),
});

const rules = createBulkRules(dealPolicy, {
  assign: 'deal:update',
  delete: 'deal:delete',
  restore: 'deal:delete',
});

/** The bulk actions of deals, each by the rules of a single one. */
export const dealBulk: BulkSpec<Input, DealRow> = {
  input: bulkInputs.deal,
  batchSize: 50,
  nameColumn: 'customers.name',
  rules: {
    ...rules,
    whyNot: (member, action, target) => {
      const reason = rules.whyNot(member, action, target);
      return reason === reasons.role && target.stage === 'closed' ? closedStays : reason;
    },
  },
  ...createAssignmentChecks<Input>({
    field: 'brokerId',
    role: 'broker',
    limitedTo: 'deals',
    userIdOf: (input) => (input.action === 'assign' ? input.brokerId : undefined),
  }),
  lockTargets: (db, member, ids) => lockEach(db, member, { table: 'deals', ids, find: findDealRow }),
  plan: planChange,
  // The history of a deal contains no values: `planUndo` compares the value with the value that the run set.
  marks: {},
  planUndo,
  write: (work, { member, changes }) => writeEach(work, changes, (each) => write(work, member, each)),
};

function planChange(member: Member, { input, target }: { input: Input; target: DealRow }): Plan {
  if (input.action !== 'assign') return plans.trash(target, input.action);
  if (!canAssignTo(member, input.brokerId)) return skip(target, formatOwnRecordsOnly('deals'));
  return target.broker_id === input.brokerId
    ? skip(target, input.brokerId === null ? 'Already without a broker.' : 'Already assigned.')
    : plans.set(target, { brokerId: input.brokerId });
}

/** Restores the previous broker of one deal unless it has changed since, or takes it out of the trash. */
function planUndo(_member: Member, { input, done, target }: UndoInput<Input, DealRow>): Plan {
  if (input.action === 'delete') return plans.trash(target, 'restore');
  return input.action === 'assign' && target.broker_id === input.brokerId
    ? plans.set(target, values.parse(done.before ?? {}))
    : skip(target, reasons.isChanged);
}

async function write(
  work: Work,
  member: Member,
  { target: { id: dealId, version }, columns, operation }: Change<DealRow>,
): Promise<void> {
  if (operation === 'updateDeal')
    await updateDeal(work, member, { dealId, input: { version, ...values.parse(columns) } });
  else await setDeleted(work, member, { dealId, isDeleted: operation === 'deleteDeal' });
}
