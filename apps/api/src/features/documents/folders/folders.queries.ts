import { sql, type Insertable, type Updateable } from 'kysely';
import type { Db } from '#db/client.ts';
import type { DocumentFoldersTable } from '#db/schema/documents.ts';
import { updateVersion } from '#db/statements/update-version.ts';
import type { RecordTypeWithFiles } from '#platform/records/files.queries.ts';
import type { Member } from '#platform/session/actor.ts';
import { isOwnBusiness, isReadableBusiness } from '#features/businesses/businesses.public.ts';
import { inDocumentScope } from '../documents.queries.ts';

/** All folders of the library by name, with the number of files that the member may read. */
export function listFolders(db: Db, member: Member, records: readonly RecordTypeWithFiles[]) {
  return db
    .selectFrom('document_folders as folders')
    .select([
      'folders.id',
      'folders.name',
      'folders.parent_id',
      'folders.version',
      sql<number>`(SELECT count(*)::int FROM documents WHERE documents.workspace_id = folders.workspace_id
        AND documents.folder_id = folders.id AND documents.deleted_at IS NULL AND ${inDocumentScope(member, { records })})`.as(
        'document_count',
      ),
    ])
    .where('folders.workspace_id', '=', member.workspaceId)
    .where('folders.room_id', 'is', null)
    .orderBy(sql`lower(folders.name)`)
    .orderBy('folders.id')
    .execute();
}

export type FolderRow = Awaited<ReturnType<typeof listFolders>>[number];

type Key = { readonly workspaceId: string; readonly folderId: string };

/** A folder of the library, locked until the end of the transaction; null when there is none. */
export async function findFolder(db: Db, { workspaceId, folderId }: Key) {
  const row = await db
    .selectFrom('document_folders')
    .select(['id', 'name', 'parent_id', 'version'])
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', folderId)
    .where('room_id', 'is', null)
    .forKeyShare()
    .executeTakeFirst();
  return row ?? null;
}

/**
 * A folder that the member may put files into, locked until the end of the transaction, with the business and state of
 * its data room: clients only if they own the business. Null when there is none.
 */
export async function findPlace(db: Db, member: Member, folderId: string) {
  const business = sql.ref('data_rooms.business_id');
  const isClient = member.scope === 'client';
  const isOfMember = (isClient ? isOwnBusiness : isReadableBusiness)(member, business);
  const row = await db
    .selectFrom('document_folders')
    .leftJoin('data_rooms', (join) =>
      join
        .onRef('data_rooms.workspace_id', '=', 'document_folders.workspace_id')
        .onRef('data_rooms.id', '=', 'document_folders.room_id'),
    )
    .select(['data_rooms.business_id', 'data_rooms.state'])
    .where('document_folders.workspace_id', '=', member.workspaceId)
    .where('document_folders.id', '=', folderId)
    .where(sql<boolean>`(CASE WHEN data_rooms.id IS NULL THEN ${!isClient} ELSE ${isOfMember} END)`)
    .forKeyShare('document_folders')
    .executeTakeFirst();
  return row ?? null;
}

/** Serializes changes of the tree. */
export async function lockTree(db: Db, workspaceId: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(4714, hashtext(${workspaceId}))`.execute(db);
}

/** The ids of a folder and all folders that it is in, itself first. */
export async function findPath(db: Db, { workspaceId, folderId }: Key): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    WITH RECURSIVE path AS (
      SELECT id, parent_id, 1 AS depth FROM document_folders WHERE workspace_id = ${workspaceId} AND id = ${folderId} AND room_id IS NULL
      UNION ALL
      SELECT parents.id, parents.parent_id, path.depth + 1 FROM document_folders AS parents
        JOIN path ON parents.id = path.parent_id
        WHERE parents.workspace_id = ${workspaceId}
    ) SELECT id FROM path ORDER BY depth`.execute(db);
  return rows.map(({ id }) => id);
}

/** The number of folder levels in a folder, including itself. */
export async function findHeight(db: Db, { workspaceId, folderId }: Key): Promise<number> {
  const { rows } = await sql<{ height: number }>`
    WITH RECURSIVE inner_folders AS (
      SELECT id, 1 AS depth FROM document_folders WHERE workspace_id = ${workspaceId} AND id = ${folderId}
      UNION ALL
      SELECT children.id, inner_folders.depth + 1 FROM document_folders AS children
        JOIN inner_folders ON children.parent_id = inner_folders.id
        WHERE children.workspace_id = ${workspaceId}
    ) SELECT max(depth)::int AS height FROM inner_folders`.execute(db);
  return rows[0]?.height ?? 0;
}

export async function countFolders(db: Db, workspaceId: string): Promise<number> {
  const { count } = await db
    .selectFrom('document_folders')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirstOrThrow();
  return count;
}

/** Whether a folder with this name already exists, not counting `exceptId`. */
export async function isNameTaken(
  db: Db,
  {
    workspaceId,
    parentId,
    name,
    exceptId,
  }: { workspaceId: string; parentId: string | null; name: string; exceptId: string | null },
): Promise<boolean> {
  const { rows } =
    await sql`SELECT FROM document_folders WHERE workspace_id = ${workspaceId} AND room_id IS NULL
    AND parent_id IS NOT DISTINCT FROM ${parentId}::uuid AND lower(name) = lower(${name})
    AND id IS DISTINCT FROM ${exceptId}::uuid`.execute(db);
  return rows.length > 0;
}

export async function insertFolder(db: Db, row: Insertable<DocumentFoldersTable>): Promise<void> {
  await db.insertInto('document_folders').values(row).execute();
}

/** Changes a folder and its version; false when the version was not the current one. */
export function updateFolderRow(
  db: Db,
  {
    workspaceId,
    folderId,
    version,
    change,
    now,
  }: Key & {
    readonly version: number;
    readonly change: Updateable<DocumentFoldersTable>;
    readonly now: Date;
  },
): Promise<boolean> {
  return updateVersion(db, 'document_folders', {
    workspaceId,
    id: folderId,
    version,
    change: { ...change, updated_at: now },
  });
}

/** Whether a folder has folders, or files that are not in the trash. */
export async function isFolderUsed(db: Db, { workspaceId, folderId }: Key): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM document_folders WHERE workspace_id = ${workspaceId} AND parent_id = ${folderId}
    UNION ALL SELECT FROM documents WHERE workspace_id = ${workspaceId} AND folder_id = ${folderId} AND deleted_at IS NULL
    LIMIT 1`.execute(db);
  return rows.length > 0;
}

/** Deletes a folder; files of it that are in the trash leave it. */
export async function deleteFolderRow(db: Db, { workspaceId, folderId }: Key): Promise<void> {
  await db
    .updateTable('documents')
    .set({ folder_id: null })
    .where('workspace_id', '=', workspaceId)
    .where('folder_id', '=', folderId)
    .execute();
  await db
    .deleteFrom('document_folders')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', folderId)
    .execute();
}
