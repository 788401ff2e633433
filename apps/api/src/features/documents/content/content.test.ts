import PDFDocument from 'pdfkit';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Caller } from '#test/caller.ts';
import { startApi, type TestApi } from '#test/harness.ts';
import { createExtractTextTask } from '#workflows/check-files/read-texts.ts';

let api: TestApi;
let workspaceId: string;
let customerId: string;
let admin: Caller;
let client: Caller;
beforeAll(async () => {
  api = await startApi();
  await api.startJobs();
});
afterAll(() => api.close());
beforeEach(async () => {
  workspaceId = await api.makeWorkspace();
  admin = await api.signIn({ role: 'ADMIN', workspaceId });
  customerId = await api.makeCustomer(workspaceId, { name: 'Ann Abbott', brokerId: admin.userId });
  client = await api.signIn({ role: 'CLIENT', workspaceId, customerId });
});

const createPdf = async (...texts: string[]): Promise<Buffer> => {
  const drawing = new PDFDocument({ autoFirstPage: false });
  for (const text of texts) drawing.addPage().text(text);
  drawing.end();
  return buffer(drawing);
};
const upload = async (name: string, bytes: Buffer | string, query = ''): Promise<string> => {
  const { status, body } = await admin.upload(`/documents?name=${encodeURIComponent(name)}${query}`, bytes);
  if (status !== 201) throw new Error(JSON.stringify(body));
  return body.document.id;
};
const getCustomerQuery = () => `&recordType=customer&recordId=${customerId}`;
/** Waits until the text of every file was read. */
const readAll = async (): Promise<void> => {
  await createExtractTextTask(api.booted.background).act();
  const waiting = () =>
    api.db
      .selectFrom('files')
      .leftJoin('file_texts', (join) =>
        join
          .onRef('file_texts.workspace_id', '=', 'files.workspace_id')
          .onRef('file_texts.file_id', '=', 'files.id'),
      )
      .select('files.name')
      .where('files.workspace_id', '=', workspaceId)
      .where('file_texts.file_id', 'is', null)
      .execute();
  await expect.poll(waiting, { timeout: 100_000 }).toEqual([]);
};
const getText = async (caller: Caller, id: string, query = '') =>
  (await caller.get(`/documents/${id}/text${query}`)).body.text;
const listHits = async (caller: Caller, q: string) =>
  (await caller.get(`/documents/text-search?q=${encodeURIComponent(q)}`)).body.hits;
const audit = (id: string) =>
  api.db
    .selectFrom('audit_entries')
    .select(['actor_id', 'detail'])
    .where('subject_id', '=', id)
    .where('action', '=', 'readDocument')
    .execute();

describe('pages of a PDF', () => {
  it('are counted and drawn; readable pages are logged, thumbnails are not', async () => {
    const id = await upload('lease.pdf', await createPdf('One', 'Two'));
    expect((await admin.get(`/documents/${id}/pages`)).body.pages).toEqual({
      pageCount: 2,
      sizes: [
        { width: 612, height: 792 },
        { width: 612, height: 792 },
      ],
    });
    await admin.get(`/documents/${id}/pages/2?width=200`);
    expect(await audit(id)).toEqual([]);
    const page = await admin.get(`/documents/${id}/pages/2?width=800`);
    expect(page.status).toBe(200);
    expect(page.headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'private, no-store',
    });
    expect(await audit(id)).toEqual([{ actor_id: admin.userId, detail: { number: 1, page: 2 } }]);
    expect((await admin.get(`/documents/${id}/pages/3?width=800`)).status).toBe(404);
    expect((await admin.get(`/documents/${id}/pages/1?width=801`)).status).toBe(400);
    expect((await admin.get(`/documents/${id}/pages?number=2`)).status).toBe(404);
  });

  it('follow access to the file: not shared, unshared, replaced, deleted', async () => {
    const id = await upload('lease.pdf', await createPdf('One'), getCustomerQuery());
    const first = `/documents/${id}/pages/1?width=800`;
    expect((await client.get(first)).status).toBe(404);
    await admin.patch(`/documents/${id}`, { version: 1, audience: 'client' });
    await readAll();
    expect((await client.get(first)).status).toBe(200);
    await admin.upload(`/documents/${id}/versions`, 'now a text');
    await readAll();
    expect((await client.get(`${first}&number=1`)).status).toBe(404);
    expect((await admin.get(`${first}&number=1`)).status).toBe(200);
    expect((await client.get(first)).status).toBe(422);
    await admin.delete(`/documents/${id}`);
    expect((await admin.get(`${first}&number=1`)).status).toBe(404);
    expect((await getText(client, id)) ?? 404).toBe(404);
    const views = await api.db
      .selectFrom('document_views')
      .select('user_id')
      .where('workspace_id', '=', workspaceId)
      .where('document_id', '=', id)
      .execute();
    expect(views).toEqual([{ user_id: client.userId }]);
  });

  it('of a damaged PDF, and of other files, are rejected with a reason', async () => {
    const broken = await upload('broken.pdf', '%PDF-1.7 broken');
    expect(await admin.get(`/documents/${broken}/pages`)).toMatchObject({
      status: 422,
      body: { detail: 'This PDF is damaged and cannot be shown.' },
    });
    const text = await upload('a.txt', 'a');
    expect(await admin.get(`/documents/${text}/pages`)).toMatchObject({ status: 422 });
  });
});

