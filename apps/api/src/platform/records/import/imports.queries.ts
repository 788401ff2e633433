import type {
  ImportMapping,
  importModes,
  importOverwrites,
  importStatuses,
} from '@handover/contract/records/imports.ts';
import type { RecordType } from '@handover/contract/records/records.ts';
import { sql, type Insertable } from 'kysely';
import type { Db } from '#db/client.ts';
import type { ImportsTable } from '#db/schema/mail-and-imports.ts';
import type { Position } from '#lib/pagination.ts';
import type { Member } from '#platform/session/actor.ts';
import type { FileShape } from './csv/file-shape.ts';
import type { StartingMapping } from './mapping/guess-mapping.ts';
import type { ImportKey } from './import-spec.ts';
import { inImportScope } from './imports.policy.ts';

export type ImportStatus = (typeof importStatuses)[number];
type ImportMode = (typeof importModes)[number];
type ImportOverwrite = (typeof importOverwrites)[number];
export type ImportPlan = {
  readonly mapping: ImportMapping;
  readonly mode: ImportMode;
  readonly overwrite: ImportOverwrite;
  /** Unchanged if undefined. */
  readonly fixCapitalization?: boolean | undefined;
};

const importColumns = [
  'imports.id',
  'imports.record_type',
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
  'imports.fix_capitalization',
  'imports.revision',
  'imports.size_bytes',
  'imports.bytes_read',
  'imports.line_number',
  'imports.header_row',
  'imports.row_count',
  'imports.individual_count',
  'imports.organization_count',
  'imports.created_count',
  'imports.updated_count',
  'imports.rejected_count',
  'imports.undone_count',
  'imports.kept_count',
  'imports.created_by',
  'imports.started_by',
  'imports.created_at',
  'imports.finished_at',
  'users.display_name as creator_name',
  'files.sha256',
  'files.object_id',
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

/** One import with its file and its creator; undefined if it does not exist or the member may not see it. */
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

/** The same for a job, without a viewer. */
export function findImportToRun(db: Db, { workspaceId, importId }: ImportKey) {
  return fromImports(db)
    .select(importColumns)
    .where('imports.workspace_id', '=', workspaceId)
    .where('imports.id', '=', importId)
    .executeTakeFirst();
}

export type ImportRow = NonNullable<Awaited<ReturnType<typeof findImport>>>;

/** Up to `limit` imports of a record type after a position, newest first. */
export function listImportRows(
  db: Db,
  member: Member,
  { recordType, after, limit }: { recordType: RecordType; after: Position | null; limit: number },
) {
  let query = fromImports(db)
    .select(importColumns)
    .where('imports.record_type', '=', recordType)
    .where(inImportScope(member));
  if (after !== null)
    query = query.where(sql<boolean>`(imports.created_at, imports.id) < (${after[0]}, ${after[1]})`);
  return query.orderBy('imports.created_at', 'desc').orderBy('imports.id', 'desc').limit(limit).execute();
}

export async function countImports(db: Db, member: Member, recordType: RecordType): Promise<number> {
  const { count } = await db
    .selectFrom('imports')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('imports.record_type', '=', recordType)
    .where(inImportScope(member))
    .executeTakeFirstOrThrow();
  return count;
}

/** Moves an import to another status; false if it is no longer in one of the expected statuses. */
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

/** Lets the next undo retry the rows that an earlier undo skipped. */
export async function retryKeptChanges(db: Db, { workspaceId, importId }: ImportKey): Promise<void> {
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

/** Stores the mapping and the options. */
export async function setPlan(
  db: Db,
  { workspaceId, importId }: ImportKey,
  { mapping, mode, overwrite, fixCapitalization }: ImportPlan,
): Promise<void> {
  await db
    .updateTable('imports')
    .set({ mapping: JSON.stringify(mapping), mode, overwrite, fix_capitalization: fixCapitalization })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', importId)
    .execute();
}

export async function setStarter(
  db: Db,
  { workspaceId, importId }: ImportKey,
  userId: string,
): Promise<void> {
  await db
    .updateTable('imports')
    .set({ started_by: userId })
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

/** Skipped rows, in the order of the file, after a row number. */
export function listRejections(db: Db, key: ImportKey, slice: Slice) {
  return fromRejections(db, key, slice).select(['row_number', 'reason', 'name']).execute();
}

/** The same with the cells of each row as a JSON array. */
export function listRejectedRows(db: Db, key: ImportKey, slice: Slice) {
  return fromRejections(db, key, slice).select(['row_number', 'reason', 'raw_row']).execute();
}

type Sheet = { readonly name: string; readonly rows: number; readonly fileId: string };

export async function insertSheets(
  db: Db,
  { workspaceId, importId }: ImportKey,
  sheets: readonly Sheet[],
): Promise<void> {
  await db
    .insertInto('import_sheets')
    .values(
      sheets.map(({ name, rows, fileId }, position) => ({
        workspace_id: workspaceId,
        import_id: importId,
        position,
        name,
        row_count: rows,
        file_id: fileId,
      })),
    )
    .execute();
}

/** The sheets of a workbook in its order, each with its stored file. */
export function listSheets(db: Db, { workspaceId, importId }: ImportKey) {
  return db
    .selectFrom('import_sheets')
    .innerJoin('files', (join) =>
      join
        .onRef('files.workspace_id', '=', 'import_sheets.workspace_id')
        .onRef('files.id', '=', 'import_sheets.file_id'),
    )
    .select([
      'import_sheets.name',
      'import_sheets.row_count',
      'import_sheets.file_id',
      'files.sha256',
      'files.object_id',
      'files.size_bytes',
    ])
    .where('import_sheets.workspace_id', '=', workspaceId)
    .where('import_sheets.import_id', '=', importId)
    .orderBy('import_sheets.position')
    .execute();
}

/** The sample values of each column, as stored. */
export async function findSamples(db: Db, { workspaceId, importId }: ImportKey): Promise<unknown> {
  const row = await db
    .selectFrom('imports')
    .select('samples')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', importId)
    .executeTakeFirst();
  return row?.samples;
}

/** The columns of an import that follow from the shape of its file. */
export function toShapeColumns({ encoding, delimiter, columns, samples, headerRow, firstRow }: FileShape) {
  return {
    encoding,
    delimiter,
    columns: JSON.stringify(columns),
    samples: JSON.stringify(samples),
    bytes_read: firstRow.byte,
    line_number: firstRow.line,
    header_row: headerRow,
  };
}

/** Replaces how the file is read. */
export async function setReading(
  db: Db,
  { workspaceId, importId }: ImportKey,
  {
    shape,
    file,
    start,
  }: {
    shape: FileShape;
    file: { readonly id: string; readonly sizeBytes: number };
    start: StartingMapping;
  },
): Promise<void> {
  await db
    .updateTable('imports')
    .set({
      ...toShapeColumns(shape),
      file_id: file.id,
      size_bytes: file.sizeBytes,
      mapping: JSON.stringify(start.mapping),
      header_hash: start.headerHash,
      is_mapping_remembered: start.isRemembered,
      fix_capitalization: start.fixCapitalization,
    })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', importId)
    .execute();
}

/** Deletes the errors and fixes of an earlier reading of the file. */
export async function clearFindings(db: Db, { workspaceId, importId }: ImportKey): Promise<void> {
  for (const table of ['import_problems', 'import_bad_rows', 'import_edits', 'import_checks'] as const)
    await sql`DELETE FROM ${sql.table(table)} WHERE workspace_id = ${workspaceId} AND import_id = ${importId}`.execute(
      db,
    );
}

type HeaderKey = { workspaceId: string; recordType: RecordType; headerHash: string };

/** The mapping that was last used for files of a record type with this header; null when there was none. */
export async function findRememberedMapping(
  db: Db,
  { workspaceId, recordType, headerHash }: HeaderKey,
): Promise<unknown> {
  const row = await db
    .selectFrom('import_mappings')
    .select('mapping')
    .where('workspace_id', '=', workspaceId)
    .where('record_type', '=', recordType)
    .where('header_hash', '=', headerHash)
    .executeTakeFirst();
  return row?.mapping ?? null;
}

export async function rememberMapping(
  db: Db,
  { workspaceId, recordType, headerHash, mapping, now }: HeaderKey & { mapping: ImportMapping; now: Date },
): Promise<void> {
  await db
    .insertInto('import_mappings')
    .values({
      workspace_id: workspaceId,
      record_type: recordType,
      header_hash: headerHash,
      mapping: JSON.stringify(mapping),
      updated_at: now,
    })
    .onConflict((conflict) =>
      conflict.columns(['workspace_id', 'record_type', 'header_hash']).doUpdateSet((eb) => ({
        mapping: eb.ref('excluded.mapping'),
        updated_at: eb.ref('excluded.updated_at'),
      })),
    )
    .execute();
}
