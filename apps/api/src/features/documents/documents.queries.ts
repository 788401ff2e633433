import type {
  DocumentFilter,
  DocumentKind,
  DocumentSortKey,
} from '@handover/contract/documents/document-list.ts';
import { sql, type RawBuilder, type Selectable, type Updateable } from 'kysely';
import type { Db } from '#db/client.ts';
import type { DocumentsTable } from '#db/schema/documents.ts';
import { executePrepared } from '#db/statements/prepared-statement.ts';
import { updateVersion } from '#db/statements/update-version.ts';
import { newId } from '#lib/ids.ts';
import { listTypes } from '#platform/files/content-type.ts';
import {
  isOnReadableRecord,
  selectReadableRecords,
  type RecordTypeWithFiles,
} from '#platform/records/files.queries.ts';
import { hasTags, selectRecordTags } from '#platform/records/tags/tags.queries.ts';
import type { FilterConditions } from '#platform/records/list/filter.queries.ts';
import type { Listable, ListSlice } from '#platform/records/list/list-spec.ts';
import type { SortKey } from '#platform/records/list/sort.queries.ts';
import type { Member } from '#platform/session/actor.ts';
import { isAttested } from './attestations.queries.ts';
import { isAuthorShown } from './author.queries.ts';
import { documentPolicy } from './documents.policy.ts';
import { selectDocumentsOnLegalHold, selectLegalHolds } from './retention/legal-holds.queries.ts';
import { selectFileState } from './content/file-state.queries.ts';
import { insertVersion } from './versions.queries.ts';
import { availableAfter, isMarkedFor, isOpenToBuyer } from './rooms/room-access.queries.ts';

/**
 * Read scope of documents, as a condition on `documents`: documents of a record that the member may read; for staff,
 * also documents that are only in the library; for clients, documents shared with them, and those that a data room
 * opens to them as buyers. `active` excludes documents of records in the trash.
 */
export function inDocumentScope(
  member: Member,
  { records, active = false }: { records: readonly RecordTypeWithFiles[]; active?: boolean },
): RawBuilder<boolean> {
  const inWorkspace = sql<boolean>`documents.workspace_id = ${member.workspaceId}`;
  const onRecord = isOnReadableRecord(member, { records, active });
  if (member.scope === 'client')
    return sql<boolean>`(${inWorkspace} AND ((documents.audience = 'client' AND ${onRecord}) OR ${isOpenToBuyer(member)}))`;
  return sql<boolean>`(${inWorkspace} AND (${onRecord} OR NOT EXISTS (SELECT FROM document_records
    WHERE document_records.workspace_id = documents.workspace_id AND document_records.document_id = documents.id)))`;
}

export const documentTags = {
  table: 'document_tags',
  column: 'document_id',
  recordTable: 'documents',
} as const;

const ownColumns = [
  'documents.id',
  'documents.name',
  'documents.name_sort',
  'documents.number',
  'documents.file_id',
  'documents.folder_id',
  'documents.request_id',
  'documents.rejected_at',
  'documents.audience',
  'documents.created_by',
  'documents.created_at',
  'documents.updated_at',
  'documents.available_at',
  'documents.deleted_at',
  'documents.version',
] as const;

function selectDocuments(db: Db, member: Member, records: readonly RecordTypeWithFiles[]) {
  return db
    .selectFrom('documents')
    .innerJoin('files', (join) =>
      join
        .onRef('files.workspace_id', '=', 'documents.workspace_id')
        .onRef('files.id', '=', 'documents.file_id'),
    )
    .innerJoin('users', 'users.id', 'documents.created_by')
    .leftJoin('document_folders', (join) =>
      join
        .onRef('document_folders.workspace_id', '=', 'documents.workspace_id')
        .onRef('document_folders.id', '=', 'documents.folder_id'),
    )
    .leftJoin('data_rooms', (join) =>
      join
        .onRef('data_rooms.workspace_id', '=', 'documents.workspace_id')
        .onRef('data_rooms.id', '=', 'document_folders.room_id'),
    )
    .select([
      ...ownColumns,
      'files.content_type',
      'files.size_bytes',
      'files.sha256',
      'files.object_id',
      ...selectFileState('documents.name'),
      'users.display_name as author_name',
      isAuthorShown(member).as('is_author_shown'),
      'document_folders.name as folder_name',
      'document_folders.room_id',
      'data_rooms.state as room_state',
      'data_rooms.business_id as room_business_id',
      selectRelatedRecordId('customer_id').as('customer_id'),
      selectRelatedRecordId('business_id').as('business_id'),
      selectRelatedRecordId('deal_id').as('deal_id'),
      selectReadableRecords(member, records).as('records'),
      isMarkedFor(member, records).as('is_marked'),
      isAttested,
      selectLegalHolds(member).as('legal_holds'),
      selectRecordTags(documentTags).as('tags'),
    ])
    .where('documents.workspace_id', '=', member.workspaceId);
}

