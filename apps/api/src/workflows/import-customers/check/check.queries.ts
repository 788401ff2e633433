import type { Db } from '#db/client.ts';
import type { ImportKey } from '#features/imports/imports.queries.ts';
import { addedTo, type Progress } from '../run.queries.ts';

/** The state that a check's batch depends on, the import locked until the transaction ends. */
export function lockCheck(db: Db, { workspaceId, importId }: ImportKey) {
  return db
    .selectFrom('imports')
    .innerJoin('import_checks as checks', (join) =>
      join
        .onRef('checks.workspace_id', '=', 'imports.workspace_id')
        .onRef('checks.import_id', '=', 'imports.id'),
    )
    .select(['imports.status', 'checks.revision', 'checks.row_count'])
    .where('imports.workspace_id', '=', workspaceId)
    .where('imports.id', '=', importId)
    .forUpdate()
    .executeTakeFirst();
}

/** Adds a batch to a check's counts. */
export async function advanceCheck(
  db: Db,
  { workspaceId, importId }: ImportKey,
  progress: Progress,
): Promise<void> {
  await db
    .updateTable('import_checks')
    .set({
      ...addedTo(progress),
      failure: null,
    })
    .where('workspace_id', '=', workspaceId)
    .where('import_id', '=', importId)
    .execute();
}

export async function setCheckEnd(
  db: Db,
  { workspaceId, importId }: ImportKey,
  { isComplete, failure }: { isComplete: boolean; failure: string | null },
): Promise<void> {
  await db
    .updateTable('import_checks')
    .set({ is_complete: isComplete, failure })
    .where('workspace_id', '=', workspaceId)
    .where('import_id', '=', importId)
    .execute();
}
