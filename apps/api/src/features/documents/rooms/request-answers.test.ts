import { buffer } from 'node:stream/consumers';
import type { Client } from 'pg';
import PDFDocument from 'pdfkit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Caller } from '#test/caller.ts';
import { startApi, type TestApi } from '#test/harness.ts';
import { withLock } from '#test/with-lock.ts';

let api: TestApi;
let workspaceId: string;
let businessId: string;
let admin: Caller;
let seller: Caller;
let coOwner: Caller;
let buyer: Caller;
let requestId: string;
let room: { id: string; folders: { id: string; number: string }[] };
beforeAll(async () => {
  api = await startApi({ areFilesChecked: true });
});
afterAll(() => api.close());
/** A buyer whose deal opens L2, and a request that the owners were sent. */
beforeEach(async () => {
  workspaceId = await api.makeWorkspace();
  admin = await api.signIn({ role: 'ADMIN', workspaceId });
  const client = async (name: string) => {
    const customerId = await api.makeCustomer(workspaceId, { name });
    return { customerId, caller: await api.signIn({ role: 'CLIENT', workspaceId, customerId }) };
  };
  const [sam, cora, bea] = [
    await client('Sam Seller'),
    await client('Cora Owner'),
    await client('Bea Buyer'),
  ];
  [seller, coOwner, buyer] = [sam.caller, cora.caller, bea.caller];
  const business = {
    name: 'Abbott Dental',
    type: 'dental',
    ownerId: sam.customerId,
    coOwners: [{ customerId: cora.customerId, shareBasisPoints: 2_500 }],
  };
  businessId = (await admin.post('/businesses', business)).body.business.id;
  await admin.post('/deals', { businessId, buyerId: bea.customerId });
  await api.db
    .updateTable('deals')
    .set({ document_level: 2 })
    .where('workspace_id', '=', workspaceId)
    .execute();
  room = (await admin.post(`/businesses/${businessId}/data-room`)).body.room;
  requestId = (await read()).id;
  await change({ state: 'requested' });
});

const read = async () =>
  (await admin.get(`/businesses/${businessId}/data-room`)).body.room.requests.find(
    ({ title }: { title: string }) => title === 'Licenses',
  );
const change = async (body: object) =>
  admin.patch(`/room-requests/${requestId}`, { version: (await read()).version, ...body });
const createPdf = async (text: string) => {
  const drawing = new PDFDocument();
  drawing.text(text).end();
  return buffer(drawing);
};
const send = async (name: string, caller = seller) => {
  const path = `/room-requests/${requestId}/documents?name=${name}&attestation=1`;
  const { status, body } = await caller.upload(path, await createPdf(name));
  expect(status, JSON.stringify(body)).toBe(201);
  return body.request.documents.find((document: { name: string }) => document.name === name).id as string;
};
const listNames = async (caller: Caller) =>
  (await caller.get('/documents?sort=name')).body.documents.map(({ name }: { name: string }) => name);

describe('what the owner sent and staff verified', () => {
  it('is shown to buyers without who sent it, to the sender and staff with it', async () => {
    await send('licenses.pdf');
    await change({ state: 'verified' });
    const listAuthors = async (caller: Caller, query = '') =>
      (await caller.get(`/documents?kind=pdf${query}`)).body.documents.map(
        ({ createdBy }: { createdBy: { id: string } | null }) => createdBy?.id ?? null,
      );
    expect(await listAuthors(admin)).toEqual([seller.userId]);
    expect(await listAuthors(seller)).toEqual([seller.userId]);
    expect(await listAuthors(buyer)).toEqual([null]);
    const isBySeller = `&createdBy=${seller.userId}`;
    expect(await listAuthors(admin, isBySeller)).toEqual([seller.userId]);
    expect(await listAuthors(buyer, isBySeller)).toEqual([]);
    expect(JSON.stringify((await buyer.get('/own-rooms')).body)).not.toContain(seller.userId);
    const folderId = room.folders.find(({ number }) => number === '03.1')?.id ?? '';
    const path = `/documents?folderId=${folderId}&name=team.pdf&attestation=1`;
    await admin.upload(path, await createPdf('team'));
    expect(await listAuthors(buyer)).toContain(admin.userId);
  });
});

