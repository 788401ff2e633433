import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Caller } from '#test/caller.ts';
import { startApi, type TestApi } from '#test/harness.ts';
import { listJobs } from '#registry.ts';

let api: TestApi;
let workspaceId: string;
let customerId: string;
let businessId: string;
let admin: Caller;
let client: Caller;
beforeAll(async () => {
  api = await startApi({ areFilesChecked: true });
  await api.booted.jobs.start(listJobs(api.booted.platform));
});
afterAll(() => api.close());
beforeEach(async () => {
  workspaceId = await api.makeWorkspace();
  admin = await api.signIn({ role: 'ADMIN', workspaceId, displayName: 'Avery Admin' });
  customerId = await api.makeCustomer(workspaceId, { name: 'Ann Abbott', brokerId: admin.userId });
  client = await api.signIn({ role: 'CLIENT', workspaceId, customerId });
  const business = { name: 'Abbott Dental', type: 'dental', ownerId: customerId };
  businessId = (await admin.post('/businesses', business)).body.business.id;
});

const upload = async (name: string, { query = '', bytes = 'bytes' } = {}) => {
  const { status, body } = await admin.upload(`/documents?name=${encodeURIComponent(name)}${query}`, bytes);
  if (status !== 201) throw new Error(JSON.stringify(body));
  return body.document;
};
const addFolder = async (name: string, parentId?: string) =>
  (await admin.post('/document-folders', { name, ...(parentId !== undefined && { parentId }) })).body.folder;
const listNames = async (caller: Caller, query = '') =>
  (await caller.get(`/documents${query}`)).body.documents.map(({ name }: { name: string }) => name);
const download = async (caller: Caller, id: string, query = '') => {
  const { status, body } = await caller.post(`/documents/${id}/ticket${query}`);
  return status === 201 ? (await api.app.inject({ url: body.ticket.url })).body : status;
};

describe('the library', () => {
  it('lists files with their records, and files without one', async () => {
    await upload('lease.pdf', {
      query: `&recordType=business&recordId=${businessId}`,
      bytes: '%PDF-1.7 lease',
    });
    await upload('checklist.txt');
    const { body } = await admin.get('/documents?sort=name');
    expect(body.total).toBe(2);
    expect(body.documents).toMatchObject([
      { name: 'checklist.txt', kind: 'text', records: [], folder: null, number: 1 },
      {
        name: 'lease.pdf',
        kind: 'pdf',
        records: [{ type: 'business', id: businessId, name: 'Abbott Dental' }],
      },
    ]);
    expect(await listNames(admin, '?kind=pdf')).toEqual(['lease.pdf']);
    expect(await listNames(admin, '?kind=other')).toEqual([]);
    expect(await listNames(admin, `?businessId=${businessId}`)).toEqual(['lease.pdf']);
    expect(await listNames(admin, '?sort=-sizeBytes')).toEqual(['lease.pdf', 'checklist.txt']);
  });

  it('finds files by words of their names, also misspelled and after a new name', async () => {
    const { id } = await upload('Equipment appraisal.txt');
    await upload('Payroll census.txt');
    expect(await listNames(admin, '?q=appraisal')).toEqual(['Equipment appraisal.txt']);
    const { body } = await admin.get('/documents?q=apraisal');
    expect([...body.documents, ...body.similar].map(({ name }) => name)).toEqual(['Equipment appraisal.txt']);
    await admin.patch(`/documents/${id}`, { version: 1, name: 'Fixed assets.txt' });
    expect(await listNames(admin, '?q=assets')).toEqual(['Fixed assets.txt']);
    expect(await listNames(admin, '?q=appraisal')).toEqual([]);
    const palette = await admin.get('/search?q=payroll');
    expect(JSON.stringify(palette.body)).toContain('Payroll census.txt');
  });

  it('is for staff: a client sees neither files on no record nor folders and records of their own files', async () => {
    const folder = await addFolder('Financials');
    const mine = await upload('returns.txt', {
      query: `&recordType=customer&recordId=${customerId}&folderId=${folder.id}`,
    });
    await upload('internal.txt', { query: `&folderId=${folder.id}` });
    await admin.patch(`/documents/${mine.id}`, { version: 1, audience: 'client' });
    const { body } = await client.get('/documents');
    expect(body.documents).toMatchObject([{ name: 'returns.txt', folder: null, records: [] }]);
    expect((await client.get('/document-folders')).status).toBe(403);
    const staff = await api.signIn({ role: 'STAFF', workspaceId });
    expect(await listNames(staff)).toContain('internal.txt');
  });

  it('exports its index as CSV', async () => {
    await upload('=cmd.txt');
    const { body } = await admin.post('/documents/export', { filter: {} });
    const csv = (await api.app.inject({ url: body.ticket.url })).body;
    expect(csv).toContain('Name,Folder,Records,Tags,Kind');
    expect(csv).toContain("'=cmd.txt");
  });

  it('shows deleted files in the trash, to staff', async () => {
    const { id } = await upload('old.txt');
    await admin.delete(`/documents/${id}`);
    expect(await listNames(admin)).toEqual([]);
    expect(await listNames(admin, '?deleted=true')).toEqual(['old.txt']);
    expect(await listNames(client, '?deleted=true')).toEqual([]);
    expect((await admin.get(`/documents/${id}`)).body.document.deletedAt).not.toBeNull();
    expect((await admin.post(`/documents/${id}/ticket`)).status).toBe(404);
  });
});

