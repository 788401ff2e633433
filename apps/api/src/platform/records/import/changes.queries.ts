import type { ActivityType } from '@handover/contract/records/activities.ts';
import type { RecordType } from '@handover/contract/records/records.ts';
import { sql } from 'kysely';
import type { Db } from '#db/client.ts';
import type { Member } from '#platform/session/actor.ts';
import type { Work } from '#platform/work.ts';
import { recordActivities } from '../bulk/write-changes.queries.ts';
import type { Change, MatchedRecord, ImportKey, MatchKeys } from './import-spec.ts';
import { recordKey, type Claim } from './match.ts';

// Rows are passed as one JSON parameter, so a statement for 500 rows is built as quickly as one for a single row.
const toJson = (rows: readonly unknown[]) => sql`${JSON.stringify(rows)}::json`;

type TypedKey = ImportKey & { readonly recordType: RecordType };

/** The claims of earlier rows on the keys of later rows, and on the records that later rows may refer to. */
export async function findClaims(
  db: Db,
  { workspaceId, importId }: ImportKey,
  {
    before,
    keys,
    existing,
  }: { before: number; keys: readonly MatchKeys[]; existing: readonly MatchedRecord[] },
): Promise<Claim[]> {
  const asked = [...keys.flatMap(({ groups }) => groups.flat()), ...existing.map(({ id }) => recordKey(id))];
  const rows = await db
    .selectFrom('import_keys')
    .select(['key', 'row_number', 'identifiers'])
    .where('workspace_id', '=', workspaceId)
    .where('import_id', '=', importId)
    .where('row_number', '<', before)
    .where(sql<boolean>`key = ANY(${asked}::text[])`)
    .execute();
  return rows.map(({ key, row_number, identifiers }) => ({ key, row: row_number, identifiers }));
}

/** Stores the claims of planned rows. */
export async function insertClaims(
  db: Db,
  { workspaceId, importId }: ImportKey,
  claims: readonly Claim[],
): Promise<void> {
  if (claims.length === 0) return;
  const rows = claims.map(({ key, row, identifiers }) => ({ key, row_number: row, identifiers }));
  await sql`
    INSERT INTO import_keys (workspace_id, import_id, key, row_number, identifiers)
    SELECT ${workspaceId}::uuid, ${importId}::uuid, key, row_number, identifiers FROM json_populate_recordset(NULL::import_keys, ${toJson(rows)})`.execute(
    db,
  );
}

/** Stores changes before they are written, each with the current search text of its record. */
export async function insertChanges(
  db: Db,
  { workspaceId, importId, recordType }: TypedKey,
  changes: readonly Change[],
): Promise<void> {
  if (changes.length === 0) return;
  const rows = changes.map(({ row, recordId, kind, versionAfter, before, extra = {} }) => ({
    row_number: row,
    record_id: recordId,
    kind,
    version_after: versionAfter,
    before,
    extra,
  }));
  await sql`
    INSERT INTO import_changes (workspace_id, import_id, row_number, record_id, kind, version_after, before, extra, search_before)
    SELECT ${workspaceId}::uuid, ${importId}::uuid, r.row_number, r.record_id, r.kind, r.version_after, r.before, r.extra,
      CASE r.kind WHEN 'updated' THEN (SELECT text FROM search_entries AS found WHERE found.workspace_id = ${workspaceId} AND found.kind = ${recordType} AND found.record_id = r.record_id) END
    FROM json_populate_recordset(NULL::import_changes, ${toJson(rows)}) AS r`.execute(db);
}

