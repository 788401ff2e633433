import { sql } from 'kysely';
import { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ApiResponse, Caller } from '#test/caller.ts';
import { startApi, type TestApi } from '#test/harness.ts';
import { listJobs } from '#registry.ts';

let api: TestApi;
let workspaceId: string;
let businessId: string;
let dealId: string;
let admin: Caller;
let staff: Caller;
let client: Caller;
beforeAll(async () => {
  api = await startApi({ areFilesChecked: true });
  await api.booted.jobs.start(listJobs(api.booted.platform));
});
afterAll(() => api.close());
beforeEach(async () => {
  workspaceId = await api.makeWorkspace();
  admin = await api.signIn({ role: 'ADMIN', workspaceId, displayName: 'Avery Admin' });
  staff = await api.signIn({ role: 'STAFF', workspaceId });
  const ownerId = await api.makeCustomer(workspaceId, { name: 'Sam Seller', brokerId: admin.userId });
  client = await api.signIn({ role: 'CLIENT', workspaceId, customerId: ownerId });
  const business = { name: 'Abbott Dental', type: 'dental', ownerId };
  businessId = (await admin.post('/businesses', business)).body.business.id;
  const buyerId = await api.makeCustomer(workspaceId, { brokerId: admin.userId });
  dealId = (await admin.post('/deals', { businessId, buyerId })).body.deal.id;
});

const upload = async (name: string, place = '', bytes = 'bytes') =>
  (await admin.upload(`/documents?name=${name}${place}`, bytes)).body.document;
const getBusinessQuery = () => `&recordType=business&recordId=${businessId}`;
const placeLegalHold = (path: string, reason = 'Subpoena of May 4') =>
  admin.post(`${path}/legal-hold`, { reason });
const lift = (path: string) => admin.delete(`${path}/legal-hold`);
const formatMessage = (on: string) =>
  `Avery Admin placed a legal hold on ${on}: “Subpoena of May 4”. Ask an administrator to lift it.`;
const createRejection = (on = 'this file') => ({
  status: 422,
  body: { code: 'RULE_BROKEN', detail: formatMessage(on) },
});
const countRows = async (documentId: string): Promise<Record<string, number>> => {
  const { rows } = await sql<Record<string, number>>`
    SELECT (SELECT count(*)::int FROM documents WHERE workspace_id = ${workspaceId} AND id = ${documentId}) AS documents,
      (SELECT count(*)::int FROM document_versions WHERE workspace_id = ${workspaceId} AND document_id = ${documentId}) AS versions`.execute(
    api.db,
  );
  return rows[0] ?? {};
};

describe('a document on legal hold', () => {
  it('shows reason, person, and time to staff, not to the client', async () => {
    const { id } = await upload('lease.txt', getBusinessQuery());
    await admin.patch(`/documents/${id}`, { version: 1, audience: 'client' });
    const placed = await placeLegalHold(`/documents/${id}`);
    expect(placed.status).toBe(201);
    const legalHolds = [
      {
        reason: 'Subpoena of May 4',
        placedBy: { id: admin.userId, displayName: 'Avery Admin' },
        isOnBusiness: false,
      },
    ];
    expect(placed.body.document).toMatchObject({
      legalHolds,
      abilities: { canDelete: false, canPlaceLegalHold: true },
    });
    const forStaff = (await staff.get(`/documents/${id}`)).body.document;
    expect(forStaff).toMatchObject({ legalHolds, abilities: { canPlaceLegalHold: false } });
    const [forClient] = (await client.get('/documents')).body.documents;
    expect(forClient).toMatchObject({ id, legalHolds: [] });
    const listed = (await admin.get('/legal-holds')).body;
    expect(listed).toMatchObject({
      total: 1,
      legalHolds: [
        { ...legalHolds[0], document: { id, name: 'lease.txt' }, business: null, documentCount: 1 },
      ],
    });
  });

  it('is not deleted, by itself or with others, until the hold is lifted', async () => {
    const { id } = await upload('lease.txt');
    await placeLegalHold(`/documents/${id}`);
    expect(await admin.delete(`/documents/${id}`)).toMatchObject(createRejection());
    expect((await admin.get(`/documents/${id}`)).body.document.deletedAt).toBeNull();
    expect((await lift(`/documents/${id}`)).body.document.legalHolds).toEqual([]);
    expect((await admin.delete(`/documents/${id}`)).status).toBe(204);
  });

  it('keeps every version, including those replaced during the hold', async () => {
    const { id } = await upload('lease.txt', '', 'first');
    await placeLegalHold(`/documents/${id}`);
    expect((await admin.upload(`/documents/${id}/versions`, 'second')).status).toBe(201);
    const { versions } = (await admin.get(`/documents/${id}`)).body;
    expect(versions.map(({ number }: { number: number }) => number)).toEqual([2, 1]);
    const { ticket } = (await admin.post(`/documents/${id}/ticket?number=1`)).body;
    expect((await api.app.inject({ url: ticket.url })).body).toBe('first');
  });

  it('is restored from the trash, where it can be held too', async () => {
    const { id } = await upload('lease.txt');
    await admin.delete(`/documents/${id}`);
    expect((await placeLegalHold(`/documents/${id}`)).status).toBe(201);
    expect((await admin.post(`/documents/${id}/restore`)).status).toBe(200);
  });

  it('has one hold of its own at a time, with a reason', async () => {
    const { id } = await upload('lease.txt');
    expect(await placeLegalHold(`/documents/${id}`, ' ')).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'reason' }] },
    });
    const both: ApiResponse[] = await Promise.all([
      placeLegalHold(`/documents/${id}`),
      placeLegalHold(`/documents/${id}`),
    ]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    expect((await lift(`/documents/${id}`)).status).toBe(200);
    expect((await lift(`/documents/${id}`)).status).toBe(404);
    expect((await placeLegalHold(`/documents/${id}`)).status).toBe(201);
  });

  it('leaves entries in the timeline and in the audit log', async () => {
    const { id } = await upload('lease.txt', getBusinessQuery());
    await placeLegalHold(`/documents/${id}`);
    await lift(`/documents/${id}`);
    const { activities } = (await admin.get(`/businesses/${businessId}/activities?type=files`)).body;
    expect(activities.slice(0, 2).map(({ type }: { type: string }) => type)).toEqual([
      'document.hold_lifted',
      'document.held',
    ]);
    const { entries } = (await admin.get(`/audit?subjectId=${id}`)).body;
    expect(entries.slice(0, 2)).toMatchObject([
      { action: 'liftDocumentLegalHold', detail: { reason: 'Subpoena of May 4' } },
      { action: 'placeDocumentLegalHold', detail: { reason: 'Subpoena of May 4' } },
    ]);
  });
});

