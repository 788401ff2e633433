import { buffer } from 'node:stream/consumers';
import decode, { init } from '@jsquash/webp/decode.js';
import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import PDFDocument from 'pdfkit';
import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { listJobs } from '#registry.ts';
import type { Caller } from '#test/caller.ts';
import { startApi, type TestApi } from '#test/harness.ts';
import { toWebp } from '#adapters/pdf-pages/webp.ts';
import { aGif, aJpeg, createWebpChunk, createWebp } from '#test/pictures.ts';

let api: TestApi;
let workspaceId: string;
let folderId: string;
let admin: Caller;
let seller: Caller;
let sellerId: string;
let buyer: Caller;
beforeAll(async () => {
  api = await startApi({ areFilesChecked: true });
  await api.booted.jobs.start(listJobs(api.booted.platform));
  const codec = new URL('codec/dec/webp_dec.wasm', import.meta.resolve('@jsquash/webp/decode.js'));
  await init(await WebAssembly.compile(await readFile(codec)));
});
afterAll(() => api.close());
/** A buyer whose deal opens L2. */
beforeEach(async () => {
  workspaceId = await api.makeWorkspace();
  admin = await api.signIn({ role: 'ADMIN', workspaceId });
  sellerId = await api.makeCustomer(workspaceId, { name: 'Sam Seller', brokerId: admin.userId });
  seller = await api.signIn({ role: 'CLIENT', workspaceId, customerId: sellerId });
  const buyerId = await api.makeCustomer(workspaceId, { name: 'Bea Buyer', brokerId: admin.userId });
  buyer = await api.signIn({ role: 'CLIENT', workspaceId, customerId: buyerId, displayName: 'Bea Buyer' });
  const business = { name: 'Abbott Dental', type: 'dental', ownerId: sellerId, brokerId: admin.userId };
  const { id: businessId } = (await admin.post('/businesses', business)).body.business;
  await admin.post('/deals', { businessId, buyerId });
  await api.db
    .updateTable('deals')
    .set({ document_level: 2 })
    .where('workspace_id', '=', workspaceId)
    .execute();
  const { room } = (await admin.post(`/businesses/${businessId}/data-room`)).body;
  folderId = room.folders.find(({ number }: { number: string }) => number === '03.1').id;
});

const createPdf = async (texts: readonly string[], options = {}): Promise<Buffer> => {
  const drawing = new PDFDocument({ autoFirstPage: false, ...options });
  for (const text of texts) drawing.addPage().text(text);
  drawing.end();
  return buffer(drawing);
};
const upload = async (name: string, bytes: Buffer | string) =>
  (await admin.upload(`/documents?folderId=${folderId}&name=${name}&attestation=1`, bytes)).body.document;
/** As if the text had been read. */
const setText = async (id: string, text: string) => {
  const ofDocument = sql`workspace_id = ${workspaceId} AND file_id = (SELECT file_id FROM documents WHERE workspace_id = ${workspaceId} AND id = ${id})`;
  await sql`UPDATE file_texts SET state = 'ready', page_count = 1 WHERE ${ofDocument}`.execute(api.db);
  await sql`INSERT INTO file_text_pages (workspace_id, file_id, page, text, words)
    SELECT workspace_id, file_id, 1, ${text}, '' FROM file_texts WHERE ${ofDocument}`.execute(api.db);
};
const readPixels = async (caller: Caller, path: string) => {
  const { rawPayload, statusCode } = await api.app.inject({
    url: `/api${path}`,
    headers: { authorization: `Bearer ${caller.token ?? ''}`, 'x-workspace': workspaceId },
  });
  expect(statusCode).toBe(200);
  const { data } = await decode(new Uint8Array(rawPayload).buffer);
  return data;
};
const encodeUint32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value >>> 0);
  return bytes;
};
/** How many pixels of the second differ from the first. */
const countChanged = (plain: Uint8ClampedArray, other: Uint8ClampedArray): number => {
  let count = 0;
  for (let at = 0; at < plain.length; at += 4)
    if (Math.abs((plain[at] ?? 0) - (other[at] ?? 0)) > 8) count += 1;
  return count;
};
const download = async (caller: Caller, id: string) => {
  const { body } = await caller.post(`/documents/${id}/ticket`);
  return api.app.inject({ url: body.ticket.url, headers: { range: 'bytes=0-99' } });
};
const readText = async (bytes: Buffer) =>
  (await extractText(await getDocumentProxy(new Uint8Array(bytes)))).text;
const listLoggedActions = async (id: string) => {
  const audit = await api.db
    .selectFrom('audit_entries')
    .select('action')
    .where('subject_id', '=', id)
    .where('action', 'in', ['readDocument', 'downloadDocument'])
    .execute();
  const views = await api.db
    .selectFrom('document_views')
    .select('user_id')
    .where('document_id', '=', id)
    .where('workspace_id', '=', workspaceId)
    .execute();
  return { actions: audit.map(({ action }) => action), viewers: views.map((view) => view.user_id) };
};

