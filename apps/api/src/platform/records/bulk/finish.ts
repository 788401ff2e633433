import type { BulkAction } from '@handover/contract/records/bulk.ts';
import { notify } from '#platform/notifications.ts';
import type { Work, WorkRunner } from '#platform/work.ts';
import type { RecordDescriptor } from '../record.ts';
import { findRunToWorkOn, moveRun, type RunKey, type RunRow } from './runs.queries.ts';
import { isStaffMember } from '#platform/session/session.queries.ts';

type Labels = RecordDescriptor['labels'];

/** Ends a run, and notifies the person who started it. Does nothing when it has ended already. */
export async function endRun(
  runner: WorkRunner,
  key: RunKey,
  { labels, status, detail }: { labels: Labels; status: 'done' | 'failed'; detail: string | null },
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
    await notifyCreator(work, row, labels);
  });
}

const verbs: Record<Exclude<BulkAction, 'undo'>, string> = {
  assign: 'assigned',
  tag: 'tagged',
  untag: 'untagged',
  email: 'emailed',
  invite: 'invited',
  ban: 'banned',
  setMarketLabel: 'labeled',
  complete: 'completed',
  reopen: 'reopened',
  setDueDate: 'rescheduled',
  move: 'moved',
  setAudience: 'updated',
  setPriority: 'prioritized',
  remind: 'reminded',
  withdraw: 'withdrawn',
  pay: 'paid out',
  delete: 'moved to the trash',
  restore: 'restored',
};

async function notifyCreator(work: Work, row: RunRow, labels: Labels): Promise<void> {
  // Notifications belong to a membership, which a SUPERADMIN need not have.
  if (!(await isStaffMember(work.db, { workspaceId: row.workspace_id, userId: row.created_by }))) return;
  await notify(work, {
    workspaceId: row.workspace_id,
    userIds: [row.created_by],
    type: 'bulk.finished',
    title: formatTitle(row, labels),
    customerId: null,
    recordType: row.record_type,
  });
}

function formatTitle(row: RunRow, { one, many }: Labels): string {
  const count = (number: number): string => number.toLocaleString('en-US');
  const done = `${count(row.done_count)} ${row.done_count === 1 ? one : many}`;
  const skipped = row.skipped_count === 0 ? '' : `, ${count(row.skipped_count)} skipped`;
  const reason = row.status === 'failed' ? `. Stopped: ${row.status_detail ?? ''}` : '';
  const result = row.action === 'undo' ? `Undone for ${done}` : `${done} ${verbs[row.action]}`;
  return `${result}${skipped}${reason}`;
}
