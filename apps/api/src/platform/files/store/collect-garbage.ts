import type { ObjectStore } from '#adapters/storage/object-store.ts';
import type { WorkRunner } from '#platform/work.ts';
import {
  deleteRemoved,
  deleteUnassigned,
  deleteUnreferenced,
  isPlainReferenced,
  listReferences,
  listRemoved,
  listWorkspaceIds,
  lockRemoval,
} from './garbage.queries.ts';

/** A longer upload is rejected at its end. */
const unassignedMinutes = 24 * 60;
/** A server of the release before encryption may still add a reference to a plain file. */
const plainMinutes = 24 * 60;
const batchSize = 500;
const removedAtOnce = 100;

type Parts = { readonly runner: Pick<WorkRunner, 'db' | 'transact'>; readonly objects: ObjectStore };

/**
 * Deletes the rows of objects that nothing refers to, then their bytes. A foreign key of each referring table makes it
 * impossible to delete one in use, whatever happens at the same time. The bytes are removed after the transaction,
 * through a queue that survives a crash, and never while a backup reads the store.
 */
export async function collectGarbage(
  { runner, objects }: Parts,
  { olderThanMinutes = unassignedMinutes }: { olderThanMinutes?: number } = {},
): Promise<void> {
  const { db } = runner;
  await deleteUnassigned(db, { olderThanMinutes });
  const references = await listReferences(db);
  for (const workspaceId of [null, ...(await listWorkspaceIds(db))]) {
    const key = { workspaceId, references, limit: batchSize };
    while ((await deleteUnreferenced(db, key)) === batchSize);
  }
  while (await removeSome({ runner, objects }));
}

/** Returns whether there may be more. */
async function removeSome({ runner, objects }: Parts): Promise<boolean> {
  return runner.transact(async ({ db }) => {
    if (!(await lockRemoval(db))) return false;
    const names = await listRemoved(db, { limit: removedAtOnce, plainOlderThanMinutes: plainMinutes });
    if (names.length === 0) return false;
    const workspaceIds = await listWorkspaceIds(db);
    for (const name of names) {
      const [folder, shard = '', rest = ''] = name.split('/');
      if (folder === 'objects' && (await isPlainReferenced(db, { sha256: shard + rest, workspaceIds })))
        continue;
      await objects.remove(name);
    }
    await deleteRemoved(db, names);
    return names.length === removedAtOnce;
  });
}
