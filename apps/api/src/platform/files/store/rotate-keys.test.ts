import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApi, type TestApi } from '#test/harness.ts';
import { listFilesBelow, hashBytes } from '#test/storage/bytes.ts';
import { openKeyring } from '#lib/keyring.ts';
import { openFileKey, sealFileKey } from './object-keys.ts';
import { rotateFileKeys } from './rotate-keys.ts';
import { createSealedStorage } from './sealed-storage.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const readAll = async (storage = api.booted.platform.storage) => {
  const rows = await api.db
    .selectFrom('stored_objects')
    .innerJoin('photos', 'photos.object_id', 'stored_objects.id')
    .select(['photos.sha256', 'photos.object_id'])
    .execute();
  for (const { id: workspaceId } of await api.db.selectFrom('workspaces').select('id').execute())
    rows.push(
      ...(await api.db
        .selectFrom('files')
        .select(['sha256', 'object_id'])
        .where('workspace_id', '=', workspaceId)
        .execute()),
    );
  for (const row of rows) expect(hashBytes(await buffer(await storage.read(row)))).toBe(row.sha256);
  return rows.length;
};
const listObjectsOnDisk = async () => {
  const files = await listFilesBelow(join(api.dataDir, 'files', 'sealed'));
  return Promise.all(files.map(async (file) => [file, hashBytes(await readFile(file))]));
};
const toKeys = (table: 'file_keys' | 'stored_objects') =>
  table === 'file_keys'
    ? api.db.selectFrom('file_keys').select(['id', 'sealed_key as key']).orderBy('id').execute()
    : api.db.selectFrom('stored_objects').select(['id', 'wrapped_key as key']).orderBy('id').execute();

it('replaces the keys of workspaces without touching an object, while files are uploaded', async () => {
  for (const size of [10, 100_000]) {
    const workspaceId = await api.makeWorkspace();
    const staff = await api.signIn({ role: 'STAFF', workspaceId });
    for (let count = 0; count < 3; count += 1)
      expect((await staff.upload('/files?name=a.bin', randomBytes(size))).status).toBe(201);
  }
  expect(await readAll()).toBe(6);
  const before = {
    objects: await listObjectsOnDisk(),
    file_keys: await toKeys('file_keys'),
    wrapped: await toKeys('stored_objects'),
  };
  expect(await rotateFileKeys(api.booted.background)).toBe(2);
  expect(await listObjectsOnDisk()).toEqual(before.objects);
  for (const [index, row] of (await toKeys('file_keys')).entries())
    expect(row.key).not.toEqual(before.file_keys[index]?.key);
  for (const [index, row] of (await toKeys('stored_objects')).entries())
    expect(row.key).not.toEqual(before.wrapped[index]?.key);
  expect(await readAll()).toBe(6);
  const workspaceId = await api.makeWorkspace();
  const staff = await api.signIn({ role: 'STAFF', workspaceId });
  const uploads = Array.from({ length: 20 }, () => staff.upload('/files?name=b.bin', randomBytes(5_000)));
  await rotateFileKeys(api.booted.background);
  expect((await Promise.all(uploads)).every(({ status }) => status === 201)).toBe(true);
  await rotateFileKeys(api.booted.background);
  expect(await readAll()).toBe(26);
});

it('needs only the rows of the workspace keys to be sealed again for another secret key', async () => {
  const { keyring, objects } = api.booted.platform;
  const other = openKeyring('another secret key of this installation');
  const before = { objects: await listObjectsOnDisk(), wrapped: await toKeys('stored_objects') };
  for (const { id, sealed_key: sealed } of await api.db.selectFrom('file_keys').selectAll().execute())
    await api.db
      .updateTable('file_keys')
      .set({ sealed_key: sealFileKey(other, { id, key: openFileKey(keyring, { id, sealed }) }) })
      .where('id', '=', id)
      .execute();
  expect(await readAll(createSealedStorage({ objects, db: api.db, keyring: other }))).toBeGreaterThan(0);
  expect(await listObjectsOnDisk()).toEqual(before.objects);
  expect(await toKeys('stored_objects')).toEqual(before.wrapped);
});
