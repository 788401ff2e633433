import { bulkInputs, type BulkInputOf } from '@handover/contract/bulk.ts';
import { roleLevels } from '@handover/contract/roles.ts';
import type { Member } from '#platform/session/actor.ts';
import type { Work, WorkRunner } from '#platform/work.ts';
import { lockQuota, type Quota } from '#platform/workspace-limits/quota.ts';
import { findBatch, listDoneRows, markUndone, writeResults, type RowResult } from '../rows.queries.ts';
import { addUndone, advanceRun, findRunToWorkOn, lockRun, type RunRow } from '../runs.queries.ts';
import { limitToQuota } from './limit-to-quota.ts';
import { planChange, reasons, type Plan } from './plan.ts';
import { changeMarks, planUndo } from './plan-undo.ts';
import { sendEmails } from './send-emails.ts';
import { listChangedSince, listExistingTagIds, lockTargets, type Target } from './targets.queries.ts';
import { skipped, writePlans } from './write-plans.ts';

export type Run = {
  readonly runner: WorkRunner;
  readonly member: Member;
  readonly row: RunRow;
  readonly mailFrom: string | undefined;
};

/** Whether there is more to do; `stopped` when the run was, or another worker is ahead. */
export type BatchEnd = 'more' | 'end' | 'stopped';

/** One transaction: what is done to the customers of a batch, its result, and the position behind it. So it happens once. */
export function runBatch(run: Run, position: number): Promise<BatchEnd> {
  const { runner, member, row } = run;
  const key = { workspaceId: member.workspaceId, runId: row.id };
  return runner.transact(async (work) => {
    const state = await lockRun(work.db, key);
    if (state?.status !== 'running' || state.position !== position) return 'stopped';
    const customerIds = await findBatch(work.db, key, position);
    if (customerIds === null) return 'end';
    const results = await act(work, run, customerIds);
    await writeResults(work.db, key, { results, now: work.now });
    const done = results.filter(({ outcome }) => outcome === 'done').length;
    await advanceRun(work.db, key, { done, skipped: results.length - done });
    work.publish({ workspaceId: key.workspaceId, noun: 'bulk', id: row.id });
    return 'more';
  });
}

async function act(work: Work, run: Run, customerIds: readonly string[]): Promise<RowResult[]> {
  const { member, row, mailFrom } = run;
  const room = await quotaFor(work, run);
  const found = await lockTargets(work.db, member, customerIds);
  const targets = customerIds.flatMap((id) => {
    const target = found.get(id);
    // The bin is closed to those who may not empty it.
    const isSeen = target !== undefined && (target.deleted_at === null || member.level >= roleLevels.ADMIN);
    return isSeen ? [target] : [];
  });
  const seen = new Set(targets.map(({ id }) => id));
  const gone = customerIds.filter((id) => !seen.has(id)).map((id) => skipped(id, reasons.gone));
  if (row.undo_of !== null) return [...gone, ...(await undo(work, run, { targets, room }))];
  const input = bulkInputs.customer.parse(row.input);
  if (input.action === 'email')
    return [...gone, ...(await sendEmails(work, { member, runId: row.id, targets, input, mailFrom }))];
  const planned = targets.map((target) => planChange(member, { input, target, now: work.now }));
  const plans = limitToQuota(planned, room);
  return [...gone, ...(await writePlans(work, { member, runId: row.id, plans }))];
}

/** Only what takes customers out of the bin has to ask for it. */
function quotaFor(work: Work, { member, row }: Run): Promise<Quota> | Quota {
  if (row.action !== 'restore' && row.action !== 'undo')
    return { left: Number.POSITIVE_INFINITY, refusal: '' };
  return lockQuota(work, { workspaceId: member.workspaceId, kind: 'customers' });
}

async function undo(
  work: Work,
  { member, row }: Run,
  { targets, room }: { targets: readonly Target[]; room: Quota },
): Promise<RowResult[]> {
  const key = { workspaceId: member.workspaceId, runId: row.undo_of ?? '' };
  const undone = await findRunToWorkOn(work.db, key);
  if (undone === undefined) throw new Error(`Run ${key.runId} is not there`);
  const input = bulkInputs.customer.parse(undone.input);
  const ids = targets.map(({ id }) => id);
  const rows = await listDoneRows(work.db, key, ids);
  const doneById = new Map(rows.map((done) => [done.record_id, done]));
  const mark = changeMarks[input.action];
  const changed =
    mark === undefined
      ? new Set<string>()
      : await listChangedSince(work.db, key, {
          customers: rows.map((row) => ({ customer_id: row.record_id, done_at: row.done_at })),
          mark,
        });
  const plans = targets.map((target): Plan => {
    const done = doneById.get(target.id);
    if (done === undefined) return { kind: 'skip', customerId: target.id, reason: 'Taken back already.' };
    return planUndo(member, { input, done, target, isChanged: changed.has(target.id) });
  });
  const kept = await withoutLostTags(work, { workspaceId: key.workspaceId, input, plans });
  const results = await writePlans(work, { member, runId: row.id, plans: limitToQuota(kept, room) });
  const back = results.flatMap((result) => (result.outcome === 'done' ? [result.record_id] : []));
  await markUndone(work.db, key, back);
  await addUndone(work.db, key, back.length);
  return results;
}

/** A tag that was deleted meanwhile cannot come back. */
async function withoutLostTags(
  { db }: Work,
  {
    workspaceId,
    input,
    plans,
  }: { workspaceId: string; input: BulkInputOf<'customer'>; plans: readonly Plan[] },
): Promise<readonly Plan[]> {
  if (input.action !== 'untag') return plans;
  const known = await listExistingTagIds(db, workspaceId, input.tagIds);
  return plans.map((plan): Plan => {
    if (plan.kind === 'skip') return plan;
    const addTagIds = plan.change.addTagIds.filter((id) => known.includes(id));
    return addTagIds.length === 0
      ? { kind: 'skip', customerId: plan.change.target.id, reason: 'The tag does not exist any more.' }
      : { kind: 'change', change: { ...plan.change, addTagIds } };
  });
}
