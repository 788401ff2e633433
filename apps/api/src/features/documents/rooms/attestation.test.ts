import { buffer } from 'node:stream/consumers';
import PDFDocument from 'pdfkit';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Caller } from '#test/caller.ts';
import { startApi, type TestApi } from '#test/harness.ts';
import { aJpeg } from '#test/pictures.ts';

const now = new Date('2026-11-25T15:00:00Z');
const refused = {
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
const versionsOf = async (id: string) => (await admin.get(`/documents/${id}`)).body.versions;

it('is needed for each way into a data room, and nothing is stored without it', async () => {
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
    expect(answer).toMatchObject(refused);
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
  expect(await versionsOf(id)).toMatchObject([
    { number: 1, attestation: { ...attestation, by: { displayName: 'Sam Seller' } } },
  ]);
  await admin.upload(`/documents/${id}/versions?attestation=1`, 'a text');
  await admin.post(`/documents/${id}/versions/1/restore`);
  expect(await versionsOf(id)).toMatchObject([
    { number: 3, attestation: { by: { displayName: 'Sam Seller' } } },
    { number: 2, attestation: { by: { displayName: 'Avery Admin' } } },
    { number: 1, attestation: { by: { displayName: 'Sam Seller' } } },
  ]);
});

it('is not needed outside of data rooms', async () => {
  const { status, body } = await admin.upload('/documents?name=a.pdf', pdf);
  expect(status).toBe(201);
  expect(body.document).not.toHaveProperty('isInRoom');
  expect(await versionsOf(body.document.id)).toMatchObject([{ attestation: null }]);
});
