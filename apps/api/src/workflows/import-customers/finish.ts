import { clearBadRows, clearKeys } from '#features/imports/checks/checks.queries.ts';
import { moveImport, findImportToRun, type ImportRow } from '#features/imports/imports.queries.ts';
import { notify } from '#platform/notifications.ts';
import type { Work, WorkRunner } from '#platform/work.ts';
import type { Importer } from './matching/existing-customers.queries.ts';
import { analyzeCustomers, lockRun } from './run.queries.ts';

/** From so many rows on the planner is told of what has changed. */
const manyRows = 1_000;

type Ended = { readonly row: ImportRow; readonly importer: Importer | undefined };

/** Marks an import as done when all its rows are, and tells who started it. */
export async function finishRun(
  runner: WorkRunner,
  { row, importer, rowCount }: Ended & { rowCount: number },
): Promise<void> {
  await runner.transact(async (work) => {
    const state = await lockRun(work.db, keyOf(row));
    if (state?.status !== 'running' || state.row_count !== rowCount) return;
    await clearKeys(work.db, keyOf(row));
    await clearBadRows(work.db, keyOf(row));
    await end(work, { row, importer, status: 'done', detail: null });
  });
  if (rowCount >= manyRows) await analyzeCustomers(runner.db);
}

/** Marks an import as failed, with what to do about it. */
export async function failRun(
  runner: WorkRunner,
  { row, importer, detail }: Ended & { detail: string },
): Promise<void> {
  await runner.transact((work) => end(work, { row, importer, status: 'failed', detail }));
}

async function end(
  work: Work,
  { row, importer, status, detail }: Ended & { status: 'done' | 'failed'; detail: string | null },
): Promise<void> {
  const key = keyOf(row);
  const isEnded = await moveImport(work.db, key, {
    from: ['queued', 'running'],
    to: status,
    detail,
    finishedAt: work.now,
  });
  const ended = await findImportToRun(work.db, key);
  if (!isEnded || ended === undefined) return;
  work.publish({ workspaceId: key.workspaceId, noun: 'import', id: key.importId });
  // Notifications belong to a membership, which a SUPERADMIN need not have.
  if (importer?.hasMembership === true)
    await notify(work, {
      workspaceId: key.workspaceId,
      userIds: [row.created_by],
      type: 'import.finished',
      title: titleOf(ended),
      customerId: null,
    });
}

function titleOf(row: ImportRow): string {
  if (row.status === 'failed') return `The import of ${row.file_name} stopped: ${row.status_detail ?? ''}`;
  const count = (number: number): string => number.toLocaleString('en-US');
  return `${row.file_name} is imported: ${count(row.created_count)} created, ${count(row.updated_count)} updated, ${count(row.rejected_count)} left out`;
}

function keyOf(row: ImportRow): { workspaceId: string; importId: string } {
  return { workspaceId: row.workspace_id, importId: row.id };
}
