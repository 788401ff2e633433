import { sql } from 'kysely';
import type { BlockedState } from '#adapters/storage/storage.ts';
import type { Db } from '#db/client.ts';
import type { FileTextsTable } from '#db/schema/documents.ts';

type Key = { readonly workspaceId: string; readonly documentId: string };

/** Why nobody may open the content of a row of `files`; null if it may be opened. */
export const blockedState =
  sql<BlockedState | null>`(SELECT blocked FROM stored_objects WHERE stored_objects.id = files.object_id)`.as(
    'blocked',
  );

/** What was found when the text of a row of `files` was read and scanned; null before. */
export const textState = sql<FileTextsTable['state'] | null>`(SELECT file_texts.state FROM file_texts
  WHERE file_texts.workspace_id = files.workspace_id AND file_texts.file_id = files.id)`.as('text_state');

/** The versions of a document, newest first. */
export function listVersions(db: Db, { workspaceId, documentId }: Key) {
  return db
    .selectFrom('document_versions as versions')
    .innerJoin('files', (join) =>
      join
        .onRef('files.workspace_id', '=', 'versions.workspace_id')
        .onRef('files.id', '=', 'versions.file_id'),
    )
    .innerJoin('users', 'users.id', 'versions.added_by')
    .select([
      'versions.number',
      'versions.added_by',
      'versions.added_at',
      'files.content_type',
      'files.size_bytes',
      'files.sha256',
      'users.display_name as author_name',
    ])
    .where('versions.workspace_id', '=', workspaceId)
    .where('versions.document_id', '=', documentId)
    .orderBy('versions.number', 'desc')
    .execute();
}

export type VersionRow = Awaited<ReturnType<typeof listVersions>>[number];

export async function insertVersion(
  db: Db,
  {
    workspaceId,
    documentId,
    number,
    fileId,
    addedBy,
    now,
  }: Key & {
    readonly number: number;
    readonly fileId: string;
    readonly addedBy: string;
    readonly now: Date;
  },
): Promise<void> {
  await db
    .insertInto('document_versions')
    .values({
      workspace_id: workspaceId,
      document_id: documentId,
      number,
      file_id: fileId,
      added_by: addedBy,
      added_at: now,
    })
    .execute();
}

/** The content of one version of a document; null for a number that it does not have. */
export async function findVersionFile(db: Db, { workspaceId, documentId, number }: Key & { number: number }) {
  const row = await db
    .selectFrom('document_versions as versions')
    .innerJoin('files', (join) =>
      join
        .onRef('files.workspace_id', '=', 'versions.workspace_id')
        .onRef('files.id', '=', 'versions.file_id'),
    )
    .select([
      'files.id as file_id',
      'files.content_type',
      'files.size_bytes',
      'files.sha256',
      'files.object_id',
      blockedState,
      textState,
    ])
    .where('versions.workspace_id', '=', workspaceId)
    .where('versions.document_id', '=', documentId)
    .where('versions.number', '=', number)
    .executeTakeFirst();
  return row ?? null;
}

/** The documents that have a file as their current content. */
export async function listDocumentsWithFile(
  db: Db,
  { workspaceId, fileId }: { workspaceId: string; fileId: string },
): Promise<string[]> {
  const rows = await db
    .selectFrom('documents')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('file_id', '=', fileId)
    .execute();
  return rows.map(({ id }) => id);
}
