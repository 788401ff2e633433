import type { Keyring } from '#lib/keyring.ts';
import type { Work, WorkRunner } from '#platform/work.ts';
import { createKey, openFileKey, sealFileKey, unwrapKey, wrapKey } from './object-keys.ts';
import {
  listFileKeyIds,
  listWrappedKeys,
  lockForRotation,
  updateFileKey,
  updateWrappedKeys,
} from './stored-objects.queries.ts';

const batchSize = 1_000;

type Parts = { readonly runner: Pick<WorkRunner, 'db' | 'transact'>; readonly keyring: Keyring };

/**
 * Rotates the key of each workspace and of the installation. The keys of objects are wrapped again; no object is read
 * or written. Each key is rotated in a separate transaction, which only delays new files of its workspace. Returns the
 * number of keys.
 */
export async function rotateFileKeys({ runner, keyring }: Parts): Promise<number> {
  const ids = await listFileKeyIds(runner.db);
  for (const id of ids) await runner.transact((work) => rotateKey(work, { id, keyring }));
  return ids.length;
}

async function rotateKey(
  { db, now }: Work,
  { id, keyring }: { id: string; keyring: Keyring },
): Promise<void> {
  const { sealed_key: sealed } = await lockForRotation(db, id);
  const [before, after] = [openFileKey(keyring, { id, sealed }), createKey()];
  for (let last: string | null = null; ;) {
    const batch = await listWrappedKeys(db, { keyId: id, after: last, limit: batchSize });
    const end = batch.at(-1);
    if (end === undefined) break;
    await updateWrappedKeys(
      db,
      batch.map(({ id: objectId, wrappedKey }) => ({
        id: objectId,
        wrappedKey: wrapKey(unwrapKey(wrappedKey, { by: before, objectId }), { by: after, objectId }),
      })),
    );
    last = end.id;
  }
  await updateFileKey(db, { id, sealedKey: sealFileKey(keyring, { id, key: after }), now });
}
