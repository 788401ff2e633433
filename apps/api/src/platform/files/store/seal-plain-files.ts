import { objectNames } from '#adapters/storage/object-store.ts';
import type { Storage, StoredObject } from '#adapters/storage/storage.ts';
import type { Db } from '#db/client.ts';
import type { Logger } from '#lib/logger.ts';
import type { WorkRunner } from '#platform/work.ts';
import {
  insertRemoved,
  isPlainReferenced,
  listPlainFiles,
  listPlainPhotos,
  listWorkspaceIds,
  type PlainFile,
  setFileObject,
  setPhotoObject,
} from './garbage.queries.ts';

const batchSize = 100;
const firstId = '00000000-0000-0000-0000-000000000000';

type Parts = {
  readonly runner: Pick<WorkRunner, 'db' | 'transact'>;
  readonly storage: Storage;
  readonly logger: Logger;
};

/**
 * Encrypts the files stored before objects were encrypted, one at a time, and queues the removal of their plain bytes.
 * Can be interrupted and repeated. Skips files that cannot be read.
 */
export async function sealPlainFiles(parts: Parts): Promise<void> {
  const { db } = parts.runner;
  const workspaceIds = await listWorkspaceIds(db);
  const seal = (file: PlainFile, workspaceId: string | null, setObject: SetObject): Promise<void> =>
    sealFile(parts, { file, workspaceId, workspaceIds, setObject }).catch((error: unknown) => {
      parts.logger.warn({ err: error, sha256: file.sha256 }, 'a stored file cannot be encrypted');
    });
  for (const workspaceId of workspaceIds)
    await forEachFile(
      firstId,
      (after) => listPlainFiles(db, { workspaceId, after, limit: batchSize }),
      (file) =>
        seal(file, workspaceId, (work, objectId) =>
          setFileObject(work, { workspaceId, id: file.id, objectId }),
        ),
    );
  await forEachFile(
    '',
    (after) => listPlainPhotos(db, { after, limit: batchSize }),
    (photo) => seal(photo, null, (work, objectId) => setPhotoObject(work, { key: photo.id, objectId })),
  );
}

type SetObject = (db: Db, objectId: string) => Promise<boolean>;

async function forEachFile(
  first: string,
  list: (after: string) => Promise<PlainFile[]>,
  act: (file: PlainFile) => Promise<void>,
): Promise<void> {
  for (let after = first; ;) {
    const files = await list(after);
    const last = files.at(-1);
    if (last === undefined) return;
    for (const file of files) await act(file);
    after = last.id;
  }
}

async function sealFile(
  { runner, storage }: Parts,
  {
    file,
    workspaceId,
    workspaceIds,
    setObject,
  }: {
    file: PlainFile;
    workspaceId: string | null;
    workspaceIds: readonly string[];
    setObject: SetObject;
  },
): Promise<void> {
  const { sha256, size_bytes: maxBytes } = file;
  const stored: StoredObject = await storage.write(await storage.read({ sha256, object_id: null }), {
    maxBytes,
  });
  if (stored.sha256 !== sha256) throw new Error('The stored bytes are not those of the file');
  await runner.transact(async ({ db }) => {
    const objectId = await stored.object.assign(db, workspaceId);
    // Otherwise another server was first, and this copy is garbage.
    if (!(await setObject(db, objectId))) return;
    if (!(await isPlainReferenced(db, { sha256, workspaceIds })))
      await insertRemoved(db, objectNames.plain(sha256));
  });
}
