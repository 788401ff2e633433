import { sql } from 'kysely';
import type { Db } from '#db/client.ts';
import type { ImportKey } from '#features/imports/imports.queries.ts';

/** The planner is told of tables that have grown since they were small, or it goes on planning for those. */
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
  /** Where the next batch begins. */
  readonly bytesRead: number;
  readonly lineNumber: number;
};

/** The counts of an import or a check with a batch added to them. */
export function addedTo(progress: Progress) {
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
      ...addedTo(progress),
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

/** Has the planner look at the tables that an import fills. */
export async function analyzeCustomers(db: Db): Promise<void> {
  await sql`SELECT analyze_customers(), analyze_imports()`.execute(db);
}

/** The same for those that a check fills. */
export async function analyzeImports(db: Db): Promise<void> {
  await sql`SELECT analyze_imports()`.execute(db);
}

/** Whether a batch took a table past one of these sizes. */
export function isGrown({ before, after }: { before: number; after: number }): boolean {
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
