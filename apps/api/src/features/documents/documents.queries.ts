import type { RecordType } from '@handover/contract/records.ts';
import { sql, type Updateable } from 'kysely';
import type { Db } from '#db/client.ts';
import { newId } from '#lib/ids.ts';
import type { Position } from '#lib/pagination.ts';
import { isOnReadableRecord, type FiledRecord } from '#platform/records/files.queries.ts';
import type { Member } from '#platform/session/actor.ts';
import type { DocumentsTable } from '#db/schema/businesses.ts';

/** The record whose documents are listed; null for every record that the member may read. */
type Listed = {
  readonly records: readonly FiledRecord[];
  readonly of: { readonly recordType: RecordType; readonly recordId: string } | null;
};

/** Documents in the member's reach, newest first. */
export function listDocumentRows(
  db: Db,
  member: Member,
  { after, limit, ...listed }: Listed & { after: Position | null; limit: number },
) {
  let query = listedDocuments(db, member, listed);
  if (after !== null)
    query = query.where(sql<boolean>`(documents.created_at, documents.id) < (${after[0]}, ${after[1]})`);
  return query.orderBy('documents.created_at', 'desc').orderBy('documents.id', 'desc').limit(limit).execute();
}

export type DocumentRow = Awaited<ReturnType<typeof listDocumentRows>>[number];

export async function countDocuments(db: Db, member: Member, listed: Listed): Promise<number> {
  const query = listedDocuments(db, member, listed)
    .clearSelect()
    .select(sql<number>`count(*)::int`.as('count'));
  return (await query.executeTakeFirstOrThrow()).count;
}

function listedDocuments(db: Db, member: Member, { records, of }: Listed) {
  const query = readableDocuments(db, member, { records, active: false }).where(
    'documents.deleted_at',
    'is',
    null,
  );
  const column = records.find(({ type }) => type === of?.recordType)?.files.column;
  if (of === null || column === undefined) return query;
  return query.where(({ exists, selectFrom }) =>
    exists(
      selectFrom('document_records')
        .whereRef('document_records.document_id', '=', 'documents.id')
        .where('document_records.workspace_id', '=', member.workspaceId)
        .where(`document_records.${column}`, '=', of.recordId),
    ),
  );
}

/**
 * A document, deleted ones included, on a record that the member may read, or with `active` one that is not in the
 * trash; null otherwise.
 */
export async function findDocumentRow(
  db: Db,
  member: Member,
  { documentId, ...scope }: { documentId: string; records: readonly FiledRecord[]; active: boolean },
): Promise<DocumentRow | null> {
  const row = await readableDocuments(db, member, scope)
    .where('documents.id', '=', documentId)
    .executeTakeFirst();
  return row ?? null;
}

/** The active document that a file was saved as on a record, if there is one. */
export async function findSavedDocumentId(
  db: Db,
  { workspaceId, fileId, record, recordId }: Attachment & { workspaceId: string; fileId: string },
): Promise<string | null> {
  const row = await db
    .selectFrom('documents')
    .innerJoin('document_records', (join) =>
      join
        .onRef('document_records.workspace_id', '=', 'documents.workspace_id')
        .onRef('document_records.document_id', '=', 'documents.id'),
    )
    .select('documents.id')
    .where('documents.workspace_id', '=', workspaceId)
    .where('documents.file_id', '=', fileId)
    .where('documents.deleted_at', 'is', null)
    .where(`document_records.${record.files.column}`, '=', recordId)
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Clients read what is shared with them. */
function readableDocuments(
  db: Db,
  member: Member,
  scope: { records: readonly FiledRecord[]; active: boolean },
) {
  return db
    .selectFrom('documents')
    .innerJoin('files', (join) =>
      join
        .onRef('files.workspace_id', '=', 'documents.workspace_id')
        .onRef('files.id', '=', 'documents.file_id'),
    )
    .innerJoin('users', 'users.id', 'documents.created_by')
    .select([
      'documents.id',
      'documents.name',
      'documents.audience',
      'documents.created_by',
      'documents.created_at',
      'documents.deleted_at',
      'documents.version',
      'files.content_type',
      'files.size_bytes',
      'files.sha256',
      'users.display_name as author_name',
      concerned('customer_id').as('customer_id'),
      concerned('business_id').as('business_id'),
      concerned('deal_id').as('deal_id'),
    ])
    .where('documents.workspace_id', '=', member.workspaceId)
    .where(isOnReadableRecord(member, scope))
    .$if(member.scope === 'client', (query) => query.where('documents.audience', '=', 'client'));
}

function concerned(column: 'customer_id' | 'business_id' | 'deal_id') {
  return sql<string | null>`(SELECT ${sql.ref(column)} FROM document_records AS concerned
    WHERE concerned.workspace_id = documents.workspace_id AND concerned.document_id = documents.id
      AND ${sql.ref(`concerned.${column}`)} IS NOT NULL LIMIT 1)`;
}

/** The record that a document is attached to. */
export type Attachment = { readonly record: FiledRecord; readonly recordId: string };

/** Adds a document to a record whose access was checked. Returns its id. */
export async function insertDocument(
  db: Db,
  {
    workspaceId,
    record,
    recordId,
    name,
    fileId,
    audience,
    createdBy,
    now,
  }: Attachment & {
    workspaceId: string;
    name: string;
    fileId: string;
    audience: DocumentRow['audience'];
    createdBy: string;
    now: Date;
  },
): Promise<string> {
  const id = newId();
  await db
    .insertInto('documents')
    .values({
      workspace_id: workspaceId,
      id,
      name,
      file_id: fileId,
      audience,
      created_by: createdBy,
      created_at: now,
      updated_at: now,
    })
    .execute();
  await db
    .insertInto('document_records')
    .values({ workspace_id: workspaceId, id: newId(), document_id: id, [record.files.column]: recordId })
    .execute();
  return id;
}

/** Changes a document and its version; false when the version was not the current one. */
export async function updateDocumentRow(
  db: Db,
  {
    workspaceId,
    documentId,
    version,
    change,
    now,
  }: {
    workspaceId: string;
    documentId: string;
    version: number;
    change: Updateable<DocumentsTable>;
    now: Date;
  },
): Promise<boolean> {
  const row = await db
    .updateTable('documents')
    .set((eb) => ({ ...change, version: eb('version', '+', 1), updated_at: now }))
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', documentId)
    .where('version', '=', version)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}
