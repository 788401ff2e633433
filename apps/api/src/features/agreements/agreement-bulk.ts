import { bulkInputs, type BulkInputOf } from '@handover/contract/records/bulk.ts';
import {
  createBulkRules,
  change,
  reasons,
  skip,
  createSkippedRow,
  writeEach,
  type BulkSpec,
  type RowResult,
  type SpecialAction,
} from '#platform/records/bulk/bulk.ts';
import { lockEach } from '#platform/records/bulk/lock-each.queries.ts';
import { agreementPolicy } from './agreements.policy.ts';
import { findReadableAgreement, type AgreementRow } from './agreements.queries.ts';
import { revokeAgreement, sendLink } from './send-agreement.ts';

type Input = BulkInputOf<'agreement'>;
/** A sent agreement is never edited, so it has only one version. */
type Target = AgreementRow & { readonly version: number };

const { isOpen } = createBulkRules(agreementPolicy, {
  remind: 'agreement:send',
  withdraw: 'agreement:revoke',
});

const remind: SpecialAction<Input, Target> = {
  // Sending an email takes many statements, so batches are small.
  batchSize: 50,
  operation: 'sendAgreementLink',
  prepare: () => Promise.resolve(),
  run: async (work, { member, targets }, platform) => {
    const { kind } = platform.mail;
    const open = targets.filter((target) => findReminderObstacle(target, kind) === null);
    const refused = await writeEach(
      work,
      open.map((target) => ({ target })),
      ({ target }) => sendLink(work, member, { platform, agreementId: target.id, delivery: 'email' }),
    );
    return targets.map((target) => {
      const reason = findReminderObstacle(target, kind) ?? refused.get(target.id) ?? null;
      return reason === null ? createDoneRow(target) : createSkippedRow(target.id, reason);
    });
  },
};

/** Reminders and withdrawals of NDAs that are waiting for a signature. */
export const agreementBulk: BulkSpec<Input, Target> = {
  input: bulkInputs.agreement,
  batchSize: 50,
  nameColumn: 'customers.name',
  rules: { isOpen, whyNot: (_member, _action, target) => findPendingObstacle(target) },
  check: () => Promise.resolve(),
  findObstacle: () => Promise.resolve(null),
  lockTargets: async (db, member, ids) => {
    const rows = await lockEach(db, member, { table: 'agreements', ids, find: findReadableAgreement });
    return rows.map((row) => ({ ...row, version: 1 }));
  },
  plan: (_member, { target }) => change({ target, operation: 'revokeAgreement' }),
  marks: {},
  planUndo: (_member, { target }) => skip(target, reasons.isChanged),
  write: (work, { member, changes }) =>
    writeEach(work, changes, ({ target }) => revokeAgreement(work, member, target.id)),
  special: { remind },
};

function findPendingObstacle({ status }: Target): string | null {
  return status === 'pending' ? null : 'Not waiting for a signature.';
}

function findReminderObstacle(target: Target, mailKind: 'smtp' | 'outbox'): string | null {
  if (mailKind !== 'smtp') return 'No mail server is set up. Ask an administrator to set one up.';
  return findPendingObstacle(target) ?? (target.customer_email === null ? 'No email address.' : null);
}

function createDoneRow({ id }: Target): RowResult {
  return {
    record_id: id,
    outcome: 'done',
    reason: null,
    before: null,
    version_after: null,
    message_id: null,
  };
}
