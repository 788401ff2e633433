import { bulkInputs, type BulkInputOf } from '@handover/contract/records/bulk.ts';
import { checkNotAhead } from '#lib/clock.ts';
import {
  createBulkRules,
  change,
  reasons,
  skip,
  writeEach,
  type BulkSpec,
} from '#platform/records/bulk/bulk.ts';
import { lockEach } from '#platform/records/bulk/lock-each.queries.ts';
import { commissionPolicy } from './commissions.policy.ts';
import { findCommissionRow, type CommissionRow } from './commissions.queries.ts';
import { pay } from './payouts.service.ts';

type Input = BulkInputOf<'commission'>;
type Target = Omit<CommissionRow, 'version'> & { readonly version: number };

const rules = createBulkRules(commissionPolicy, { pay: 'commission:pay' });

/** Pays out the due amounts. A payout is in the books, so there is no undo. */
export const commissionBulk: BulkSpec<Input, Target> = {
  input: bulkInputs.commission,
  batchSize: 50,
  nameColumn: 'customers.name',
  rules: {
    ...rules,
    whyNot: (member, action, target) =>
      target.due_cents === null || target.due_cents <= target.paid_cents
        ? 'No amount is due on this commission.'
        : rules.whyNot(member, action, target),
  },
  check: async (work, member, { paidOn }) => {
    checkNotAhead(work, member, { path: 'input.paidOn', date: paidOn });
  },
  findObstacle: () => Promise.resolve(null),
  lockTargets: async (db, member, ids) => {
    const rows = await lockEach(db, member, { table: 'commissions', ids, find: findCommissionRow });
    return rows.map((row) => ({ ...row, version: row.version ?? 0 }));
  },
  plan: (_member, { input: { paidOn, asOf }, target }) =>
    target.due_changed_at !== null && target.due_changed_at > new Date(asOf)
      ? skip(target, 'The amount changed since you opened the list. Check it and record the payout again.')
      : change({
          target,
          columns: { paidOn },
          operation: 'payCommission',
          detail: { cents: (target.due_cents ?? 0) - target.paid_cents, paidOn },
        }),
  marks: {},
  planUndo: (_member, { target }) => skip(target, reasons.isChanged),
  write: (work, { member, changes }) =>
    writeEach(work, changes, ({ target: { id, version }, columns }) =>
      pay(work, member, { id, input: { version, paidOn: String(columns['paidOn']), reference: null } }),
    ),
};
