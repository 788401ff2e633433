import { buffer } from 'node:stream/consumers';
import { Kysely, PostgresDialect, sql } from 'kysely';
import PDFDocument from 'pdfkit';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { up as fillMovedFiles } from '#db/migrations/0988-undo-of-moved-files.ts';
import { bulkJobs } from '#platform/records/bulk/bulk.job.ts';
import { listJobs } from '#registry.ts';
import type { Caller } from '#test/caller.ts';
import { startApi, type TestApi } from '#test/harness.ts';
import { aJpeg } from '#test/pictures.ts';
import { runJob } from '#test/run-job.ts';

const now = new Date('2026-11-25T15:00:00Z');
const rejection = {
  status: 400,
  body: {
    errors: [{ path: 'attestation', message: expect.stringContaining('contain no patient information') }],
  },
};

let api: TestApi;
let workspaceId: string;
let admin: Caller;
let seller: Caller;
let folderId: string;
let requestId: string;
const drawing = new PDFDocument();
drawing.text('Lease').end();
const pdf = await buffer(drawing);
beforeAll(async () => {
  api = await startApi({ areFilesChecked: true });
  await api.booted.jobs.start(listJobs(api.booted.platform));
});
afterAll(() => api.close());
/** A data room whose owner is asked for licenses. */
beforeEach(async () => {
  api.clock.set(now);
  workspaceId = await api.makeWorkspace();
  admin = await api.signIn({ role: 'ADMIN', workspaceId, displayName: 'Avery Admin' });
  const ownerId = await api.makeCustomer(workspaceId, { brokerId: admin.userId });
  seller = await api.signIn({ role: 'CLIENT', workspaceId, customerId: ownerId, displayName: 'Sam Seller' });
  const { business } = (await admin.post('/businesses', { name: 'Abbott', type: 'dental', ownerId })).body;
  const { room } = (await admin.post(`/businesses/${business.id}/data-room`)).body;
  folderId = room.folders.find(({ number }: { number: string }) => number === '09').id;
  const request = room.requests.find(({ title }: { title: string }) => title === 'Licenses');
  requestId = request.id;
  await admin.patch(`/room-requests/${requestId}`, { version: request.version, state: 'requested' });
});

const countFiles = async () =>
  (await api.db.selectFrom('files').select('id').where('workspace_id', '=', workspaceId).execute()).length;
const startChunks = (more: string) =>
  admin.upload(`/uploads?folderId=${folderId}&name=large.pdf${more}`, '', {
    headers: { 'upload-length': '5', 'tus-resumable': '1.0.0' },
  });
const listVersions = async (id: string) => (await admin.get(`/documents/${id}`)).body.versions;

it('is required by each way to add a file to a data room, and nothing is stored without it', async () => {
  const { document } = (await admin.upload(`/documents?folderId=${folderId}&name=a.pdf&attestation=1`, pdf))
    .body;
  const before = await countFiles();
  for (const answer of [
    await admin.upload(`/documents?folderId=${folderId}&name=b.pdf`, pdf),
    await admin.upload(`/documents/${document.id}/versions`, pdf),
    await seller.upload(`/room-requests/${requestId}/documents?name=c.pdf`, pdf),
    await seller.upload(`/room-requests/${requestId}/photos?sizes=${String(aJpeg.length)}`, aJpeg),
    await startChunks(''),
  ])
    expect(answer).toMatchObject(rejection);
  expect(await countFiles()).toBe(before);
  expect((await startChunks('&attestation=1')).status).toBe(201);
  expect((await admin.upload(`/documents?folderId=${folderId}&name=b.pdf&attestation=2`, pdf)).status).toBe(
    400,
  );
});

