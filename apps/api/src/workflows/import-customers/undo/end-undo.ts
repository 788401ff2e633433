import { clearKeys } from '#features/imports/checks/checks.queries.ts';
import { findImportToRun, moveImport, type ImportRow } from '#features/imports/imports.queries.ts';
import { notify } from '#platform/notifications.ts';
import type { WorkRunner } from '#platform/work.ts';
import { findImporter } from '../matching/existing-customers.queries.ts';
import { deleteUnusedTags } from './undo.queries.ts';

/** Marks an import as undone once nothing of it is left to be taken back, and tells who ran it. */
export async function endUndo(runner: WorkRunner, row: ImportRow): Promise<void> {
  const key = { workspaceId: row.workspace_id, importId: row.id };
  await runner.transact(async (work) => {
    const isEnded = await moveImport(work.db, key, {
      from: ['undoing'],
      to: 'undone',
      detail: null,
      finishedAt: work.now,
    });
    if (!isEnded) return;
    await deleteUnusedTags(work.db, key);
    await clearKeys(work.db, key);
    work.publish({ workspaceId: key.workspaceId, noun: 'import', id: key.importId });
    const ended = await findImportToRun(work.db, key);
    const importer = await findImporter(work.db, { workspaceId: key.workspaceId, userId: row.created_by });
    if (ended === undefined || importer?.hasMembership !== true) return;
    const kept = ended.kept_count === 0 ? '' : `, ${ended.kept_count.toLocaleString('en-US')} kept`;
    await notify(work, {
      workspaceId: key.workspaceId,
      userIds: [row.created_by],
      type: 'import.finished',
      title: `The import of ${row.file_name} is undone: ${ended.undone_count.toLocaleString('en-US')} rows taken back${kept}`,
      customerId: null,
    });
  });
}
