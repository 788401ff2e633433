import type { RecordLabels, RecordType } from '@handover/contract/records/records.ts';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#db/client.ts';
import type { Database } from '#db/schema/database.ts';
import type { RecordFiles } from '../files.queries.ts';

/** Rows that refer to a record, and are moved to the other record in a merge. */
export type RelatedRows = {
  /** The label for counting them in a merge; not counted without labels. */
  readonly labels?: RecordLabels;
  /** The name under which `merge_pieces` stores them. */
  readonly kind: string;
  readonly table: keyof Database;
  /** The column that names the record. */
  readonly column: string;
  /** For rows that link the record to something: the column that refers to it, and its table. Other rows have an id. */
  readonly tie?: { readonly column: string; readonly table: keyof Database };
};

/** The columns by which records of one type refer to records of another, such as to their owner. */
export type Reference = { readonly record: RecordType; readonly column: string };

export type MergeKey = {
  readonly workspaceId: string;
  readonly mergeId: string;
  readonly survivorId: string;
  readonly mergedId: string;
};

type MergeableRecord = {
  readonly type: RecordType;
  readonly labels: RecordLabels;
  readonly table: keyof Database;
  readonly isGrantable?: boolean;
  readonly files?: RecordFiles;
  readonly references?: readonly Reference[];
  readonly relatedRows?: readonly RelatedRows[];
};

const fileLabels = { one: 'file', many: 'files' };

/**
 * All rows that belong to a record of a type: its own related rows, and the records, grants, and documents that refer
 * to it.
 */
export function listRelatedRows(records: readonly MergeableRecord[], type: RecordType): RelatedRows[] {
  return records.flatMap((record) => {
    const references = record.references?.filter((reference) => reference.record === type) ?? [];
    const { type: kind, table, labels } = record;
    const rows = references.map(({ column }): RelatedRows => ({ kind, table, column, labels }));
    if (kind !== type) return rows;
    if (record.isGrantable === true)
      rows.push({ kind: 'grant', table: 'access_grants', column: 'record_id' });
    if (record.files !== undefined)
      rows.push({
        kind: 'document',
        table: 'document_records',
        column: record.files.column,
        labels: fileLabels,
        tie: { column: 'document_id', table: 'documents' },
      });
    return [...rows, ...(record.relatedRows ?? [])];
  });
}

/**
 * Moves the rows of the merged record, including deleted rows, to the survivor and stores which were moved. A link that
 * the survivor already has, or that would link it to itself, is removed. Running it again moves rows that were added
 * since.
 */
export async function moveRelatedRows(db: Db, related: readonly RelatedRows[], key: MergeKey): Promise<void> {
  for (const { tie, ...rows } of related)
    await (tie === undefined ? moveRows(db, rows, key) : moveLinks(db, { ...rows, tie }, key));
}

/** Returns the rows, except those that have since been moved to another record. */
export async function restoreRelatedRows(
  db: Db,
  related: readonly RelatedRows[],
  key: MergeKey,
): Promise<void> {
  for (const { tie, ...rows } of related)
    await (tie === undefined ? restoreRows(db, rows, key) : restoreLinks(db, { ...rows, tie }, key));
}

/** Whether any of the rows refers to a record. */
export async function hasRelatedRows(
  db: Db,
  related: readonly RelatedRows[],
  { workspaceId, id }: { workspaceId: string; id: string },
): Promise<boolean> {
  for (const { table, column } of related) {
    const { rows } = await sql`
      SELECT FROM ${sql.table(table)} WHERE workspace_id = ${workspaceId} AND ${sql.ref(column)} = ${id} LIMIT 1`.execute(
      db,
    );
    if (rows.length > 0) return true;
  }
  return false;
}

/** How many rows, not counting deleted ones, a merge would move or has moved, by their labels. */
export type RelatedCount = RecordLabels & { readonly count: number };

/** Counts the rows that refer to a record. */
export function countRelatedRows(
  db: Db,
  related: readonly RelatedRows[],
  { workspaceId, id }: { workspaceId: string; id: string },
): Promise<RelatedCount[]> {
  return countByLabels(related, async ({ table, column, tie }) => {
    const target = tie === undefined ? sql`related` : sql`tied`;
    const join =
      tie === undefined
        ? sql``
        : sql`JOIN ${sql.table(tie.table)} AS tied ON tied.workspace_id = related.workspace_id AND tied.id = ${sql.ref(`related.${tie.column}`)}`;
    const { rows } = await sql<{ count: number }>`
      SELECT count(*)::int AS count FROM ${sql.table(table)} AS related ${join}
      WHERE related.workspace_id = ${workspaceId} AND ${sql.ref(`related.${column}`)} = ${id} AND ${isNotDeleted(target)}`.execute(
      db,
    );
    return rows[0]?.count ?? 0;
  });
}

/** Counts what a merge has moved. */
export function countMovedRows(
  db: Db,
  related: readonly RelatedRows[],
  { workspaceId, mergeId }: Pick<MergeKey, 'workspaceId' | 'mergeId'>,
): Promise<RelatedCount[]> {
  return countByLabels(related, async ({ kind, table, tie }) => {
    const { rows } = await sql<{ count: number }>`
      SELECT count(*)::int AS count FROM merge_pieces
      JOIN ${sql.table(tie?.table ?? table)} AS moved ON moved.workspace_id = merge_pieces.workspace_id AND moved.id = merge_pieces.record_id
      WHERE merge_pieces.workspace_id = ${workspaceId} AND merge_pieces.merge_id = ${mergeId} AND merge_pieces.kind = ${kind}
        AND ${isNotDeleted(sql`moved`)}`.execute(db);
    return rows[0]?.count ?? 0;
  });
}

