import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { listSystemMails } from '#test/account/system-mails.ts';
import type { Caller } from '#test/caller.ts';
import { createPdf, readFiles, createWorkbook } from '#test/files.ts';
import { startApi, type TestApi } from '#test/harness.ts';
import { unzip } from '#test/zip-entries.ts';

const ssn = '512-33-9087';
const patient = `Patient: Ruth Quillhaven, SSN ${ssn}. The balance is $412.`;
const secret = 'Quillhaven';

let api: TestApi;
let workspaceId: string;
let businessId: string;
let dealId: string;
let sellerId: string;
let roomId: string;
let folderId: string;
let admin: Caller;
let broker: Caller;
let staff: Caller;
let seller: Caller;
let buyer: Caller;
beforeAll(async () => {
  api = await startApi({ env: { SMTP_URL: 'smtp://127.0.0.1:9' } });
  await api.startJobs();
});
afterAll(() => api.close());
beforeEach(async () => {
  workspaceId = await api.makeWorkspace();
  admin = await api.signIn({ role: 'ADMIN', workspaceId });
  broker = await api.signIn({ role: 'STAFF', workspaceId, displayName: 'Bo Broker' });
  staff = await api.signIn({ role: 'STAFF', workspaceId });
  sellerId = await api.makeCustomer(workspaceId, { name: 'Sam Seller' });
  seller = await api.signIn({ role: 'CLIENT', workspaceId, customerId: sellerId, displayName: 'Sam Seller' });
  const buyerId = await api.makeCustomer(workspaceId, { name: 'Bea Buyer' });
  buyer = await api.signIn({ role: 'CLIENT', workspaceId, customerId: buyerId });
  const business = { name: 'Abbott Dental', type: 'dental', ownerId: sellerId, brokerId: broker.userId };
  businessId = (await admin.post('/businesses', business)).body.business.id;
  dealId = (await admin.post('/deals', { businessId, buyerId })).body.deal.id;
  await api.db
    .updateTable('deals')
    .set({ document_level: 3 })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', dealId)
    .execute();
  const { room } = (await admin.post(`/businesses/${businessId}/data-room`)).body;
  roomId = room.id;
  folderId = room.folders.find(({ number }: { number: string }) => number === '09').id;
  await api.db.deleteFrom('rate_limits').execute();
});

const upload = async (name: string, bytes: Buffer | string, caller = staff): Promise<string> => {
  const { status, body } = await caller.upload(
    `/documents?folderId=${folderId}&name=${name}&attestation=1`,
    bytes,
  );
  if (status !== 201) throw new Error(JSON.stringify(body));
  return body.document.id;
};
const readAll = () => readFiles(api, workspaceId);
const uploadAndRead = async (...given: Parameters<typeof upload>): Promise<string> => {
  const id = await upload(...given);
  await readAll();
  return id;
};
const getDocument = async (id: string, caller = staff) =>
  (await caller.get(`/documents/${id}`)).body.document;
const listQuarantines = async (caller: Caller) => (await caller.get('/quarantines')).body.quarantines;
const release = async (caller = broker) => {
  const [{ id, version }] = await listQuarantines(caller);
  return caller.post(`/quarantines/${id}/release`, { version, reason: 'Test data of the vendor' });
};
/** Starts a reader's session while the file can still be opened. */
const startSession = async (documentId: string): Promise<string> => {
  const { body } = await admin.post(`/documents/${documentId}/links`, {
    expiresInDays: 7,
    canDownload: true,
  });
  const token = String(body.url).split('#')[1] ?? '';
  const email = 'ann@law.test';
  await api.guest.post('/shared-links/code', { token, email });
  const code = (await listSystemMails(api, email)).at(-1)?.subject.slice(0, 6) ?? '';
  return (await api.guest.post('/shared-links/session', { token, email, code })).body.session;
};
const quarantineAgain = (id: string) =>
  api.db
    .updateTable('stored_objects')
    .set({ blocked: 'quarantined' })
    .where('id', '=', (eb) =>
      eb
        .selectFrom('files')
        .innerJoin('documents', 'documents.file_id', 'files.id')
        .select('files.object_id')
        .where('documents.workspace_id', '=', workspaceId)
        .where('documents.id', '=', id),
    )
    .execute();