export async function insertRejections(
  db: Db,
  { workspaceId, importId }: ImportKey,
  rows: readonly { row_number: number; reason: string; name: string | null; raw_row: string }[],
): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    INSERT INTO import_rejections (workspace_id, import_id, row_number, reason, name, raw_row)
    SELECT ${workspaceId}::uuid, ${importId}::uuid, row_number, reason, name, raw_row FROM json_populate_recordset(NULL::import_rejections, ${toJson(rows)})`.execute(
    db,
  );
}

/** Writes the search entries of written records. */
export async function writeSearchEntries(
  db: Db,
  { workspaceId, recordType }: Pick<TypedKey, 'workspaceId' | 'recordType'>,
  entries: readonly { record_id: string; text: string }[],
): Promise<void> {
  if (entries.length === 0) return;
  await sql`
    INSERT INTO search_entries (workspace_id, kind, record_id, text)
    SELECT ${workspaceId}::uuid, ${recordType}, record_id, text FROM json_populate_recordset(NULL::search_entries, ${toJson(entries)})
    ON CONFLICT (workspace_id, kind, record_id) DO UPDATE SET text = excluded.text`.execute(db);
}

/** Up to `limit` changes that are not undone yet, the last row first. */
export function listChanges(db: Db, { workspaceId, importId }: ImportKey, limit: number) {
  return db
    .selectFrom('import_changes')
    .select(['row_number', 'record_id', 'kind', 'version_after'])
    .where('workspace_id', '=', workspaceId)
    .where('import_id', '=', importId)
    .where('state', '=', 'applied')
    .orderBy('row_number', 'desc')
    .limit(limit)
    .execute();
}

export type ChangeRow = Awaited<ReturnType<typeof listChanges>>[number];

/** Deletes the timeline entries that an import wrote; the database allows it only during the undo of the import. */
export async function revertActivities(
  db: Db,
  { workspaceId, importId }: ImportKey,
  recordIds: readonly string[],
): Promise<void> {
  await sql`SELECT take_back_import_activities(${workspaceId}, ${importId}, ${[...recordIds]}::uuid[])`.execute(
    db,
  );
}

/** Restores the search text of updated records, and deletes the search text of deleted records. */
export async function revertSearch(
  db: Db,
  { workspaceId, importId, recordType }: TypedKey,
  { deleted, updatedRows }: { deleted: readonly string[]; updatedRows: readonly number[] },
): Promise<void> {
  const restored = sql`changes.workspace_id = ${workspaceId} AND changes.import_id = ${importId} AND changes.row_number = ANY(${[...updatedRows]}::int[])
    AND changes.before IS NOT NULL AND found.workspace_id = ${workspaceId} AND found.kind = ${recordType} AND found.record_id = changes.record_id`;
  await sql`DELETE FROM search_entries WHERE workspace_id = ${workspaceId} AND kind = ${recordType} AND record_id = ANY(${[...deleted]}::uuid[])`.execute(
    db,
  );
  await sql`
    UPDATE search_entries AS found SET text = changes.search_before
    FROM import_changes AS changes WHERE ${restored} AND changes.search_before IS NOT NULL`.execute(db);
  await sql`
    DELETE FROM search_entries AS found USING import_changes AS changes
    WHERE ${restored} AND changes.search_before IS NULL`.execute(db);
}

/** Stores the results of an undo, and adds them to the import's counts. */
export async function resolveChanges(
  db: Db,
  { workspaceId, importId }: ImportKey,
  {
    undone,
    kept,
  }: { undone: readonly number[]; kept: readonly { readonly row: number; readonly reason: string }[] },
): Promise<void> {
  await sql`
    UPDATE import_changes SET state = 'undone'
    WHERE workspace_id = ${workspaceId} AND import_id = ${importId} AND row_number = ANY(${[...undone]}::int[])`.execute(
    db,
  );
  await sql`
    UPDATE import_changes SET state = 'kept', kept_reason = r.reason
    FROM json_to_recordset(${toJson(kept)}) AS r (row integer, reason text)
    WHERE workspace_id = ${workspaceId} AND import_id = ${importId} AND row_number = r.row`.execute(db);
  await db
    .updateTable('imports')
    .set((eb) => ({
      undone_count: eb('undone_count', '+', undone.length),
      kept_count: eb('kept_count', '+', kept.length),
    }))
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', importId)
    .execute();
}

/** Rows that an undo kept, in the order of the file. */
export function listKeptChanges(
  db: Db,
  { workspaceId, importId }: ImportKey,
  { after, limit }: { after: number; limit: number },
) {
  return db
    .selectFrom('import_changes')
    .select(['row_number', 'record_id', 'kept_reason'])
    .where('workspace_id', '=', workspaceId)
    .where('import_id', '=', importId)
    .where('state', '=', 'kept')
    .where('row_number', '>', after)
    .orderBy('row_number')
    .limit(limit)
    .execute();
}

/** A timeline entry for each record that a batch of an import has written; `column` names the record in it. */
export async function recordImported(
  work: Work,
  { actor, key }: { readonly actor: Member; readonly key: ImportKey },
  {
    type,
    column,
    written,
  }: {
    type: ActivityType;
    column: 'customer_id' | 'business_id';
    written: readonly {
      readonly row: number;
      readonly recordId: string;
      readonly changed: readonly string[] | undefined;
    }[];
  },
): Promise<void> {
  const entries = written.map(({ row, recordId, changed }) => ({
    customer_id: null,
    business_id: null,
    [column]: recordId,
    subject_id: key.importId,
    type,
    detail: { row, ...(changed !== undefined && { changed }) },
  }));
  const { workspaceId } = key;
  await recordActivities(work, { workspaceId, userId: actor.userId, kind: 'import', entries });
}
