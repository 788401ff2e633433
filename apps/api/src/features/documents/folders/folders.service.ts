import {
  maxFolderDepth,
  maxFolders,
  type DocumentFolder,
  type createDocumentFolder,
  type updateDocumentFolder,
} from '@handover/contract/documents/document-folders.ts';
import type { BodyOf } from '@handover/contract/http/endpoint.ts';
import type { Db } from '#db/client.ts';
import { AppError, invalidField, notFound, staleVersion } from '#lib/errors.ts';
import { newId } from '#lib/ids.ts';
import type { RecordTypeWithFiles } from '#platform/records/files.queries.ts';
import type { Member } from '#platform/session/actor.ts';
import type { Work } from '#platform/work.ts';
import {
  countFolders,
  deleteFolderRow,
  findFolder,
  findHeight,
  findPath,
  findPlace,
  insertFolder,
  isFolderUsed,
  isNameTaken,
  listFolders,
  lockTree,
  updateFolderRow,
  type FolderRow,
} from './folders.queries.ts';

type Key = { readonly workspaceId: string; readonly folderId: string };

/**
 * A folder that the member may put files into: of the library for staff, or of a data room of a business that they may read.
 * Returns the business of the room; null for the library. Throws NOT_FOUND, RULE_BROKEN for a frozen room.
 */
export async function requirePlace(db: Db, member: Member, folderId: string): Promise<string | null> {
  const place = await findPlace(db, member, folderId);
  if (place === null) throw notFound('folder');
  if (place.state === 'frozen')
    throw new AppError('RULE_BROKEN', 'This data room is locked. Unlock it to make changes.');
  return place.business_id;
}

/** Throws NOT_FOUND unless the library has this folder. */
async function requireFolder(db: Db, key: Key): Promise<void> {
  if ((await findFolder(db, key)) === null) throw notFound('folder');
}

/** A folder in its API shape. */
export function presentFolder({ id, name, parent_id, document_count, version }: FolderRow): DocumentFolder {
  return { id, name, parentId: parent_id, documentCount: document_count, version };
}

type Change<Input> = { readonly records: readonly RecordTypeWithFiles[]; readonly input: Input };

/** Throws NOT_FOUND for the parent, INVALID_INPUT for a name that is taken, RULE_BROKEN above the limits. */
export async function createFolder(
  work: Work,
  actor: Member,
  { records, input }: Change<BodyOf<typeof createDocumentFolder>>,
): Promise<DocumentFolder> {
  const { workspaceId, userId } = actor;
  const { name } = input;
  const parentId = input.parentId ?? null;
  await lockTree(work.db, workspaceId);
  if ((await countFolders(work.db, workspaceId)) >= maxFolders)
    throw new AppError('RULE_BROKEN', `A workspace can have at most ${String(maxFolders)} folders.`);
  await checkPlace(work.db, { workspaceId, parentId, name, folderId: null });
  const id = newId();
  await insertFolder(work.db, {
    workspace_id: workspaceId,
    id,
    parent_id: parentId,
    name,
    created_by: userId,
    created_at: work.now,
    updated_at: work.now,
  });
  return publishAndReload(work, actor, { records, folderId: id });
}

/** Renames or moves a folder. Throws NOT_FOUND, INVALID_INPUT, RULE_BROKEN, STALE_VERSION. */
export async function updateFolder(
  work: Work,
  actor: Member,
  {
    records,
    input: { version, name, parentId },
    folderId,
  }: Change<BodyOf<typeof updateDocumentFolder>> & { readonly folderId: string },
): Promise<DocumentFolder> {
  const { workspaceId } = actor;
  await lockTree(work.db, workspaceId);
  const before = await findFolder(work.db, { workspaceId, folderId });
  if (before === null) throw notFound('folder');
  const place = {
    name: name ?? before.name,
    parentId: parentId === undefined ? before.parent_id : parentId,
  };
  await checkPlace(work.db, { workspaceId, folderId, ...place });
  const change = { name: place.name, parent_id: place.parentId };
  const isSaved = await updateFolderRow(work.db, { workspaceId, folderId, version, change, now: work.now });
  const folder = await publishAndReload(work, actor, { records, folderId });
  if (!isSaved) throw staleVersion(folder);
  return folder;
}

/** Deletes an empty folder. Throws NOT_FOUND, RULE_BROKEN. */
export async function deleteFolder(work: Work, { workspaceId }: Member, folderId: string): Promise<void> {
  const key = { workspaceId, folderId };
  await lockTree(work.db, workspaceId);
  await requireFolder(work.db, key);
  if (await isFolderUsed(work.db, key))
    throw new AppError('RULE_BROKEN', 'This folder is not empty. Move or delete its contents first.');
  await deleteFolderRow(work.db, key);
  work.publish({ workspaceId, noun: 'document', id: workspaceId });
}

/** Throws NOT_FOUND for the parent, RULE_BROKEN for a folder inside itself or too deep, INVALID_INPUT for the name. */
async function checkPlace(
  db: Db,
  {
    workspaceId,
    folderId,
    parentId,
    name,
  }: { workspaceId: string; folderId: string | null; parentId: string | null; name: string },
): Promise<void> {
  const path = parentId === null ? [] : await findPath(db, { workspaceId, folderId: parentId });
  if (parentId !== null && path.length === 0) throw notFound('folder');
  if (folderId !== null && path.includes(folderId))
    throw new AppError('RULE_BROKEN', 'A folder cannot be moved into itself.');
  const height = folderId === null ? 1 : await findHeight(db, { workspaceId, folderId });
  if (path.length + height > maxFolderDepth)
    throw new AppError('RULE_BROKEN', `Folders can be at most ${String(maxFolderDepth)} levels deep.`);
  if (await isNameTaken(db, { workspaceId, parentId, name, exceptId: folderId }))
    throw invalidField('name', 'There is already a folder with this name here.');
}

async function publishAndReload(
  work: Work,
  actor: Member,
  { records, folderId }: { records: readonly RecordTypeWithFiles[]; folderId: string },
): Promise<DocumentFolder> {
  const { workspaceId } = actor;
  work.publish({ workspaceId, noun: 'document', id: workspaceId });
  const row = (await listFolders(work.db, actor, records)).find(({ id }) => id === folderId);
  if (row === undefined) throw notFound('folder');
  return presentFolder(row);
}
