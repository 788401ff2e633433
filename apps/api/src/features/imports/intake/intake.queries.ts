import { sql } from 'kysely';
import type { Db } from '#db/client.ts';
import type { FileShape } from '../csv/file-shape.ts';
import type { ImportKey } from '../imports.queries.ts';

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
export function shapeColumns({ encoding, delimiter, columns, samples, firstRow }: FileShape) {
  return {
    encoding,
    delimiter,
    columns: JSON.stringify(columns),
    samples: JSON.stringify(samples),
    bytes_read: firstRow.byte,
    line_number: firstRow.line,
  };
}

/** Another reading of the file takes the place of the one before. */
export async function setReading(
  db: Db,
  { workspaceId, importId }: ImportKey,
  {
    shape,
    file,
    mapping,
    headerHash,
    isMappingRemembered,
  }: {
    shape: FileShape;
    file: { readonly id: string; readonly sizeBytes: number };
    mapping: Readonly<Record<string, string>>;
    headerHash: string;
    isMappingRemembered: boolean;
  },
): Promise<void> {
  await db
    .updateTable('imports')
    .set({
      ...shapeColumns(shape),
      file_id: file.id,
      size_bytes: file.sizeBytes,
      mapping: JSON.stringify(mapping),
      header_hash: headerHash,
      is_mapping_remembered: isMappingRemembered,
    })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', importId)
    .execute();
}

/** Drops what was found and mended in another reading. */
export async function clearFindings(db: Db, { workspaceId, importId }: ImportKey): Promise<void> {
  for (const table of ['import_problems', 'import_bad_rows', 'import_edits', 'import_checks'] as const)
    await sql`DELETE FROM ${sql.table(table)} WHERE workspace_id = ${workspaceId} AND import_id = ${importId}`.execute(
      db,
    );
}
