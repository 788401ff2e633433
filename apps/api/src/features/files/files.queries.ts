import type { Db } from '#db/client.ts';

/** A file of the workspace with its uploader; those of documents are read through their document. */
export function findStoredFile(db: Db, { workspaceId, fileId }: { workspaceId: string; fileId: string }) {
  return db
    .selectFrom('files')
    .select(['id', 'name', 'content_type', 'size_bytes', 'sha256', 'created_by'])
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', fileId)
    .where('purpose', '<>', 'document')
    .executeTakeFirst();
}

export type StoredFileRow = NonNullable<Awaited<ReturnType<typeof findStoredFile>>>;
