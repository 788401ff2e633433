import type { RecordType } from '@handover/contract/records/records.ts';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#db/client.ts';
import type { Member } from '#platform/session/actor.ts';
import { isRecordAreaOpen } from '#platform/session/access.ts';
import type { Readable } from './visible.queries.ts';

/** How documents are attached to records of a type. */
export type RecordFiles = {
  /** The column of `document_records` that names a record of this type. */
  readonly column: 'customer_id' | 'business_id' | 'deal_id';
  /**
   * A condition on `from`: the records in their scope whose shared documents clients can read. All records if missing.
   */
  readonly clientCondition?: (member: Member) => RawBuilder<boolean>;
};

/** A record type with files. */
export type RecordTypeWithFiles = Readable & {
  readonly type: RecordType;
  readonly files: RecordFiles;
  /** The name of a record, as an expression on `from`. */
  readonly auditName?: RawBuilder<unknown>;
};

/** A record that a document concerns. */
export type RecordLink = { readonly type: RecordType; readonly id: string; readonly name: string };

/**
 * Whether `id`, an expression, names a record with files that the member may read: including deleted records that they
 * see in the trash, unless `active`.
 */
function hasReadableFiles(
  { files, table, from, scope, filter }: RecordTypeWithFiles,
  member: Member,
  { id, active }: { id: RawBuilder<unknown>; active: boolean },
): RawBuilder<boolean> {
  const isClient = member.scope === 'client';
  const forClients = isClient ? (files.clientCondition?.(member) ?? sql`true`) : sql`true`;
  const trash = isClient || active ? null : (filter?.trash(member) ?? null);
  const notDeleted = sql`(${sql.ref(`${table}.deleted_at`)} IS NULL OR ${trash ?? sql`false`})`;
  return sql<boolean>`EXISTS (SELECT FROM ${from(member)}
    WHERE ${sql.ref(`${table}.id`)} = ${id} AND ${notDeleted} AND ${forClients} AND ${scope(member)})`;
}

/** Whether the member may read the files of a record; `active` leaves out the trash. */
export async function canReadFiles(
  db: Db,
  member: Member,
  { record, recordId, active }: { record: RecordTypeWithFiles; recordId: string; active: boolean },
): Promise<boolean> {
  if (!isRecordAreaOpen(member, record.type)) return false;
  const id = sql`${recordId}::uuid`;
  const { rows } = await sql<{ found: boolean }>`
    SELECT ${hasReadableFiles(record, member, { id, active })} AS found`.execute(db);
  return rows[0]?.found === true;
}

/** Whether a document is an active file of a record. */
export async function isRecordFile(
  db: Db,
  {
    workspaceId,
    column,
    recordId,
    documentId,
  }: { workspaceId: string; column: RecordFiles['column']; recordId: string; documentId: string },
): Promise<boolean> {
  const row = await db
    .selectFrom('document_records')
    .innerJoin('documents', (join) =>
      join
        .onRef('documents.workspace_id', '=', 'document_records.workspace_id')
        .onRef('documents.id', '=', 'document_records.document_id'),
    )
    .select('documents.id')
    .where('document_records.workspace_id', '=', workspaceId)
    .where(`document_records.${column}`, '=', recordId)
    .where('documents.id', '=', documentId)
    .where('documents.deleted_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether a row of `documents` belongs to a record with files that the member may read. */
export function isOnReadableRecord(
  member: Member,
  { records, active }: { records: readonly RecordTypeWithFiles[]; active: boolean },
): RawBuilder<boolean> {
  const conditions = records
    .filter(({ type }) => isRecordAreaOpen(member, type))
    .map((record) =>
      hasReadableFiles(record, member, { id: sql.ref(`document_records.${record.files.column}`), active }),
    );
  if (conditions.length === 0) return sql<boolean>`false`;
  return sql<boolean>`EXISTS (SELECT FROM document_records
    WHERE document_records.workspace_id = ${member.workspaceId} AND document_records.document_id = documents.id
      AND (${sql.join(conditions, sql` OR `)}))`;
}

/** The active records that a row of `documents` concerns, of those that the member of the staff may read; none for clients. */
export function selectReadableRecords(
  member: Member,
  records: readonly RecordTypeWithFiles[],
): RawBuilder<RecordLink[]> {
  const parts = records
    .filter(({ type }) => member.scope !== 'client' && isRecordAreaOpen(member, type))
    .map(
      ({ type, files, table, from, scope, auditName }) =>
        // An array, so that the few records of a document are looked up, rather than the many documents of a record.
        sql`SELECT ${type}::text AS type, ${sql.ref(`${table}.id`)} AS id, ${auditName ?? sql`''`} AS name FROM ${from(member)}
          WHERE ${sql.ref(`${table}.id`)} = ANY(ARRAY(SELECT ${sql.ref(`concerned.${files.column}`)} FROM document_records AS concerned
              WHERE concerned.workspace_id = documents.workspace_id AND concerned.document_id = documents.id
                AND ${sql.ref(`concerned.${files.column}`)} IS NOT NULL))
            AND ${sql.ref(`${table}.deleted_at`)} IS NULL AND ${scope(member)}`,
    );
  if (parts.length === 0) return sql<RecordLink[]>`'[]'::jsonb`;
  return sql<
    RecordLink[]
  >`(SELECT coalesce(jsonb_agg(jsonb_build_object('type', type, 'id', id, 'name', name) ORDER BY type, name, id), '[]')
    FROM (${sql.join(parts, sql` UNION ALL `)}) AS shown)`;
}
