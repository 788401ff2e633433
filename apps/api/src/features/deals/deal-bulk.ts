import { bulkInputs, type BulkInputOf } from '@handover/contract/bulk.ts';
import * as z from 'zod/mini';
import { invalidField } from '#lib/errors.ts';
import {
  bulkRules,
  reasons,
  skip,
  writeEach,
  type BulkSpec,
  type Change,
  type Plan as PlanOf,
  type Undone,
} from '#platform/records/bulk/bulk.ts';
import { valuePlans } from '#platform/records/bulk/value-plans.ts';
import type { Member } from '#platform/session/actor.ts';
import { canAssignTo, notYourOwn, requireAssignable } from '#platform/session/policy.ts';
import { isStaffMember } from '#platform/session/session.queries.ts';
import type { Work } from '#platform/work.ts';
import { dealPolicy } from './deals.policy.ts';
import { findDealRow, lockDeals, type DealRow } from './deals.queries.ts';
import { setDeleted, updateDeal } from './deals.service.ts';

type Input = BulkInputOf<'deal'>;
type Plan = PlanOf<DealRow>;

const values = z.partial(z.object({ brokerId: z.nullable(z.string()) }));

const plans = valuePlans({
  operations: { update: 'updateDeal', delete: 'deleteDeal', restore: 'restoreDeal' },
  valuesOf: ({ broker_id: brokerId }: DealRow): z.infer<typeof values> => ({ brokerId }),
});

/** The bulk actions of deals, each by the rules of a single one. */
export const dealBulk: BulkSpec<Input, DealRow> = {
  input: bulkInputs.deal,
  batchSize: 50,
  nameColumn: 'customers.name',
  rules: bulkRules(dealPolicy, {
    assign: 'deal:update',
    delete: 'deal:delete',
    restore: 'deal:delete',
  }),
  check: async ({ db }, member, input) => {
    if (input.action !== 'assign') return;
    requireAssignable(member, input.brokerId, 'deals');
    const { workspaceId } = member;
    if (input.brokerId !== null && !(await isStaffMember(db, { workspaceId, userId: input.brokerId })))
      throw invalidField('input.brokerId', 'Not a member of this workspace');
  },
  findObstacle: async (db, workspaceId, input) => {
    if (input.action !== 'assign' || input.brokerId === null) return null;
    const isMember = await isStaffMember(db, { workspaceId, userId: input.brokerId });
    return isMember ? null : 'The broker is not a member of this workspace anymore.';
  },
  lockTargets: async (db, member, ids) => {
    await lockDeals(db, { workspaceId: member.workspaceId, ids });
    const rows: DealRow[] = [];
    for (const id of ids) {
      const row = await findDealRow(db, member, id);
      if (row !== null) rows.push(row);
    }
    return rows;
  },
  plan: planChange,
  // The history of a deal shows no values: `planUndo` compares the value with the one that the run has set.
  marks: {},
  planUndo,
  write: (work, { member, changes }) => writeEach(changes, (each) => write(work, member, each)),
};

function planChange(member: Member, { input, target }: { input: Input; target: DealRow }): Plan {
  if (input.action !== 'assign') return plans.trash(target, input.action);
  if (!canAssignTo(member, input.brokerId)) return skip(target, notYourOwn('deals'));
  return target.broker_id === input.brokerId
    ? skip(target, input.brokerId === null ? 'Already without a broker.' : 'Already assigned.')
    : plans.set(target, { brokerId: input.brokerId });
}

/** Restores the previous broker of one deal unless it has changed since, or takes it out of the trash. */
function planUndo(_member: Member, { input, done, target }: Undone<Input, DealRow>): Plan {
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
