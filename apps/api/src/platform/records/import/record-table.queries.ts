import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#db/client.ts';
import { brokerIfStaff } from '#platform/session/brokers.queries.ts';
import type { ImportKey, RecordNow } from './import-spec.ts';

/** The table of a record type, with the columns that an import writes. `version` is always written with them. */
export type RecordTable = {
  readonly name: string;
  readonly columns: readonly string[];
  /** How a stored reference to another record is restored, as an expression of its value. */
  readonly references?: Readonly<
    Record<string, (workspaceId: string, value: RawBuilder<unknown>) => RawBuilder<unknown>>
  >;
};

/** The values of a row's columns. */
export type Columns = Readonly<Record<string, unknown>>;

const toJson = (rows: readonly unknown[]) => sql`${JSON.stringify(rows)}::json`;
const list = (names: readonly string[]) => sql.join(names.map((name) => sql.ref(name)));
const toTable = (name: string) => sql.table(name);

export async function insertRecords(
  db: Db,
  { name, columns }: RecordTable,
  rows: readonly (Columns & { workspace_id: string; id: string; created_at: Date })[],
): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    ${sql.raw(`INSERT INTO ${name} (workspace_id, id, created_at, ${columns.join(', ')})`)}
    SELECT workspace_id, id, created_at, ${list(columns)} FROM json_populate_recordset(NULL::${toTable(name)}, ${toJson(rows)})`.execute(
    db,
  );
}

/** Updates records that the transaction has locked, and their versions. */
export async function updateRecords(
  db: Db,
  { name, columns }: RecordTable,
  { workspaceId, rows }: { workspaceId: string; rows: readonly (Columns & { id: string })[] },
): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    UPDATE ${toTable(name)} SET (version, ${list(columns)}) = ROW (${toTable(name)}.version + 1, ${list(columns.map((column) => `r.${column}`))})
    FROM json_populate_recordset(NULL::${toTable(name)}, ${toJson(rows)}) AS r
    WHERE ${toTable(name)}.workspace_id = ${workspaceId} AND ${toTable(name)}.id = r.id`.execute(db);
}

export async function deleteRecords(
  db: Db,
  { name }: RecordTable,
  { workspaceId, ids }: { workspaceId: string; ids: readonly string[] },
): Promise<void> {
  await sql`
    DELETE FROM ${toTable(name)} WHERE workspace_id = ${workspaceId} AND id = ANY(${[...ids]}::uuid[])`.execute(
    db,
  );
}

/** The records of some rows, locked. `keepReason` is an expression on the table: why a record must not be deleted. */
export async function lockRecords(
  db: Db,
  { name }: RecordTable,
  { key, rows, keepReason }: { key: ImportKey; rows: readonly number[]; keepReason: RawBuilder<unknown> },
): Promise<RecordNow[]> {
  const { workspaceId, importId } = key;
  const { rows: records } = await sql<RecordNow>`
    SELECT ${toTable(name)}.id, ${toTable(name)}.version, ${keepReason} AS "keepReason"
    FROM import_changes AS changes JOIN ${toTable(name)} ON ${toTable(name)}.workspace_id = changes.workspace_id AND ${toTable(name)}.id = changes.record_id
    WHERE changes.workspace_id = ${workspaceId} AND changes.import_id = ${importId} AND changes.row_number = ANY(${[...rows]}::int[])
    ORDER BY ${toTable(name)}.id
    FOR UPDATE OF ${toTable(name)}`.execute(db);
  return records;
}

/**
 * Restores the columns of updated records that the import changed, including version and time of change. Skips values of
 * deleted custom fields.
 */
export async function restoreRecords(
  db: Db,
  { name, columns, references }: RecordTable,
  { key: { workspaceId, importId }, rows }: { key: ImportKey; rows: readonly number[] },
): Promise<void> {
  const restored = columns.map((column) => {
    if (column === 'custom')
      return sql`coalesce(known_custom(${workspaceId}, r.custom), ${toTable(name)}.custom)`;
    const value = sql.ref(`r.${column}`);
    const restore = column === 'broker_id' ? brokerIfStaff : references?.[column];
    return sql`CASE WHEN changes.before ? ${column} THEN ${restore?.(workspaceId, value) ?? value} ELSE ${sql.ref(`${name}.${column}`)} END`;
  });
  await sql`
    UPDATE ${toTable(name)} SET (version, ${list(columns)}) = ROW (r.version, ${sql.join(restored)})
    FROM import_changes AS changes, jsonb_populate_record(NULL::${toTable(name)}, changes.before) AS r
    WHERE changes.workspace_id = ${workspaceId} AND changes.import_id = ${importId} AND changes.row_number = ANY(${[...rows]}::int[])
      AND changes.before IS NOT NULL AND ${toTable(name)}.workspace_id = ${workspaceId} AND ${toTable(name)}.id = changes.record_id`.execute(
    db,
  );
}

/** The names of existing records, by ID. */
export async function listNames(
  db: Db,
  { name }: RecordTable,
  { workspaceId, ids }: { workspaceId: string; ids: readonly string[] },
): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; name: string }>`
    SELECT id, name FROM ${toTable(name)} WHERE workspace_id = ${workspaceId} AND id = ANY(${[...ids]}::uuid[])`.execute(
    db,
  );
  return new Map(rows.map((row) => [row.id, row.name]));
}
