import { createHash, randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import path from 'node:path';
import type { Client } from 'pg';
import { Upload } from 'tus-js-client';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Caller } from '#test/caller.ts';
import { startApi, type TestApi } from '#test/harness.ts';
import { withOwnerConnection } from '#test/import-fixture.ts';
import { countWaiting, withLock } from '#test/with-lock.ts';
import { expireUploads } from './uploads.routes.ts';

let api: TestApi;
let workspaceId: string;
let customerId: string;
let admin: Caller;
let port: number;
beforeAll(async () => {
  api = await startApi();
  port = Number(new URL(await api.app.listen({ port: 0, host: '127.0.0.1' })).port);
});
afterAll(() => api.close());
beforeEach(async () => {
  workspaceId = await api.makeWorkspace();
  admin = await api.signIn({ role: 'ADMIN', workspaceId });
  customerId = await api.makeCustomer(workspaceId, { name: 'Ann Abbott', brokerId: admin.userId });
});

const start = (caller: Caller, sizeBytes: number | string, query = '') =>
  caller.upload(`/uploads?name=video.bin${query}`, '', { headers: { 'upload-length': String(sizeBytes) } });
const append = async (caller: Caller, id: string, { offset, bytes }: { offset: number; bytes: Buffer }) =>
  api.app.inject({
    method: 'PATCH',
    url: `/api/uploads/${id}`,
    headers: {
      authorization: `Bearer ${String(caller.token)}`,
      'x-workspace': String(caller.workspaceId),
      'content-type': 'application/offset+octet-stream',
      'tus-resumable': '1.0.0',
      'upload-offset': String(offset),
    },
    payload: bytes,
  });
const listParts = () => readdir(path.join(api.dataDir, 'uploads')).catch(() => []);
const listDocuments = async () => (await admin.get('/documents')).body.documents;

/** Sends a chunk and disconnects after `sent` bytes. */
function sendBroken(
  id: string,
  { offset, bytes, sent }: { offset: number; bytes: Buffer; sent: number },
): Promise<void> {
  return new Promise((resolve) => {
    const outgoing = httpRequest({
      port,
      host: '127.0.0.1',
      method: 'PATCH',
      path: `/api/uploads/${id}`,
      headers: {
        authorization: `Bearer ${String(admin.token)}`,
        'x-workspace': workspaceId,
        'content-type': 'application/offset+octet-stream',
        'content-length': bytes.length,
        'upload-offset': String(offset),
      },
    });
    outgoing.on('error', () => resolve());
    outgoing.on('close', () => resolve());
    outgoing.write(bytes.subarray(0, sent), () => outgoing.destroy());
  });
}

