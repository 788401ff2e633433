import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Caller } from '#test/caller.ts';
import type { TestApi } from '#test/harness.ts';
import {
  createLink,
  createLinkReader,
  reader,
  startApiForLinks,
  twoPages,
  uploadToShare,
} from '#test/shared-link-fixture.ts';
import { aJpeg } from '#test/pictures.ts';

let api: TestApi;
let workspaceId: string;
let admin: Caller;
let documentId: string;
beforeAll(async () => {
  api = await startApiForLinks();
});
afterAll(() => api.close());
beforeEach(async () => {
  ({ workspaceId, admin, documentId } = await uploadToShare(api));
});

const share = (changes: object = {}, id = documentId) => createLink(admin, id, changes);
const { startSession, readFile, readPage, download, expectClosed } = createLinkReader(() => api);
const listLinks = async (id = documentId) => (await admin.get(`/documents/${id}/links`)).body.links;
const binary = Buffer.from([0, 1, 2, 3, 255, 254, 0, 7]);
/** As if the text had been read. */
const setText = async (id: string) => {
  const ofFile = sql`workspace_id = ${workspaceId} AND file_id = (SELECT file_id FROM documents WHERE workspace_id = ${workspaceId} AND id = ${id})`;
  await sql`UPDATE file_texts SET state = 'ready', page_count = 1 WHERE ${ofFile}`.execute(api.db);
  await sql`INSERT INTO file_text_pages (workspace_id, file_id, page, text, words)
    SELECT workspace_id, file_id, 1, 'Month,Rent', '' FROM file_texts WHERE state = 'ready' AND ${ofFile}`.execute(
    api.db,
  );
};

describe('the file of a shared link', () => {
  it('gives nothing of a file that is deleted, blocked, replaced by one without pages, or taken out of its room', async () => {
    const sellerId = await api.makeCustomer(workspaceId, { brokerId: admin.userId });
    const owned = { name: 'Abbott', type: 'dental', ownerId: sellerId, brokerId: admin.userId };
    const { business } = (await admin.post('/businesses', owned)).body;
    const { folders } = (await admin.post(`/businesses/${business.id}/data-room`)).body.room;
    const { document } = (
      await admin.upload(`/documents?folderId=${folders[1].id}&name=a.pdf&attestation=1`, twoPages)
    ).body;
    const session = await startSession((await share({}, document.id)).token);
    const move = async (folderId: string | null) => {
      const { version } = (await admin.get(`/documents/${document.id}`)).body.document;
      expect((await admin.patch(`/documents/${document.id}`, { version, folderId })).status).toBe(200);
    };
    await move(folders[2].id);
    expect((await readPage(session)).status).toBe(200);
    await move(null);
    await expectClosed(session);
    await move(folders[1].id);
    await admin.delete(`/documents/${document.id}`);
    await expectClosed(session);
    await admin.post(`/documents/${document.id}/restore`);
    expect((await readPage(session)).status).toBe(200);
    const block = (blocked: 'quarantined' | null) =>
      api.db.updateTable('stored_objects').set({ blocked }).where('workspace_id', '=', workspaceId).execute();
    await block('quarantined');
    await expectClosed(session);
    await block(null);
    await admin.upload(`/documents/${document.id}/versions?attestation=1`, binary);
    await expectClosed(session);
  });

  it('is refused in its former version once replaced, whose reading time still counts', async () => {
    const session = await startSession((await share()).token);
    expect((await readFile(session)).body.file.number).toBe(1);
    expect((await readPage(session, 2)).status).toBe(200);
    await admin.upload(`/documents/${documentId}/versions`, twoPages);
    expect(await readPage(session, 1)).toMatchObject({ status: 409, body: { code: 'CONFLICT' } });
    api.clock.set(new Date(api.clock.now().getTime() + 10_000));
    const report = { session, number: 1, pages: [{ page: 2, ms: 4_000 }] };
    expect((await api.guest.post('/shared-links/reading', report)).status).toBe(204);
    expect((await listLinks())[0].readers).toMatchObject([{ pages: [2], readMs: 4_000 }]);
    const unstorable = { ...report, number: 2 ** 31 };
    expect((await api.guest.post('/shared-links/reading', unstorable)).status).toBe(400);
    const { number } = (await readFile(session)).body.file;
    expect((await readPage(session, 1, number)).status).toBe(200);
  });

  it('gives nothing of a file while all of its records are in the trash', async () => {
    const [customerId, otherId] = [await api.makeCustomer(workspaceId), await api.makeCustomer(workspaceId)];
    const query = `recordType=customer&recordId=${customerId}`;
    const { document } = (await admin.upload(`/documents?name=a.pdf&${query}`, twoPages)).body;
    const session = await startSession((await share({}, document.id)).token);
    await admin.delete(`/users/${customerId}`);
    await expectClosed(session);
    await admin.post(`/users/${customerId}/restore`);
    await admin.post(`/documents/${document.id}/records`, { recordType: 'customer', recordId: otherId });
    await admin.delete(`/users/${customerId}`);
    expect((await readPage(session)).status).toBe(200);
  });

  it.each([
    ['picture.jpg', aJpeg],
    ['rent.csv', 'Month,Rent\nJanuary,4000\n'],
  ])('shows the pages of %s with the mark, and never the file itself', async (name, bytes) => {
    const { document } = (await admin.upload(`/documents?name=${name}`, bytes)).body;
    await setText(document.id);
    const session = await startSession((await share({}, document.id)).token);
    expect((await readFile(session)).body.file).toMatchObject({ name, canDownload: false, pageCount: 1 });
    const page = await readPage(session);
    expect(page).toMatchObject({ status: 200, headers: { 'content-type': 'image/webp' } });
    expect((await download(session)).statusCode).toBe(403);
    expect(
      await admin.post(`/documents/${document.id}/links`, { expiresInDays: 7, canDownload: true }),
    ).toMatchObject({ status: 400, body: { errors: [{ path: 'canDownload' }] } });
    expect((await listLinks(document.id))[0].readers).toMatchObject([{ email: reader, pages: [1] }]);
  });

  it('is not made for a file of which no pages can be shown', async () => {
    const { document } = (await admin.upload('/documents?name=tool.bin', binary)).body;
    expect(await admin.post(`/documents/${document.id}/links`, { expiresInDays: 7 })).toMatchObject({
      status: 422,
    });
  });
});
