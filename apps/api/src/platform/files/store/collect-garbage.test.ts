import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Caller } from '#test/caller.ts';
import { startApi, type TestApi } from '#test/harness.ts';
import { listFilesBelow, hashBytes } from '#test/storage/bytes.ts';
import { objectNames } from '#adapters/storage/object-store.ts';
import { newId } from '#lib/ids.ts';
import { openSnapshot } from '#platform/backup/snapshot.queries.ts';
import { collectGarbage } from './collect-garbage.ts';
import { listReferences } from './garbage.queries.ts';
import { sealPlainFiles } from './seal-plain-files.ts';

let api: TestApi;
let workspaceId: string;
let staff: Caller;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  workspaceId = await api.makeWorkspace();
  staff = await api.signIn({ role: 'STAFF', workspaceId });
});

const collect = () => collectGarbage(api.booted.background, { olderThanMinutes: 0 });
const upload = async (bytes: Buffer) => staff.upload(`/files?name=${newId()}.bin`, bytes);
const listFileRows = () =>
  api.db
    .selectFrom('files')
    .select(['id', 'sha256', 'object_id'])
    .where('workspace_id', '=', workspaceId)
    .execute();
const read = async (row: { sha256: string; object_id: string | null }) =>
  buffer(await api.booted.platform.storage.read(row));
const isStored = (id: string | null) => api.booted.platform.objects.has(objectNames.sealed(String(id)));
const deleteFile = (id: string) =>
  api.db.deleteFrom('files').where('workspace_id', '=', workspaceId).where('id', '=', id).execute();

describe('garbage collection', () => {
  it('removes the object of a deleted row, and no other', async () => {
    await upload(randomBytes(1_000));
    await upload(randomBytes(2_000));
    const [gone, kept] = await listFileRows();
    await deleteFile(String(gone?.id));
    await collect();
    expect([await isStored(gone?.object_id ?? ''), await isStored(kept?.object_id ?? '')]).toEqual([
      false,
      true,
    ]);
    expect(await api.db.selectFrom('removed_objects').select('name').execute()).toEqual([]);
  });

  it('never removes what uploads of the same moment refer to', async () => {
    const uploads = Array.from({ length: 60 }, () => randomBytes(150_000));
    const hashes = new Set(uploads.map(hashBytes));
    const over = new AbortController();
    const collecting = (async () => {
      while (!over.signal.aborted) await collect();
    })();
    const answers = await Promise.all(uploads.map(upload));
    over.abort();
    await collecting;
    await collect();
    const rows = await listFileRows();
    // With no grace period, an upload in progress may be collected; it is then rejected and has no row.
    expect(rows.length).toBe(answers.filter(({ status }) => status === 201).length);
    expect(answers.every(({ status }) => status === 201 || status === 503)).toBe(true);
    for (const row of rows) {
      expect(hashBytes(await read(row))).toBe(row.sha256);
      expect(hashes.has(row.sha256)).toBe(true);
    }
    const stored = await listFilesBelow(join(api.dataDir, 'files', 'sealed'));
    const known = await api.db.selectFrom('stored_objects').select('id').execute();
    expect(stored.length).toBe(known.length);
  });

  it('does not treat an unfinished upload as garbage for a day', async () => {
    const { storage } = api.booted.platform;
    const stored = await storage.write(Readable.from([Buffer.from('slow sender')]), { maxBytes: 100 });
    await collectGarbage(api.booted.background);
    const objectId = await stored.object.assign(api.db, workspaceId);
    expect(String(await read({ sha256: stored.sha256, object_id: objectId }))).toBe('slow sender');
  });

  it('cannot remove an object that a new row refers to while it decides', async () => {
    await upload(randomBytes(500));
    const [row] = await listFileRows();
    await api.db.transaction().execute(async (other) => {
      await other
        .updateTable('files')
        .set({ object_id: null })
        .where('workspace_id', '=', workspaceId)
        .execute();
      await other
        .updateTable('files')
        .set({ object_id: String(row?.object_id) })
        .where('workspace_id', '=', workspaceId)
        .execute();
      await collect();
    });
    expect((await read({ sha256: '', object_id: String(row?.object_id) })).length).toBe(500);
  });

  it('leaves the bytes alone while a backup reads the store', async () => {
    await upload(randomBytes(1_500));
    const [row] = await listFileRows();
    const snapshot = await openSnapshot(api.connectionString, api.dataDir);
    await deleteFile(String(row?.id));
    await collect();
    expect(await isStored(row?.object_id ?? '')).toBe(true);
    await snapshot.close();
    await expect
      .poll(async () => {
        await collect();
        return isStored(row?.object_id ?? '');
      })
      .toBe(false);
  });

  it('continues after a crash between row and bytes', async () => {
    await upload(randomBytes(1_500));
    const [row] = await listFileRows();
    await deleteFile(String(row?.id));
    const { background } = api.booted;
    const objects = { ...background.objects, remove: () => Promise.reject(new Error('killed')) };
    await expect(collectGarbage({ ...background, objects }, { olderThanMinutes: 0 })).rejects.toThrow(
      'killed',
    );
    expect(await isStored(row?.object_id ?? '')).toBe(true);
    await collect();
    expect(await isStored(row?.object_id ?? '')).toBe(false);
  });

  it('finds every table that refers to objects', async () => {
    const references = await listReferences(api.db);
    expect(references).toEqual(
      expect.arrayContaining([
        { table: 'files', column: 'object_id', isOfWorkspace: true },
        { table: 'photos', column: 'object_id', isOfWorkspace: false },
      ]),
    );
  });
});

