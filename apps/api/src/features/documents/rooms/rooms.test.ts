import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { sql } from 'kysely';
import PDFDocument from 'pdfkit';
import { extractText } from 'unpdf';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Caller } from '#test/caller.ts';
import { startApi, type TestApi } from '#test/harness.ts';
import { unzip } from '#test/zip-entries.ts';
import { listJobs } from '#registry.ts';

let api: TestApi;
let workspaceId: string;
let businessId: string;
let buyerId: string;
let dealId: string;
let admin: Caller;
let seller: Caller;
let buyer: Caller;
beforeAll(async () => {
  api = await startApi({ areFilesChecked: true });
  await api.booted.jobs.start(listJobs(api.booted.platform));
});
afterAll(() => api.close());
beforeEach(async () => {
  workspaceId = await api.makeWorkspace();
  admin = await api.signIn({ role: 'ADMIN', workspaceId, displayName: 'Avery Admin' });
  const sellerId = await api.makeCustomer(workspaceId, { name: 'Sam Seller', brokerId: admin.userId });
  seller = await api.signIn({ role: 'CLIENT', workspaceId, customerId: sellerId });
  buyerId = await api.makeCustomer(workspaceId, { name: 'Bea Buyer', brokerId: admin.userId });
  buyer = await api.signIn({ role: 'CLIENT', workspaceId, customerId: buyerId });
  const business = { name: 'Abbott Dental', type: 'dental', ownerId: sellerId, brokerId: admin.userId };
  businessId = (await admin.post('/businesses', business)).body.business.id;
  dealId = (await admin.post('/deals', { businessId, buyerId })).body.deal.id;
});

const createRoom = async () => (await admin.post(`/businesses/${businessId}/data-room`)).body.room;
const getRoom = async () => (await admin.get(`/businesses/${businessId}/data-room`)).body.room;
const getRequest = async (title: string) =>
  (await getRoom()).requests.find((request: { title: string }) => request.title === title);
const change = async (title: string, body: object) => {
  const { id, version } = await getRequest(title);
  return admin.patch(`/room-requests/${id}`, { version, ...body });
};
/** Sets the document level directly, without gates and confirmations. */
const setLevel = (level: number, more = {}) =>
  api.db
    .updateTable('deals')
    .set({ document_level: level as 0 | 1 | 2 | 3, ...more })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', dealId)
    .execute();
const getFilePath = (folderId: string, name: string) =>
  `/documents?folderId=${folderId}&name=${name}&attestation=1`;
const getFolder = (room: { folders: { id: string; number: string }[] }, number: string) =>
  room.folders.find((folder) => folder.number === number)?.id ?? '';
const drawing = new PDFDocument();
drawing.text('Summary').end();
/** Buyers get PDFs only. */
const pdf = await buffer(drawing);
const upload = async (folderId: string, name: string, bytes: string | Buffer = pdf) =>
  (await admin.upload(getFilePath(folderId, name), bytes)).body.document;
const listNames = async (caller: Caller) =>
  (await caller.get('/documents?sort=name')).body.documents.map(({ name }: { name: string }) => name);
const open = async (caller: Caller, id: string) => {
  const { status, body } = await caller.post(`/documents/${id}/ticket`);
  return status === 201 ? (await api.app.inject({ url: body.ticket.url })).statusCode : status;
};

const uploadAnswer = (caller: Caller, requestId: string, bytes = 'license') =>
  caller.upload(`/room-requests/${requestId}/documents?name=license.txt&attestation=1`, bytes);

/** As if the malware scanner had not scanned it yet. */
const block = (id: string) =>
  sql`UPDATE stored_objects SET blocked = 'waiting' FROM files JOIN documents ON documents.file_id = files.id
    WHERE files.workspace_id = ${workspaceId} AND documents.workspace_id = files.workspace_id
      AND documents.id = ${id} AND stored_objects.id = files.object_id`.execute(api.db);
