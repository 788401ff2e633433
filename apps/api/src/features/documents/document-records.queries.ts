import type { Db } from '#db/client.ts';
import { newId } from '#lib/ids.ts';
import type { RecordTypeWithFiles } from '#platform/records/files.queries.ts';

/** The record that a document is attached to. */
export type Attachment = { readonly record: RecordTypeWithFiles; readonly recordId: string };

type Key = { readonly workspaceId: string; readonly documentId: string };

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

/** Attaches a document to a record; does nothing if it is already attached. */
export async function insertLink(
  db: Db,
  { workspaceId, documentId, record, recordId }: Key & Attachment,
): Promise<void> {
  await db
    .insertInto('document_records')
    .values({
      workspace_id: workspaceId,
      id: newId(),
      document_id: documentId,
      [record.files.column]: recordId,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Removes a document from the business of the data room that it leaves. */
export async function deleteBusinessLink(
  db: Db,
  { workspaceId, documentId, businessId }: Key & { readonly businessId: string },
): Promise<void> {
  await db
    .deleteFrom('document_records')
    .where('workspace_id', '=', workspaceId)
    .where('document_id', '=', documentId)
    .where('business_id', '=', businessId)
    .execute();
}

export async function deleteLink(
  db: Db,
  { workspaceId, documentId, record, recordId }: Key & Attachment,
): Promise<void> {
  await db
    .deleteFrom('document_records')
    .where('workspace_id', '=', workspaceId)
    .where('document_id', '=', documentId)
    .where(record.files.column, '=', recordId)
    .execute();
}