describe('an upload in chunks', () => {
  it('becomes a document on its record with the last chunk, with the hash of all bytes', async () => {
    const bytes = randomBytes(300_000);
    const { status, headers, body } = await start(
      admin,
      bytes.length,
      `&recordType=customer&recordId=${customerId}`,
    );
    expect(status).toBe(201);
    expect(headers).toMatchObject({
      location: `/api/uploads/${String(body.upload.id)}`,
      'tus-resumable': '1.0.0',
    });
    const { id } = body.upload;
    const first = await append(admin, id, { offset: 0, bytes: bytes.subarray(0, 100_000) });
    expect(first).toMatchObject({ statusCode: 204 });
    expect(first.headers['upload-offset']).toBe('100000');
    expect(await listDocuments()).toEqual([]);
    await append(admin, id, { offset: 100_000, bytes: bytes.subarray(100_000) });
    const [document] = await listDocuments();
    expect(document).toMatchObject({ name: 'video.bin', sizeBytes: 300_000, records: [{ id: customerId }] });
    const detail = (await admin.get(`/documents/${String(document.id)}`)).body;
    expect(detail.versions[0].sha256).toBe(createHash('sha256').update(bytes).digest('hex'));
    expect((await admin.get(`/uploads/${String(id)}`)).body.upload).toMatchObject({
      offset: 300_000,
      documentId: document.id,
    });
    expect(await listParts()).toEqual([]);
  });

  it('resumes after a broken chunk from the received data', async () => {
    const bytes = randomBytes(400_000);
    const { id } = (await start(admin, bytes.length)).body.upload;
    const offset = async () => (await admin.get(`/uploads/${String(id)}`)).body.upload.offset as number;
    await sendBroken(id, { offset: 0, bytes, sent: 200_000 });
    await expect.poll(offset).toBeGreaterThan(0);
    // Until the server has noticed the closed connection, a second chunk is rejected.
    const rest = async () => {
      const at = await offset();
      return (await append(admin, id, { offset: at, bytes: bytes.subarray(at) })).statusCode;
    };
    await expect.poll(rest, { timeout: 10_000 }).toBe(204);
    const [document] = await listDocuments();
    const detail = (await admin.get(`/documents/${String(document.id)}`)).body;
    expect(detail.versions[0].sha256).toBe(createHash('sha256').update(bytes).digest('hex'));
  });

  it('works with the tus client, with a pause', async () => {
    const bytes = randomBytes(250_000);
    const done = await new Promise<string>((resolve, reject) => {
      const upload = new Upload(bytes, {
        endpoint: `http://127.0.0.1:${String(port)}/api/uploads?name=tus.bin`,
        chunkSize: 60_000,
        headers: { Authorization: `Bearer ${String(admin.token)}`, 'X-Workspace': workspaceId },
        onError: reject,
        onSuccess: () => resolve(upload.url ?? ''),
        onChunkComplete: (_size, accepted) => {
          if (accepted !== 120_000) return;
          void upload.abort().then(() => upload.start());
        },
      });
      upload.start();
    });
    expect(done).toContain('/api/uploads/');
    const [document] = await listDocuments();
    expect(document).toMatchObject({ name: 'tus.bin', sizeBytes: 250_000 });
  });

  it('is finished on request if the server stopped before the document was created', async () => {
    const bytes = randomBytes(1_000);
    const { id } = (await start(admin, bytes.length)).body.upload;
    await append(admin, id, { offset: 0, bytes: bytes.subarray(0, 900) });
    const { appendFile } = await import('node:fs/promises');
    await appendFile(path.join(api.dataDir, 'uploads', `${String(id)}.part`), bytes.subarray(900));
    const found = (await admin.get(`/uploads/${String(id)}`)).body.upload;
    expect(found).toMatchObject({ offset: 1_000 });
    expect((await listDocuments())[0]).toMatchObject({ id: found.documentId, sizeBytes: 1_000 });
  });

  it('accepts a chunk only at its offset, once, and no more than the size', async () => {
    const bytes = randomBytes(1_000);
    const { id } = (await start(admin, bytes.length)).body.upload;
    expect((await append(admin, id, { offset: 10, bytes })).statusCode).toBe(409);
    expect((await append(admin, id, { offset: Number.NaN, bytes })).statusCode).toBe(409);
    await append(admin, id, { offset: 0, bytes: Buffer.concat([bytes, randomBytes(500)]) });
    expect((await listDocuments())[0]).toMatchObject({ sizeBytes: 1_000 });
    expect((await append(admin, id, { offset: 0, bytes })).statusCode).toBe(409);
    expect(await listDocuments()).toHaveLength(1);
  });

  it('is rejected without a size, above the plan’s limit, and for an unknown record or folder', async () => {
    for (const size of ['', '0', '-1', 'x']) expect((await start(admin, size)).status).toBe(400);
    const setPlan = (plan: 'Free' | 'Pro') =>
      api.db.updateTable('workspaces').set({ plan }).where('id', '=', workspaceId).execute();
    await setPlan('Free');
    expect(await start(admin, 2 * 1024 ** 3 + 1)).toMatchObject({
      status: 413,
      body: { detail: 'Files can be up to 2 GB.' },
    });
    await setPlan('Pro');
    expect((await start(admin, 2 * 1024 ** 3 + 1)).status).toBe(201);
    const nowhere = '0190a000-0000-7000-8000-000000000000';
    expect((await start(admin, 1, `&folderId=${nowhere}`)).status).toBe(404);
    expect((await start(admin, 1, `&recordType=customer&recordId=${nowhere}`)).status).toBe(404);
  });

  it('is for the person who started it, while they have access to its record', async () => {
    const staff = await api.signIn({ role: 'STAFF', workspaceId });
    const { id } = (await start(staff, 10, `&recordType=customer&recordId=${customerId}`)).body.upload;
    const bytes = randomBytes(10);
    const stranger = await api.signIn({ role: 'ADMIN', workspaceId: await api.makeWorkspace() });
    for (const caller of [admin, stranger]) {
      expect((await caller.get(`/uploads/${String(id)}`)).status).toBe(404);
      expect((await append(caller, id, { offset: 0, bytes })).statusCode).toBe(404);
      expect((await caller.delete(`/uploads/${String(id)}`)).status).toBe(404);
    }
    await api.db
      .updateTable('workspaces')
      .set({ record_scope: 'own' })
      .where('id', '=', workspaceId)
      .execute();
    expect((await append(staff, id, { offset: 0, bytes })).statusCode).toBe(404);
    await api.db.updateTable('workspaces').set({ staff_access: [] }).where('id', '=', workspaceId).execute();
    expect((await append(staff, id, { offset: 0, bytes })).statusCode).toBe(404);
    expect(await listDocuments()).toEqual([]);
  });

  it('is removed when canceled or abandoned', async () => {
    const canceled = (await start(admin, 10)).body.upload.id;
    await append(admin, canceled, { offset: 0, bytes: randomBytes(5) });
    expect((await admin.delete(`/uploads/${String(canceled)}`)).status).toBe(204);
    expect((await admin.get(`/uploads/${String(canceled)}`)).status).toBe(404);
    const left = (await start(admin, 10)).body.upload.id;
    await append(admin, left, { offset: 0, bytes: randomBytes(5) });
    expect(await listParts()).toEqual([`${String(left)}.part`]);
    api.clock.set(new Date(Date.now() + 49 * 60 * 60_000));
    await expireUploads(api.booted.platform).act();
    api.clock.set(null as never);
    expect(await listParts()).toEqual([]);
    expect((await admin.get(`/uploads/${String(left)}`)).status).toBe(404);
  });

  it('cannot be canceled once its file was added, even a moment ago', async () => {
    const { id } = (await start(admin, 10)).body.upload;
    const { document } = (await admin.upload('/documents?name=video.bin', randomBytes(10))).body;
    const finish = async (owner: Client) => {
      await owner.query(`BEGIN; UPDATE uploads SET document_id = '${document.id}' WHERE id = '${id}'`);
    };
    const canceled = await withLock(api, finish, () => admin.delete(`/uploads/${String(id)}`));
    expect(canceled).toMatchObject({ status: 409, body: { code: 'CONFLICT' } });
    expect((await admin.get(`/uploads/${String(id)}`)).body.upload.documentId).toBe(document.id);
  });

  it('adds nothing when it is canceled while it is being finished', async () => {
    const { id } = (await start(admin, 10)).body.upload;
    const last = await withOwnerConnection(api, async (owner) => {
      await owner.query('BEGIN; LOCK TABLE documents IN SHARE MODE');
      const finishing = append(admin, id, { offset: 0, bytes: randomBytes(10) });
      await expect.poll(() => countWaiting(owner), { timeout: 20_000 }).toBeGreaterThan(0);
      expect((await admin.delete(`/uploads/${String(id)}`)).status).toBe(204);
      await owner.query('COMMIT');
      return finishing;
    });
    expect(last.statusCode).toBe(409);
    expect(await listDocuments()).toEqual([]);
    expect(await listParts()).toEqual([]);
  });

  it('becomes a new version of a document, also of one larger than an upload at once may be', async () => {
    const { document } = (await admin.upload('/documents?name=video.bin', 'first')).body;
    const bytes = randomBytes(26 * 1024 ** 2);
    expect((await admin.upload(`/documents/${String(document.id)}/versions`, bytes)).status).toBe(413);
    const { upload } = (await start(admin, bytes.length, `&documentId=${String(document.id)}`)).body;
    const half = 13 * 1024 ** 2;
    await append(admin, upload.id, { offset: 0, bytes: bytes.subarray(0, half) });
    expect((await listDocuments())[0]).toMatchObject({ number: 1 });
    await append(admin, upload.id, { offset: half, bytes: bytes.subarray(half) });
    expect(await listDocuments()).toMatchObject([{ id: document.id, name: 'video.bin', number: 2 }]);
    const { versions } = (await admin.get(`/documents/${String(document.id)}`)).body;
    expect(versions[0]).toMatchObject({
      number: 2,
      sizeBytes: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
    });
    expect((await admin.get(`/uploads/${String(upload.id)}`)).body.upload.documentId).toBe(document.id);
  });

  it('of a version is rejected for a document out of scope, in the trash, or with another record or folder', async () => {
    const { document } = (await admin.upload('/documents?name=video.bin', 'first')).body;
    const query = `&documentId=${String(document.id)}`;
    const stranger = await api.signIn({ role: 'ADMIN', workspaceId: await api.makeWorkspace() });
    expect((await start(stranger, 5, query)).status).toBe(404);
    expect((await start(admin, 5, `${query}&recordType=customer&recordId=${customerId}`)).status).toBe(400);
    const { upload } = (await start(admin, 5, query)).body;
    await admin.delete(`/documents/${String(document.id)}`);
    expect((await start(admin, 5, query)).status).toBe(422);
    const late = await append(admin, upload.id, { offset: 0, bytes: Buffer.from('bytes') });
    expect(late.statusCode).toBe(422);
  });
});
