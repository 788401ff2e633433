import { bulkInputs, type BulkAction } from '@handover/contract/bulk.ts';
import { isStaffMember } from '#platform/members/member.queries.ts';
import { notify } from '#platform/notifications.ts';
import type { Work, WorkRunner } from '#platform/work.ts';
import { listExistingTagIds } from './batch/targets.queries.ts';
import { findRunToWorkOn, moveRun, type RunKey, type RunRow } from './runs.queries.ts';

/** Ends a run, and tells who started it. Does nothing when it is over already. */
export async function endRun(
  runner: WorkRunner,
  key: RunKey,
  { status, detail }: { status: 'done' | 'failed'; detail: string | null },
): Promise<void> {
  await runner.transact(async (work) => {
    const isEnded = await moveRun(work.db, key, {
      from: ['queued', 'running'],
      to: status,
      detail,
      finishedAt: work.now,
    });
    const row = await findRunToWorkOn(work.db, key);
    if (!isEnded || row === undefined) return;
    work.publish({ workspaceId: key.workspaceId, noun: 'bulk', id: key.runId });
    await notifyCreator(work, row);
  });
}

/** Why a run cannot go on for any customer, or null: its broker has left, its tags are deleted. */
export async function obstacleOf({ db }: Work, row: RunRow): Promise<string | null> {
  if (row.undo_of !== null) return null;
  const input = bulkInputs.customer.parse(row.input);
  const workspaceId = row.workspace_id;
  if (input.action === 'assign' && input.brokerId !== null) {
    const isThere = await isStaffMember(db, { workspaceId, userId: input.brokerId });
    return isThere ? null : 'The broker is no member of this workspace any more.';
  }
  if (input.action !== 'tag') return null;
  const known = await listExistingTagIds(db, workspaceId, input.tagIds);
  return input.tagIds.every((id) => known.includes(id)) ? null : 'A tag does not exist any more.';
}

const verbs: Record<BulkAction, string> = {
  assign: 'assigned',
  tag: 'tagged',
  untag: 'untagged',
  email: 'written to',
  ban: 'banned',
  setMarketLabel: 'labeled',
  complete: 'completed',
  reopen: 'reopened',
  setDueDate: 'rescheduled',
  setPriority: 'prioritized',
  delete: 'moved to the bin',
  restore: 'restored',
  undo: 'put back',
};

async function notifyCreator(work: Work, row: RunRow): Promise<void> {
  // Notifications belong to a membership, which a SUPERADMIN need not have.
  if (!(await isStaffMember(work.db, { workspaceId: row.workspace_id, userId: row.created_by }))) return;
  await notify(work, {
    workspaceId: row.workspace_id,
    userIds: [row.created_by],
    type: 'bulk.finished',
    title: titleOf(row),
    customerId: null,
  });
}

function titleOf(row: RunRow): string {
  const count = (number: number): string => number.toLocaleString('en-US');
  const customers = row.done_count === 1 ? '1 customer' : `${count(row.done_count)} customers`;
  const left = row.skipped_count === 0 ? '' : `, ${count(row.skipped_count)} left out`;
  const reason = row.status === 'failed' ? `. Stopped: ${row.status_detail ?? ''}` : '';
  return `${customers} ${verbs[row.action]}${left}${reason}`;
}