function selectRelatedRecordId(column: 'customer_id' | 'business_id' | 'deal_id') {
  return sql<string | null>`(SELECT ${sql.ref(column)} FROM document_records AS concerned
    WHERE concerned.workspace_id = documents.workspace_id AND concerned.document_id = documents.id
      AND ${sql.ref(`concerned.${column}`)} IS NOT NULL LIMIT 1)`;
}

const isOn = (
  column: RecordTypeWithFiles['files']['column'],
  id: string,
) => sql`EXISTS (SELECT FROM document_records AS chosen
  WHERE chosen.workspace_id = documents.workspace_id AND chosen.document_id = documents.id AND ${sql.ref(`chosen.${column}`)} = ${id})`;

const conditions: FilterConditions<DocumentFilter> = {
  folderId: (folderId) =>
    folderId === 'none' ? sql`documents.folder_id IS NULL` : sql`documents.folder_id = ${folderId}`,
  roomFolderId: (
    folderId,
    { member: { workspaceId } },
  ) => sql`documents.folder_id IN (SELECT place.id FROM document_folders AS place
    WHERE place.workspace_id = ${workspaceId} AND place.id = ${folderId} AND place.room_id IS NOT NULL)`,
  roomId: (
    roomId,
    { member: { workspaceId } },
  ) => sql`documents.folder_id IN (SELECT place.id FROM document_folders AS place
    WHERE place.workspace_id = ${workspaceId} AND place.room_id = ${roomId})`,
  kind: (kind) => isKind(kind),
  audience: (audience) => sql`documents.audience = ${audience}`,
  createdBy: (createdBy, { member }) =>
    sql`(documents.created_by = ${createdBy === 'me' ? member.userId : createdBy} AND ${isAuthorShown(member)})`,
  customerId: (id) => isOn('customer_id', id),
  businessId: (id) => isOn('business_id', id),
  dealId: (id) => isOn('deal_id', id),
  tagId: (ids) => hasTags(documentTags, ids),
  // As an array, they are looked up by ID; otherwise the planner assumes that they are most of the workspace's
  // documents.
  isOnLegalHold: (isSought, { member }) =>
    isSought
      ? sql`documents.id = ANY(ARRAY(${selectDocumentsOnLegalHold(member)}))`
      : sql`documents.id NOT IN (${selectDocumentsOnLegalHold(member)})`,
};

function isKind(kind: DocumentKind): RawBuilder<unknown> {
  const { types, isOthers } = listTypes(kind);
  return isOthers
    ? sql`files.content_type <> ALL(${types}::text[])`
    : sql`files.content_type = ANY(${types}::text[])`;
}

type SortFields = Pick<Selectable<DocumentsTable>, 'created_at' | 'name_sort'> & {
  readonly size_bytes: number;
};

const sorts: Record<DocumentSortKey, SortKey<SortFields>> = {
  createdAt: { column: sql.ref('documents.created_at'), read: (row) => row.created_at.toISOString() },
  name: { column: sql.ref('documents.name_sort'), read: (row) => row.name_sort },
  sizeBytes: { column: sql.ref('files.size_bytes'), read: (row) => row.size_bytes },
};

/** One page of the list or the export. */
export function fetchDocuments(
  db: Db,
  member: Member,
  {
    where,
    sorting,
    limit,
    records,
  }: Pick<ListSlice, 'where' | 'sorting' | 'limit'> & { records: readonly RecordTypeWithFiles[] },
) {
  return selectDocuments(db, member, records)
    .select(sorting.values.as('sort_values'))
    .where(where)
    .orderBy(sorting.order)
    .limit(limit)
    .execute();
}

export type ListedRow = Awaited<ReturnType<typeof fetchDocuments>>[number];
export type DocumentRow = Omit<ListedRow, 'sort_values'>;

async function countDocuments(
  db: Db,
  { workspaceId }: Member,
  { where }: Pick<ListSlice, 'where'>,
): Promise<number> {
  const { count } = await db
    .selectFrom('documents')
    .innerJoin('files', (join) =>
      join
        .onRef('files.workspace_id', '=', 'documents.workspace_id')
        .onRef('files.id', '=', 'documents.file_id'),
    )
    .select(sql<number>`count(*)::int`.as('count'))
    .where('documents.workspace_id', '=', workspaceId)
    .where(where)
    .executeTakeFirstOrThrow();
  return count;
}

