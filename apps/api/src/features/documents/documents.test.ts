import { rm } from 'node:fs/promises';
import { request as httpRequest, Agent } from 'node:http';
import path from 'node:path';
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

const toPath = (recordType: string, recordId: string, name?: string) =>
  `/documents?recordType=${recordType}&recordId=${recordId}${name === undefined ? '' : `&name=${encodeURIComponent(name)}`}`;
const upload = async (name: string, bytes = 'bytes', caller = admin) =>
  (await caller.upload(toPath('customer', customerId, name), bytes)).body.document;
const uploadToBusiness = async (name: string) =>
  (await admin.upload(toPath('business', businessId, name), 'bytes')).body.document;
const share = async ({ id, version }: { id: string; version: number }) =>
  (await admin.patch(`/documents/${id}`, { version, audience: 'client' })).body.document;
const listNames = async (caller: Caller, path = '/documents') => {
  const { status, body } = await caller.get(path);
  return status === 200 ? body.documents.map(({ name }: { name: string }) => name) : status;
};
const getTimeline = async (caller = admin, path = `/users/${customerId}/activities?type=files`) =>
  (await caller.get(path)).body.activities.map(
    ({ type, subject }: { type: string; subject: { label: string | null } }) => [type, subject.label],
  );
const download = async (caller: Caller, id: string) => {
  const { status, body } = await caller.post(`/documents/${id}/ticket`);
  return status === 201 ? api.app.inject({ url: body.ticket.url }) : { statusCode: status };
};

describe('an upload', () => {
  it('is listed on its record with a clean name and the type of its content', async () => {
    const document = await upload('../../tax\u202E-return.exe', '%PDF-1.7 tax');
    expect(document).toMatchObject({
      name: 'tax-return.exe',
      contentType: 'application/pdf',
      sizeBytes: 12,
      audience: 'staff',
      createdBy: { id: admin.userId, displayName: 'Avery Admin' },
      version: 1,
    });
    const { body } = await admin.get(toPath('customer', customerId));
    expect(body).toEqual({ documents: [document], similar: [], matched: {}, total: 1, nextCursor: null });
    expect(await listNames(admin, toPath('business', businessId))).toEqual([]);
    expect(await getTimeline()).toEqual([['document.created', 'tax-return.exe']]);
    const audited = await api.db
      .selectFrom('audit_entries')
      .select(['action', 'actor_id'])
      .where('subject_id', '=', document.id)
      .execute();
    expect(audited).toEqual([{ action: 'createDocument', actor_id: admin.userId }]);
  });

  it('keeps names of 300 characters, emoji, and right-to-left letters, shortened to 200 characters', async () => {
    expect((await upload(`${'x'.repeat(300)}.pdf`)).name).toBe(`${'x'.repeat(196)}.pdf`);
    expect((await upload('📊 חוזה 👩🏽‍⚕️.pdf')).name).toBe('📊 חוזה 👩🏽‍⚕️.pdf');
  });

  it('is stored once when it is repeated with its idempotency key', async () => {
    const send = (bytes: string) =>
      admin.upload(toPath('customer', customerId, 'a.txt'), bytes, {
        headers: { 'idempotency-key': 'upload-key-1' },
      });
    const first = await send('one');
    expect((await send('one')).body).toEqual(first.body);
    expect(await send('two')).toMatchObject({ status: 422, body: { code: 'IDEMPOTENCY_KEY_REUSED' } });
    expect(await listNames(admin, toPath('customer', customerId))).toEqual(['a.txt']);
  });

  it('is refused when it is empty, unnamed, or for a record that is unknown, in the trash, or without files', async () => {
    const statusOf = async (path: string, bytes = 'x') => (await admin.upload(path, bytes)).status;
    expect(await statusOf(toPath('customer', customerId, 'a'), '')).toBe(400);
    expect(await statusOf(toPath('customer', customerId))).toBe(400);
    expect(await statusOf(toPath('customer', businessId, 'a'))).toBe(404);
    const { body } = await admin.post('/tasks', { title: 'Call' });
    expect(await statusOf(toPath('task', body.task.id, 'a'))).toBe(422);
    await admin.delete(`/users/${customerId}`);
    expect(await statusOf(toPath('customer', customerId, 'a'))).toBe(422);
    expect(
      await api.db.selectFrom('documents').select('id').where('workspace_id', '=', workspaceId).execute(),
    ).toEqual([]);
  });

  it('over the limit is refused, and its connection serves the next request', async () => {
    const address = new URL(await api.app.listen({ port: 0, host: '127.0.0.1' }));
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const send = (bytes: Buffer) =>
      new Promise<{ status: number; port: number | undefined }>((resolve, reject) => {
        const outgoing = httpRequest(
          {
            agent,
            port: address.port,
            host: '127.0.0.1',
            method: 'POST',
            path: `/api${toPath('customer', customerId, 'big.bin')}`,
            headers: {
              authorization: `Bearer ${String(admin.token)}`,
              'x-workspace': workspaceId,
              'content-type': 'application/pdf',
            },
          },
          (response) => {
            const { localPort: port } = outgoing.socket ?? {};
            response.resume().on('end', () => resolve({ status: response.statusCode ?? 0, port }));
          },
        );
        outgoing.on('error', reject);
        outgoing.end(bytes);
      });
    const refused = await send(Buffer.alloc(25 * 1024 * 1024 + 1));
    const next = await send(Buffer.from('small'));
    agent.destroy();
    expect([refused.status, next.status]).toEqual([413, 201]);
    expect(next.port).toBe(refused.port);
  });
});

