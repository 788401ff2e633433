import type { ImportProblemKind } from '@handover/contract/records/imports.ts';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#db/client.ts';
import type { RowError, ImportKey } from './import-spec.ts';

export type ProblemFilter = {
  readonly column: string | undefined;
  readonly kind: ImportProblemKind | undefined;
};
type Slice = { readonly after: number; readonly limit: number };

/** The column index of a problem of the whole row. */
export const wholeRow = -1;

/** Bad rows that match, in the order of the file, each with its edit. */
export function listBadRows(
  db: Db,
  { workspaceId, importId }: ImportKey,
  { filter, after, limit }: Slice & { filter: ProblemFilter },
) {
  return db
    .selectFrom('import_bad_rows as bad')
    .leftJoin('import_edits as edits', (join) =>
      join
        .onRef('edits.workspace_id', '=', 'bad.workspace_id')
        .onRef('edits.import_id', '=', 'bad.import_id')
        .onRef('edits.row_number', '=', 'bad.row_number'),
    )
    .select(['bad.row_number', 'bad.name', 'bad.raw_row', 'edits.cells', 'edits.is_skipped'])
    .where('bad.workspace_id', '=', workspaceId)
    .where('bad.import_id', '=', importId)
    .where('bad.row_number', '>', after)
    .where(hasProblem(filter))
    .orderBy('bad.row_number')
    .limit(limit)
    .execute();
}

/** Rows that were fixed or skipped, in the order of the file. */
export function listEditedRows(db: Db, { workspaceId, importId }: ImportKey, { after, limit }: Slice) {
  return db
    .selectFrom('import_edits')
    .select(['row_number', 'name', 'raw_row', 'cells', 'is_skipped'])
    .where('workspace_id', '=', workspaceId)
    .where('import_id', '=', importId)
    .where('row_number', '>', after)
    .orderBy('row_number')
    .limit(limit)
    .execute();
}

export async function countRows(
  db: Db,
  { workspaceId, importId }: ImportKey,
  { state, filter }: { state: 'open' | 'fixed'; filter: ProblemFilter },
): Promise<number> {
  const query =
    state === 'open'
      ? db.selectFrom('import_bad_rows as bad').where(hasProblem(filter))
      : db.selectFrom('import_edits as bad');
  const { count } = await query
    .select(sql<number>`count(*)::int`.as('count'))
    .where('bad.workspace_id', '=', workspaceId)
    .where('bad.import_id', '=', importId)
    .executeTakeFirstOrThrow();
  return count;
}

export function listRowProblems(db: Db, { workspaceId, importId }: ImportKey, rows: readonly number[]) {
  return db
    .selectFrom('import_problems as problems')
    .select([
      'row_number',
      'column_index',
      'kind',
      'message',
      sql<number>`(SELECT count(*)::int FROM (SELECT FROM import_problems AS others WHERE others.workspace_id = problems.workspace_id AND others.import_id = problems.import_id
        AND others.column_index = problems.column_index AND md5(others.value) = md5(problems.value) LIMIT 1000) AS equals)`.as(
        'equal',
      ),
    ])
    .where('workspace_id', '=', workspaceId)
    .where('import_id', '=', importId)
    .where(sql<boolean>`row_number = ANY(${[...rows]}::int[])`)
    .orderBy('row_number')
    .orderBy('column_index')
    .execute();
}

export type ProblemCell = Awaited<ReturnType<typeof listRowProblems>>[number];

/** How many cells of each column have each kind of problem, most frequent first. */
export function countProblems(db: Db, { workspaceId, importId }: ImportKey) {
  return db
    .selectFrom('import_problems')
    .select(['column_index', 'kind', sql<number>`count(*)::int`.as('count')])
    .where('workspace_id', '=', workspaceId)
    .where('import_id', '=', importId)
    .groupBy(['column_index', 'kind'])
    .orderBy('count', 'desc')
    .orderBy('column_index')
    .orderBy('kind')
    .execute();
}

/** A row that is bad or was edited: with its original cells and its edit. */
export async function findRow(db: Db, { workspaceId, importId }: ImportKey, row: number) {
  const { rows } = await sql<{
    name: string | null;
    raw_row: string;
    cells: unknown;
    is_skipped: boolean | null;
  }>`
    SELECT coalesce(edits.name, bad.name) AS name, coalesce(edits.raw_row, bad.raw_row) AS raw_row, edits.cells, edits.is_skipped
    FROM (SELECT * FROM import_bad_rows WHERE workspace_id = ${workspaceId} AND import_id = ${importId} AND row_number = ${row}) AS bad
    FULL JOIN (SELECT * FROM import_edits WHERE workspace_id = ${workspaceId} AND import_id = ${importId} AND row_number = ${row}) AS edits USING (row_number)`.execute(
    db,
  );
  return rows[0];
}

