import { buffer } from 'node:stream/consumers';
import PDFDocument from 'pdfkit';
import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Caller } from '#test/caller.ts';
import { startApi, type TestApi } from '#test/harness.ts';
import { listJobs } from '#registry.ts';

let api: TestApi;
let workspaceId: string;
let businessId: string;
let dealId: string;
let roomId: string;
let admin: Caller;
let buyer: Caller;
let advisor: Caller;
/** The ID of one file at each level. */
let files: Record<1 | 2 | 3, string>;
beforeAll(async () => {
  api = await startApi({ areFilesChecked: true, env: { SMTP_URL: 'smtp://127.0.0.1:9' } });
  await api.booted.jobs.start(listJobs(api.booted.platform));
});
afterAll(() => api.close());
/** A buyer whose deal opens L2, and an advisor of theirs without access yet. */
beforeEach(async () => {
  workspaceId = await api.makeWorkspace();
  admin = await api.signIn({ role: 'ADMIN', workspaceId, displayName: 'Avery Admin' });
  const ownerId = await api.makeCustomer(workspaceId, { name: 'Sam Seller', brokerId: admin.userId });
  const buyerId = await api.makeCustomer(workspaceId, { name: 'Bea Buyer', brokerId: admin.userId });
  buyer = await api.signIn({ role: 'CLIENT', workspaceId, customerId: buyerId, displayName: 'Bea Buyer' });
  advisor = await api.signIn({ role: 'CLIENT', workspaceId, displayName: 'Cora Accountant' });
  const business = { name: 'Abbott Dental', type: 'dental', ownerId, brokerId: admin.userId };
  businessId = (await admin.post('/businesses', business)).body.business.id;
  dealId = (await admin.post('/deals', { businessId, buyerId })).body.deal.id;
  await setDeal({ document_level: 2 });
  const { room } = (await admin.post(`/businesses/${businessId}/data-room`)).body;
  roomId = room.id;
  files = { 1: await upload(room, '03.1'), 2: await upload(room, '03.2'), 3: await upload(room, '14') };
});

/** With the seller's approval by link. */
const releaseCim = async () => {
  const { profile } = (await admin.post(`/businesses/${businessId}/profiles`, { kind: 'cim' })).body;
  const text = { title: 'Dental practice', sections: [{ heading: 'Overview', text: 'Six operatories.' }] };
  const { version } = (await admin.put(`/profiles/${profile.id}`, { version: profile.version, ...text })).body
    .profile;
  const { link } = (await admin.post(`/profiles/${profile.id}/approval`, { version, delivery: 'link' })).body;
  const answer = { token: link.split('#')[1], name: 'Sam Seller', decision: 'approved' };
  await api.guest.post('/approving/answer', answer);
  await admin.post(`/profiles/${profile.id}/release`, { number: 1 });
  return profile.id;
};

const drawing = new PDFDocument();
drawing.text('Summary').end();
const pdf = await buffer(drawing);
const upload = async (room: { folders: { id: string; number: string }[] }, number: string) => {
  const folderId = room.folders.find((folder) => folder.number === number)?.id ?? '';
  const path = `/documents?folderId=${folderId}&name=${number}.pdf&attestation=1`;
  return (await admin.upload(path, pdf)).body.document.id;
};
const setDeal = (change: object, id = dealId) =>
  api.db
    .updateTable('deals')
    .set(change)
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .execute();
const share = async (documentLevel: number, change: object = {}, by = admin) =>
  by.post('/access-grants', {
    recordType: 'deal',
    recordId: dealId,
    userId: advisor.userId,
    documentLevel,
    ...change,
  });
const listNames = async (caller: Caller) =>
  (await caller.get('/documents?sort=name')).body.documents.map(({ name }: { name: string }) => name);
const listRooms = async (caller: Caller) => (await caller.get('/own-rooms')).body.rooms;
/** The status of every endpoint through which a client can read a file. */
const listStatuses = async (caller: Caller, id: string) => {
  const answers = await Promise.all([
    caller.get(`/documents/${id}/pages`),
    caller.get(`/documents/${id}/pages/1?width=200`),
    caller.get(`/documents/${id}/pages/1?width=800`),
    caller.get(`/documents/${id}/text`),
    caller.post(`/documents/${id}/ticket`),
  ]);
  return answers.map(({ status }) => status);
};
const closed = Array.from({ length: 5 }, () => 404);
/** The text of a page is rejected, because it would have no watermark. */
const opened = [200, 200, 200, 422, 201];

