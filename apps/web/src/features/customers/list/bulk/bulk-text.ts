import type { BulkAction, BulkRun } from '@handover/contract/bulk.ts';

const doing: Record<BulkAction, string> = {
  assign: 'Assigning a broker',
  tag: 'Tagging',
  untag: 'Taking tags off',
  email: 'Writing',
  ban: 'Banning',
  setMarketLabel: 'Setting the market label',
  complete: 'Completing',
  reopen: 'Reopening',
  setDueDate: 'Setting the due date',
  setPriority: 'Setting the priority',
  delete: 'Moving to the bin',
  restore: 'Restoring',
  undo: 'Taking back',
};

const done: Record<BulkAction, string> = {
  assign: 'Broker assigned',
  tag: 'Tagged',
  untag: 'Tags taken off',
  email: 'E-mails queued',
  ban: 'Banned',
  setMarketLabel: 'Market label set',
  complete: 'Completed',
  reopen: 'Reopened',
  setDueDate: 'Due date set',
  setPriority: 'Priority set',
  delete: 'Moved to the bin',
  restore: 'Restored',
  undo: 'Taken back',
};

const count = (number: number): string => number.toLocaleString('en');

/** What a run does or did, in a few words: "Tagged", "Taking back “Tagged”". */
export function titleOf({ action, subjectAction, status }: BulkRun): string {
  const title = (status === 'queued' || status === 'running' ? doing : done)[action];
  return action === 'undo' ? `${title} “${done[subjectAction]}”` : title;
}

/** How far a run is, or what came of it: "1,204 done, 3 left out". */
export function resultOf({ status, counts }: BulkRun): string {
  const { total } = counts;
  if (status === 'queued') return `waits for its turn: ${count(total)} customers`;
  if (status === 'running') return `${count(counts.done + counts.skipped)} of ${count(total)}`;
  const parts = [`${count(counts.done)} done`];
  if (counts.skipped > 0) parts.push(`${count(counts.skipped)} left out`);
  const untouched = total - counts.done - counts.skipped;
  if (untouched > 0) parts.push(`${count(untouched)} not reached`);
  return `${status === 'failed' ? 'stopped: ' : status === 'canceled' ? 'canceled: ' : ''}${parts.join(', ')}`;
}