it('is shown with the version: who confirmed what, and when', async () => {
  const attestation = {
    version: '1',
    wording: 'These files contain no patient information',
    at: now.toISOString(),
  };
  const sent = await seller.upload(`/room-requests/${requestId}/documents?name=c.pdf&attestation=1`, pdf);
  const [{ id, isInRoom }] = (await admin.get('/documents')).body.documents;
  expect([sent.status, isInRoom]).toEqual([201, true]);
  expect(await listVersions(id)).toMatchObject([
    { number: 1, attestation: { ...attestation, by: { displayName: 'Sam Seller' } } },
  ]);
  await admin.upload(`/documents/${id}/versions?attestation=1`, 'a text');
  await admin.post(`/documents/${id}/versions/1/restore`);
  expect(await listVersions(id)).toMatchObject([
    { number: 3, attestation: { by: { displayName: 'Sam Seller' } } },
    { number: 2, attestation: { by: { displayName: 'Avery Admin' } } },
    { number: 1, attestation: { by: { displayName: 'Sam Seller' } } },
  ]);
});

it('is not needed outside of data rooms', async () => {
  const { status, body } = await admin.upload('/documents?name=a.pdf', pdf);
  expect(status).toBe(201);
  expect(body.document).not.toHaveProperty('isInRoom');
  expect(await listVersions(body.document.id)).toMatchObject([{ attestation: null }]);
});