it('stays on the document when its customer is merged', async () => {
  const [survivorId, mergedId] = [await api.makeCustomer(workspaceId), await api.makeCustomer(workspaceId)];
  const { id } = await upload('tax.txt', `&recordType=customer&recordId=${mergedId}`);
  await placeLegalHold(`/documents/${id}`);
  const merge = { version: 1, otherId: mergedId, otherVersion: 1 };
  expect((await admin.post(`/users/${survivorId}/merge`, merge)).status).toBe(201);
  const { document } = (await admin.get(`/documents/${id}`)).body;
  expect(document).toMatchObject({ records: [{ id: survivorId }], legalHolds: [{ isOnBusiness: false }] });
  expect(await admin.delete(`/documents/${id}`)).toMatchObject(createRejection());
});

describe('a legal hold on a business', () => {
  it('covers files of the business, its deals, and its data room, later files included', async () => {
    const room = (await admin.post(`/businesses/${businessId}/data-room`)).body.room;
    const folder = `&folderId=${String(room.folders[1].id)}&attestation=1`;
    const deal = `&recordType=deal&recordId=${dealId}`;
    const before = [
      await upload('lease.txt', getBusinessQuery()),
      await upload('loi.txt', deal),
      await upload('tax.txt', folder + deal),
    ];
    const elsewhere = await upload('other.txt');
    expect((await placeLegalHold(`/businesses/${businessId}`)).body.legalHold).toMatchObject({
      isOnBusiness: true,
    });
    const later = await upload('later.txt', getBusinessQuery());
    for (const { id, name } of [...before, later])
      expect(await admin.delete(`/documents/${id}`), name).toMatchObject(
        createRejection('this business’s files'),
      );
    expect((await admin.delete(`/documents/${elsewhere.id}`)).status).toBe(204);
    const [listed] = (await admin.get('/legal-holds')).body.legalHolds;
    expect(listed).toMatchObject({ business: { id: businessId, name: 'Abbott Dental' }, documentCount: 4 });
    expect((await staff.get(`/businesses/${businessId}/legal-hold`)).body.legalHold.reason).toBe(
      'Subpoena of May 4',
    );
    await lift(`/businesses/${businessId}`);
    expect((await staff.get(`/businesses/${businessId}/legal-hold`)).body.legalHold).toBeNull();
    for (const { id } of before) expect((await admin.delete(`/documents/${id}`)).status).toBe(204);
  });

  it('still applies after a file is removed from the business or its data room', async () => {
    const room = (await admin.post(`/businesses/${businessId}/data-room`)).body.room;
    const of = { recordType: 'business', recordId: businessId };
    const inRoom = await upload('tax.txt', `&folderId=${String(room.folders[1].id)}&attestation=1`);
    const { id } = await upload('lease.txt', getBusinessQuery());
    await placeLegalHold(`/businesses/${businessId}`);
    const on = 'this business’s files';
    expect(await admin.post(`/documents/${id}/records/remove`, of)).toMatchObject(createRejection(on));
    const other = (await admin.post('/businesses', { name: 'Harbor Dental', type: 'dental' })).body.business;
    const elsewhere = (await admin.post(`/businesses/${String(other.id)}/data-room`)).body.room.folders[1].id;
    expect(
      await admin.patch(`/documents/${inRoom.id}`, { version: 1, folderId: elsewhere, attestation: '1' }),
    ).toMatchObject(createRejection(on));
    const within = { version: 1, folderId: room.folders[2].id };
    expect((await admin.patch(`/documents/${inRoom.id}`, within)).status).toBe(200);
  });

  it('remains when the hold on a single file is lifted, and the other way around', async () => {
    const { id } = await upload('lease.txt', getBusinessQuery());
    await placeLegalHold(`/documents/${id}`);
    await placeLegalHold(`/businesses/${businessId}`);
    await lift(`/documents/${id}`);
    expect((await admin.delete(`/documents/${id}`)).status).toBe(422);
    await placeLegalHold(`/documents/${id}`);
    await lift(`/businesses/${businessId}`);
    expect(await admin.delete(`/documents/${id}`)).toMatchObject(createRejection());
  });

  it('remains while the business is in the trash', async () => {
    const { id } = await upload('lease.txt', getBusinessQuery());
    await placeLegalHold(`/businesses/${businessId}`);
    await admin.delete(`/deals/${dealId}`);
    expect((await admin.delete(`/businesses/${businessId}`)).status).toBe(204);
    expect((await admin.get(`/documents/${id}`)).body.document.legalHolds).toHaveLength(1);
    expect((await lift(`/businesses/${businessId}`)).status).toBe(200);
  });
});

