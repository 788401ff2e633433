import type { Document } from '@handover/contract/documents/documents.ts';
import { indexForSearch } from '#platform/search/search-entries.ts';
import type { Work } from '#platform/work.ts';
import { insertDocument } from './documents.queries.ts';
import { insertLink, type Attachment } from './document-records.queries.ts';

export type NewDocument = {
  readonly workspaceId: string;
  /** None for the library only. */
  readonly attachments: readonly Attachment[];
  readonly folderId?: string | null | undefined;
  /** The data room request that it answers. */
  readonly requestId?: string | null | undefined;
  readonly name: string;
  readonly fileId: string;
  readonly audience: Document['audience'];
  readonly createdBy: string;
};

/** Adds a stored file as a document that search finds. Returns its id. */
export async function addDocumentRow(
  work: Work,
  { attachments, folderId, requestId, ...document }: NewDocument,
): Promise<string> {
  const { db, now } = work;
  const { workspaceId, name } = document;
  const documentId = await insertDocument(db, {
    ...document,
    folderId: folderId ?? null,
    requestId: requestId ?? null,
    now,
  });
  for (const attachment of attachments) await insertLink(db, { workspaceId, documentId, ...attachment });
  await indexForSearch(db, { workspaceId, kind: 'document', recordId: documentId, parts: [name] });
  return documentId;
}