describe('what is there already', () => {
  const confirmed = { attestation: '1' };
  const add = async (name: string): Promise<string> =>
    (await admin.upload(`/documents?name=${name}`, name)).body.document.id;
  const versionOf = async (id: string) => (await admin.get(`/documents/${id}`)).body.document.version;
  const move = async (id: string, more: object = {}) =>
    admin.patch(`/documents/${id}`, { version: await versionOf(id), folderId, ...more });
  const folderOf = async (id: string) =>
    (await admin.get(`/documents/${id}`)).body.document.folder?.id ?? null;
  const recordsOf = async (id: string) =>
    (await admin.get(`/documents/${id}`)).body.document.records.map((record: { id: string }) => record.id);
  const runMove = async (input: object) => {
    const body = { recordType: 'document', selection: { filter: {} }, input: { action: 'move', ...input } };
    const answer = await admin.post('/bulk-runs', body);
    if (answer.status !== 202) return answer;
    return finish(answer.body.bulkRun.id);
  };
  const finish = async (runId: string) => {
    const [job] = bulkJobs(api.booted.platform);
    await runJob(job, { workspaceId, runId });
    return admin.get(`/bulk-runs/${runId}`);
  };

  /** Like files that were in a room before attestations were required. */
  const placeUnasked = async (id: string) =>
    api.db
      .updateTable('documents')
      .set({ folder_id: folderId })
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', id)
      .execute();

  it('is confirmed when it is moved into a data room, once for each content', async () => {
    const id = await add('a.txt');
    expect(await move(id)).toMatchObject(rejection);
    expect([await folderOf(id), (await admin.get('/documents')).body.documents[0].records]).toEqual([
      null,
      [],
    ]);
    expect((await move(id, confirmed)).body.document).toMatchObject({ isInRoom: true, isAttested: true });
    expect(await listVersions(id)).toMatchObject([
      { attestation: { by: { displayName: 'Avery Admin' }, at: now.toISOString() } },
    ]);
    expect((await move(id, { folderId: null })).body.document.folder).toBeNull();
    api.clock.set(new Date(now.getTime() + 60_000));
    expect((await move(id)).status).toBe(200);
    await move(id, { folderId: null });
    await admin.upload(`/documents/${id}/versions`, 'other content');
    expect(await move(id)).toMatchObject(rejection);
  });

  it('is confirmed when many are moved, of each, and an undo brings back only what was confirmed', async () => {
    const ids = [await add('a.txt'), await add('b.txt')];
    expect(await runMove({ folderId })).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'input.attestation' }] },
    });
    expect((await runMove({ folderId, ...confirmed })).body.bulkRun.counts).toEqual({
      total: 2,
      done: 2,
      skipped: 0,
    });
    for (const id of ids)
      expect(await listVersions(id)).toMatchObject([{ attestation: { by: { displayName: 'Avery Admin' } } }]);
    await placeUnasked(await add('c.txt'));
    const out = (await runMove({ folderId: null })).body.bulkRun;
    expect(out.counts.done).toBe(3);
    const undone = (await admin.post(`/bulk-runs/${out.id}/undo`)).body.bulkRun;
    expect((await finish(undone.id)).body.bulkRun.counts).toEqual({ total: 3, done: 2, skipped: 1 });
    for (const id of ids) expect(await folderOf(id)).toBe(folderId);
    const { rows } = (await admin.get(`/bulk-runs/${undone.id}/rows?outcome=skipped`)).body;
    expect(rows).toMatchObject([
      { name: 'c.txt', reason: expect.stringContaining('contain no patient information') },
    ]);
  });

  it('is taken off the business of a room when its move there is undone, or it moves to another room', async () => {
    const [own, other] = [await add('a.txt'), await add('b.txt')];
    const businessId = (await admin.get('/data-rooms')).body.rooms[0].business.id;
    await admin.post(`/documents/${own}/records`, { recordType: 'business', recordId: businessId });
    const moved = (await runMove({ folderId, ...confirmed })).body.bulkRun;
    expect([await recordsOf(own), await recordsOf(other)]).toEqual([[businessId], [businessId]]);
    const undone = (await admin.post(`/bulk-runs/${moved.id}/undo`)).body.bulkRun;
    expect((await finish(undone.id)).body.bulkRun.counts.done).toBe(2);
    expect([await recordsOf(own), await recordsOf(other)]).toEqual([[businessId], []]);

    await move(other, confirmed);
    await move(other, { folderId: null });
    expect(await recordsOf(other)).toEqual([businessId]);
    await move(other);
    const second = (await admin.post('/businesses', { name: 'Baker Dental', type: 'dental' })).body.business
      .id;
    const { room } = (await admin.post(`/businesses/${second}/data-room`)).body;
    expect((await move(other, { folderId: room.folders[0].id })).status).toBe(200);
    expect(await recordsOf(other)).toEqual([second]);
  });

  it('is taken off the business when a move of an earlier version is undone, unless it was there before', async () => {
    const [own, other] = [await add('a.txt'), await add('b.txt')];
    const businessId = (await admin.get('/data-rooms')).body.rooms[0].business.id;
    await admin.post(`/documents/${own}/records`, { recordType: 'business', recordId: businessId });
    const moved = (await runMove({ folderId, ...confirmed })).body.bulkRun;
    const owner = new Kysely<unknown>({
      dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: api.connectionString }) }),
    });
    await sql`UPDATE bulk_rows SET before = before - 'businessIds' WHERE workspace_id = ${workspaceId}`.execute(
      owner,
    );

    await fillMovedFiles(owner);
    await owner.destroy();
    const undone = (await admin.post(`/bulk-runs/${moved.id}/undo`)).body.bulkRun;
    expect((await finish(undone.id)).body.bulkRun.counts.done).toBe(2);
    expect([await recordsOf(own), await recordsOf(other)]).toEqual([[businessId], []]);
  });

  it('is confirmed when it returns there: an earlier version, and a file from the trash', async () => {
    const id = await add('a.txt');
    await admin.upload(`/documents/${id}/versions`, 'second');
    await move(id, confirmed);
    expect(await admin.post(`/documents/${id}/versions/1/restore`)).toMatchObject(rejection);
    expect((await admin.post(`/documents/${id}/versions/1/restore?attestation=1`)).status).toBe(201);
    expect((await admin.post(`/documents/${id}/versions/2/restore`)).status).toBe(201);
    await admin.delete(`/documents/${id}`);
    expect((await admin.post(`/documents/${id}/restore`)).status).toBe(200);
    const unasked = await add('b.txt');
    await placeUnasked(unasked);
    await admin.delete(`/documents/${unasked}`);
    expect(await admin.post(`/documents/${unasked}/restore`)).toMatchObject(rejection);
    expect((await admin.post(`/documents/${unasked}/restore?attestation=1`)).body.document.isAttested).toBe(
      true,
    );
  });
});
