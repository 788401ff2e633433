import {
  bulkTransitions,
  isUndoable,
  type BulkAction,
  type BulkRun,
} from '@handover/contract/records/bulk.ts';
import type { RecordSelection, RecordType } from '@handover/contract/records/records.ts';
import { AppError, forbidden, invalidField, notFound } from '#lib/errors.ts';
import { newId } from '#lib/ids.ts';
import type { Member } from '#platform/session/actor.ts';
import type { Work } from '#platform/work.ts';
import { resolveFilter, type FilterValues } from '../list/filter.queries.ts';
import { isRecordAreaOpen, requireRecordArea } from '#platform/session/access.ts';
import type { RecordDescriptor, Records } from '../record.ts';
import type { BulkSpec } from './bulk.ts';
import { snapshotDone, snapshotSelection } from './rows.queries.ts';
import { findRun, insertRun, lockRun, moveRun, type RunRow } from './runs.queries.ts';

/** The queue of bulk runs; carries `{workspaceId, runId}`. */
export const bulkQueue = 'records.bulk';

/** A record type with its bulk actions. Throws INVALID_INPUT for a type without them. */
export function getBulkRecord(
  records: Records,
  type: RecordType,
): { record: RecordDescriptor & Required<Pick<RecordDescriptor, 'filter'>>; bulk: BulkSpec } {
  const record = records.get(type);
  const { filter, bulk } = record;
  if (filter === undefined || bulk === undefined)
    throw invalidField('recordType', 'There are no bulk actions for these records');
  return { record: { ...record, filter }, bulk };
}

/**
 * Queues an action on the records that match now. Throws FORBIDDEN, INVALID_INPUT, RULE_BROKEN when nothing matches.
 */
export async function createRun(
  work: Work,
  actor: Member,
  {
    records,
    recordType,
    selection,
    input: sent,
  }: {
    records: Records;
    recordType: RecordType;
    selection: RecordSelection<FilterValues>;
    input: { action: BulkAction };
  },
): Promise<BulkRun> {
  requireRecordArea(actor, recordType);
  const { record, bulk } = getBulkRecord(records, recordType);
  const input = bulk.input.parse(sent);
  const { action } = input;
  if (!bulk.rules.isOpen(actor, action)) throw forbidden();
  await bulk.check(work, actor, input);
  const special = bulk.special?.[action];
  await special?.prepare(work, actor, input);
  const runId = newId();
  await insertRun(work.db, actor, { id: runId, recordType, action, input, undoOf: null, now: work.now });
  const resolved = await resolveFilter(record, work, { member: actor, filter: selection.filter });
  const total = await snapshotSelection(work.db, actor, {
    record,
    from: bulk.from?.(actor, selection.filter) ?? record.from(actor),
    runId,
    batchSize: special?.batchSize ?? bulk.batchSize,
    selection: { ...resolved, filter: selection },
  });
  if (total === 0)
    throw new AppError('RULE_BROKEN', `No ${record.labels.many} match now. Change the filter and try again.`);
  return queueRun(work, actor, { records, runId, action, total });
}

/** Queues the undo of a run. Throws NOT_FOUND, RULE_BROKEN when there is nothing to undo. */
export async function undoRun(
  work: Work,
  actor: Member,
  { records, undoOf }: { records: Records; undoOf: string },
): Promise<BulkRun> {
  const { workspaceId } = actor;
  // The second of two requests waits here, and then finds that the undo exists.
  await lockRun(work.db, { workspaceId, runId: undoOf });
  const row = await loadRun(work, actor, undoOf);
  if (!presentRun(actor, row, records).canUndo)
    throw new AppError('RULE_BROKEN', 'There is nothing to undo.');
  const runId = newId();
  const recordType = row.record_type;
  await insertRun(work.db, actor, {
    id: runId,
    recordType,
    action: 'undo',
    input: {},
    undoOf,
    now: work.now,
  });
  const { batchSize } = getBulkRecord(records, recordType).bulk;
  const total = await snapshotDone(work.db, { workspaceId, runId, batchSize, undoOf });
  return queueRun(work, actor, { records, runId, action: 'undo', total });
}

/** Stops a run between two batches. Throws NOT_FOUND, CONFLICT when it has ended. */
export async function cancelRun(
  work: Work,
  actor: Member,
  { records, runId }: { records: Records; runId: string },
): Promise<BulkRun> {
  const row = await loadRun(work, actor, runId);
  const { workspaceId } = actor;
  const isCanceled =
    bulkTransitions[row.status].includes('canceled') &&
    (await moveRun(
      work.db,
      { workspaceId, runId },
      { from: ['queued', 'running'], to: 'canceled', detail: null, finishedAt: work.now },
    ));
  if (!isCanceled) throw new AppError('CONFLICT', 'This has already ended.');
  work.publish({ workspaceId, noun: 'bulk', id: runId });
  return getRun(work, actor, { records, runId });
}

/** A run with its progress. Throws NOT_FOUND. */
export async function getRun(
  work: Work,
  actor: Member,
  { records, runId }: { records: Records; runId: string },
): Promise<BulkRun> {
  return presentRun(actor, await loadRun(work, actor, runId), records);
}

/** The row of a run that the member may see. Throws NOT_FOUND. */
export async function loadRun(work: Work, actor: Member, runId: string): Promise<RunRow> {
  const row = await findRun(work.db, actor, runId);
  if (row === undefined || !isRecordAreaOpen(actor, row.record_type)) throw notFound('run');
  return row;
}

async function queueRun(
  work: Work,
  actor: Member,
  { records, runId, action, total }: { records: Records; runId: string; action: BulkAction; total: number },
): Promise<BulkRun> {
  const { workspaceId } = actor;
  await work.enqueue(bulkQueue, { workspaceId, runId });
  work.audit({ action, total });
  work.publish({ workspaceId, noun: 'bulk', id: runId });
  return getRun(work, actor, { records, runId });
}

/** A run in its API shape. */
export function presentRun(member: Member, row: RunRow, records: Records): BulkRun {
  const hasEnded = bulkTransitions[row.status].length === 0;
  const isOpen = records.get(row.record_type).bulk?.rules.isOpen(member, row.action) ?? false;
  return {
    id: row.id,
    recordType: row.record_type,
    action: row.action,
    subjectAction: row.undone_action ?? row.action,
    undoOf: row.undo_of,
    status: row.status,
    statusDetail: row.status_detail,
    counts: { total: row.total_count, done: row.done_count, skipped: row.skipped_count },
    canCancel: !hasEnded,
    canUndo:
      hasEnded && !row.has_undo && row.done_count > row.undone_count && isUndoable(row.action) && isOpen,
    createdBy: { id: row.created_by, displayName: row.creator_name },
    createdAt: row.created_at.toISOString(),
    finishedAt: row.finished_at?.toISOString() ?? null,
  };
}