async function countByLabels(
  related: readonly RelatedRows[],
  count: (rows: RelatedRows) => Promise<number>,
): Promise<RelatedCount[]> {
  const counts = new Map<string, RelatedCount>();
  for (const rows of related) {
    if (rows.labels === undefined) continue;
    const { one, many } = rows.labels;
    counts.set(many, { one, many, count: (counts.get(many)?.count ?? 0) + (await count(rows)) });
  }
  return [...counts.values()];
}

/** Works for a row of any table, because some tables have no `deleted_at`. */
function isNotDeleted(row: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`to_jsonb(${row}) ->> 'deleted_at' IS NULL`;
}

/** The ids of the moved rows of one kind. */
export async function listMovedIds(
  db: Db,
  { workspaceId, mergeId, kind }: Pick<MergeKey, 'workspaceId' | 'mergeId'> & { kind: string },
): Promise<string[]> {
  const { rows } = await sql<{ record_id: string }>`
    SELECT record_id FROM merge_pieces WHERE workspace_id = ${workspaceId} AND merge_id = ${mergeId} AND kind = ${kind}`.execute(
    db,
  );
  return rows.map((row) => row.record_id);
}

type Rows = Omit<RelatedRows, 'tie'>;
type Links = Rows & Required<Pick<RelatedRows, 'tie'>>;

async function moveRows(
  db: Db,
  { kind, table, column }: Rows,
  { workspaceId, mergeId, survivorId, mergedId }: MergeKey,
): Promise<void> {
  await sql`
    WITH moved AS (
      UPDATE ${sql.table(table)} SET ${sql.ref(column)} = ${survivorId}
      WHERE workspace_id = ${workspaceId} AND ${sql.ref(column)} = ${mergedId} RETURNING id)
    INSERT INTO merge_pieces (workspace_id, merge_id, kind, record_id)
    SELECT ${workspaceId}::uuid, ${mergeId}::uuid, ${kind}::text, id FROM moved
    ON CONFLICT DO NOTHING`.execute(db);
}

async function restoreRows(db: Db, { kind, table, column }: Rows, key: MergeKey): Promise<void> {
  const { workspaceId, survivorId, mergedId } = key;
  await sql`
    UPDATE ${sql.table(table)} AS record SET ${sql.ref(column)} = ${mergedId} FROM merge_pieces
    WHERE ${isMoved(kind, key)}
      AND record.workspace_id = ${workspaceId} AND record.id = merge_pieces.record_id AND ${sql.ref(`record.${column}`)} = ${survivorId}`.execute(
    db,
  );
}

async function moveLinks(
  db: Db,
  { kind, table, column, tie }: Links,
  { workspaceId, mergeId, survivorId, mergedId }: MergeKey,
): Promise<void> {
  const [owner, other] = [sql.ref(column), sql.ref(tie.column)];
  await sql`
    WITH taken AS (
      DELETE FROM ${sql.table(table)} WHERE workspace_id = ${workspaceId} AND ${owner} = ${mergedId} RETURNING *
    ), stored AS (
      INSERT INTO merge_pieces (workspace_id, merge_id, kind, record_id, is_shared, before)
      SELECT ${workspaceId}::uuid, ${mergeId}::uuid, ${kind}::text, taken.${other},
        taken.${other} = ${survivorId} OR EXISTS (SELECT FROM ${sql.table(table)} AS theirs
          WHERE theirs.workspace_id = ${workspaceId} AND theirs.${owner} = ${survivorId} AND theirs.${other} = taken.${other}),
        to_jsonb(taken)
      FROM taken ON CONFLICT DO NOTHING RETURNING is_shared, before)
    INSERT INTO ${sql.table(table)}
    SELECT tied.* FROM stored,
      jsonb_populate_record(NULL::${sql.table(table)}, stored.before || jsonb_build_object(${column}::text, ${survivorId}::text)) AS tied
    WHERE NOT stored.is_shared`.execute(db);
}

async function restoreLinks(db: Db, { kind, table, column, tie }: Links, key: MergeKey): Promise<void> {
  const { workspaceId, survivorId } = key;
  await sql`
    DELETE FROM ${sql.table(table)} AS tied USING merge_pieces
    WHERE ${isMoved(kind, key)} AND NOT merge_pieces.is_shared
      AND tied.workspace_id = ${workspaceId} AND tied.${sql.ref(column)} = ${survivorId} AND tied.${sql.ref(tie.column)} = merge_pieces.record_id`.execute(
    db,
  );
  await sql`
    INSERT INTO ${sql.table(table)}
    SELECT tied.* FROM merge_pieces, jsonb_populate_record(NULL::${sql.table(table)}, merge_pieces.before) AS tied
    WHERE ${isMoved(kind, key)}
      AND EXISTS (SELECT FROM ${sql.table(tie.table)} AS still WHERE still.workspace_id = ${workspaceId} AND still.id = merge_pieces.record_id)
    ON CONFLICT DO NOTHING`.execute(db);
}

function isMoved(kind: string, { workspaceId, mergeId }: MergeKey): RawBuilder<boolean> {
  return sql<boolean>`merge_pieces.workspace_id = ${workspaceId} AND merge_pieces.merge_id = ${mergeId} AND merge_pieces.kind = ${kind}`;
}