function hasProblem({ column, kind }: ProblemFilter): RawBuilder<boolean> {
  if (column === undefined && kind === undefined) return sql<boolean>`true`;
  const inColumn = column === undefined ? sql`true` : sql`problems.column_index = ${Number(column)}`;
  const ofKind = kind === undefined ? sql`true` : sql`problems.kind = ${kind}`;
  return sql<boolean>`EXISTS (SELECT FROM import_problems AS problems WHERE problems.workspace_id = bad.workspace_id AND problems.import_id = bad.import_id AND problems.row_number = bad.row_number AND ${inColumn} AND ${ofKind})`;
}

/** PostgreSQL text can contain every character except NUL. */
const toStorable = (value: string): string => value.replaceAll('\u0000', '');

/** Up to `limit` rows with a bad cell in a column that has the same value. */
export async function listEqualRows(
  db: Db,
  { workspaceId, importId }: ImportKey,
  { column, value, limit }: { column: number; value: string; limit: number },
): Promise<number[]> {
  const rows = await db
    .selectFrom('import_problems')
    .select('row_number')
    .where('workspace_id', '=', workspaceId)
    .where('import_id', '=', importId)
    .where('column_index', '=', column)
    .where(sql<boolean>`md5(value) = md5(${toStorable(value)})`)
    .limit(limit)
    .execute();
  return rows.map(({ row_number }) => row_number);
}

/** Up to `limit` rows with one kind of problem in a column. */
export async function listRowsWith(
  db: Db,
  { workspaceId, importId }: ImportKey,
  { column, kind, limit }: { column: number; kind: ImportProblemKind; limit: number },
): Promise<number[]> {
  const rows = await db
    .selectFrom('import_problems')
    .select('row_number')
    .where('workspace_id', '=', workspaceId)
    .where('import_id', '=', importId)
    .where('column_index', '=', column)
    .where('kind', '=', kind)
    .limit(limit)
    .execute();
  return rows.map(({ row_number }) => row_number);
}

/** Sets a cell of rows that are bad or were fixed before. */
export async function editCells(
  db: Db,
  { workspaceId, importId }: ImportKey,
  { rows, column, value }: { rows: readonly number[]; column: number; value: string },
): Promise<void> {
  const cells = JSON.stringify({ [column]: value });
  await sql`
    INSERT INTO import_edits (workspace_id, import_id, row_number, cells, name, raw_row)
    SELECT workspace_id, import_id, row_number, ${cells}::jsonb, name, raw_row FROM import_bad_rows
    WHERE workspace_id = ${workspaceId} AND import_id = ${importId} AND row_number = ANY(${[...rows]}::int[])
    ON CONFLICT (workspace_id, import_id, row_number) DO UPDATE SET cells = import_edits.cells || excluded.cells, is_skipped = false`.execute(
    db,
  );
  await sql`
    UPDATE import_edits SET cells = cells || ${cells}::jsonb, is_skipped = false
    WHERE workspace_id = ${workspaceId} AND import_id = ${importId} AND row_number = ANY(${[...rows]}::int[])
      AND NOT EXISTS (SELECT FROM import_bad_rows AS bad WHERE bad.workspace_id = import_edits.workspace_id AND bad.import_id = import_edits.import_id AND bad.row_number = import_edits.row_number)`.execute(
    db,
  );
}

/** Marks bad rows as skipped on purpose, so that they no longer count as bad. Returns how many. */
export async function skipRows(db: Db, key: ImportKey, rows: readonly number[]): Promise<number> {
  const { workspaceId, importId } = key;
  const { numAffectedRows = 0n } = await sql`
    INSERT INTO import_edits (workspace_id, import_id, row_number, is_skipped, name, raw_row)
    SELECT workspace_id, import_id, row_number, true, name, raw_row FROM import_bad_rows
    WHERE workspace_id = ${workspaceId} AND import_id = ${importId} AND row_number = ANY(${[...rows]}::int[])
    ON CONFLICT (workspace_id, import_id, row_number) DO UPDATE SET is_skipped = true`.execute(db);
  await dropBadRows(db, key, rows);
  return Number(numAffectedRows);
}