describe('a buyer in a data room', () => {
  it('sees pages with the mark in their pixels, thumbnails too, and staff see them without', async () => {
    const { id } = await upload('returns.pdf', await createPdf(['One', 'Two']));
    for (const width of ['200', '800']) {
      const path = `/documents/${id}/pages/2?width=${width}`;
      const plain = await readPixels(admin, path);
      const marked = await readPixels(buyer, path);
      expect(marked).toHaveLength(plain.length);
      expect(countChanged(plain, marked) / (plain.length / 4)).toBeGreaterThan(0.01);
      expect(countChanged(plain, await readPixels(admin, path))).toBe(0);
    }
    expect((await buyer.get(`/documents/${id}/pages/3?width=800`)).status).toBe(404);
  });

  it('downloads the whole PDF with the stamp on each page, logged; staff the original, or a range of it', async () => {
    const original = await createPdf(['One', 'Two']);
    const { id } = await upload('returns.pdf', original);
    const answer = await download(buyer, id);
    expect(answer).toMatchObject({ statusCode: 200, headers: { 'cache-control': 'private, no-store' } });
    const texts = await readText(answer.rawPayload);
    expect(texts).toHaveLength(2);
    const { email } = (await buyer.get('/auth/profile')).body.user;
    for (const text of texts) expect(text).toMatch(/Bea Buyer · .* · 127\.0\.0\.1/);
    for (const text of texts) expect(text).toContain(email);
    expect(await listLoggedActions(id)).toEqual({ actions: ['downloadDocument'], viewers: [buyer.userId] });
    const range = await download(admin, id);
    expect([range.statusCode, range.rawPayload.equals(original.subarray(0, 100))]).toEqual([206, true]);
  });

  it.each([
    ['front.jpg', aJpeg],
    ['logo.gif', aGif],
    ['rent.csv', 'Month,Rent\nMay,4100\nJune,4100'],
    ['memo.txt', 'Premises\n\nThe lease runs until 2031.'],
  ])('sees %s as pages with the mark, logged, and gets nothing else of it', async (name, bytes) => {
    const { id } = await upload(name, bytes);
    if (typeof bytes === 'string') await setText(id, bytes);
    expect((await buyer.get(`/documents/${id}/pages`)).body.pages.pageCount).toBe(1);
    await readPixels(buyer, `/documents/${id}/pages/1?width=800`);
    expect(await listLoggedActions(id)).toEqual({ actions: ['readDocument'], viewers: [buyer.userId] });
    expect((await buyer.post(`/documents/${id}/ticket`)).status).toBe(422);
    expect((await buyer.get(`/documents/${id}/text`)).status).toBe(422);
    expect((await admin.get(`/documents/${id}/pages`)).status).toBe(422);
  });

  it('sees different marks for two readers on a picture', async () => {
    const { id } = await upload('front.jpg', aJpeg);
    const path = `/documents/${id}/pages/1?width=800`;
    const first = await readPixels(buyer, path);
    api.clock.set(new Date(api.clock.now().getTime() + 90 * 60_000));
    const second = await readPixels(buyer, path);
    expect(countChanged(first, second)).toBeGreaterThan(100);
  });

  it('sees a WebP picture with its colors and the mark, and no picture that is damaged, moving, or too large', async () => {
    const data = new Uint8Array(40 * 20 * 4).map((_, at) => [255, 0, 0, 255][at % 4] ?? 0);
    const { id } = await upload('front.webp', await toWebp({ width: 40, height: 20, data }));
    const pixels = await readPixels(buyer, `/documents/${id}/pages/1?width=800`);
    const reds = pixels.filter(
      (value: number, at: number) => at % 4 === 0 && value > 200 && (pixels[at + 1] ?? 255) < 120,
    );
    // The picture fills the page between its margins.
    expect(reds.length / (pixels.length / 4)).toBeGreaterThan(0.4);
    api.clock.set(new Date(api.clock.now().getTime() + 90 * 60_000));
    expect(
      countChanged(pixels, await readPixels(buyer, `/documents/${id}/pages/1?width=800`)),
    ).toBeGreaterThan(100);
    const head = (width: number, height: number) =>
      Buffer.concat([
        Buffer.from([0x2f]),
        encodeUint32((width - 1) | ((height - 1) << 14)),
        Buffer.alloc(40),
      ]);
    for (const [name, bytes] of [
      ['damaged.webp', createWebp(createWebpChunk('VP8L', head(64, 64)))],
      [
        'moving.webp',
        createWebp(
          createWebpChunk('VP8X', Buffer.from([2, 0, 0, 0, 9, 0, 0, 9, 0, 0])),
          createWebpChunk('ANIM', Buffer.alloc(6)),
        ),
      ],
      ['large.webp', createWebp(createWebpChunk('VP8L', head(5_001, 5_001)))],
      ['large.gif', Buffer.concat([Buffer.from('GIF89a'), encodeUint32(5_001 | (5_001 << 16))])],
      ['truncated.gif', 'GIF89a'],
    ] as const) {
      const refused = await upload(name, bytes);
      expect(await buyer.get(`/documents/${refused.id}/pages`), name).toMatchObject({
        status: 422,
        body: { detail: expect.stringContaining('your name') },
      });
    }
  });

  it('sees the mark on the text of an Office file', async () => {
    const { id } = await upload('memo.txt', 'The lease runs until 2031.');
    await setText(id, 'The lease runs until 2031.');
    const path = `/documents/${id}/pages/1?width=800`;
    const first = await readPixels(buyer, path);
    api.clock.set(new Date(api.clock.now().getTime() + 90 * 60_000));
    expect(countChanged(first, await readPixels(buyer, path))).toBeGreaterThan(100);
  });

  it('cannot open other pictures, and staff see a notice', async () => {
    const heic = await upload('front.heic', '\0\0\0\x18ftypheic');
    const jpeg = await upload('front.jpg', aJpeg);
    expect([heic.isClosedToBuyers, jpeg.isClosedToBuyers]).toEqual([true, undefined]);
    expect((await buyer.get(`/documents/${heic.id}/pages`)).status).toBe(422);
    const library = (await admin.upload('/documents?name=other.heic', '\0\0\0\x18ftypheic')).body.document;
    expect(library).not.toHaveProperty('isClosedToBuyers');
    const [listed] = (await buyer.get('/documents?sort=name')).body.documents;
    expect(listed).not.toHaveProperty('isClosedToBuyers');
  });

  it('gets no text, and no file that cannot be marked', async () => {
    const { id } = await upload('returns.pdf', await createPdf(['One']));
    const unmarked = { status: 422, body: { detail: expect.stringContaining('your name') } };
    expect(await buyer.get(`/documents/${id}/text`)).toMatchObject(unmarked);
    const archive = await upload('files.zip', Buffer.from('PK\u0003\u0004 no more'));
    for (const answer of [
      await buyer.post(`/documents/${archive.id}/ticket`),
      await buyer.get(`/documents/${archive.id}/text`),
      await buyer.get(`/documents/${archive.id}/pages/1?width=800`),
    ])
      expect(answer).toMatchObject(unmarked);
    expect((await admin.get(`/documents/${id}/text`)).status).toBe(200);
    expect((await admin.post(`/documents/${archive.id}/ticket`)).status).toBe(201);
    const listed = (await buyer.get('/documents')).body.documents;
    expect(listed.map((document: { isMarked?: boolean }) => document.isMarked)).toEqual([true, true]);
  });

  it('gets nothing of a PDF that cannot be stamped, and no download is logged', async () => {
    for (const bytes of [await createPdf(['One'], { userPassword: 'secret' }), '%PDF-1.7 no more']) {
      const { id } = await upload('locked.pdf', bytes);
      const answer = await download(buyer, id);
      expect(answer.statusCode).toBe(422);
      expect(answer.json().detail).toContain('cannot be watermarked');
      expect(await buyer.get(`/documents/${id}/pages`)).toMatchObject({
        status: 422,
        body: { detail: expect.not.stringContaining('Download') },
      });
      expect(await listLoggedActions(id)).toEqual({ actions: [], viewers: [] });
    }
  });
});

it('gives owners the original of files shared on their own record, and advisors a watermarked copy', async () => {
  const advisorId = await api.makeCustomer(workspaceId, { name: 'Cal Advisor' });
  const advisor = await api.signIn({ role: 'CLIENT', workspaceId, customerId: advisorId });
  const grant = { recordType: 'customer', recordId: sellerId, userId: advisor.userId, level: 'view' };
  expect((await admin.post('/access-grants', grant)).status).toBe(201);
  const original = await createPdf(['One']);
  const { document } = (
    await admin.upload(`/documents?name=a.pdf&recordType=customer&recordId=${sellerId}`, original)
  ).body;
  await admin.patch(`/documents/${document.id}`, { version: document.version, audience: 'client' });
  const own = await download(seller, document.id);
  expect([own.statusCode, (await seller.get(`/documents/${document.id}/text`)).status]).toEqual([206, 200]);
  const marked = await download(advisor, document.id);
  expect(marked.statusCode).toBe(200);
  expect((await readText(marked.rawPayload))[0]).toContain('127.0.0.1');
  expect((await advisor.get(`/documents/${document.id}/text`)).status).toBe(422);
});