describe('a file with patient information', { timeout: 240_000 }, () => {
  it.each([
    ['lease.pdf', () => createPdf('Premises', patient), { kind: 'ssn', places: ['page 2'] }],
    [
      'aging.xlsx',
      () =>
        createWorkbook(
          [['Rent', 'Month']],
          [
            ['Aging report'],
            [],
            ['Account', 'Patient name', 'SSN', 'Balance'],
            ['A1', `Ruth ${secret}`, ssn, '412'],
            ['A2', 'Omar Lindqvist', '512-33-9088', '90'],
          ],
        ),
      { kind: 'ssn', places: ['sheet 2, column C'] },
    ],
    [
      'list.csv',
      () => `Account,Patient name,SSN\nA1,Ruth ${secret},${ssn}\nA2,Omar Lindqvist,512-33-9088\n`,
      { kind: 'ssn', places: ['column C'] },
    ],
    ['letter.txt', () => patient, { kind: 'ssn', places: [] }],
  ])('%s is quarantined with what was found and where, never the value', async (name, make, finding) => {
    const id = await uploadAndRead(name, await make());
    const document = await getDocument(id);
    expect(document.blocked).toBe('quarantined');
    expect(document.found.findings).toContainEqual(finding);
    const [row] = await listQuarantines(staff);
    expect(row).toMatchObject({
      subject: { kind: 'document', id },
      name,
      record: { type: 'business', id: businessId },
      abilities: { canOpen: true, canRelease: false },
    });
    const answers = JSON.stringify([document, row, await listQuarantines(admin)]);
    expect(answers).not.toContain(secret);
    expect(answers).not.toContain('9087');
  });

  it('is not returned by any endpoint to anyone', async () => {
    const id = await uploadAndRead('lease.pdf', await createPdf('Premises'));
    const session = await startSession(id);
    // Draws the pages first, so that they are cached.
    for (const path of ['', '/1?width=200', '/1?width=800'])
      expect((await staff.get(`/documents/${id}/pages${path}`)).status).toBe(200);
    const { ticket } = (await staff.post(`/documents/${id}/ticket`)).body;
    await quarantineAgain(id);
    for (const caller of [staff, broker, admin, seller, buyer]) {
      const answers = [
        await caller.get(`/documents/${id}/pages`),
        await caller.get(`/documents/${id}/pages/1?width=200`),
        await caller.get(`/documents/${id}/pages/1?width=800`),
        await caller.get(`/documents/${id}/text`),
        await caller.post(`/documents/${id}/ticket`),
      ];
      const isClosed = caller === seller ? 404 : 422;
      expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(isClosed));
    }
    expect((await api.app.inject({ url: ticket.url })).statusCode).toBe(422);
    expect((await api.guest.post('/shared-links/file', { session })).status).toBe(410);
    expect(
      (await api.guest.post('/shared-links/page', { session, number: 1, page: 1, width: '800' })).status,
    ).toBe(410);
    const shared = await api.app.inject({
      method: 'POST',
      url: '/api/shared-links/pdf',
      payload: { session },
    });
    expect(shared.statusCode).toBe(410);
    const archive = (await admin.post(`/data-rooms/${roomId}/archive`)).body.ticket;
    const parts = unzip((await api.app.inject({ url: archive.url })).rawPayload);
    expect([...parts.keys()].filter((name) => name.includes('lease'))).toEqual([]);
    expect(String(parts.get('Manifest.csv'))).toContain('Skipped: patient information');
  });

  it('is in no search, notification, export, log, or table but the quarantine', async () => {
    await uploadAndRead('letter.txt', patient);
    const exported = (await admin.post('/documents/export', { filter: {} })).body;
    const answers = [
      ...(await Promise.all(
        [staff, broker, admin].flatMap((caller) =>
          [
            `/documents/text-search?q=${secret}`,
            `/search?q=${secret}`,
            '/documents',
            '/notifications',
            '/quarantines',
            `/businesses/${businessId}/activities`,
            `/businesses/${businessId}/data-room`,
          ].map(async (path) => {
            const { status, body } = await caller.get(path);
            expect([path, status]).toEqual([path, 200]);
            return JSON.stringify(body);
          }),
        ),
      )),
      JSON.stringify((await admin.get('/audit')).body),
      (await api.app.inject({ url: exported.ticket.url })).body,
    ].join('\n');
    expect(answers).toContain('letter.txt');
    expect(answers).not.toContain(secret);
    const pages = await api.db
      .selectFrom('file_text_pages')
      .select('text')
      .where('workspace_id', '=', workspaceId)
      .execute();
    expect(pages).toEqual([]);
  });

  it('notifies the uploader and the broker, and shows a client the finding but no link to review it', async () => {
    const { requests } = (await admin.get(`/businesses/${businessId}/data-room`)).body.room;
    const { id, version } = requests[0];
    await admin.patch(`/room-requests/${id}`, { version, state: 'requested' });
    await seller.upload(`/room-requests/${id}/documents?name=letter.txt&attestation=1`, patient);
    await readAll();
    const title = 'letter.txt was quarantined: it may contain patient information (SSN, patient details)';
    for (const caller of [seller, broker]) {
      const { notifications } = (await caller.get('/notifications')).body;
      expect(notifications).toMatchObject(
        expect.arrayContaining([expect.objectContaining({ type: 'document.quarantined', title })]),
      );
    }
    expect((await staff.get('/notifications')).body.notifications).toEqual([]);
    const [own] = (await seller.get('/documents')).body.documents;
    expect(own).toMatchObject({
      blocked: 'quarantined',
      found: { findings: [{ kind: 'ssn' }, { kind: 'patient' }] },
    });
    expect(own.found.quarantineId).toBeUndefined();
  });

  it('is reviewed by its broker or an administrator, recorded, and then read and found', async () => {
    const id = await uploadAndRead('lease.pdf', await createPdf('Premises', patient), admin);
    const [{ id: quarantineId, version }] = await listQuarantines(broker);
    const decision = { version, reason: 'Test data of the vendor' };
    for (const action of ['open', 'release', 'keep']) {
      const body = action === 'open' ? {} : decision;
      expect((await staff.post(`/quarantines/${quarantineId}/${action}`, body)).status).toBe(403);
      expect((await seller.post(`/quarantines/${quarantineId}/${action}`, body)).status).toBe(404);
      expect((await api.guest.post(`/quarantines/${quarantineId}/${action}`, body)).status).toBe(401);
    }
    const opened = (await broker.post(`/quarantines/${quarantineId}/open`)).body.content;
    expect(opened).toMatchObject({ subject: 'lease.pdf', text: expect.stringContaining(secret) });
    expect(opened.findings).toContainEqual({
      kind: 'ssn',
      part: 'file',
      place: 'page 2',
      excerpt: '•••-••-••••',
    });
    expect((await broker.post(`/quarantines/${quarantineId}/keep`, decision)).body.quarantine.state).toBe(
      'kept',
    );
    expect((await getDocument(id)).blocked).toBe('quarantined');
    const again = { version: version + 1, reason: 'Test data of the vendor' };
    expect((await broker.post(`/quarantines/${quarantineId}/release`, again)).status).toBe(200);
    expect(await getDocument(id)).not.toHaveProperty('blocked');
    expect((await staff.get(`/documents/${id}/text`)).body.text.pages).toHaveLength(2);
    const { hits } = (await staff.get(`/documents/text-search?q=${secret}`)).body;
    expect(hits).toMatchObject([{ document: { id }, page: 2, pageCount: 2 }]);
    const log = await api.db
      .selectFrom('audit_entries')
      .select(['action', 'actor_id', 'detail'])
      .where('workspace_id', '=', workspaceId)
      .where('subject_id', '=', quarantineId)
      .orderBy('created_at')
      .execute();
    expect(log.map(({ action }) => action)).toEqual([
      'openQuarantine',
      'keepQuarantine',
      'releaseQuarantine',
    ]);
    expect(log[2]).toMatchObject({ actor_id: broker.userId, detail: { documentId: id } });
  });

  it('is not reviewed again once released, and a new version is scanned again', async () => {
    const id = await uploadAndRead('letter.txt', patient);
    await release();
    await admin.upload(`/documents/${id}/versions?attestation=1`, 'Nothing');
    await readAll();
    expect(await getDocument(id)).not.toHaveProperty('blocked');
    await admin.post(`/documents/${id}/versions/1/restore`);
    await readAll();
    expect(await getDocument(id)).not.toHaveProperty('blocked');
    await admin.upload(`/documents/${id}/versions?attestation=1`, `${patient} Again`);
    await readAll();
    expect((await getDocument(id)).blocked).toBe('quarantined');
    // Earlier versions can be read, but the current one cannot.
    expect((await staff.get(`/documents/${id}/text?number=1`)).status).toBe(200);
    expect((await staff.get(`/documents/${id}/text`)).status).toBe(422);
  });

  it('leaves the list when it is deleted, and is back in it when restored', async () => {
    const id = await uploadAndRead('letter.txt', patient);
    await staff.delete(`/documents/${id}`);
    expect(await listQuarantines(broker)).toEqual([]);
    await staff.post(`/documents/${id}/restore`);
    expect(await listQuarantines(broker)).toHaveLength(1);
    expect((await getDocument(id)).blocked).toBe('quarantined');
  });

  it('is quarantined as the attachment of an email that was saved', async () => {
    const file = (await staff.upload('/files?name=list.csv', `Patient,SSN\nRuth ${secret},${ssn}`)).body.file;
    const to = { recordType: 'business', recordId: businessId };
    const { body } = await staff.post(`/files/${file.id}/document`, to);
    await readAll();
    expect((await getDocument(body.document.id)).blocked).toBe('quarantined');
    expect((await staff.post(`/files/${file.id}/ticket`)).status).toBe(422);
  });

  it('is not listed for members who may not read it', async () => {
    await uploadAndRead('letter.txt', patient);
    await api.db
      .updateTable('workspaces')
      .set({ record_scope: 'own' })
      .where('id', '=', workspaceId)
      .execute();
    expect(await listQuarantines(staff)).toEqual([]);
    expect(await listQuarantines(broker)).toHaveLength(1);
    const stranger = await api.signIn({ role: 'ADMIN', workspaceId: await api.makeWorkspace() });
    expect(await listQuarantines(stranger)).toEqual([]);
  });
});

