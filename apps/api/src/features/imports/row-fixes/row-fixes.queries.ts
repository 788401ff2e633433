import type { ImportProblemKind } from '@handover/contract/imports.ts';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#db/client.ts';
import type { ImportKey } from '../imports.queries.ts';

export type ProblemFilter = {
  readonly column: string | undefined;
  readonly kind: ImportProblemKind | undefined;
};
type Slice = { readonly after: number; readonly limit: number };

/** Stands for a row as a whole where a column is asked for. */
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

/** Rows that were mended or skipped, in the order of the file. */
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
  { state, filter }: { state: 'open' | 'mended'; filter: ProblemFilter },
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

export function listProblemsOf(db: Db, { workspaceId, importId }: ImportKey, rows: readonly number[]) {
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

export type ProblemCell = Awaited<ReturnType<typeof listProblemsOf>>[number];

/** How many cells of each column have each kind of problem, the most first. */
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

/** A row that is bad or was edited: as it came, and its edit. */
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