describe('the text of a file', { timeout: 240_000 }, () => {
  it('is read in the background, once, for each version', async () => {
    const id = await upload('lease.pdf', await createPdf('Premises', 'Rent'));
    expect(await getText(admin, id)).toEqual({ state: 'waiting', pages: [], isCut: false });
    await admin.upload(`/documents/${id}/versions`, 'Name,Rent\nA,1');
    await readAll();
    expect(await getText(admin, id)).toMatchObject({ state: 'ready', pages: [{ text: 'Name,Rent\nA,1' }] });
    expect((await getText(admin, id, '?number=1')).pages).toHaveLength(2);
    await readAll();
    const broken = await upload('broken.pdf', '%PDF-1.7 broken');
    const picture = await upload('a.png', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]));
    await readAll();
    expect(await getText(admin, broken)).toMatchObject({ state: 'damaged', pages: [] });
    expect(await getText(admin, picture)).toMatchObject({ state: 'none', pages: [] });
  });

  it('is found by word prefixes, with the page and highlighted matches', async () => {
    const id = await upload(
      'lease.pdf',
      await createPdf('Premises', 'The monthly rent of the clinic', 'Rental clinic'),
    );
    await upload('other.txt', 'monthly');
    await readAll();
    expect(await listHits(admin, 'RENT clin')).toEqual([
      {
        document: { id, name: 'lease.pdf' },
        page: 2,
        title: null,
        pageCount: 3,
        hitCount: 2,
        excerpt: [
          { text: 'The monthly ', isHit: false },
          { text: 'rent', isHit: true },
          { text: ' of the ', isHit: false },
          { text: 'clinic', isHit: true },
        ],
      },
    ]);
    expect(await listHits(admin, 'premises rent')).toEqual([]);
    const palette = (await admin.get('/search?q=premises')).body.hits;
    expect(palette).toMatchObject([{ kind: 'document_text', id, title: 'lease.pdf', slug: '1' }]);
  });

  it('is not found by other workspaces or brokers, after a new version, or in the trash', async () => {
    const id = await upload('lease.txt', 'zebrafish', getCustomerQuery());
    await readAll();
    const stranger = await api.signIn({ role: 'ADMIN', workspaceId: await api.makeWorkspace() });
    expect(await listHits(stranger, 'zebrafish')).toEqual([]);
    await api.db
      .updateTable('workspaces')
      .set({ record_scope: 'own' })
      .where('id', '=', workspaceId)
      .execute();
    const colleague = await api.signIn({ role: 'STAFF', workspaceId });
    expect(await listHits(colleague, 'zebrafish')).toEqual([]);
    expect(await listHits(admin, 'zebrafish')).toHaveLength(1);
    expect((await client.get('/documents/text-search?q=zebrafish')).status).toBe(403);
    await admin.upload(`/documents/${id}/versions`, 'lionfish');
    await readAll();
    expect(await listHits(admin, 'zebrafish')).toEqual([]);
    await admin.delete(`/documents/${id}`);
    expect(await listHits(admin, 'lionfish')).toEqual([]);
  });

  it('respects the filters of the library', async () => {
    const { tag } = (await admin.post('/tags', { name: 'Lease' })).body;
    const id = await upload('lease.txt', 'zebrafish', getCustomerQuery());
    await upload('other.txt', 'zebrafish');
    await readAll();
    await admin.patch(`/documents/${id}`, { version: 1, tagIds: [tag.id] });
    const namesOf = async (filter: string) =>
      (await admin.get(`/documents/text-search?q=zebrafish${filter}`)).body.hits.map(
        ({ document }: { document: { name: string } }) => document.name,
      );
    expect((await namesOf('')).toSorted()).toEqual(['lease.txt', 'other.txt']);
    expect(await namesOf(`&tagId=${String(tag.id)}`)).toEqual(['lease.txt']);
    expect(await namesOf(`&customerId=${customerId}`)).toEqual(['lease.txt']);
    expect(await namesOf('&kind=pdf')).toEqual([]);
    expect((await admin.get('/documents/text-search?q=zebrafish&deleted=true')).status).toBe(400);
  });
});
