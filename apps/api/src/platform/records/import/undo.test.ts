import { createRegisterText } from '@handover/testing/provider-register.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startApi, type TestApi } from '#test/harness.ts';
import {
  withOwnerConnection,
  withCrashes,
  createImportFixture,
  type ImportFixture,
} from '#test/import-fixture.ts';
import { runJob } from '#test/run-job.ts';
import { sourceJobs } from '#features/customers/labels/move-source.job.ts';
import { listJobs } from '#registry.ts';

let api: TestApi;
let fixture: ImportFixture;
beforeAll(async () => {
  api = await startApi();
  await api.booted.jobs.start(listJobs(api.booted.background));
});
afterAll(() => api.close());
beforeEach(async () => {
  fixture = await createImportFixture(api);
});

const askUndo = (id: string, caller = fixture.admin) => caller.post(`/imports/${id}/undo`);
async function undo(id: string): Promise<void> {
  expect((await askUndo(id)).status).toBe(202);
  await fixture.undo(id);
}

describe('undoing an import', () => {
  it('restores every table byte for byte, including tags, addresses, counts, and search', async () => {
    await api.makeCustomer(fixture.workspaceId, { name: 'Ada', email: 'ada@x.test', company: 'Old' });
    const tagged = await api.makeCustomer(fixture.workspaceId, { name: 'Bo', email: 'bo@x.test' });
    await fixture.take('Name,Email,Tags\nBo,bo@x.test,Seller\n');
    await fixture.admin.post(`/users/${tagged}/notes`, { body: 'Prefers mornings' });
    const inactive = await api.makeCustomer(fixture.workspaceId, { name: 'Cy', email: 'cy@x.test' });
    await api.db
      .deleteFrom('customer_stats')
      .where('workspace_id', '=', fixture.workspaceId)
      .where('customer_id', '=', inactive)
      .execute();
    const before = await fixture.dump();
    const { id, run } = await fixture.take(
      'Name,Email,Company,Tags\nAda L,ada@x.test; ada@home.test,New,VIP\nBo,bo@x.test,,Seller;VIP\nCy,cy@x.test,Acme,\nDi,di@x.test; di@home.test,Acme,VIP;Buyer\nEd,,,\n',
    );
    expect(run).toMatchObject({ canUndo: true, counts: { created: 2, updated: 3 } });
    expect(await fixture.dump()).not.toEqual(before);
    await undo(id);
    expect(await fixture.dump()).toEqual(before);
    expect(await fixture.get(id)).toMatchObject({
      status: 'undone',
      progress: 1,
      canUndo: false,
      finishedAt: expect.any(String),
      counts: { undone: 5, kept: 0 },
    });
    const { notifications } = (await fixture.admin.get('/notifications')).body;
    expect(notifications[0].title).toBe('Import of people.csv undone: 5 rows reverted');
  });

  it('restores a customer’s plan under its current name', async () => {
    await api.makePlan('Basic');
    await api.makePlan('Gold');
    const ann = { name: 'Ann', email: 'ann@x.test', planName: 'Basic' };
    const { user } = (await fixture.admin.post('/users', ann)).body;
    const { id } = await fixture.take('Name,Email,Plan\nAnn,ann@x.test,Gold\n');
    expect((await fixture.customer('Ann')).plan_name).toBe('Gold');
    const boss = await api.signIn({ role: 'SUPERADMIN', workspaceId: fixture.workspaceId });
    const { clientPlans } = (await boss.get('/client-plans/managed')).body;
    const basic = clientPlans.find(({ name }: { name: string }) => name === 'Basic');
    await boss.patch(`/client-plans/${basic.id}`, { version: 1, name: 'Starter' });
    await undo(id);
    expect((await fixture.admin.get(`/users/${user.id}`)).body.user.planName).toBe('Starter');
    await api.db.deleteFrom('client_plans').execute();
  });

  it('keeps a source that was renamed or deleted since', async () => {
    const { admin } = fixture;
    const sourceOf = async () => (await fixture.customer('Ann')).source;
    await admin.post('/users', { name: 'Ann', email: 'ann@x.test', source: 'Web' });
    const phones = await fixture.take('Name,Email,Phone\nAnn,ann@x.test,212 555 0100\n');
    const [web] = (await admin.get('/sources')).body.sources;
    await admin.patch(`/sources/${web.id}`, { name: 'Website' });
    const moved = await fixture.take('Name,Email,Source\nAnn,ann@x.test,Fair\n');
    await undo(moved.id);
    expect(await sourceOf()).toBe('Website');
    const { workspaceId } = fixture;
    const [job] = sourceJobs(api.booted.platform);
    await runJob(job, { workspaceId, name: 'Web' });
    await undo(phones.id);
    expect(await sourceOf()).toBe('Website');
    expect((await admin.get('/sources')).body.sources).toMatchObject([{ name: 'Fair' }, { name: 'Website' }]);
  });

  it('leaves a customer without a broker if the previous one has left', async () => {
    const { admin, workspaceId } = fixture;
    const sam = await api.signIn({ role: 'STAFF', workspaceId });
    await api.signIn({ role: 'STAFF', workspaceId, displayName: 'Kim Roe' });
    await api.makeCustomer(workspaceId, { name: 'Ann', email: 'ann@x.test', brokerId: sam.userId });
    const { id } = await fixture.take('Name,Email,Broker\nAnn,ann@x.test,Kim Roe\n');
    expect((await fixture.customer('Ann')).broker_id).not.toBe(sam.userId);
    await admin.post(`/people/${sam.userId}/deactivate`, { version: 1, handOverTo: null });
    await undo(id);
    expect((await fixture.customer('Ann')).broker_id).toBeNull();
  });

  it('keeps records that were edited since, says why, and undoes them on a later request', async () => {
    const old = await api.makeCustomer(fixture.workspaceId, { name: 'Old', email: 'old@x.test' });
    const { id } = await fixture.take(
      'Name,Email,City\nOld,old@x.test,Boston\nEdited,edited@x.test,\nNoted,noted@x.test,\nPlain,plain@x.test,\n',
    );
    const edited = await fixture.customer('Edited');
    const noted = await fixture.customer('Noted');
    await fixture.admin.patch(`/users/${edited.id}`, { version: 1, city: 'Chicago' });
    await fixture.admin.post(`/users/${noted.id}/notes`, { body: 'Called' });
    await fixture.admin.patch(`/users/${old}`, { version: 2, city: 'Denver' });
    await undo(id);
    expect((await fixture.customers()).map(({ name, city }) => `${name} ${city ?? ''}`).toSorted()).toEqual([
      'Edited Chicago',
      'Noted ',
      'Old Denver',
    ]);
    const { body } = await fixture.admin.get(`/imports/${id}/kept`);
    expect(body).toMatchObject({
      total: 3,
      rows: [
        { row: 2, name: 'Old', recordId: old, reason: 'Changed after the import.' },
        { row: 3, name: 'Edited', reason: 'Changed after the import.' },
        {
          row: 4,
          name: 'Noted',
          reason: 'Has notes, tasks, emails, or other entries added after the import.',
        },
      ],
    });
    expect(await fixture.get(id)).toMatchObject({
      status: 'undone',
      canUndo: true,
      counts: { undone: 1, kept: 3 },
    });
    await undo(id);
    expect(await fixture.get(id)).toMatchObject({ status: 'undone', counts: { undone: 1, kept: 3 } });
  });

  it('keeps a customer with related records, and undoes the rest of its batch', async () => {
    const { id } = await fixture.take('Name,Email\nA,a@x.test\nB,b@x.test\nC,c@x.test\n');
    const referenced = await fixture.customer('B');
    await withOwnerConnection(api, async (owner) => {
      await owner.query(
        'CREATE TABLE holds (workspace_id uuid, customer_id uuid, FOREIGN KEY (workspace_id, customer_id) REFERENCES customers (workspace_id, id))',
      );
      await owner.query('INSERT INTO holds VALUES ($1, $2)', [fixture.workspaceId, referenced.id]);
    });
    await undo(id);
    await withOwnerConnection(api, (owner) => owner.query('DROP TABLE holds'));
    expect((await fixture.customers()).map(({ name }) => name)).toEqual(['B']);
    expect((await fixture.admin.get(`/imports/${id}/kept`)).body.rows).toMatchObject([
      { row: 3, reason: 'Other records refer to this customer.' },
    ]);
  });

  it('keeps a customer with an opt-out, so that bulk email never reaches the address by another customer', async () => {
    const { id } = await fixture.take(
      'Name,Email,Unsubscribed\nAda,ada@x.test,yes\nBo,bo@x.test,no\nCy,,yes\n',
    );
    const { user } = (await fixture.admin.post('/users', { name: 'Ada Home', email: 'ada@x.test' })).body;
    await undo(id);
    expect((await fixture.customers()).map(({ name }) => name).toSorted()).toEqual(['Ada', 'Ada Home']);
    expect((await fixture.admin.get(`/users/${user.id}`)).body.user.unsubscribedAt).not.toBeNull();
    expect((await fixture.admin.get(`/imports/${id}/kept`)).body.rows).toMatchObject([
      { row: 2, reason: 'Unsubscribed from bulk email. You can move the customer to the trash.' },
    ]);
  });

  it.each(['all', 'empty'] as const)('keeps the address of an opt-out, overwriting %s', async (overwrite) => {
    await fixture.take('Name,Email,NPI\nAda,old@x.test,1234567893\n');
    const { id } = await fixture.take('Name,Email,NPI,Unsubscribed\nAda,new@x.test,1234567893,yes\n', {
      overwrite,
    });
    await undo(id);
    const [ada] = await fixture.customers();
    expect(ada).toMatchObject({ email: 'old@x.test' });
    const { user } = (await fixture.admin.post('/users', { name: 'Ada Home', email: 'new@x.test' })).body;
    expect((await fixture.admin.get(`/users/${user.id}`)).body.user.unsubscribedAt).not.toBeNull();
  });

  it('resumes where it was interrupted', async () => {
    const before = await fixture.dump();
    const { id } = await fixture.take(createRegisterText({ rows: 700 }));
    await askUndo(id);
    await expect(
      fixture.undo(id, { platform: withCrashes(api.booted.platform, { from: 3, when: 'at commit' }) }),
    ).rejects.toThrow('crash');
    expect(await fixture.get(id)).toMatchObject({ status: 'undoing', counts: { undone: 400 } });
    await fixture.undo(id);
    expect(await fixture.dump()).toEqual(before);
  });

  it('removes the finished part of a stopped import', async () => {
    const before = await fixture.dump();
    const id = await fixture.start(createRegisterText({ rows: 1_200 }));
    await fixture
      .run(id, { platform: withCrashes(api.booted.platform, { from: 3, when: 'before' }) })
      .catch(() => undefined);
    expect((await askUndo(id)).status).toBe(409);
    await fixture.admin.post(`/imports/${id}/cancel`);
    await undo(id);
    expect(await fixture.dump()).toEqual(before);
    const { mapping } = await fixture.get(id);
    expect((await fixture.admin.post(`/imports/${id}/start`, { mapping })).status).toBe(409);
  });

  it('is also allowed for the member who started an import that somebody else uploaded', async () => {
    const staff = await api.signIn({ role: 'STAFF', workspaceId: fixture.workspaceId });
    const csv = 'Name,Email,Status\nAda,ada@x.test,Active\nBo,bo@x.test,Banned\n';
    const { id, mapping } = await fixture.upload(csv);
    const started = await staff.post(`/imports/${id}/start`, { mapping, mode: 'both', overwrite: 'all' });
    expect(started.status).toBe(202);
    await fixture.run(id);
    expect((await fixture.get(id)).counts).toMatchObject({ created: 1, rejected: 1 });
    const notices = async (caller = staff) =>
      (await caller.get('/notifications')).body.notifications.map(({ type }: { type: string }) => type);
    expect([await notices(), await notices(fixture.admin)]).toEqual([['import.finished'], []]);
    expect((await askUndo(id, staff)).status).toBe(202);
  });

  it('is for administrators and the member who ran it, for an import with changes', async () => {
    const staff = await api.signIn({ role: 'STAFF', workspaceId: fixture.workspaceId });
    const { id } = await fixture.take('Name\nA\n');
    expect((await askUndo(id, staff)).status).toBe(403);
    expect((await staff.get(`/imports/${id}`)).body.import.canUndo).toBe(false);
    const { id: own } = await fixture.take('Name\nB\n', { caller: staff });
    expect((await askUndo(own, staff)).status).toBe(202);
    const { id: uploaded } = await fixture.upload('Name\nC\n');
    expect((await askUndo(uploaded)).status).toBe(409);
    const { id: empty } = await fixture.take('Name,Email\nC,nope\n');
    expect((await askUndo(empty)).body.detail).toBe('This import has nothing left to undo.');
  });

  it('is the only way to take entries from a timeline, and only those of its import', async () => {
    const { id } = await fixture.take('Name\nA\n');
    const { id: customerId } = await fixture.customer('A');
    const revert = () =>
      sql`SELECT take_back_import_activities(${fixture.workspaceId}, ${id}, ${[customerId]}::uuid[])`.execute(
        api.db,
      );
    await revert();
    expect((await fixture.dump())['activities']).toHaveLength(1);
    await fixture.admin.post(`/users/${customerId}/notes`, { body: 'Called' });
    await askUndo(id);
    await revert();
    expect((await fixture.dump())['activities']).toEqual([expect.stringContaining('note.added')]);
  });
});
