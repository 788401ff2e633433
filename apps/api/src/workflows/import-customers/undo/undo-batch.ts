import type { ImportKey } from '#features/imports/imports.queries.ts';
import type { Db } from '#db/client.ts';
import { listCustomFields } from '#platform/records/custom-fields/custom-fields.queries.ts';
import type { WorkRunner } from '#platform/work.ts';
import { lockRun } from '../run.queries.ts';
import {
  restoreCustomers,
  restoreSearch,
  restoreStats,
  revertEmails,
  revertTags,
} from './restore.queries.ts';
import {
  deleteCustomers,
  lockCustomers,
  resolveChanges,
  revertActivities,
  type ChangeRow,
  type CustomerNow,
} from './undo.queries.ts';

type Kept = { readonly row: number; readonly reason: string };

/**
 * Takes back the changes of some rows in one transaction: what they created is deleted, what they changed is
 * as before. Customers that somebody has worked on since are kept, with the reason. What the database
 * holds on to, because other records refer to it, is found by halves.
 */
export async function undoBatch(
  runner: WorkRunner,
  key: ImportKey,
  changes: readonly ChangeRow[],
): Promise<void> {
  try {
    await undoTogether(runner, key, { changes, reason: null });
  } catch (error) {
    if (!isReferred(error)) throw error;
    const middle = Math.ceil(changes.length / 2);
    if (changes.length === 1)
      return undoTogether(runner, key, { changes, reason: 'Other records refer to this customer.' });
    await undoBatch(runner, key, changes.slice(0, middle));
    await undoBatch(runner, key, changes.slice(middle));
  }
}

/** `reason` keeps all of them. */
function undoTogether(
  runner: WorkRunner,
  key: ImportKey,
  { changes, reason }: { changes: readonly ChangeRow[]; reason: string | null },
): Promise<void> {
  return runner.transact(async (work) => {
    const state = await lockRun(work.db, key);
    if (state?.status !== 'undoing') return;
    await listCustomFields(work.db, {
      workspaceId: key.workspaceId,
      recordType: 'customer',
      isLocking: true,
    });
    const customers = await lockCustomers(work.db, key, changes);
    const judged = changes.map((change) => ({
      change,
      reason: reason ?? retentionReason(change, customers.get(change.customer_id)),
    }));
    const undone = judged.flatMap(({ change, reason: why }) => (why === null ? [change] : []));
    await revert(work.db, key, undone);
    const kept = judged.flatMap(({ change, reason: why }): Kept[] =>
      why === null ? [] : [{ row: change.row_number, reason: why }],
    );
    await resolveChanges(work.db, key, { undone: undone.map(({ row_number }) => row_number), kept });
    work.publish({ workspaceId: key.workspaceId, noun: 'import', id: key.importId });
  });
}

/** Why a customer stays as it is; null when nobody has worked on it since. */
export function retentionReason(
  change: Pick<ChangeRow, 'kind' | 'version_after'>,
  now: CustomerNow | undefined,
): string | null {
  if (now === undefined) return 'The customer is no longer there.';
  if (change.version_after !== null && now.version !== change.version_after)
    return 'Changed by somebody after the import.';
  if (change.kind === 'created' && now.has_later_work)
    return 'Has entries made after the import: notes, tasks, mails or the like.';
  return change.kind === 'created' && now.has_other_tags ? 'Has tags given after the import.' : null;
}

async function revert(db: Db, key: ImportKey, changes: readonly ChangeRow[]): Promise<void> {
  const created = changes.filter(({ kind }) => kind === 'created').map(({ customer_id }) => customer_id);
  const updated = changes.filter(({ kind }) => kind === 'updated').map(({ row_number }) => row_number);
  await revertActivities(
    db,
    key,
    changes.map(({ customer_id }) => customer_id),
  );
  await deleteCustomers(db, key, created);
  await revertTags(db, key, updated);
  await revertEmails(db, key, updated);
  await restoreSearch(db, key, updated);
  await restoreStats(db, key, updated);
  await restoreCustomers(db, key, updated);
}

function isReferred(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '23503';
}
