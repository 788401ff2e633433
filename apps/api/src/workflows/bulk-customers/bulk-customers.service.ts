import { bulkTransitions, type BulkAction, type BulkInputOf, type BulkRun } from '@handover/contract/bulk.ts';
import type { CustomerSelection } from '@handover/contract/customer-list.ts';
import { countTemplateUse } from '#features/conversations/templates.service.ts';
import { resolveCustomConditions } from '#platform/records/custom-fields/custom-filter.ts';
import { AppError, invalidField, notFound } from '#lib/errors.ts';
import { newId } from '#lib/ids.ts';
import { isStaffMember } from '#platform/members/member.queries.ts';
import { isRecordAreaOpen } from '#platform/records/record-area.ts';
import type { Member } from '#platform/session/actor.ts';
import type { Work } from '#platform/work.ts';
import { requireInput } from './bulk-customers.policy.ts';
import { presentRun } from './bulk-customers.presenter.ts';
import { readBulkMail } from './batch/bulk-mail.ts';
import { listExistingTagIds } from './batch/targets.queries.ts';
import { snapshotDone, snapshotSelection } from './rows.queries.ts';
import { findRun, insertRun, lockRun, moveRun, type RunRow } from './runs.queries.ts';

/** The queue that runs over many customers go through; carries `{workspaceId, runId}`. */
export const bulkQueue = 'customers.bulk';

/** Customers to a transaction; an e-mail takes many statements. */
const changesPerBatch = 500;
const emailsPerBatch = 50;

/**
 * Queues an action on the customers that match now; who comes to match later is not touched. Throws
 * FORBIDDEN, INVALID_INPUT, RULE_BROKEN when nobody matches.
 */
export async function createRun(
  work: Work,
  actor: Member,
  { selection, input }: { selection: CustomerSelection; input: BulkInputOf<'customer'> },
): Promise<BulkRun> {
  requireInput(actor, input);
  await checkInput(work, actor, input);
  if (input.action === 'email' && input.templateId !== undefined)
    await countTemplateUse(work, actor, input.templateId);
  const runId = newId();
  await insertRun(work.db, actor, { id: runId, action: input.action, input, undoOf: null, now: work.now });
  const batchSize = input.action === 'email' ? emailsPerBatch : changesPerBatch;
  const total = await snapshotSelection(work.db, actor, {
    runId,
    batchSize,
    filter: selection,
    now: work.now,
    custom: await resolveCustomConditions(work.db, {
      workspaceId: actor.workspaceId,
      recordType: 'customer',
      filter: selection.filter,
    }),
  });
  if (total === 0) throw new AppError('RULE_BROKEN', 'No customer matches any more.');
  return queue(work, actor, { runId, action: input.action, total });
}

/** Queues putting back what a run changed. Throws NOT_FOUND, RULE_BROKEN when there is nothing to put back. */
export async function undoRun(work: Work, actor: Member, undoOf: string): Promise<BulkRun> {
  // Of two who ask at once the second waits here, and then sees that it is done.
  await lockRun(work.db, { workspaceId: actor.workspaceId, runId: undoOf });
  const row = await loadRun(work, actor, undoOf);
  if (!presentRun(actor, row).canUndo)
    throw new AppError('RULE_BROKEN', 'There is nothing here that can be taken back.');
  const runId = newId();
  await insertRun(work.db, actor, { id: runId, action: 'undo', input: {}, undoOf, now: work.now });
  const total = await snapshotDone(work.db, {
    workspaceId: actor.workspaceId,
    runId,
    batchSize: changesPerBatch,
    undoOf,
  });
  return queue(work, actor, { runId, action: 'undo', total });
}

/** Stops a run between two batches. Throws NOT_FOUND, CONFLICT when it is over. */
export async function cancelRun(work: Work, actor: Member, runId: string): Promise<BulkRun> {
  const row = await loadRun(work, actor, runId);
  const { workspaceId } = actor;
  const isMoved =
    bulkTransitions[row.status].includes('canceled') &&
    (await moveRun(
      work.db,
      { workspaceId, runId },
      { from: ['queued', 'running'], to: 'canceled', detail: null, finishedAt: work.now },
    ));
  if (!isMoved) throw new AppError('CONFLICT', 'This is over already.');
  work.publish({ workspaceId, noun: 'bulk', id: runId });
  return getRun(work, actor, runId);
}

/** A run with its progress. Throws NOT_FOUND. */
export async function getRun(work: Work, actor: Member, runId: string): Promise<BulkRun> {
  return presentRun(actor, await loadRun(work, actor, runId));
}

/** The row of a run that the member may see. Throws NOT_FOUND. */
export async function loadRun(work: Work, actor: Member, runId: string): Promise<RunRow> {
  const row = await findRun(work.db, actor, runId);
  if (row === undefined || !isRecordAreaOpen(actor, row.record_type)) throw notFound('run');
  return row;
}

async function queue(
  work: Work,
  actor: Member,
  { runId, action, total }: { runId: string; action: BulkAction; total: number },
): Promise<BulkRun> {
  const { workspaceId } = actor;
  await work.enqueue(bulkQueue, { workspaceId, runId });
  work.audit({ action, total });
  work.publish({ workspaceId, noun: 'bulk', id: runId });
  return getRun(work, actor, runId);
}

async function checkInput(
  { db }: Work,
  { workspaceId }: Member,
  input: BulkInputOf<'customer'>,
): Promise<void> {
  if (input.action === 'assign' && input.brokerId !== null) {
    const userId = input.brokerId;
    if (!(await isStaffMember(db, { workspaceId, userId })))
      throw invalidField('input.brokerId', 'Not a member of this workspace');
  }
  if (input.action === 'email') readBulkMail(input, 'input.');
  if (input.action === 'tag' || input.action === 'untag') {
    const known = await listExistingTagIds(db, workspaceId, input.tagIds);
    if (input.tagIds.some((tagId) => !known.includes(tagId)))
      throw invalidField('input.tagIds', 'One of the tags does not exist');
  }
}