describe('what was sent for a request and rejected', () => {
  it('stays hidden from buyers when its replacement is verified', async () => {
    await send('wrong-year.pdf');
    await change({ state: 'refused', refusal: 'Wrong year' });
    await send('right-year.pdf');
    await change({ state: 'verified' });
    expect(await listNames(buyer)).toEqual(['right-year.pdf']);
    const { documents } = await read();
    expect(
      documents.map(({ name, isRejected }: { name: string; isRejected?: true }) => [name, isRejected]),
    ).toEqual([
      ['right-year.pdf', undefined],
      ['wrong-year.pdf', true],
    ]);
  });

  it('opens when staff verify it after all', async () => {
    await send('first.pdf');
    await change({ state: 'refused', refusal: 'Unreadable' });
    await send('second.pdf');
    await change({ state: 'refused', refusal: 'Unreadable, too' });
    await change({ state: 'verified' });
    expect(await listNames(buyer)).toEqual(['second.pdf']);
  });
});

describe('a request', () => {
  it('cannot be verified with rejected files only, unless the rejection is taken back', async () => {
    const refused = {
      status: 422,
      body: { detail: 'All files for this request were rejected. Upload a new one first.' },
    };
    await send('wrong-year.pdf');
    await change({ state: 'refused', refusal: 'Wrong year' });
    const replacement = await send('right-year.pdf');
    await admin.delete(`/documents/${replacement}`);
    expect(await change({ state: 'verified' })).toMatchObject(refused);
    await change({ state: 'not_applicable' });
    await change({ state: 'required' });
    expect(await change({ state: 'verified' })).toMatchObject(refused);
    await change({ state: 'refused', refusal: 'Wrong year' });
    expect((await change({ state: 'verified' })).status).toBe(200);
    expect(await listNames(buyer)).toEqual(['wrong-year.pdf']);
  });

  it('accepts two files that are sent at the same moment', async () => {
    const lock = async (owner: Client) => {
      await owner.query(
        `BEGIN; UPDATE room_requests SET state = 'uploaded', version = version + 1 WHERE id = '${requestId}'`,
      );
    };
    await withLock(api, lock, () => send('license.pdf'));
    expect(await read()).toMatchObject({ state: 'uploaded', documents: [{ name: 'license.pdf' }] });
  });

  it('needs another review for a file that is sent after its verification, or at the same moment', async () => {
    await send('license.pdf');
    await change({ state: 'verified' });
    await send('appendix.pdf');
    const unreviewed = { state: 'uploaded', verifiedBy: null };
    expect(await read()).toMatchObject(unreviewed);
    const verify = async (owner: Client) => {
      await owner.query(`BEGIN; UPDATE room_requests SET state = 'verified', verified_by = '${admin.userId}',
        verified_at = now(), version = version + 1 WHERE id = '${requestId}'`);
    };
    await withLock(api, verify, () => send('renewal.pdf'));
    expect(await read()).toMatchObject(unreviewed);
  });

  it('is new to a buyer who visited between the upload and its verification', async () => {
    await send('license.pdf');
    const hoursAgo = (hours: number) => new Date(api.clock.now().getTime() - hours * 3_600_000);
    const inWorkspace = ['workspace_id', '=', workspaceId] as const;
    await api.db
      .updateTable('documents')
      .set({ available_at: hoursAgo(2) })
      .where(...inWorkspace)
      .execute();
    expect((await buyer.post(`/own-rooms/${room.id}/visit`)).status).toBe(204);
    await api.db
      .updateTable('room_visits')
      .set({ visited_at: hoursAgo(1) })
      .where(...inWorkspace)
      .execute();
    await change({ state: 'verified' });
    const [{ folders, lastVisitAt }] = (await buyer.get('/own-rooms')).body.rooms;
    expect(folders).toMatchObject([{ documentCount: 1, newCount: 1 }]);
    const [{ availableAt }] = (await buyer.get('/documents')).body.documents;
    expect(availableAt > lastVisitAt).toBe(true);
  });

  it('reopens when its last document is removed, and needs review when it returns', async () => {
    const id = await send('license.pdf');
    const other = await send('appendix.pdf');
    await change({ state: 'verified', expiresOn: '2099-01-31' });
    await admin.delete(`/documents/${other}`);
    expect((await read()).state).toBe('verified');
    await admin.delete(`/documents/${id}`);
    expect(await read()).toMatchObject({ state: 'requested', verifiedBy: null, expiresOn: null });
    await admin.post(`/documents/${id}/restore`);
    expect((await read()).state).toBe('uploaded');
    const { version } = (await admin.get(`/documents/${id}`)).body.document;
    const folderId = room.folders.find(({ number }) => number === '03.1')?.id;
    expect((await admin.patch(`/documents/${id}`, { version, folderId })).status).toBe(200);
    expect((await read()).state).toBe('requested');
  });

  it('is announced to the administrators where the business has no broker, with a short reason to the owner', async () => {
    await send('license.pdf');
    expect((await admin.get('/notifications')).body.notifications).toMatchObject([
      { type: 'room.uploaded', title: 'Licenses was uploaded for Abbott Dental' },
    ]);
    await change({ state: 'refused', refusal: `Page 2\n${'is missing '.repeat(60)}` });
    const [{ title }] = (await seller.get('/notifications')).body.notifications;
    expect(title).toMatch(/^Licenses was rejected: Page 2 is missing is missing .*…$/);
    expect(title.length).toBeLessThan(140);
  });

  it('is answered by a co-owner, who reads what the other owner has sent', async () => {
    await send('of-owner.pdf');
    await send('of-co-owner.pdf', coOwner);
    expect(await listNames(coOwner)).toEqual(['of-co-owner.pdf', 'of-owner.pdf']);
    expect(await listNames(seller)).toEqual(['of-co-owner.pdf', 'of-owner.pdf']);
    expect(await listNames(buyer)).toEqual([]);
  });
});