describe('a file that was not checked yet', { timeout: 240_000 }, () => {
  const shareWithSeller = async (id: string) => {
    const { version } = await getDocument(id);
    await admin.patch(`/documents/${id}`, { version, audience: 'client' });
  };
  const statusesFor = async (caller: Caller, id: string) => [
    (await caller.get(`/documents/${id}/pages`)).status,
    (await caller.get(`/documents/${id}/pages/1?width=200`)).status,
    (await caller.get(`/documents/${id}/pages/1?width=800`)).status,
    (await caller.post(`/documents/${id}/ticket`)).status,
  ];

  it('is read by staff only: not by the owner, a buyer, an advisor, or by a link', async () => {
    const id = await upload('lease.pdf', await createPdf('Premises'));
    await shareWithSeller(id);
    const advisorId = await api.makeCustomer(workspaceId, { name: 'Ada Advisor' });
    const advisor = await api.signIn({ role: 'CLIENT', workspaceId, customerId: advisorId });
    const granted = { recordType: 'customer', recordId: sellerId, userId: advisor.userId, level: 'view' };
    expect((await admin.post('/access-grants', granted)).status).toBe(201);
    await admin.post(`/documents/${id}/records`, { recordType: 'customer', recordId: sellerId });
    const session = await startSession(id);
    const readers = [seller, buyer, advisor];
    expect(await statusesFor(staff, id)).toEqual([200, 200, 200, 201]);
    for (const caller of readers) {
      expect(await statusesFor(caller, id)).toEqual([503, 503, 503, 503]);
      expect(await caller.get(`/documents/${id}/pages`)).toMatchObject({
        body: { code: 'UNAVAILABLE', detail: 'This file is still being checked. Try again in a moment.' },
      });
    }
    const readLink = async () => [
      (await api.guest.post('/shared-links/file', { session })).status,
      (await api.guest.post('/shared-links/page', { session, number: 1, page: 1, width: '800' })).status,
      (await api.app.inject({ method: 'POST', url: '/api/shared-links/pdf', payload: { session } }))
        .statusCode,
    ];
    expect(await readLink()).toEqual([503, 503, 503]);
    expect((await getDocument(id)).check).toBe('waiting');
    await readAll();
    expect(await statusesFor(seller, id)).toEqual([200, 200, 200, 201]);
    expect(await statusesFor(buyer, id)).toEqual([200, 200, 200, 201]);
    expect(await readLink()).toEqual([200, 200, 200]);
    expect(await getDocument(id)).not.toHaveProperty('check');
  });

  it('is not checked by an older version: each new one waits', async () => {
    const id = await uploadAndRead('lease.pdf', await createPdf('Premises'));
    await shareWithSeller(id);
    const { ticket } = (await seller.post(`/documents/${id}/ticket`)).body;
    await admin.upload(`/documents/${id}/versions?attestation=1`, await createPdf('Rent'));
    expect((await api.app.inject({ url: ticket.url })).statusCode).not.toBe(200);
    expect(await statusesFor(seller, id)).toEqual([503, 503, 503, 503]);
  });

  it('is open to clients, and marked for staff, where its text cannot be read', async () => {
    const scan = await createPdf('');
    const ids = [
      await upload('scan.pdf', scan),
      await upload('broken.docx', 'PK\u0003\u0004 no document'),
      await upload('photo.png', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])),
    ];
    for (const id of ids) await shareWithSeller(id);
    // A picture has no text to wait for.
    expect((await seller.post(`/documents/${String(ids[2])}/ticket`)).status).toBe(201);
    await readAll();
    for (const id of ids) expect((await seller.post(`/documents/${id}/ticket`)).status).toBe(201);
    expect((await getDocument(String(ids[0]))).check).toBe('unreadable');
    expect(await getDocument(String(ids[2]))).not.toHaveProperty('check');
    const [own] = (await seller.get('/documents?q=scan')).body.documents;
    expect(own).not.toHaveProperty('check');
  });
});