describe('tags of a file', () => {
  it('are set, filter the list, and are in its index; clients see none', async () => {
    const tag = async (name: string) => (await admin.post('/tags', { name })).body.tag.id;
    const [lease, tax] = [await tag('Lease'), await tag('Tax')];
    const both = await upload('both.txt', { query: `&recordType=customer&recordId=${customerId}` });
    const one = await upload('one.txt');
    const set = (id: string, tagIds: readonly string[]) =>
      admin.patch(`/documents/${id}`, { version: 1, tagIds, audience: 'client' });
    expect((await set(both.id, [tax, lease, tax])).body.document.tags).toEqual([
      { id: lease, name: 'Lease' },
      { id: tax, name: 'Tax' },
    ]);
    await set(one.id, [lease]);
    expect(await listNames(admin, `?tagId=${lease}&sort=name`)).toEqual(['both.txt', 'one.txt']);
    expect(await listNames(admin, `?tagId=${lease}&tagId=${tax}`)).toEqual(['both.txt']);
    expect((await admin.get(`/documents/total?tagId=${tax}`)).body.total).toBe(1);
    const { ticket } = (await admin.post('/documents/export', { filter: {}, sort: 'name' })).body;
    const [heading, first] = (await api.app.inject({ url: ticket.url })).body.split('\r\n');
    expect([heading, first].join()).toMatch(/Tags.*Lease; Tax/s);
    expect((await client.get('/documents')).body.documents).toMatchObject([{ name: 'both.txt', tags: [] }]);
    expect((await client.get(`/documents?tagId=${lease}`)).status).toBe(400);
  });

  it('are refused where they do not exist, and of another workspace', async () => {
    const { id } = await upload('lease.txt');
    const elsewhere = await api.signIn({ role: 'ADMIN', workspaceId: await api.makeWorkspace() });
    const foreign = (await elsewhere.post('/tags', { name: 'Theirs' })).body.tag.id;
    expect(await admin.patch(`/documents/${id}`, { version: 1, tagIds: [foreign] })).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'tagIds' }] },
    });
    expect((await admin.get(`/documents/${id}`)).body.document).toMatchObject({ tags: [], version: 1 });
  });
});

