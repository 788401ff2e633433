import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { listJobs } from '#registry.ts';
import type { Caller } from '#test/caller.ts';
import { startApi, type TestApi } from '#test/harness.ts';
import { createImportFixture } from '#test/import-fixture.ts';

let api: TestApi;
let workspaceId: string;
let admin: Caller;
beforeAll(async () => {
  api = await startApi();
  await api.booted.jobs.start(listJobs(api.booted.platform));
});
afterAll(() => api.close());
beforeEach(async () => {
  workspaceId = await api.makeWorkspace();
  admin = await api.signIn({ role: 'ADMIN', workspaceId });
});

async function createBusiness(name: string, fields: object = {}): Promise<string> {
  const { body } = await admin.post('/businesses', { name, type: 'dental', ...fields });
  return body.business.id;
}

async function createContact(businessId: string, fields: object = {}): Promise<{ id: string }> {
  const { status, body } = await admin.post('/contacts', { businessId, name: 'Pat Lee', ...fields });
  expect(status, JSON.stringify(body)).toBe(201);
  return body.contact;
}

describe('a contact', () => {
  it('is created, changed, found, and listed for its business', async () => {
    const businessId = await createBusiness('Bright Dental');
    const other = await createBusiness('Other Dental');
    const { id } = await createContact(businessId, { role: 'accountant', email: 'Pat@Lee.test' });
    await createContact(other, { name: 'Sam Roe' });

    const changed = await admin.patch(`/contacts/${id}`, { version: 1, company: 'Lee & Partners' });
    expect(changed.body.contact).toMatchObject({
      company: 'Lee & Partners',
      role: 'accountant',
      business: { name: 'Bright Dental' },
      version: 2,
    });
    const listed = (await admin.get(`/contacts?businessId=${businessId}`)).body;
    expect(listed).toMatchObject({ total: 1, contacts: [{ id }] });
    const hits = (await admin.get('/search?q=partners')).body.hits;
    expect(hits).toMatchObject([{ kind: 'contact', id, title: 'Pat Lee' }]);
    const { activities } = (await admin.get(`/businesses/${businessId}/activities`)).body;
    expect(activities).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          type: 'contact.created',
          subject: expect.objectContaining({ id, label: 'Pat Lee' }),
        }),
        expect.objectContaining({ type: 'contact.updated' }),
      ]),
    );
  });

  it('is deleted and restored, and cannot be changed in the trash', async () => {
    const { id } = await createContact(await createBusiness('Bright Dental'));
    expect((await admin.delete(`/contacts/${id}`)).status).toBe(204);
    expect((await admin.get('/contacts')).body.total).toBe(0);
    expect((await admin.get('/contacts?deleted=true')).body.total).toBe(1);
    expect(await admin.patch(`/contacts/${id}`, { version: 2, name: 'X' })).toMatchObject({
      status: 422,
      body: { code: 'RULE_BROKEN' },
    });
    expect((await admin.post(`/contacts/${id}/restore`)).status).toBe(200);
    expect((await admin.get('/contacts')).body.total).toBe(1);
  });

  it('is refused with a stale version, a business of another workspace, or a bad email', async () => {
    const businessId = await createBusiness('Bright Dental');
    const { id } = await createContact(businessId);
    await admin.patch(`/contacts/${id}`, { version: 1, phone: '+1 212 555 0100' });
    expect(await admin.patch(`/contacts/${id}`, { version: 1, phone: '1' })).toMatchObject({
      status: 409,
      body: { current: { phone: '+1 212 555 0100' } },
    });
    const elsewhere = await api.signIn({ role: 'ADMIN', workspaceId: await api.makeWorkspace() });
    expect(await elsewhere.post('/contacts', { businessId, name: 'X' })).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'businessId' }] },
    });
    expect(await admin.post('/contacts', { businessId, name: 'X', email: 'nobody' })).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'email' }] },
    });
  });

  it('is visible to staff with their own records only through their businesses, and never to the owner', async () => {
    const staff = await api.signIn({ role: 'STAFF', workspaceId });
    const customerId = await api.makeCustomer(workspaceId);
    const client = await api.signIn({ role: 'CLIENT', workspaceId, customerId });
    const mine = await createContact(await createBusiness('Mine', { brokerId: staff.userId }));
    const businessId = await createBusiness('Not mine', { brokerId: admin.userId, ownerId: customerId });
    const other = await createContact(businessId);
    const { version } = (await admin.get('/workspace')).body.workspace;
    expect((await admin.patch('/workspace', { version, recordScope: 'own' })).status).toBe(200);
    expect((await staff.get('/contacts')).body.contacts.map(({ id }: { id: string }) => id)).toEqual([
      mine.id,
    ]);
    expect((await staff.get(`/contacts/${other.id}`)).status).toBe(404);
    expect((await client.get(`/contacts/${other.id}`)).status).toBe(404);
    expect((await client.get('/contacts')).status).toBe(403);
  });
});

describe('an import of contacts', () => {
  it('adds them to their businesses, updates by email, rejects unknown businesses, and is undone', async () => {
    const fixture = await createImportFixture(api, 'contact');
    const { body } = await fixture.admin.post('/businesses', { name: 'Bright Dental', type: 'dental' });
    const businessId: string = body.business.id;
    await fixture.admin.post('/contacts', { businessId, name: 'Pat', email: 'pat@lee.test' });
    const rows = [
      'Pat Lee,Bright Dental,CPA,pat@lee.test',
      'Kim Roe,bright dental,Attorney,kim@roe.test',
      'Nobody,Gone Dental,Lender,x@y.test',
    ];
    const { id, run, reasons } = await fixture.take(['Name,Business,Role,Email', ...rows].join('\n'), {
      overwrite: 'all',
    });
    expect(run).toMatchObject({ status: 'done', counts: { created: 1, updated: 1, rejected: 1 } });
    expect(reasons).toEqual([expect.stringContaining('no business has the name or listing number')]);
    const list = async () =>
      (await fixture.admin.get('/contacts?sort=name')).body.contacts.map(
        ({ name, role }: { name: string; role: string }) => `${name} ${role}`,
      );
    expect(await list()).toEqual(['Kim Roe attorney', 'Pat Lee accountant']);

    await fixture.admin.post(`/imports/${id}/undo`);
    await fixture.undo(id);
    expect(await list()).toEqual(['Pat other']);
  });
});