describe('an advisor of a buyer', () => {
  it('reads what their level opens, with their own name on it, and nothing above', async () => {
    await share(0);
    expect(await listStatuses(advisor, files[1])).toEqual(closed);
    expect(await listRooms(advisor)).toEqual([]);
    await share(1);
    expect(await listNames(advisor)).toEqual(['03.1.pdf']);
    expect(await listStatuses(advisor, files[1])).toEqual(opened);
    expect(await listStatuses(advisor, files[2])).toEqual(closed);
    expect(await listRooms(advisor)).toMatchObject([
      { roomId, side: 'buyer', dealId, folders: [{ number: '03.1', documentCount: 1 }] },
    ]);
    const { body } = await advisor.post(`/documents/${files[1]}/ticket`);
    const { rawPayload } = await api.app.inject({ url: body.ticket.url });
    const { text } = await extractText(await getDocumentProxy(new Uint8Array(rawPayload)));
    expect(text.join(' ')).toContain('Cora Accountant');
    expect((await admin.get(`/data-rooms/${roomId}/views`)).body.views[0]).toMatchObject({
      viewer: { displayName: 'Cora Accountant' },
      document: { id: files[1] },
    });
  });

  it('never reads more than the deal allows, and follows its level up and down', async () => {
    await share(3);
    expect(await listNames(advisor)).toEqual(['03.1.pdf', '03.2.pdf']);
    await setDeal({ document_level: 3 });
    expect(await listNames(advisor)).toEqual(['03.1.pdf', '03.2.pdf', '14.pdf']);
    await share(2);
    expect(await listNames(advisor)).toEqual(['03.1.pdf', '03.2.pdf']);
    expect(await listNames(buyer)).toHaveLength(3);
    await setDeal({ document_level: 1 });
    expect(await listNames(advisor)).toEqual(['03.1.pdf']);
    await setDeal({ document_level: 0 });
    expect(await listRooms(advisor)).toEqual([]);
  });

  it('has no access once the grant ends, not even with an earlier ticket', async () => {
    const { accessGrant } = (await share(2)).body;
    const { ticket } = (await advisor.post(`/documents/${files[2]}/ticket`)).body;
    expect((await admin.delete(`/access-grants/${accessGrant.id}`)).status).toBe(204);
    expect(await listStatuses(advisor, files[2])).toEqual(closed);
    expect((await api.app.inject({ url: ticket.url })).statusCode).toBe(404);
    expect((await advisor.post(`/own-rooms/${roomId}/visit`)).status).toBe(404);
    const report = { number: 1, pages: [{ page: 1, ms: 500 }] };
    expect((await advisor.post(`/documents/${files[2]}/reading`, report)).status).toBe(404);
  });

  it.each([
    [
      'the grant has expired',
      { grant: { created_at: new Date('2026-01-01'), expires_at: new Date('2026-02-01') } },
    ],
    ['the deal is lost', { deal: { stage: 'lost', lost_reason: 'price' } }],
    ['the seller declines the buyer', { isDeclined: true }],
    ['the buyer is banned', { customer: { status: 'banned' } }],
  ] as [string, { grant?: object; deal?: object; customer?: object; isDeclined?: true }][])(
    'has nothing after %s',
    async (_why, { grant, deal, customer, isDeclined }) => {
      await share(2);
      expect(await listStatuses(advisor, files[2])).toEqual(opened);
      if (grant !== undefined)
        await api.db
          .updateTable('access_grants')
          .set(grant)
          .where('workspace_id', '=', workspaceId)
          .execute();
      if (deal !== undefined) await setDeal(deal);
      if (isDeclined === true)
        await setDeal({
          seller_decision: 'declined',
          seller_decided_by: admin.userId,
          seller_decided_at: new Date(),
        });
      if (customer !== undefined)
        await api.db
          .updateTable('customers')
          .set(customer)
          .where('workspace_id', '=', workspaceId)
          .where('name', '=', 'Bea Buyer')
          .execute();
      expect(await listStatuses(advisor, files[2])).toEqual(closed);
      expect(await listNames(advisor)).toEqual([]);
    },
  );

  it('has no access while the buyer is blocked or excluded from the business, and neither does the buyer', async () => {
    await share(2);
    const customerId = (await admin.get(`/deals/${dealId}`)).body.deal.buyer.id;
    const { id, version } = (await admin.post('/buyers', { customerId })).body.buyer;
    const block = async (reason: string | null, at: number) =>
      admin.put(`/buyers/${id}/block`, { version: at, reason });
    const exclude = async (reason: string | null) =>
      admin.put(`/buyers/${id}/exclusions/${businessId}`, { reason });
    const read = async () => [await listStatuses(advisor, files[2]), await listStatuses(buyer, files[2])];
    expect((await block('Broke an NDA', version)).status).toBe(200);
    expect(await read()).toEqual([closed, closed]);
    expect((await block(null, version + 1)).status).toBe(200);
    expect(await read()).toEqual([opened, opened]);
    expect((await exclude('Competitor')).status).toBe(204);
    expect(await read()).toEqual([closed, closed]);
    await exclude(null);
    expect(await read()).toEqual([opened, opened]);
  });

  it('asks only if they may contribute, reads the answer, and loses it with their access', async () => {
    const question = { text: 'Why did revenue fall?' };
    await share(1);
    expect(await listRooms(advisor)).toMatchObject([{ canAsk: false }]);
    expect((await advisor.post(`/own-rooms/${roomId}/visit`)).status).toBe(204);
    expect((await advisor.post(`/own-rooms/${roomId}/questions`, question)).status).toBe(404);
    const { accessGrant } = (await share(1, { level: 'contribute' })).body;
    expect(await listRooms(advisor)).toMatchObject([{ canAsk: true }]);
    const asked = (await advisor.post(`/own-rooms/${roomId}/questions`, question)).body.question;
    expect(asked.asker).toBe('you');
    expect((await buyer.get('/own-questions')).body.questions).toMatchObject([{ asker: 'team' }]);
    const publish = async (answer: string) => {
      const [{ id, version }] = (await admin.get(`/data-rooms/${roomId}/questions`)).body.questions;
      return admin.post(`/room-questions/${id}/publish`, { version, answer, isForAll: false });
    };
    const heard = async (caller: Caller) =>
      (await caller.get('/notifications')).body.notifications.filter(
        ({ type }: { type: string }) => type === 'question.published',
      );
    expect((await publish('A dentist left.')).status).toBe(200);
    expect(await heard(advisor)).toHaveLength(1);
    expect(await heard(buyer)).toHaveLength(1);
    await admin.delete(`/access-grants/${accessGrant.id}`);
    await publish('A dentist retired.');
    expect(await heard(buyer)).toHaveLength(2);
    expect(await heard(advisor)).toHaveLength(1);
    expect((await advisor.get('/own-questions')).body.questions).toEqual([]);
  });

  it('reads the CIM from the first level, which the log of views notes with their name', async () => {
    const cimId = await releaseCim();
    const open = async () => (await advisor.post(`/deals/${dealId}/cim`)).status;
    await share(0);
    expect(await open()).toBe(404);
    await share(1);
    expect((await advisor.get('/own-profiles')).body.cims).toMatchObject([{ dealId }]);
    expect(await open()).toBe(200);
    expect((await advisor.post(`/deals/${dealId}/cim/ticket`)).status).toBe(201);
    expect((await admin.get(`/profiles/${cimId}/views`)).body.views).toMatchObject([
      { user: { displayName: 'Cora Accountant' }, dealId },
    ]);
    await setDeal({ document_level: 0 });
    expect(await open()).toBe(404);
  });

  it('of two buyers sees their room once', async () => {
    const rivalId = await api.makeCustomer(workspaceId, { name: 'Rex Rival' });
    const rivalDeal = (await admin.post('/deals', { businessId, buyerId: rivalId })).body.deal.id;
    await setDeal({ document_level: 1 }, rivalDeal);
    await share(1);
    await share(2, { recordId: rivalDeal });
    expect(await listRooms(advisor)).toHaveLength(1);
    expect(await listNames(advisor)).toEqual(['03.1.pdf']);
  });
});