describe('a folder', () => {
  it('holds files and folders, is renamed and moved, and counts its files', async () => {
    const outer = await addFolder('Riverside');
    const inner = await addFolder('Financials', outer.id);
    const { id } = await upload('p&l.txt', { query: `&folderId=${inner.id}` });
    const { body } = await admin.get('/document-folders');
    expect(body.folders).toMatchObject([
      { name: 'Financials', parentId: outer.id, documentCount: 1 },
      { name: 'Riverside', parentId: null, documentCount: 0 },
    ]);
    expect(await listNames(admin, `?folderId=${inner.id}`)).toEqual(['p&l.txt']);
    expect(await listNames(admin, '?folderId=none')).toEqual([]);
    const moved = await admin.patch(`/document-folders/${inner.id}`, {
      version: 1,
      parentId: null,
      name: 'Money',
    });
    expect(moved.body.folder).toMatchObject({ name: 'Money', parentId: null, version: 2 });
    await admin.patch(`/documents/${id}`, { version: 1, folderId: outer.id });
    expect(await listNames(admin, `?folderId=${outer.id}`)).toEqual(['p&l.txt']);
  });

  it('is refused with a name that is taken, inside itself, too deep, or changed by somebody else', async () => {
    const outer = await addFolder('A');
    const inner = await addFolder('B', outer.id);
    expect((await admin.post('/document-folders', { name: 'a' })).body.errors).toEqual([
      { path: 'name', message: 'There is already a folder with this name here.' },
    ]);
    expect(
      await admin.patch(`/document-folders/${outer.id}`, { version: 1, parentId: inner.id }),
    ).toMatchObject({
      status: 422,
      body: { detail: 'A folder cannot be moved into itself.' },
    });
    let parentId = inner.id;
    for (const name of ['3', '4', '5', '6', '7', '8']) parentId = (await addFolder(name, parentId)).id;
    expect((await admin.post('/document-folders', { name: '9', parentId })).status).toBe(422);
    const top = await addFolder('Top');
    expect(
      (await admin.patch(`/document-folders/${outer.id}`, { version: 1, parentId: top.id })).status,
    ).toBe(422);
    await admin.patch(`/document-folders/${outer.id}`, { version: 1, name: 'New' });
    expect((await admin.patch(`/document-folders/${outer.id}`, { version: 1, name: 'Newer' })).status).toBe(
      409,
    );
  });

  it('is deleted only when it is empty; files in the trash leave it', async () => {
    const folder = await addFolder('Old');
    const { id } = await upload('a.txt', { query: `&folderId=${folder.id}` });
    expect((await admin.delete(`/document-folders/${folder.id}`)).status).toBe(422);
    await admin.delete(`/documents/${id}`);
    expect((await admin.delete(`/document-folders/${folder.id}`)).status).toBe(204);
    expect((await admin.post(`/documents/${id}/restore`)).body.document.folder).toBeNull();
  });

  it('of another workspace rejects files and folders', async () => {
    const elsewhere = await api.signIn({ role: 'ADMIN', workspaceId: await api.makeWorkspace() });
    const { id } = (await elsewhere.post('/document-folders', { name: 'Theirs' })).body.folder;
    expect((await admin.upload(`/documents?name=a&folderId=${id}`, 'x')).status).toBe(404);
    expect((await admin.post('/document-folders', { name: 'Mine', parentId: id })).status).toBe(404);
    const mine = await upload('mine.txt');
    expect((await admin.patch(`/documents/${mine.id}`, { version: 1, folderId: id })).status).toBe(404);
  });
});

