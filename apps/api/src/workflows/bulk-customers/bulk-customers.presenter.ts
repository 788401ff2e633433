import { bulkTransitions, isUndoable, type BulkRow, type BulkRun } from '@handover/contract/bulk.ts';
import type { Member } from '#platform/session/actor.ts';
import { isActionOpenTo } from './bulk-customers.policy.ts';
import type { BulkRowRow } from './rows.queries.ts';
import type { RunRow } from './runs.queries.ts';

export function presentRun(member: Member, row: RunRow): BulkRun {
  const isOver = bulkTransitions[row.status].length === 0;
  return {
    id: row.id,
    recordType: row.record_type,
    action: row.action,
    subjectAction: row.undone_action ?? row.action,
    undoOf: row.undo_of,
    status: row.status,
    statusDetail: row.status_detail,
    counts: { total: row.total_count, done: row.done_count, skipped: row.skipped_count },
    canCancel: !isOver,
    canUndo:
      isOver &&
      !row.has_undo &&
      row.done_count > row.undone_count &&
      isUndoable(row.action) &&
      isActionOpenTo(member, row.action),
    createdBy: { id: row.created_by, displayName: row.creator_name },
    createdAt: row.created_at.toISOString(),
    finishedAt: row.finished_at?.toISOString() ?? null,
  };
}

export function presentRow(row: BulkRowRow): BulkRow {
  return {
    recordId: row.record_id,
    name: row.name,
    outcome: row.outcome,
    reason: row.reason ?? row.message_detail,
    messageStatus: row.message_status,
  };
}