describe('a list', () => {
  it('is paged by keyset, newest first', async () => {
    for (const name of ['a', 'b', 'c']) await upload(name);
    const first = (await admin.get(`${toPath('customer', customerId)}&limit=2`)).body;
    expect(first).toMatchObject({ documents: [{ name: 'c' }, { name: 'b' }], total: 3 });
    const next = (
      await admin.get(`${toPath('customer', customerId)}&limit=2&cursor=${String(first.nextCursor)}`)
    ).body;
    expect(next).toMatchObject({ documents: [{ name: 'a' }], total: 3, nextCursor: null });
    expect((await admin.get(`/documents?limit=2&cursor=${String(first.nextCursor)}`)).status).toBe(400);
    expect((await admin.get('/documents?recordType=customer')).status).toBe(400);
  });

  it('shows staff the files of records in their scope and of those shared with them', async () => {
    await upload('customer.txt');
    await uploadToBusiness('business.txt');
    await api.db
      .updateTable('workspaces')
      .set({ record_scope: 'own' })
      .where('id', '=', workspaceId)
      .execute();
    const staff = await api.signIn({ role: 'STAFF', workspaceId });
    expect(await listNames(staff)).toEqual([]);
    expect(await listNames(staff, toPath('business', businessId))).toBe(404);
    await admin.post('/access-grants', {
      recordType: 'business',
      recordId: businessId,
      userId: staff.userId,
    });
    expect(await listNames(staff)).toEqual(['business.txt']);
    expect((await staff.upload(toPath('business', businessId, 'a'), 'x')).status).toBe(404);
    await admin.post('/access-grants', {
      recordType: 'business',
      recordId: businessId,
      userId: staff.userId,
      level: 'contribute',
    });
    expect((await staff.upload(toPath('business', businessId, 'a'), 'x')).status).toBe(201);
  });

  it('is closed to staff where the workspace closes documents, or the area of the record', async () => {
    await upload('customer.txt');
    await uploadToBusiness('business.txt');
    const staff = await api.signIn({ role: 'STAFF', workspaceId });
    const open = (areas: ('documents' | 'users' | 'business-center')[]) =>
      api.db.updateTable('workspaces').set({ staff_access: areas }).where('id', '=', workspaceId).execute();
    await open(['documents', 'business-center']);
    expect(await listNames(staff)).toEqual(['business.txt']);
    expect(await listNames(staff, toPath('customer', customerId))).toBe(404);
    await open(['users', 'business-center']);
    expect(await listNames(staff)).toBe(403);
  });
});

