import type { Member } from '#platform/session/actor.ts';
import type { Work, WorkRunner } from '#platform/work.ts';
import { lockQuota, type QuotaLeft } from '#platform/workspace-limits/quota.ts';
import type { RecordDescriptor } from '../record.ts';
import {
  reasons,
  skip,
  createSkippedRow,
  type BulkSpec,
  type BulkTarget,
  type Plan,
  type RowResult,
  type SpecialParts,
} from './bulk.ts';
import { findBatch, listChangedSince, listDoneRows, markUndone, writeResults } from './rows.queries.ts';
import { addUndone, advanceRun, findRunToWorkOn, lockRun, type RunRow } from './runs.queries.ts';
import { auditChanges } from './write-changes.queries.ts';

export type Run = {
  readonly runner: WorkRunner;
  readonly record: RecordDescriptor;
  readonly bulk: BulkSpec;
  readonly member: Member;
  readonly row: RunRow;
  readonly platform: SpecialParts;
};

/** Whether there is more to do; `stopped` if the run was stopped, or another worker did this batch. */
export type BatchEnd = 'more' | 'end' | 'stopped';

/** Applies a run to one batch in one transaction, with the results and the new position, so that it happens once. */
export function runBatch(run: Run, position: number): Promise<BatchEnd> {
  const { runner, member, row } = run;
  const key = { workspaceId: member.workspaceId, runId: row.id };
  return runner.transact(async (work) => {
    const state = await lockRun(work.db, key);
    if (state?.status !== 'running' || state.position !== position) return 'stopped';
    const ids = await findBatch(work.db, key, position);
    if (ids === null) return 'end';
    const results = await apply(work, run, ids);
    await writeResults(work.db, key, { results, now: work.now });
    const done = results.filter(({ outcome }) => outcome === 'done').length;
    await advanceRun(work.db, key, { done, skipped: results.length - done });
    work.publish({ workspaceId: key.workspaceId, noun: 'bulk', id: row.id });
    return 'more';
  });
}

async function apply(work: Work, run: Run, ids: readonly string[]): Promise<RowResult[]> {
  const { bulk, member, row, platform } = run;
  const quota = await getQuota(work, run);
  const targets = await bulk.lockTargets(work.db, member, ids);
  const found = new Set(targets.map(({ id }) => id));
  const gone = ids.filter((id) => !found.has(id)).map((id) => createSkippedRow(id, reasons.gone));
  if (row.undo_of !== null) return [...gone, ...(await undo(work, run, { targets, quota }))];
  const input = bulk.input.parse(row.input);
  const special = bulk.special?.[input.action];
  if (special === undefined) {
    const plans = targets.map((target): Plan => {
      const reason = bulk.rules.whyNot(member, input.action, target);
      const action = { input, target, now: work.now };
      return reason === null ? bulk.plan(member, action) : skip(target, reason);
    });
    return [...gone, ...(await writePlans(work, run, limitToQuota(plans, quota)))];
  }
  // One notice of the run is enough; one for each record would flood the streams.
  const silent: Work = { ...work, publish: () => undefined };
  const results = await special.run(silent, { member, runId: row.id, targets, input }, platform);
  const entries = results.flatMap(({ outcome, record_id: recordId }) =>
    outcome === 'done' ? [{ recordId, operation: special.operation, changed: [] }] : [],
  );
  await auditChanges(work, { member, runId: row.id, entries });
  return [...gone, ...results];
}

async function undo(
  work: Work,
  run: Run,
  { targets, quota }: { targets: readonly BulkTarget[]; quota: QuotaLeft },
): Promise<RowResult[]> {
  const { bulk, record, member, row } = run;
  const { workspaceId } = member;
  const key = { workspaceId, runId: row.undo_of ?? '' };
  const undone = await findRunToWorkOn(work.db, key);
  if (undone === undefined) throw new Error(`Run ${key.runId} does not exist`);
  const stored = bulk.input.parse(undone.input);
  const input = (await bulk.dropMissing?.(work.db, workspaceId, stored)) ?? stored;
  const rows = await listDoneRows(
    work.db,
    key,
    targets.map(({ id }) => id),
  );
  const doneById = new Map(rows.map((done) => [done.record_id, done]));
  const mark = bulk.marks[input.action];
  const changed =
    mark === undefined ? null : await listChangedSince(work.db, key, { type: record.type, rows, mark });
  const plans = targets.map((target): Plan => {
    const done = doneById.get(target.id);
    if (done === undefined) return skip(target, 'Already undone.');
    const reason = bulk.rules.whyNot(member, input.action, target);
    if (reason !== null) return skip(target, reason);
    // If the time differs, someone has restored the record, and perhaps deleted it again.
    if (input.action === 'delete' && target.deleted_at?.getTime() !== done.done_at.getTime())
      return skip(target, reasons.isChanged);
    const isChanged = target.version !== done.version_after && (changed === null || changed.has(target.id));
    return bulk.planUndo(member, { input, done, target, isChanged });
  });
  const results = await writePlans(work, run, limitToQuota(plans, quota));
  const ids = results.flatMap((result) => (result.outcome === 'done' ? [result.record_id] : []));
  await markUndone(work.db, key, ids);
  await addUndone(work.db, key, ids.length);
  return results;
}

/** Writes the changes with their audit entries, and returns the result of each record. */
async function writePlans(work: Work, run: Run, plans: readonly Plan[]): Promise<RowResult[]> {
  const { bulk, member, row } = run;
  const changes = plans.flatMap((plan) => (plan.kind === 'change' ? [plan.change] : []));
  const refused =
    changes.length === 0
      ? new Map<string, string>()
      : await bulk.write(work, { member, runId: row.id, changes });
  const entries = changes.flatMap(({ target: { id: recordId }, operation, changed, detail }) =>
    refused.has(recordId) ? [] : [{ recordId, operation, changed, detail }],
  );
  await auditChanges(work, { member, runId: row.id, entries });
  return plans.map((plan): RowResult => {
    if (plan.kind === 'skip') return createSkippedRow(plan.recordId, plan.reason);
    const { target, before } = plan.change;
    const reason = refused.get(target.id);
    if (reason !== undefined) return createSkippedRow(target.id, reason);
    return {
      record_id: target.id,
      outcome: 'done',
      reason: null,
      before,
      version_after: target.version + 1,
      message_id: null,
    };
  });
}

/** Only restored records count against a quota. */
function getQuota(work: Work, { bulk: { quota }, member, row }: Run): Promise<QuotaLeft> | QuotaLeft {
  if (quota === undefined || (row.action !== 'restore' && row.action !== 'undo'))
    return { left: Number.POSITIVE_INFINITY, refusal: '' };
  return lockQuota(work, { workspaceId: member.workspaceId, quota });
}

function limitToQuota(plans: readonly Plan[], { left, refusal }: QuotaLeft): Plan[] {
  let free = left;
  return plans.map((plan): Plan => {
    if (plan.kind === 'skip' || plan.change.columns['deleted_at'] !== null) return plan;
    free -= 1;
    return free >= 0 ? plan : skip(plan.change.target, refusal);
  });
}