const downloadRoom = async (roomId: string) => {
  const { ticket } = (await admin.post(`/data-rooms/${roomId}/archive`)).body;
  const parts = unzip((await api.app.inject({ url: ticket.url })).rawPayload);
  return { parts, names: [...parts.keys()] };
};
const readText = async (pdf: Buffer) => (await extractText(new Uint8Array(pdf), { mergePages: true })).text;

describe('a data room', () => {
  it('is created once, from the type of its business', async () => {
    const room = await createRoom();
    expect(room).toMatchObject({ business: { name: 'Abbott Dental' }, state: 'open', readyPercent: 0 });
    expect(room.folders).toHaveLength(19);
    expect(room.requests.map(({ title }: { title: string }) => title)).toContain('Hygiene recall report');
    expect((await admin.post(`/businesses/${businessId}/data-room`)).status).toBe(422);
    expect((await admin.get('/data-rooms')).body.rooms).toMatchObject([{ id: room.id }]);
    expect((await admin.get('/document-folders')).body.folders).toEqual([]);
  });

  it('puts files of its folders on the business', async () => {
    const room = await createRoom();
    expect((await upload(getFolder(room, '09'), 'a.txt')).records).toMatchObject([{ id: businessId }]);
    const { id } = (await admin.upload('/documents?name=loose.txt', 'bytes')).body.document;
    const change = { version: 1, folderId: getFolder(room, '10'), attestation: '1' };
    const moved = await admin.patch(`/documents/${id}`, change);
    expect(moved.body.document.records).toMatchObject([{ id: businessId }]);
    expect((await getRoom()).documentCount).toBe(2);
  });

  it('downloads as one ZIP with index, manifest, and who opened what', async () => {
    const room = await createRoom();
    const lease = await upload(getFolder(room, '09'), 'lease.pdf');
    await upload(getFolder(room, '10'), encodeURIComponent('../..\\A:"b" \u202egpj.exe'));
    const waiting = await upload(getFolder(room, '10'), 'waiting.txt', 'not scanned');
    const other = (await admin.upload('/documents?name=loose.txt', 'loose')).body.document;
    await block(waiting.id);
    await setLevel(3);
    await open(buyer, lease.id);

    const { parts, names } = await downloadRoom(room.id);
    expect(names).toEqual([
      'Index.pdf',
      'Manifest.csv',
      'Opened by.csv',
      'Reading times.csv',
      expect.stringMatching(/^09 [^/]+\/09\.1 lease\.pdf$/),
      expect.stringMatching(/^10 [^/]+\/10\.1 A__b_ gpj\.exe$/),
    ]);
    expect(parts.get(names[4] ?? '')?.equals(pdf)).toBe(true);
    const manifest = parts.get('Manifest.csv')?.toString() ?? '';
    const hash = createHash('sha256').update(pdf).digest('hex');
    expect(manifest).toContain(`09.1,${names[4] ?? ''},${String(pdf.length)},${hash},`);
    expect(manifest).toMatch(/10\.2,[^\r]*waiting\.txt[^\r]*,Skipped: not scanned yet/);
    expect(manifest).not.toContain(other.name);
    expect(parts.get('Opened by.csv')?.toString()).toContain('lease.pdf,1,127.0.0.1');
    expect(await readText(parts.get('Index.pdf') ?? Buffer.alloc(0))).toMatch(/09\.1\s+lease\.pdf/);
    const { entries } = (await admin.get('/audit?action=downloadDataRoom')).body;
    expect(entries).toMatchObject([{ action: 'downloadDataRoom' }]);
  });

  it('is downloaded by staff who read its business only', async () => {
    const room = await createRoom();
    await setLevel(3);
    for (const caller of [buyer, seller])
      expect((await caller.post(`/data-rooms/${room.id}/archive`)).status).not.toBe(201);
    const elsewhere = await api.signIn({ role: 'ADMIN', workspaceId: await api.makeWorkspace() });
    expect((await elsewhere.post(`/data-rooms/${room.id}/archive`)).status).toBe(404);
    const { ticket } = (await admin.post(`/data-rooms/${room.id}/archive`)).body;
    await admin.delete(`/deals/${dealId}`);
    expect((await admin.delete(`/businesses/${businessId}`)).status).toBe(204);
    expect((await api.app.inject({ url: ticket.url })).statusCode).toBe(404);
  });

  it('rejects changes while it is frozen, and can still be read', async () => {
    const room = await createRoom();
    const document = await upload(getFolder(room, '09'), 'lease.txt');
    const frozen = await admin.patch(`/data-rooms/${room.id}`, { version: 1, state: 'frozen' });
    expect(frozen.body.room.state).toBe('frozen');
    const more = { title: 'More', folderId: getFolder(room, '09') };
    const statuses = [
      (await admin.upload(getFilePath(getFolder(room, '09'), 'b'), 'x')).status,
      (await admin.patch(`/documents/${document.id}`, { version: 1, name: 'new' })).status,
      (await admin.upload(`/documents/${document.id}/versions?attestation=1`, 'new')).status,
      (await admin.delete(`/documents/${document.id}`)).status,
      (await change('Licenses', { state: 'requested' })).status,
      (await admin.post(`/data-rooms/${room.id}/requests`, more)).status,
    ];
    expect(statuses).toEqual([422, 403, 403, 403, 422, 422]);
    expect(await open(admin, document.id)).toBe(200);
  });

  it('returns 404 to another workspace and to clients', async () => {
    const room = await createRoom();
    const elsewhere = await api.signIn({ role: 'ADMIN', workspaceId: await api.makeWorkspace() });
    expect((await elsewhere.get(`/businesses/${businessId}/data-room`)).status).toBe(404);
    expect((await elsewhere.get('/data-rooms')).body.rooms).toEqual([]);
    expect((await elsewhere.patch(`/data-rooms/${room.id}`, { version: 1, state: 'frozen' })).status).toBe(
      404,
    );
    expect((await elsewhere.upload(getFilePath(getFolder(room, '09'), 'a'), 'x')).status).toBe(404);
    expect((await elsewhere.get(`/data-rooms/${room.id}/views`)).status).toBe(404);
    for (const client of [seller, buyer])
      expect((await client.get(`/businesses/${businessId}/data-room`)).status).toBe(404);
  });
});