describe('a client', () => {
  it('lists and downloads only what is shared with them', async () => {
    const [hidden, shared] = [
      await upload('margin.txt'),
      await share(await upload('letter.txt', 'Dear Ann')),
    ];
    const ofBusiness = await share(await uploadToBusiness('lease.txt'));
    expect(await listNames(client)).toEqual(['lease.txt', 'letter.txt']);
    expect(await listNames(client, toPath('customer', customerId))).toEqual(['letter.txt']);
    expect(await download(client, shared.id)).toMatchObject({ statusCode: 200, body: 'Dear Ann' });
    expect(await download(client, ofBusiness.id)).toMatchObject({ statusCode: 200 });
    expect(await download(client, hidden.id)).toEqual({ statusCode: 404 });
    expect(await getTimeline(client)).toEqual([['document.shared', 'letter.txt']]);
    expect((await client.get('/documents')).body.documents[0].abilities).toEqual({
      canUpdate: false,
      canDelete: false,
      canPlaceLegalHold: false,
    });
  });

  it('who owns a business sees no files of another one that they only have access to', async () => {
    const otherId = await api.makeCustomer(workspaceId);
    const other = { name: 'Other Dental', type: 'dental', ownerId: otherId };
    const { business } = (await admin.post('/businesses', other)).body;
    const grant = { recordType: 'business', recordId: business.id, userId: client.userId };
    expect((await admin.post('/access-grants', grant)).status).toBe(201);
    const file = await share(
      (await admin.upload(toPath('business', business.id, 'rent.txt'), 'x')).body.document,
    );
    await share(await uploadToBusiness('lease.txt'));
    expect((await client.get(`/businesses/${String(business.id)}`)).status).toBe(200);
    expect(await listNames(client)).toEqual(['lease.txt']);
    expect(await listNames(client, toPath('business', business.id))).toBe(404);
    expect(await download(client, file.id)).toEqual({ statusCode: 404 });
  });

  it('loses a file, and tickets to it, when it is no longer shared, or the customer is banned', async () => {
    const shared = await share(await upload('letter.txt'));
    const { ticket } = (await client.post(`/documents/${String(shared.id)}/ticket`)).body;
    const statusOf = async () => (await api.app.inject({ url: ticket.url })).statusCode;
    expect(await statusOf()).toBe(200);
    const { version } = (
      await admin.patch(`/documents/${String(shared.id)}`, { version: shared.version, audience: 'staff' })
    ).body.document;
    expect([await statusOf(), await listNames(client)]).toEqual([404, []]);
    await share({ ...shared, version });
    expect(await statusOf()).toBe(200);
    await api.db
      .updateTable('customers')
      .set({ status: 'banned', banned_reason: 'Fraud' })
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', customerId)
      .execute();
    expect([await statusOf(), await listNames(client)]).toEqual([404, []]);
  });

  it('does not see files of another client, nor of a business that is only shown to them', async () => {
    const ids = [
      (await share(await upload('letter.txt'))).id,
      (await share(await uploadToBusiness('lease.txt'))).id,
    ];
    const otherId = await api.makeCustomer(workspaceId);
    const other = await api.signIn({ role: 'CLIENT', workspaceId, customerId: otherId });
    await admin.post('/access-grants', {
      recordType: 'business',
      recordId: businessId,
      userId: other.userId,
    });
    expect((await other.get(`/businesses/${businessId}`)).status).toBe(200);
    expect(await listNames(other)).toEqual([]);
    expect(await listNames(other, toPath('business', businessId))).toBe(404);
    for (const id of ids) expect(await download(other, id)).toEqual({ statusCode: 404 });
  });
});