describe('a file of a data room', () => {
  const folderOf = (number: string) => room.folders.find((folder) => folder.number === number)?.id ?? '';
  const update = async (id: string, body: object) => {
    const { version } = (await admin.get(`/documents/${id}`)).body.document;
    const { status } = await admin.patch(`/documents/${id}`, { version, ...body });
    expect(status, JSON.stringify(body)).toBe(200);
  };
  const setLevel = async (number: string, level: number) => {
    const { folders } = (await admin.get(`/businesses/${businessId}/data-room`)).body.room;
    const { id, version } = folders.find((folder: { number: string }) => folder.number === number);
    expect((await admin.patch(`/room-folders/${id}`, { version, level })).status).toBe(200);
  };
  const inOneHour = () => api.clock.set(new Date(api.clock.now().getTime() + 3_600_000));
  /** Whether the file is new to a buyer who visited before the change. */
  const isNewAfter = async (changing: () => Promise<unknown>) => {
    inOneHour();
    expect((await buyer.post(`/own-rooms/${room.id}/visit`)).status).toBe(204);
    inOneHour();
    await changing();
    const [{ folders, lastVisitAt }] = (await buyer.get('/own-rooms')).body.rooms;
    const [{ availableAt }] = (await buyer.get('/documents')).body.documents;
    expect(folders[0].newCount).toBe(availableAt > lastVisitAt ? 1 : 0);
    return availableAt > lastVisitAt;
  };

  it('is new to buyers with other content, and where more of them may open it, but not with another name', async () => {
    const path = `/documents?folderId=${folderOf('03.1')}&name=summary.pdf&attestation=1`;
    const { id } = (await admin.upload(path, await createPdf('Summary'))).body.document;
    expect(await isNewAfter(() => update(id, { name: 'renamed.pdf' }))).toBe(false);
    expect(await isNewAfter(() => update(id, { audience: 'client' }))).toBe(false);
    expect(await isNewAfter(() => update(id, { folderId: folderOf('03.2') }))).toBe(false);
    expect(await isNewAfter(() => update(id, { folderId: folderOf('03.1') }))).toBe(true);
    expect(await isNewAfter(() => setLevel('03.1', 2))).toBe(false);
    expect(await isNewAfter(() => setLevel('03.1', 1))).toBe(true);
    const upload = async () =>
      admin.upload(`/documents/${id}/versions?attestation=1`, await createPdf('New summary'));
    expect(await isNewAfter(upload)).toBe(true);
    await update(id, { folderId: null });
    expect(await isNewAfter(() => update(id, { folderId: folderOf('03.1') }))).toBe(true);
    await admin.delete(`/documents/${id}`);
    expect(await isNewAfter(() => admin.post(`/documents/${id}/restore`))).toBe(true);
  });

  it('stays a rejected answer, closed to buyers, when it is moved to the folder that it is in', async () => {
    const id = await send('wrong-year.pdf');
    await change({ state: 'refused', refusal: 'Wrong year' });
    const { folder } = (await admin.get(`/documents/${id}`)).body.document;
    await update(id, { folderId: folder.id, name: 'renamed.pdf' });
    expect(await listNames(buyer)).toEqual([]);
    expect((await read()).documents).toMatchObject([{ name: 'renamed.pdf', isRejected: true }]);
  });

  it('is not new when the accepted answer to a request is moved to a folder of the same level', async () => {
    const id = await send('license.pdf');
    await change({ state: 'verified' });
    const { folder } = (await admin.get(`/documents/${id}`)).body.document;
    const { folders } = (await admin.get(`/businesses/${businessId}/data-room`)).body.room;
    const levelOf = (folderId: string) => folders.find((each: { id: string }) => each.id === folderId).level;
    const other = folders.find(
      (each: { id: string }) => each.id !== folder.id && levelOf(each.id) === levelOf(folder.id),
    );
    expect(await isNewAfter(() => update(id, { folderId: other.id }))).toBe(false);
  });
});