describe('the filter of lists', () => {
  it('finds files held directly or through their business, in lists, saved views, and the export', async () => {
    const own = await upload('own.txt');
    await upload('of-business.txt', getBusinessQuery());
    await upload('free.txt');
    await placeLegalHold(`/documents/${own.id}`);
    await placeLegalHold(`/businesses/${businessId}`);
    const namesOf = async (query: string) =>
      (await staff.get(`/documents?sort=name&${query}`)).body.documents.map(
        ({ name }: { name: string }) => name,
      );
    expect(await namesOf('isOnLegalHold=true')).toEqual(['of-business.txt', 'own.txt']);
    expect(await namesOf('isOnLegalHold=false')).toEqual(['free.txt']);
    expect((await staff.get('/documents/total?isOnLegalHold=true')).body.total).toBe(2);
    const filter = { isOnLegalHold: 'true' };
    const settings = { columns: null, density: null, filter, sort: null };
    const view = { recordType: 'document', name: 'Held', settings };
    expect((await staff.post('/saved-views', view)).status).toBe(201);
    const { ticket } = (await staff.post('/documents/export', { filter, sort: 'name' })).body;
    const [head, ...lines] = (await api.app.inject({ url: ticket.url })).body.trim().split('\r\n');
    const at = head?.split(',').findIndex((name) => name.includes('On legal hold')) ?? -1;
    expect(lines.map((line) => [line.split(',')[0], line.split(',')[at]])).toEqual([
      ['of-business.txt', 'Yes'],
      ['own.txt', 'Yes'],
    ]);
    await lift(`/documents/${own.id}`);
    expect(await namesOf('isOnLegalHold=true')).toEqual(['of-business.txt']);
  });

  it('is closed to clients, who do not see what is on legal hold', async () => {
    for (const path of ['/documents?', '/documents/total?'])
      expect(await client.get(`${path}isOnLegalHold=true`), path).toMatchObject({
        status: 400,
        body: { errors: [{ path: 'isOnLegalHold' }] },
      });
  });
});

describe('the database', () => {
  it('never deletes rows of a document on legal hold', async () => {
    const { id } = await upload('lease.txt');
    const { id: ofBusiness } = await upload('tax.txt', getBusinessQuery());
    await placeLegalHold(`/documents/${id}`);
    await placeLegalHold(`/businesses/${businessId}`);
    const owner = new Client({ connectionString: api.connectionString });
    await owner.connect();
    for (const statement of [
      `DELETE FROM document_versions WHERE document_id = '${id}'`,
      `UPDATE document_versions SET number = 9 WHERE document_id = '${id}'`,
      `DELETE FROM document_versions WHERE document_id = '${ofBusiness}'`,
      `DELETE FROM document_records WHERE document_id = '${ofBusiness}'`,
      `DELETE FROM documents WHERE id = '${ofBusiness}'`,
      `DELETE FROM legal_holds WHERE workspace_id = '${workspaceId}'`,
    ])
      await expect(owner.query(statement), statement).rejects.toThrow('legal hold');
    await owner.end();
    expect([await countRows(id), await countRows(ofBusiness)]).toEqual([
      { documents: 1, versions: 1 },
      { documents: 1, versions: 1 },
    ]);
  });
});