describe('the level of a person', () => {
  it('is given by staff, for a deal only, and shown to staff and buyer', async () => {
    const business = { recordType: 'business', recordId: businessId };
    expect(await share(1, business)).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'documentLevel' }] },
    });
    expect((await share(4)).status).toBe(400);
    for (const caller of [buyer, advisor]) expect((await share(1, {}, caller)).status).toBe(403);
    expect((await share(2)).body.accessGrant).toMatchObject({ level: 'view', documentLevel: 2 });
    const of = (type: string, id: string) => `/access-grants?recordType=${type}&recordId=${id}`;
    expect((await admin.get(of('deal', dealId))).body).toMatchObject({
      hasDocumentLevels: true,
      accessGrants: [{ documentLevel: 2 }],
    });
    expect((await admin.get(of('business', businessId))).body.hasDocumentLevels).toBe(false);
    const own = await buyer.get(`/own-access-grants?recordType=deal&recordId=${dealId}`);
    expect(own.body.accessGrants).toMatchObject([{ isByClient: false, opensDataRoom: true }]);
  });

  it('is given to an advisor whom the buyer invited, whom the buyer can still remove', async () => {
    const { email } = await api.db
      .updateTable('users')
      .set({ email_verified_at: new Date() })
      .where('id', '=', advisor.userId)
      .returning('email')
      .executeTakeFirstOrThrow();
    const expiresAt = new Date(Date.now() + 30 * 86_400_000).toISOString();
    const invited = { recordType: 'deal', recordId: dealId, email, expiresAt };
    expect((await buyer.post('/own-access-grants', invited)).body.accessGrant.opensDataRoom).toBe(false);
    expect(await listStatuses(advisor, files[1])).toEqual(closed);
    expect(await share(1, { userId: undefined, email, expiresAt })).toMatchObject({ status: 201 });
    expect(await listStatuses(advisor, files[1])).toEqual(opened);
    const own = (await buyer.get(`/own-access-grants?recordType=deal&recordId=${dealId}`)).body.accessGrants;
    expect(own).toMatchObject([{ name: email, isByClient: true, opensDataRoom: true }]);
    expect((await buyer.delete(`/own-access-grants/${own[0].id}`)).status).toBe(204);
    expect(await listStatuses(advisor, files[1])).toEqual(closed);
  });
});
