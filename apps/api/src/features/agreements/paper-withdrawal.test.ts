import { buffer } from 'node:stream/consumers';
import { Kysely, PostgresDialect } from 'kysely';
import PDFDocument from 'pdfkit';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { listJobs } from '#registry.ts';
import { up } from '#db/migrations/0978-withdrawn-paper-scans.ts';
import type { Caller } from '#test/caller.ts';
import { openEventStream } from '#test/event-stream.ts';
import { type TestApi, startApi } from '#test/harness.ts';

let api: TestApi;
let address: string;
let workspaceId: string;
let admin: Caller;
let buyer: Caller;
let buyerId: string;
let businessId: string;
let dealId: string;
let fileId: string;
const drawing = new PDFDocument();
drawing.text('Summary').end();
const scanned = await buffer(drawing);

beforeAll(async () => {
  api = await startApi({ areFilesChecked: true });
  await api.booted.jobs.start(listJobs(api.booted.platform));
  address = await api.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => api.close());
beforeEach(async () => {
  workspaceId = await api.makeWorkspace();
  admin = await api.signIn({ role: 'ADMIN', workspaceId });
  const ownerId = await api.makeCustomer(workspaceId, { name: 'Sam Seller' });
  buyerId = await api.makeCustomer(workspaceId, { name: 'Bea Buyer' });
  buyer = await api.signIn({ role: 'CLIENT', workspaceId, customerId: buyerId });
  const business = { name: 'Abbott Dental', type: 'dental', ownerId };
  businessId = (await admin.post('/businesses', business)).body.business.id;
  dealId = (await admin.post('/deals', { businessId, buyerId })).body.deal.id;
  await addRoomFile();
  await releaseCim();
});

async function addRoomFile(): Promise<void> {
  const { room } = (await admin.post(`/businesses/${businessId}/data-room`)).body;
  const { id } = room.folders.find(({ number }: { number: string }) => number === '03.1');
  const place = `/documents?folderId=${String(id)}&name=summary.pdf&attestation=1`;
  fileId = (await admin.upload(place, scanned)).body.document.id;
}

async function releaseCim(): Promise<void> {
  const draft = (await admin.post(`/businesses/${businessId}/profiles`, { kind: 'cim' })).body.profile;
  const sections = [{ heading: 'Overview', text: 'Six operatories.' }];
  const path = `/profiles/${String(draft.id)}`;
  const { profile } = (await admin.put(path, { version: draft.version, title: 'A practice', sections })).body;
  const { body } = await admin.post(`${path}/approval`, { version: profile.version, delivery: 'link' });
  const token = String(body.link).split('#')[1];
  await api.guest.post('/approving/answer', { token, name: 'Sam Seller', decision: 'approved' });
  expect((await admin.post(`${path}/release`, { number: 1 })).status).toBe(200);
}

/** Releases the CIM directly, as an override would. */
const releaseToBuyer = () =>
  api.db
    .updateTable('deals')
    .set({ document_level: 1, stage: 'cim_released' })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', dealId)
    .execute();
const getAccess = async () => ({
  file: (await buyer.post(`/documents/${fileId}/ticket`)).status,
  room: (await buyer.get('/own-rooms')).body.rooms.length,
  cim: (await buyer.post(`/deals/${dealId}/cim`)).status,
});
const open = { file: 201, room: 1, cim: 200 };
const closed = { file: 404, room: 0, cim: 404 };
const record = async (more: Record<string, string> = {}): Promise<string> => {
  const query = { name: 'nda.pdf', customerId: buyerId, businessIds: businessId, signerName: 'Bea Buyer' };
  const params = new URLSearchParams({ ...query, signedOn: '2020-01-31', ...more });
  return (await admin.upload(`/agreements/paper?${params.toString()}`, scanned)).body.agreement.id;
};
const withdraw = async (id: string) =>
  expect((await admin.post(`/agreements/${id}/revoke`)).body.agreement.state).toBe('revoked');
const scanOn = async (recordType: string, recordId: string) => {
  const { documents } = (await admin.get(`/documents?recordType=${recordType}&recordId=${recordId}`)).body;
  return documents.find(({ name }: { name: string }) => name === 'nda.pdf');
};

it('an NDA that has ended keeps the data room and the CIM closed after its withdrawal', async () => {
  await releaseToBuyer();
  const ended = await record({ expiresOn: '2020-02-01' });
  expect(await getAccess()).toEqual(closed);
  await withdraw(ended);
  expect(await getAccess()).toEqual(closed);
  await record();
  expect(await getAccess()).toEqual(open);
});

it('a mistake closes the data room and the CIM when it is withdrawn, until the right NDA is recorded', async () => {
  const mistake = await record();
  await releaseToBuyer();
  expect(await getAccess()).toEqual(open);
  await withdraw(mistake);
  expect(await getAccess()).toEqual(closed);
  await record();
  expect(await getAccess()).toEqual(open);
});

it('a deal without an NDA that was moved on stays readable, also when one that was never signed is withdrawn', async () => {
  await releaseToBuyer();
  expect(await getAccess()).toEqual(open);
  const templateId = (await admin.get('/agreement-templates')).body.templates[0].id;
  const sent = { customerId: buyerId, businessIds: [businessId], templateId, delivery: 'link' };
  await withdraw((await admin.post('/agreements', sent)).body.agreement.id);
  expect(await getAccess()).toEqual(open);
});

it('the scan is for staff only after the withdrawal, and open pages of the buyer follow', async () => {
  const stream = await openEventStream(address, buyer);
  const id = await record();
  const scan = await scanOn('customer', buyerId);
  const ofBusiness = await scanOn('business', businessId);
  const shared = { version: ofBusiness.version, audience: 'client' };
  expect((await admin.patch(`/documents/${ofBusiness.id}`, shared)).status).toBe(200);
  const { ticket } = (await buyer.post(`/documents/${scan.id}/ticket`)).body;
  expect((await api.app.inject({ url: ticket.url })).statusCode).toBe(200);
  await stream.waitFor(scan.id);
  stream.seen.splice(0);

  await withdraw(id);
  await stream.waitFor(scan.id);
  stream.stop();
  expect((await buyer.get('/documents')).body.documents).toEqual([]);
  expect((await buyer.post(`/documents/${scan.id}/ticket`)).status).toBe(404);
  expect((await api.app.inject({ url: ticket.url })).statusCode).toBe(404);
  expect(await scanOn('customer', buyerId)).toMatchObject({ audience: 'staff' });
  expect(await scanOn('business', businessId)).toMatchObject({ audience: 'staff' });
  expect((await admin.post(`/documents/${scan.id}/ticket`)).status).toBe(201);
});

it('the scan of an NDA that was withdrawn before is for staff only after the update, and others stay shared', async () => {
  await withdraw(await record());
  const old = await scanOn('customer', buyerId);
  const path = `/documents/${String(old.id)}`;
  expect((await admin.patch(path, { version: old.version, audience: 'client' })).status).toBe(200);
  await record({ name: 'right.pdf' });
  const db = new Kysely({
    dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: api.connectionString }) }),
  });
  await up(db);
  await db.destroy();
  const { documents } = (await buyer.get('/documents')).body;
  expect(documents.map(({ name }: { name: string }) => name)).toEqual(['right.pdf']);
});