describe('a request', () => {
  it('is asked, uploaded by the owner, refused with a reason, uploaded again, and verified', async () => {
    await createRoom();
    const own = async () => (await seller.get('/own-rooms')).body.rooms[0].requests;
    expect(await own()).toEqual([]);
    await change('Licenses', { state: 'requested', dueOn: '2026-12-15' });
    expect(await own()).toMatchObject([{ title: 'Licenses', state: 'requested', dueOn: '2026-12-15' }]);
    const [{ id }] = await own();
    const sent = await uploadAnswer(seller, id);
    expect(sent).toMatchObject({
      status: 201,
      body: { request: { state: 'uploaded', documents: [{ name: 'license.txt', audience: 'client' }] } },
    });
    expect((await admin.get('/notifications')).body.notifications[0]).toMatchObject({
      type: 'room.uploaded',
      title: 'Licenses was uploaded for Abbott Dental',
    });
    expect((await change('Licenses', { state: 'refused' })).body.errors).toMatchObject([{ path: 'refusal' }]);
    await change('Licenses', { state: 'refused', refusal: 'Page 2 is missing.' });
    expect(await own()).toMatchObject([{ state: 'refused', refusal: 'Page 2 is missing.' }]);
    expect((await seller.get('/notifications')).body.notifications[0].title).toBe(
      'Licenses was rejected: Page 2 is missing.',
    );
    await uploadAnswer(seller, id, 'license with page 2');
    const verified = await change('Licenses', { state: 'verified', expiresOn: '2099-01-31' });
    expect(verified.body.request).toMatchObject({
      state: 'verified',
      refusal: null,
      verifiedBy: { id: admin.userId },
    });
    expect((await getRoom()).readyPercent).toBe(3);
  });

  it('reopens when what was verified has expired', async () => {
    await createRoom();
    const { id } = await getRequest('Licenses');
    await uploadAnswer(admin, id);
    await change('Licenses', { state: 'verified', expiresOn: '2020-01-31' });
    expect(await getRequest('Licenses')).toMatchObject({ state: 'expired' });
    expect((await getRoom()).readyPercent).toBe(0);
  });

  it('cannot be reviewed before an upload, and accepts no uploads from others', async () => {
    await createRoom();
    expect((await change('Licenses', { state: 'verified' })).status).toBe(422);
    const { id } = await getRequest('Licenses');
    const send = (caller: Caller) => uploadAnswer(caller, id);
    expect((await send(seller)).status).toBe(404);
    await change('Licenses', { state: 'requested' });
    expect((await send(buyer)).status).toBe(404);
    expect((await send(seller)).status).toBe(201);
    await change('Licenses', { state: 'not_applicable' });
    expect((await send(admin)).status).toBe(422);
  });

  it('counts for the gate of the business', async () => {
    await createRoom();
    const { requests } = await getRoom();
    for (const { id, version } of requests)
      await admin.patch(`/room-requests/${id}`, { version, state: 'not_applicable' });
    const { id } = await getRequest('Licenses');
    await change('Licenses', { state: 'required' });
    await uploadAnswer(admin, id);
    expect((await getRoom()).readyPercent).toBe(0);
    await change('Licenses', { state: 'verified' });
    expect((await getRoom()).readyPercent).toBe(100);
    await api.db
      .updateTable('businesses')
      .set({ stage: 'packaging' })
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', businessId)
      .execute();
    const { body } = await admin.get(`/businesses/${businessId}/gate`);
    expect(body.gate.requirements[0]).toMatchObject({ key: 'documents', state: 'met', isConfirmable: false });
  });
});

