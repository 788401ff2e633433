import { sql } from 'kysely';
import type { Db } from '#db/client.ts';
import type { ImportKey } from '../imports.queries.ts';

/** Puts an import's check back to the first row under a new revision, which it returns. */
export async function renewCheck(db: Db, { workspaceId, importId }: ImportKey): Promise<number> {
  const { revision, bytes_read, line_number } = await db
    .updateTable('imports')
    .set((eb) => ({ revision: eb('revision', '+', 1) }))
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', importId)
    .returning(['revision', 'bytes_read', 'line_number'])
    .executeTakeFirstOrThrow();
  const fresh = {
    revision,
    is_complete: false,
    failure: null,
    bytes_read,
    line_number,
    row_count: 0,
    individual_count: 0,
    organization_count: 0,
    created_count: 0,
    updated_count: 0,
    rejected_count: 0,
  };
  await db
    .insertInto('import_checks')
    .values({ workspace_id: workspaceId, import_id: importId, ...fresh })
    .onConflict((conflict) => conflict.columns(['workspace_id', 'import_id']).doUpdateSet(fresh))
    .execute();
  return revision;
}

export function findCheck(db: Db, { workspaceId, importId }: ImportKey) {
  return db
    .selectFrom('import_checks')
    .select([
      'revision',
      'is_complete',
      'failure',
      'bytes_read',
      'line_number',
      'row_count',
      'individual_count',
      'organization_count',
      'created_count',
      'updated_count',
      'rejected_count',
    ])
    .where('workspace_id', '=', workspaceId)
    .where('import_id', '=', importId)
    .executeTakeFirst();
}

export type CheckRow = NonNullable<Awaited<ReturnType<typeof findCheck>>>;

/** Forgets which rows of the file have which address or number; a check and a run each begin without. */
export async function clearKeys(db: Db, { workspaceId, importId }: ImportKey): Promise<void> {
  await db
    .deleteFrom('import_keys')
    .where('workspace_id', '=', workspaceId)
    .where('import_id', '=', importId)
    .execute();
}

/** Forgets the bad rows that a check found: once an import is done, they are the rows left out. */
export async function clearBadRows(db: Db, { workspaceId, importId }: ImportKey): Promise<void> {
  for (const table of ['import_problems', 'import_bad_rows'] as const)
    await sql`DELETE FROM ${sql.table(table)} WHERE workspace_id = ${workspaceId} AND import_id = ${importId}`.execute(
      db,
    );
}
