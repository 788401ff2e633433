import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openPdf } from '#adapters/pdf-pages/pdf-engine.ts';
import type { Caller } from '#test/caller.ts';
import { startApi, type TestApi } from '#test/harness.ts';
import { aPhoto, aPng } from '#test/pictures.ts';

let api: TestApi;
let workspaceId: string;
let requestId: string;
let admin: Caller;
let seller: Caller;
beforeAll(async () => {
  api = await startApi({ areFilesChecked: true });
});
afterAll(() => api.close());
beforeEach(async () => {
  workspaceId = await api.makeWorkspace();
  admin = await api.signIn({ role: 'ADMIN', workspaceId });
  const sellerId = await api.makeCustomer(workspaceId, { name: 'Sam Seller', brokerId: admin.userId });
  seller = await api.signIn({ role: 'CLIENT', workspaceId, customerId: sellerId });
  const business = { name: 'Abbott Dental', type: 'dental', ownerId: sellerId, brokerId: admin.userId };
  const { id } = (await admin.post('/businesses', business)).body.business;
  const { room } = (await admin.post(`/businesses/${id}/data-room`)).body;
  const licenses = room.requests.find(({ title }: { title: string }) => title === 'Licenses');
  requestId = licenses.id;
  await admin.patch(`/room-requests/${requestId}`, { version: licenses.version, state: 'requested' });
});

const send = (
  photos: Buffer[],
  { caller = seller, sizes = photos.map(({ length }) => length).join() } = {},
) => caller.upload(`/room-requests/${requestId}/photos?sizes=${sizes}&attestation=1`, Buffer.concat(photos));
const countDocuments = async () => {
  const { documents } = (await admin.get('/documents')).body;
  return documents.length;
};

describe('photos for a request', () => {
  it('are one PDF with a page for each, which waits for review', async () => {
    const { status, body } = await send([aPhoto(6), aPng(), aPhoto(3)]);
    expect([status, body.request.state]).toEqual([201, 'uploaded']);
    const [document] = body.request.documents;
    expect(body.request.documents).toHaveLength(1);
    expect(document).toMatchObject({
      name: 'Licenses.pdf',
      contentType: 'application/pdf',
      audience: 'client',
    });
    const { ticket } = (await seller.post(`/documents/${document.id}/ticket`)).body;
    const pdf = (await api.app.inject({ url: ticket.url })).rawPayload;
    expect((await openPdf(pdf)).pageCount).toBe(3);
    expect(pdf.toString('latin1')).not.toContain('GPS');
    const { notifications } = (await admin.get('/notifications')).body;
    expect(notifications).toMatchObject([{ type: 'room.uploaded' }]);
    const { entries } = (await admin.get('/audit?action=uploadPhotosToRequest')).body;
    expect(entries).toMatchObject([{ action: 'uploadPhotosToRequest' }]);
  });

  it.each([
    ['what is no image', [aPhoto(), Buffer.from('<svg>')], 415, 'Photo 2 cannot be used.'],
    ['a damaged photo', [aPhoto().subarray(0, -30), aPhoto()], 400, 'Photo 1 is damaged or incomplete.'],
  ])('are refused with the number of %s, and nothing is added', async (_what, photos, status, detail) => {
    const answer = await send(photos);
    expect([answer.status, answer.body.detail]).toEqual([status, expect.stringContaining(detail)]);
    expect(await countDocuments()).toBe(0);
  });

  it.each([
    ['no size', '', 400],
    ['31 photos', Array.from({ length: 31 }, () => 1).join(), 400],
    ['a photo above 25 MB', String(25 * 1024 * 1024 + 1), 413],
    ['fewer bytes than arrive', '10', 400],
    ['more bytes than arrive', '100000', 400],
  ])('are refused with sizes of %s', async (_what, sizes, status) => {
    expect((await send([aPhoto()], { sizes })).status).toBe(status);
    expect(await countDocuments()).toBe(0);
  });

  it('come from the owner of the business or staff only, while the request is open', async () => {
    const otherId = await api.makeCustomer(workspaceId, { name: 'Olga Other' });
    const other = await api.signIn({ role: 'CLIENT', workspaceId, customerId: otherId });
    const elsewhere = await api.signIn({ role: 'ADMIN', workspaceId: await api.makeWorkspace() });
    expect((await send([aPhoto()], { caller: other })).status).toBe(404);
    expect((await send([aPhoto()], { caller: elsewhere })).status).toBe(404);
    expect((await send([aPhoto()], { caller: admin })).status).toBe(201);
    const version = 3;
    await admin.patch(`/room-requests/${requestId}`, { version, state: 'not_applicable' });
    expect((await send([aPhoto()])).status).toBe(422);
  });
});