describe('a version', () => {
  it('replaces the content and keeps what was before, for staff', async () => {
    const { id } = await upload('p&l.txt', {
      query: `&recordType=customer&recordId=${customerId}`,
      bytes: 'first',
    });
    await admin.patch(`/documents/${id}`, { version: 1, audience: 'client' });
    const second = await admin.upload(`/documents/${id}/versions`, '%PDF-1.7 second');
    expect(second.body.document).toMatchObject({ name: 'p&l.txt', number: 2, kind: 'pdf', version: 3 });
    const { versions } = (await admin.get(`/documents/${id}`)).body;
    expect(versions).toMatchObject([
      { number: 2, contentType: 'application/pdf', addedBy: { id: admin.userId } },
      { number: 1, contentType: 'text/plain; charset=utf-8' },
    ]);
    expect(await download(admin, id)).toBe('%PDF-1.7 second');
    expect(await download(admin, id, '?number=1')).toBe('first');
    expect(await download(admin, id, '?number=3')).toBe(404);
    expect(await download(client, id)).toBe('%PDF-1.7 second');
    expect(await download(client, id, '?number=1')).toBe(404);
    const { activities } = (await admin.get(`/users/${customerId}/activities?type=files`)).body;
    expect(activities[0]).toMatchObject({ type: 'document.replaced', subject: { label: 'p&l.txt' } });
  });

  it('does not change for readers who opened it before another is added', async () => {
    const { id } = await upload('a.txt', { bytes: 'first' });
    const { ticket } = (await admin.post(`/documents/${id}/ticket`)).body;
    await admin.upload(`/documents/${id}/versions`, 'second');
    expect((await api.app.inject({ url: ticket.url })).body).toBe('first');
  });

  it('becomes the newest again when restored, and no later version is lost', async () => {
    const { id } = await upload('a.txt', { bytes: 'first' });
    await admin.upload(`/documents/${id}/versions`, 'second');
    const restored = await admin.post(`/documents/${id}/versions/1/restore`);
    expect([restored.status, restored.body.document.number]).toEqual([201, 3]);
    expect(await download(admin, id)).toBe('first');
    expect(await download(admin, id, '?number=2')).toBe('second');
    expect((await admin.post(`/documents/${id}/versions/3/restore`)).status).toBe(422);
    expect((await admin.post(`/documents/${id}/versions/9/restore`)).status).toBe(404);
    await admin.delete(`/documents/${id}`);
    expect((await admin.post(`/documents/${id}/versions/1/restore`)).status).toBe(422);
    expect((await admin.get(`/documents/${id}`)).body.document.number).toBe(3);
  });

  it('gets a unique number when two are uploaded at once', async () => {
    const { id } = await upload('a.txt');
    await Promise.all(
      ['one', 'two', 'three'].map((bytes) => admin.upload(`/documents/${id}/versions`, bytes)),
    );
    const { versions } = (await admin.get(`/documents/${id}`)).body;
    expect(versions.map(({ number }: { number: number }) => number)).toEqual([4, 3, 2, 1]);
  });
});

describe('records of a file', () => {
  it('are added and removed; without any it stays in the library', async () => {
    const { id } = await upload('lease.txt');
    const of = { recordType: 'business', recordId: businessId };
    const linked = await admin.post(`/documents/${id}/records`, of);
    expect(linked.body.document.records).toMatchObject([{ id: businessId }]);
    await admin.post(`/documents/${id}/records`, of);
    expect(await listNames(admin, `?recordType=business&recordId=${businessId}`)).toEqual(['lease.txt']);
    const removed = await admin.post(`/documents/${id}/records/remove`, of);
    expect(removed.body.document.records).toEqual([]);
    expect(await listNames(admin)).toEqual(['lease.txt']);
  });

  it('include the business of its data room until it leaves the room', async () => {
    const { room } = (await admin.post(`/businesses/${businessId}/data-room`)).body;
    const inRoom = `&folderId=${String(room.folders[1].id)}&attestation=1`;
    const { id } = await upload('tax.txt', { query: inRoom });
    const of = { recordType: 'business', recordId: businessId };
    const refused = await admin.post(`/documents/${id}/records/remove`, of);
    expect(refused).toMatchObject({
      status: 422,
      body: { detail: 'Move this file out of the data room first.' },
    });
    const { document } = (await admin.get(`/documents/${id}`)).body;
    expect(document.records).toMatchObject([{ id: businessId, isOfRoom: true }]);
    const query = `${inRoom}&recordType=customer&recordId=${customerId}`;
    expect((await upload('return.txt', { query })).records).toMatchObject([
      { id: businessId, isOfRoom: true },
      { id: customerId },
    ]);
    await admin.patch(`/documents/${id}`, { version: 1, folderId: null });
    expect((await admin.post(`/documents/${id}/records/remove`, of)).body.document.records).toEqual([]);
  });

  it('are refused where the caller cannot read them or they have no files', async () => {
    const { id } = await upload('lease.txt');
    const elsewhere = await api.makeCustomer(await api.makeWorkspace());
    const link = (recordType: string, recordId: string) =>
      admin.post(`/documents/${id}/records`, { recordType, recordId });
    expect((await link('customer', elsewhere)).status).toBe(404);
    const { task } = (await admin.post('/tasks', { title: 'Call' })).body;
    expect((await link('task', task.id)).status).toBe(422);
  });
});