describe('a file from before encryption', () => {
  const addPlain = async (bytes: Buffer) => {
    const sha256 = hashBytes(bytes);
    await api.booted.platform.objects.write(objectNames.plain(sha256), Readable.from([bytes]));
    const id = newId();
    await api.db
      .insertInto('files')
      .values({
        workspace_id: workspaceId,
        id,
        sha256,
        size_bytes: bytes.length,
        content_type: 'application/octet-stream',
        name: 'old.bin',
        purpose: 'attachment',
        created_by: staff.userId,
        created_at: new Date(),
      })
      .execute();
    return { id, sha256 };
  };
  const seal = () => sealPlainFiles(api.booted.background);

  it('is encrypted in the background, and its plain bytes go a day after its last row', async () => {
    const bytes = randomBytes(90_000);
    const { id, sha256 } = await addPlain(bytes);
    await addPlain(bytes);
    const url = (await staff.post(`/files/${id}/ticket`)).body.ticket.url;
    expect((await api.app.inject({ url })).rawPayload.equals(bytes)).toBe(true);
    await seal();
    const rows = await listFileRows();
    expect(new Set(rows.map(({ object_id }) => object_id)).size).toBe(2);
    for (const row of rows) expect((await read(row)).equals(bytes)).toBe(true);
    expect((await api.app.inject({ url })).rawPayload.equals(bytes)).toBe(true);
    await collect();
    expect(await api.booted.platform.objects.has(objectNames.plain(sha256))).toBe(true);
    await api.db
      .updateTable('removed_objects')
      .set({ removed_at: new Date(0) })
      .execute();
    await collect();
    expect(await api.booted.platform.objects.has(objectNames.plain(sha256))).toBe(false);
    for (const row of rows) expect((await read(row)).equals(bytes)).toBe(true);
  });

  it('keeps its plain bytes while a server of the release before refers to them', async () => {
    const { sha256 } = await addPlain(randomBytes(100));
    await seal();
    await addPlain(await read({ sha256, object_id: null }));
    await api.db
      .updateTable('removed_objects')
      .set({ removed_at: new Date(0) })
      .execute();
    await collect();
    expect((await read({ sha256, object_id: null })).length).toBe(100);
  });

  it('is left unchanged if the store lost it, and does not block others from being encrypted', async () => {
    const lost = await addPlain(randomBytes(100));
    await api.booted.platform.objects.remove(objectNames.plain(lost.sha256));
    const other = await addPlain(randomBytes(200));
    await seal();
    const rows = await listFileRows();
    expect(rows.find(({ id }) => id === lost.id)?.object_id).toBeNull();
    expect(rows.find(({ id }) => id === other.id)?.object_id).not.toBeNull();
  });

  it('is encrypted once by two servers', async () => {
    const { id } = await addPlain(randomBytes(3_000));
    await Promise.all([seal(), seal()]);
    await collect();
    const [row] = (await listFileRows()).filter((file) => file.id === id);
    expect((await read({ sha256: '', object_id: String(row?.object_id) })).length).toBe(3_000);
    const owned = await api.db
      .selectFrom('stored_objects')
      .select('id')
      .where('workspace_id', '=', workspaceId)
      .execute();
    expect(owned).toHaveLength(1);
  });
});
