import type { Db } from '#db/client.ts';
import { notFound } from '#lib/errors.ts';
import { blockedState } from '#platform/files/screening/blocked-files.queries.ts';
import type { Member } from '#platform/session/actor.ts';

/** Whether a member may read a file through the record it is attached to; one function per kind of record. */
export type FileReader = (db: Db, member: Member, fileId: string) => Promise<boolean>;

/** A file that the member uploaded, or may read through a record. Throws NOT_FOUND. */
export async function getReadableFile(
  db: Db,
  member: Member,
  { fileId, readers }: { fileId: string; readers: readonly FileReader[] },
): Promise<StoredFileRow> {
  const file = await findStoredFile(db, { workspaceId: member.workspaceId, fileId });
  if (file === undefined) throw notFound('file');
  if (file.created_by === member.userId) return file;
  for (const mayRead of readers) {
    if (await mayRead(db, member, fileId)) return file;
  }
  throw notFound('file');
}

/** A file of the workspace with its uploader; files of documents are read through their document. */
export function findStoredFile(db: Db, { workspaceId, fileId }: { workspaceId: string; fileId: string }) {
  return db
    .selectFrom('files')
    .select(['id', 'name', 'content_type', 'size_bytes', 'sha256', 'object_id', 'created_by', blockedState])
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', fileId)
    .where('purpose', '<>', 'document')
    .executeTakeFirst();
}

export type StoredFileRow = NonNullable<Awaited<ReturnType<typeof findStoredFile>>>;
