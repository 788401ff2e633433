import type { Db } from '#db/client.ts';
import { blockedState } from '#platform/files/screening/blocked-files.queries.ts';
import { textState } from './content/file-state.queries.ts';

type Key = { readonly workspaceId: string; readonly documentId: string };

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
