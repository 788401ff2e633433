import type {
  ImportMapping,
  importModes,
  importOverwrites,
  importStatuses,
} from '@handover/contract/imports.ts';
import { sql, type Insertable } from 'kysely';
import type { Db } from '#db/client.ts';
import type { ImportsTable } from '#db/schema/mail-and-imports.ts';
import type { Position } from '#lib/pagination.ts';
import type { Member } from '#platform/session/actor.ts';
import { inImportScope } from './imports.policy.ts';

export type ImportKey = { readonly workspaceId: string; readonly importId: string };
export type ImportStatus = (typeof importStatuses)[number];
export type ImportMode = (typeof importModes)[number];
export type ImportOverwrite = (typeof importOverwrites)[number];
export type ImportPlan = {
  readonly mapping: ImportMapping;
  readonly mode: ImportMode;
  readonly overwrite: ImportOverwrite;
};

const importColumns = [
  'imports.id',
  'imports.workspace_id',
  'imports.file_id',
  'imports.file_name',
  'imports.format',
  'imports.status',
  'imports.status_detail',
  'imports.encoding',
  'imports.is_utf8',
  'imports.delimiter',
  'imports.columns',
  'imports.header_hash',
  'imports.mapping',
  'imports.is_mapping_remembered',
  'imports.mode',
  'imports.overwrite',
  'imports.revision',
  'imports.size_bytes',
  'imports.bytes_read',
  'imports.line_number',
  'imports.row_count',
  'imports.individual_count',
  'imports.organization_count',
  'imports.created_count',
  'imports.updated_count',
  'imports.rejected_count',
  'imports.undone_count',
  'imports.kept_count',
  'imports.created_by',
  'imports.created_at',
  'imports.finished_at',
  'users.display_name as creator_name',
  'files.sha256',
] as const;

function fromImports(db: Db) {
  return db
    .selectFrom('imports')
    .innerJoin('users', 'users.id', 'imports.created_by')
    .innerJoin('files', (join) =>
      join.onRef('files.workspace_id', '=', 'imports.workspace_id').onRef('files.id', '=', 'imports.file_id'),
    );
}

export async function insertImport(db: Db, row: Insertable<ImportsTable>): Promise<void> {
  await db.insertInto('imports').values(row).execute();
}

/**
 * One import with its file and who started it; undefined when it is not there or not for this member.
 * Locked, nothing else writes to it or to what hangs on it until the transaction ends.
 */
export function findImport(
  db: Db,
  member: Member,
  { importId, isLocking = false }: { importId: string; isLocking?: boolean },
) {
  const query = fromImports(db)
    .select(importColumns)
    .where('imports.id', '=', importId)
    .where(inImportScope(member));
  return (isLocking ? query.forUpdate('imports') : query).executeTakeFirst();
}

/** The same for the job that runs it, which asks for no viewer. */
export function findImportToRun(db: Db, { workspaceId, importId }: ImportKey) {
  return fromImports(db)
    .select(importColumns)
    .where('imports.workspace_id', '=', workspaceId)
    .where('imports.id', '=', importId)
    .executeTakeFirst();
}

export type ImportRow = NonNullable<Awaited<ReturnType<typeof findImport>>>;

/** Up to `limit` imports after a position, newest first. */
export function listImportRows(
  db: Db,
  member: Member,
  { after, limit }: { after: Position | null; limit: number },
) {
  let query = fromImports(db).select(importColumns).where(inImportScope(member));
  if (after !== null)
    query = query.where(sql<boolean>`(imports.created_at, imports.id) < (${after[0]}, ${after[1]})`);
  return query.orderBy('imports.created_at', 'desc').orderBy('imports.id', 'desc').limit(limit).execute();
}

export async function countImports(db: Db, member: Member): Promise<number> {
  const { count } = await db
    .selectFrom('imports')
    .select(sql<number>`count(*)::int`.as('count'))
    .where(inImportScope(member))
    .executeTakeFirstOrThrow();
  return count;
}

/** Moves an import to another status; false when it was in none of the expected ones any more. */
export async function moveImport(
  db: Db,
  { workspaceId, importId }: ImportKey,
  change: { from: readonly ImportStatus[]; to: ImportStatus; detail: string | null; finishedAt: Date | null },
): Promise<boolean> {
  const row = await db
    .updateTable('imports')
    .set({ status: change.to, status_detail: change.detail, finished_at: change.finishedAt })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', importId)
    .where('status', 'in', [...change.from])
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Gives what an earlier undo left as it was another try. */
export async function reopenKept(db: Db, { workspaceId, importId }: ImportKey): Promise<void> {
  await db
    .updateTable('import_changes')
    .set({ state: 'applied', kept_reason: null })
    .where('workspace_id', '=', workspaceId)
    .where('import_id', '=', importId)
    .where('state', '=', 'kept')
    .execute();
  await db
    .updateTable('imports')
    .set({ kept_count: 0 })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', importId)
    .execute();
}

/** Keeps what is to be done with the rows. */
export async function setPlan(
  db: Db,
  { workspaceId, importId }: ImportKey,
  { mapping, mode, overwrite }: ImportPlan,
): Promise<void> {
  await db
    .updateTable('imports')
    .set({ mapping: JSON.stringify(mapping), mode, overwrite })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', importId)
    .execute();
}

type Slice = { readonly after: number; readonly limit: number };

function fromRejections(db: Db, { workspaceId, importId }: ImportKey, { after, limit }: Slice) {
  return db
    .selectFrom('import_rejections')
    .where('workspace_id', '=', workspaceId)
    .where('import_id', '=', importId)
    .where('row_number', '>', after)
    .orderBy('row_number')
    .limit(limit);
}

/** Rows left out, in the order of the file, after a row number. */
export function listRejections(db: Db, key: ImportKey, slice: Slice) {
  return fromRejections(db, key, slice).select(['row_number', 'reason', 'name']).execute();
}

/** The same with each row as it came: its cells as a JSON array. */
export function listRejectedRows(db: Db, key: ImportKey, slice: Slice) {
  return fromRejections(db, key, slice).select(['row_number', 'reason', 'raw_row']).execute();
}