/** Deletes the fixes of a row. */
export async function deleteEdit(db: Db, { workspaceId, importId }: ImportKey, row: number): Promise<void> {
  await db
    .deleteFrom('import_edits')
    .where('workspace_id', '=', workspaceId)
    .where('import_id', '=', importId)
    .where('row_number', '=', row)
    .execute();
}

type BadRow = {
  readonly row: number;
  readonly name: string | null;
  readonly rawRow: string;
  /** Faults with the value of their cell. */
  readonly faults: readonly (RowError & { readonly value: string })[];
};

/** Stores rows as bad, each with all its faults. */
export async function insertBadRows(
  db: Db,
  { workspaceId, importId }: ImportKey,
  rows: readonly BadRow[],
): Promise<void> {
  if (rows.length === 0) return;
  const bad = rows.map(({ row, name, rawRow }) => ({ row_number: row, name, raw_row: rawRow }));
  await sql`
    INSERT INTO import_bad_rows (workspace_id, import_id, row_number, name, raw_row)
    SELECT ${workspaceId}::uuid, ${importId}::uuid, row_number, name, raw_row FROM json_populate_recordset(NULL::import_bad_rows, ${JSON.stringify(bad)}::json)
    ON CONFLICT (workspace_id, import_id, row_number) DO NOTHING`.execute(db);
  const problems = rows.flatMap(({ row, faults }) =>
    faults.map(({ column, kind, message, value }) => ({
      row_number: row,
      column_index: column ?? wholeRow,
      kind,
      message,
      value: toStorable(value),
    })),
  );
  await sql`
    INSERT INTO import_problems (workspace_id, import_id, row_number, column_index, kind, message, value)
    SELECT ${workspaceId}::uuid, ${importId}::uuid, row_number, column_index, kind, message, value FROM json_populate_recordset(NULL::import_problems, ${JSON.stringify(problems)}::json)`.execute(
    db,
  );
}

/** Deletes bad rows with their problems. */
export async function dropBadRows(db: Db, key: ImportKey, rows: readonly number[]): Promise<void> {
  await dropWhere(db, key, sql`row_number = ANY(${[...rows]}::int[])`);
}

/** The same for a span of rows, both ends included. */
export async function dropBadSpan(
  db: Db,
  key: ImportKey,
  { first, last }: { first: number; last: number },
): Promise<void> {
  await dropWhere(db, key, sql`row_number BETWEEN ${first} AND ${last}`);
}

async function dropWhere(
  db: Db,
  { workspaceId, importId }: ImportKey,
  condition: RawBuilder<unknown>,
): Promise<void> {
  // A cascade would look up the problems of one row at a time.
  for (const table of ['import_problems', 'import_bad_rows'] as const)
    await sql`DELETE FROM ${sql.table(table)} WHERE workspace_id = ${workspaceId} AND import_id = ${importId} AND ${condition}`.execute(
      db,
    );
}

/** Replaces the fault of a fixed cell in several rows, or removes it; rows without a fault are no longer bad. */
export async function resolveCells(
  db: Db,
  { workspaceId, importId }: ImportKey,
  {
    rows,
    column,
    fault,
    value,
  }: { rows: readonly number[]; column: number; fault: RowError | undefined; value: string },
): Promise<void> {
  const cells = sql`workspace_id = ${workspaceId} AND import_id = ${importId} AND column_index = ${column} AND row_number = ANY(${[...rows]}::int[])`;
  if (fault === undefined) await sql`DELETE FROM import_problems WHERE ${cells}`.execute(db);
  else
    await sql`UPDATE import_problems SET kind = ${fault.kind}, message = ${fault.message}, value = ${value} WHERE ${cells}`.execute(
      db,
    );
  await sql`
    DELETE FROM import_bad_rows AS bad WHERE bad.workspace_id = ${workspaceId} AND bad.import_id = ${importId} AND bad.row_number = ANY(${[...rows]}::int[])
      AND NOT EXISTS (SELECT FROM import_problems AS problems WHERE problems.workspace_id = bad.workspace_id AND problems.import_id = bad.import_id AND problems.row_number = bad.row_number)`.execute(
    db,
  );
}

/** The fixes of a span of rows, both ends included. */
export function listEdits(
  db: Db,
  { workspaceId, importId }: ImportKey,
  { first, last }: { first: number; last: number },
) {
  return db
    .selectFrom('import_edits')
    .select(['row_number', 'cells', 'is_skipped'])
    .where('workspace_id', '=', workspaceId)
    .where('import_id', '=', importId)
    .where('row_number', '>=', first)
    .where('row_number', '<=', last)
    .execute();
}
