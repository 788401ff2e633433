import { sql } from 'kysely';
import type { Db } from '#db/client.ts';
import type { ImportKey } from './import-spec.ts';

/** Restarts an import's check at the first row under a new revision, which it returns. */
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

/** Deletes the keys of the file's rows, because a check and a run each start without any. */
export async function clearKeys(db: Db, { workspaceId, importId }: ImportKey): Promise<void> {
  await db
    .deleteFrom('import_keys')
    .where('workspace_id', '=', workspaceId)
    .where('import_id', '=', importId)
    .execute();
}

/** Deletes the bad rows that a check found: once an import is done, the bad rows are those that it skipped. */
export async function clearBadRows(db: Db, { workspaceId, importId }: ImportKey): Promise<void> {
  for (const table of ['import_problems', 'import_bad_rows'] as const)
    await sql`DELETE FROM ${sql.table(table)} WHERE workspace_id = ${workspaceId} AND import_id = ${importId}`.execute(
      db,
    );
}

/** Until its statistics are updated, the planner assumes that a table is still small. */
const analyzedAt = [500, 2_000, 10_000, 50_000, 250_000, 1_000_000];

/** The state that a batch depends on, locked until its transaction ends. */
export function lockRun(db: Db, { workspaceId, importId }: ImportKey) {
  return db
    .selectFrom('imports')
    .select(['status', 'row_count'])
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', importId)
    .forUpdate()
    .executeTakeFirst();
}

export type Progress = {
  readonly rows: number;
  readonly individuals: number;
  readonly organizations: number;
  readonly created: number;
  readonly updated: number;
  readonly rejected: number;
  /** The position of the next batch. */
  readonly bytesRead: number;
  readonly lineNumber: number;
};

/** The counts of an import or a check with a batch added to them. */
function addProgress(progress: Progress) {
  return {
    row_count: sql<number>`row_count + ${progress.rows}`,
    individual_count: sql<number>`individual_count + ${progress.individuals}`,
    organization_count: sql<number>`organization_count + ${progress.organizations}`,
    created_count: sql<number>`created_count + ${progress.created}`,
    updated_count: sql<number>`updated_count + ${progress.updated}`,
    rejected_count: sql<number>`rejected_count + ${progress.rejected}`,
    bytes_read: progress.bytesRead,
    line_number: progress.lineNumber,
  };
}

/** Adds a batch to an import's counts, in the transaction that wrote the batch. */
export async function advanceRun(
  db: Db,
  { workspaceId, importId }: ImportKey,
  progress: Progress,
): Promise<void> {
  await db
    .updateTable('imports')
    .set({
      ...addProgress(progress),
      status_detail: null,
    })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', importId)
    .execute();
}

export async function setStatusDetail(
  db: Db,
  { workspaceId, importId }: ImportKey,
  detail: string,
): Promise<void> {
  await db
    .updateTable('imports')
    .set({ status_detail: detail })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', importId)
    .execute();
}

/** Updates the planner's statistics of the tables that a check fills. */
export async function analyzeImports(db: Db): Promise<void> {
  await sql`SELECT analyze_imports()`.execute(db);
}

/** Whether a batch took a table past one of these sizes. */
export function isAnalyzeDue({ before, after }: { before: number; after: number }): boolean {
  return analyzedAt.some((rows) => rows <= after && rows > before);
}

/** Every import that is queued, half done or half undone, in all workspaces. */
export async function listUnfinishedRuns(db: Db) {
  const workspaces = await db.selectFrom('workspaces').select('id').execute();
  return db
    .selectFrom('imports')
    .select(['workspace_id as workspaceId', 'id as importId', 'status'])
    .where(sql<boolean>`workspace_id = ANY(${workspaces.map(({ id }) => id)})`)
    .where('status', 'in', ['queued', 'running', 'undoing'])
    .execute();
}

/** Every check that is not complete, in all workspaces. */
export async function listUnfinishedChecks(db: Db) {
  const workspaces = await db.selectFrom('workspaces').select('id').execute();
  return db
    .selectFrom('import_checks')
    .select(['workspace_id as workspaceId', 'import_id as importId', 'revision'])
    .where(sql<boolean>`workspace_id = ANY(${workspaces.map(({ id }) => id)})`)
    .where('is_complete', '=', false)
    .execute();
}

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
      ...addProgress(progress),
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