/** How documents of these record types, and of the library, are listed. */
export function createListableDocuments(records: readonly RecordTypeWithFiles[]): Listable<ListedRow> {
  return {
    type: 'document',
    table: 'documents',
    scope: (member) => inDocumentScope(member, { records }),
    from: () => sql`documents
      JOIN files ON files.workspace_id = documents.workspace_id AND files.id = documents.file_id`,
    search: {
      title: sql.ref('documents.name'),
      detail: sql`(SELECT document_folders.name FROM document_folders
      WHERE document_folders.workspace_id = documents.workspace_id AND document_folders.id = documents.folder_id)`,
    },
    filter: {
      conditions,
      trash: (member) => (documentPolicy.seesTrash(member) ? sql`documents.deleted_at IS NOT NULL` : null),
    },
    list: {
      sorts,
      defaultSort: '-createdAt',
      forClients: {
        filters: [
          'q',
          'roomId',
          'roomFolderId',
          'kind',
          'audience',
          'createdBy',
          'customerId',
          'businessId',
          'dealId',
        ],
        sorts: Object.keys(sorts),
      },
      fetch: (db, member, slice) => fetchDocuments(db, member, { ...slice, records }),
      count: countDocuments,
    },
  };
}

/**
 * A document that the member may read, including deleted documents, or, with `active`, only if it is on no record in
 * the trash; null otherwise.
 */
export async function findDocumentRow(
  db: Db,
  member: Member,
  {
    documentId,
    records,
    active,
  }: { documentId: string; records: readonly RecordTypeWithFiles[]; active: boolean },
): Promise<DocumentRow | null> {
  const [row = null] = await executePrepared(
    db,
    selectDocuments(db, member, records)
      .where('documents.id', '=', documentId)
      .where(inDocumentScope(member, { records, active })),
  );
  return row;
}

/** The documents in the folders of rooms that the member may read, by name; with `answersOnly` those that answer requests. */
export async function listRoomDocuments(
  db: Db,
  member: Member,
  {
    records,
    roomIds,
    answersOnly = false,
  }: { records: readonly RecordTypeWithFiles[]; roomIds: readonly string[]; answersOnly?: boolean },
): Promise<DocumentRow[]> {
  if (roomIds.length === 0) return [];
  return selectDocuments(db, member, records)
    .where('document_folders.room_id', 'in', roomIds)
    .where('documents.deleted_at', 'is', null)
    .$if(answersOnly, (answers) => answers.where('documents.request_id', 'is not', null))
    .where(inDocumentScope(member, { records }))
    .orderBy('documents.name_sort')
    .orderBy('documents.id')
    .limit(maxRoomDocuments)
    .execute();
}

/** Maximum documents in one answer to a request of a room. */
const maxRoomDocuments = 10_000;

type NewDocument = {
  readonly workspaceId: string;
  readonly name: string;
  readonly fileId: string;
  readonly folderId?: string | null;
  readonly requestId?: string | null;
  readonly audience: DocumentRow['audience'];
  readonly createdBy: string;
  readonly now: Date;
};

/** Adds a document with its first version. Returns its id. */
export async function insertDocument(
  db: Db,
  { workspaceId, name, fileId, folderId = null, requestId = null, audience, createdBy, now }: NewDocument,
): Promise<string> {
  const id = newId();
  await db
    .insertInto('documents')
    .values({
      workspace_id: workspaceId,
      id,
      name,
      file_id: fileId,
      folder_id: folderId,
      request_id: requestId,
      audience,
      created_by: createdBy,
      created_at: now,
      updated_at: now,
      available_at: now,
    })
    .execute();
  await insertVersion(db, { workspaceId, documentId: id, number: 1, fileId, addedBy: createdBy, now });
  return id;
}

type Key = { readonly workspaceId: string; readonly documentId: string };

/** Serializes writers of a document. */
export async function lockDocument(db: Db, { workspaceId, documentId }: Key): Promise<void> {
  await db
    .selectFrom('documents')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', documentId)
    .forUpdate()
    .execute();
}

/** Changes a document and its version; false when the version was not the current one. */
export function updateDocumentRow(
  db: Db,
  {
    workspaceId,
    documentId,
    version,
    change,
    now,
  }: Key & { readonly version: number; readonly change: Updateable<DocumentsTable>; readonly now: Date },
): Promise<boolean> {
  return updateVersion(db, 'documents', {
    workspaceId,
    id: documentId,
    version,
    change: { ...change, updated_at: now, available_at: availableAfter(change, now) },
  });
}

/** Restricts documents whose current content is this file to staff. Returns each with a record of each kind. */
export function unshareDocuments(
  db: Db,
  { workspaceId, fileId, now }: { workspaceId: string; fileId: string; now: Date },
): Promise<Pick<DocumentRow, 'id' | 'customer_id' | 'business_id' | 'deal_id'>[]> {
  return db
    .updateTable('documents')
    .set((eb) => ({ audience: 'staff', version: eb('version', '+', 1), updated_at: now }))
    .where('workspace_id', '=', workspaceId)
    .where('file_id', '=', fileId)
    .where('audience', '=', 'client')
    .returning([
      'id',
      selectRelatedRecordId('customer_id').as('customer_id'),
      selectRelatedRecordId('business_id').as('business_id'),
      selectRelatedRecordId('deal_id').as('deal_id'),
    ])
    .execute();
}