describe('a buyer', () => {
  it('reads what the deal’s level opens, from L1 to L3, and never staff-only files', async () => {
    const room = await createRoom();
    const ids: Record<string, string> = {};
    for (const number of ['00', '03.1', '03.2', '08.2'])
      ids[number] = (await upload(getFolder(room, number), `${number}.pdf`)).id;
    const expected = [[], ['03.1.pdf'], ['03.1.pdf', '03.2.pdf'], ['03.1.pdf', '03.2.pdf', '08.2.pdf']];
    for (const level of [0, 1, 2, 3]) {
      await setLevel(level);
      expect(await listNames(buyer)).toEqual(expected[level]);
      for (const [number, id] of Object.entries(ids))
        expect(await open(buyer, id)).toBe(expected[level]?.includes(`${number}.pdf`) ? 200 : 404);
    }
    expect(await listNames(seller)).toEqual([]);
  });

  it('loses access when the deal is lost, the seller declines, the NDA ends, or the level is lowered', async () => {
    const room = await createRoom();
    const { id } = await upload(getFolder(room, '03.1'), 'summary.pdf');
    await setLevel(2);
    const { body } = await buyer.post(`/documents/${id}/ticket`);
    expect((await api.app.inject({ url: body.ticket.url })).statusCode).toBe(200);
    await setLevel(2, { stage: 'lost', lost_reason: 'price' });
    expect((await api.app.inject({ url: body.ticket.url })).statusCode).toBe(404);
    expect(await open(buyer, id)).toBe(404);
    await setLevel(2, {
      stage: 'qualified',
      lost_reason: null,
      seller_decision: 'declined',
      seller_decided_by: admin.userId,
      seller_decided_at: new Date(),
    });
    expect(await open(buyer, id)).toBe(404);
    await setLevel(2, { seller_decision: 'approved' });
    expect(await open(buyer, id)).toBe(200);
    const { templates } = (await admin.get('/agreement-templates')).body;
    const sent = {
      customerId: buyerId,
      businessIds: [businessId],
      templateId: templates[0].id,
      delivery: 'link',
    };
    const { agreement } = (await admin.post('/agreements', sent)).body;
    const signed = await buyer.post(`/own-agreements/${agreement.id}/sign`, {
      textSha256: agreement.textSha256,
      hasConsented: true,
      signature: { kind: 'typed', name: 'Bea Buyer' },
    });
    expect(signed.status).toBe(200);
    expect(await open(buyer, id)).toBe(200);
    const setEnd = (day: string) =>
      api.db
        .updateTable('agreements')
        .set({ expires_on: day })
        .where('workspace_id', '=', workspaceId)
        .where('id', '=', agreement.id)
        .execute();
    await setEnd('2020-01-31');
    expect(await open(buyer, id)).toBe(404);
    await setEnd('2099-01-31');
    expect(await open(buyer, id)).toBe(200);
    await setLevel(0);
    expect(await open(buyer, id)).toBe(404);
    expect((await buyer.get('/own-rooms')).body.rooms).toEqual([]);
  });

  it('does not see what the owner has uploaded before it is verified', async () => {
    await createRoom();
    await setLevel(2);
    const { id } = await getRequest('Licenses');
    await uploadAnswer(admin, id);
    expect(await listNames(buyer)).toEqual([]);
    await change('Licenses', { state: 'verified' });
    expect(await listNames(buyer)).toEqual(['license.txt']);
    await change('Licenses', { state: 'refused', refusal: 'Wrong year' });
    expect(await listNames(buyer)).toEqual([]);
  });

  it('sees the files by folder, and which are new since the last visit', async () => {
    const room = await createRoom();
    await upload(getFolder(room, '03.1'), 'summary.pdf');
    await setLevel(1);
    const rooms = async () => (await buyer.get('/own-rooms')).body.rooms;
    expect(await rooms()).toMatchObject([
      {
        side: 'buyer',
        dealId,
        name: 'Abbott Dental',
        lastVisitAt: null,
        requests: [],
        folders: [{ id: getFolder(room, '03.1'), number: '03.1', documentCount: 1, newCount: 0 }],
      },
    ]);
    expect((await buyer.post(`/own-rooms/${room.id}/visit`)).status).toBe(204);
    await api.db
      .updateTable('room_visits')
      .set({ visited_at: new Date(Date.now() - 3_600_000) })
      .where('workspace_id', '=', workspaceId)
      .execute();
    await api.db
      .updateTable('documents')
      .set({ available_at: new Date(Date.now() - 7_200_000) })
      .where('workspace_id', '=', workspaceId)
      .execute();
    await upload(getFolder(room, '03.1'), 'update.pdf');
    const [{ folders, lastVisitAt }] = await rooms();
    expect(folders).toMatchObject([{ documentCount: 2, newCount: 1 }]);
    const inFolder = await buyer.get(`/documents?roomFolderId=${folders[0].id}&sort=name`);
    expect(
      inFolder.body.documents.map((each: { name: string; availableAt: string; folder: null }) => [
        each.name,
        each.availableAt > lastVisitAt,
        each.folder,
      ]),
    ).toEqual([
      ['summary.pdf', false, null],
      ['update.pdf', true, null],
    ]);
    const named = async (caller: Caller, q: string) =>
      (await caller.get(`/documents?roomId=${room.id}&q=${q}`)).body.documents.length;
    expect(await named(buyer, 'update')).toBe(1);
    expect(await named(buyer, 'payroll')).toBe(0);
    const other = await api.makeCustomer(workspaceId, { name: 'Rex Rival' });
    const rival = await api.signIn({ role: 'CLIENT', workspaceId, customerId: other });
    expect(await named(rival, 'update')).toBe(0);
    expect((await seller.post(`/own-rooms/${room.id}/visit`)).status).toBe(404);
  });

  it('leaves a record of each file that is opened, with the address, which staff read', async () => {
    const room = await createRoom();
    const { id } = await upload(getFolder(room, '03.1'), 'summary.pdf');
    await setLevel(1);
    await open(buyer, id);
    await open(admin, id);
    const { body } = await admin.get(`/data-rooms/${room.id}/views`);
    expect(body.views).toMatchObject([
      { viewer: { id: buyer.userId }, document: { name: 'summary.pdf' }, number: 1, ipAddress: '127.0.0.1' },
    ]);
  });
});