describe('a change', () => {
  it('renames a file, and is refused for a version that is not current', async () => {
    const { id } = await upload('scan0001.pdf');
    const renamed = await admin.patch(`/documents/${String(id)}`, { version: 1, name: 'a/Lease 2026.pdf' });
    expect(renamed).toMatchObject({
      status: 200,
      body: { document: { name: 'Lease 2026.pdf', version: 2 } },
    });
    const stale = await admin.patch(`/documents/${String(id)}`, { version: 1, name: 'b.pdf' });
    expect(stale).toMatchObject({ status: 409, body: { current: { name: 'Lease 2026.pdf', version: 2 } } });
    const answer = await download(admin, id);
    expect(answer).toMatchObject({
      headers: { 'content-disposition': expect.stringContaining('Lease 2026.pdf') },
    });
    expect((await admin.patch(`/documents/${String(id)}`, { version: 2, name: '' })).status).toBe(400);
  });

  it('deletes a file, which cannot be opened or changed until it is restored', async () => {
    const { id } = await upload('lease.pdf');
    const { ticket } = (await admin.post(`/documents/${String(id)}/ticket`)).body;
    expect((await admin.delete(`/documents/${String(id)}`)).status).toBe(204);
    expect(await listNames(admin)).toEqual([]);
    expect((await api.app.inject({ url: ticket.url })).statusCode).toBe(404);
    expect((await admin.delete(`/documents/${String(id)}`)).status).toBe(404);
    expect((await admin.patch(`/documents/${String(id)}`, { version: 2, name: 'x' })).status).toBe(422);
    expect(await getTimeline()).toEqual([
      ['document.deleted', null],
      ['document.created', null],
    ]);
    expect((await admin.post(`/documents/${String(id)}/restore`)).body.document.name).toBe('lease.pdf');
    expect((await admin.post(`/documents/${String(id)}/restore`)).status).toBe(404);
    expect(await listNames(admin)).toEqual(['lease.pdf']);
    expect((await getTimeline())[0]).toEqual(['document.restored', 'lease.pdf']);
  });

  it('of a record in the trash is refused, and its files stay readable to members who see it there', async () => {
    const shared = await share(await upload('letter.txt'));
    await admin.delete(`/users/${customerId}`);
    expect(await listNames(admin, toPath('customer', customerId))).toEqual(['letter.txt']);
    const colleague = await api.signIn({ role: 'STAFF', workspaceId });
    expect(await listNames(colleague, toPath('customer', customerId))).toBe(404);
    expect(await listNames(colleague)).toEqual([]);
    expect((await download(colleague, shared.id)).statusCode).toBe(404);
    expect((await admin.delete(`/documents/${String(shared.id)}`)).status).toBe(404);
    expect(await listNames(client)).toEqual([]);
  });
});

it('writes the audit entry of a download before the bytes are read', async () => {
  const { id } = await upload('lease.pdf');
  await rm(path.join(api.dataDir, 'files', 'sealed'), { recursive: true });
  expect(await download(admin, id)).toMatchObject({ statusCode: 503 });
  const entries = await api.db
    .selectFrom('audit_entries')
    .select(['action', 'actor_id'])
    .where('subject_id', '=', id)
    .where('action', '=', 'downloadDocument')
    .execute();
  expect(entries).toEqual([{ action: 'downloadDocument', actor_id: admin.userId }]);
});

it('saves an email attachment to a record once', async () => {
  const { file } = (await admin.upload('/files?name=offer.pdf', '%PDF-1.7')).body;
  const save = () =>
    admin.post(`/files/${String(file.id)}/document`, { recordType: 'business', recordId: businessId });
  const first = await save();
  expect(first).toMatchObject({
    status: 201,
    body: { document: { name: 'offer.pdf', contentType: 'application/pdf' } },
  });
  expect((await save()).body.document.id).toBe(first.body.document.id);
  expect(await listNames(admin, toPath('business', businessId))).toEqual(['offer.pdf']);
});

it('moves to the surviving customer in a merge, and back when it is undone', async () => {
  await upload('taxes.pdf');
  const survivorId = await api.makeCustomer(workspaceId, { name: 'Ann Abbot', brokerId: admin.userId });
  const versions = { version: 1, otherId: customerId, otherVersion: 1 };
  const { merge } = (await admin.post(`/users/${survivorId}/merge`, versions)).body;
  expect(await listNames(admin, toPath('customer', survivorId))).toEqual(['taxes.pdf']);
  await admin.post(`/merges/${String(merge.id)}/undo`);
  expect(await listNames(admin, toPath('customer', survivorId))).toEqual([]);
  expect(await listNames(admin, toPath('customer', customerId))).toEqual(['taxes.pdf']);
});
