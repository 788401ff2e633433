import { createEmailPoints } from '#test/contact-points.ts';
import { readFile } from 'node:fs/promises';
import { registerNpi, createRegisterText } from '@handover/testing/provider-register.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startApi, type TestApi } from '#test/harness.ts';
import { registerSample } from '@handover/testing/register-sample.ts';
import { withOwnerConnection, createImportFixture, type ImportFixture } from '#test/import-fixture.ts';
import { listJobs } from '#registry.ts';

let api: TestApi;
let desk: ImportFixture;
beforeAll(async () => {
  api = await startApi();
  await api.booted.jobs.start(listJobs(api.booted.platform));
});
afterAll(() => api.close());
beforeEach(async () => {
  desk = await createImportFixture(api);
});

describe('importing the provider register', () => {
  it('creates its people and organizations, leaves out what is deactivated, and makes all of it findable', async () => {
    const { id, run: done } = await desk.take(createRegisterText({ rows: 1_000 }));
    expect(done).toMatchObject({
      status: 'done',
      progress: 1,
      counts: { rows: 1_000, individuals: 733, organizations: 188, created: 921, updated: 0, rejected: 79 },
    });
    const first = await desk.admin.get(`/users?q=${registerNpi(3)}`);
    expect(first.body.users).toMatchObject([
      { name: 'Alvarez Orthopaedic Associates PA', npi: registerNpi(3), joiningDate: null, brokerId: null },
    ]);
    expect((await desk.admin.get('/users?limit=1&accountType=Corporate')).body.total).toBe(188);
    const detail = await desk.admin.get(`/users/${String(first.body.users[0].id)}`);
    expect(detail.body.user).toMatchObject({
      version: 1,
      country: 'US',
      taxonomyCode: expect.stringMatching(/X$/),
      counts: { activities: 1 },
    });
    const timeline = await desk.admin.get(`/users/${String(first.body.users[0].id)}/activities`);
    expect(timeline.body.activities).toMatchObject([
      { type: 'customer.imported', actor: { id: desk.admin.userId }, subject: { kind: 'import', id } },
    ]);
    const rejections = await desk.admin.get(`/imports/${id}/rejections?limit=100`);
    expect(rejections.body.total).toBe(79);
    expect(new Set(rejections.body.rejections.map((item: { reason: string }) => item.reason))).toEqual(
      new Set(['Deactivated in the register on March 3, 2021.']),
    );
    const notifications = await desk.admin.get('/notifications');
    expect(notifications.body.notifications).toMatchObject([
      { type: 'import.finished', title: 'people.csv imported: 921 created, 0 updated, 79 skipped' },
    ]);
  });

  it.skipIf(registerSample === null)(
    'creates 733 individuals and 188 organizations from the real one',
    async () => {
      const { run: done, reasons } = await desk.take(await readFile(registerSample ?? ''));
      expect(done.counts).toMatchObject({
        rows: 1_000,
        individuals: 733,
        organizations: 188,
        created: 921,
        rejected: 79,
      });
      expect(reasons).toHaveLength(79);
      expect(
        reasons.filter(
          (reason) => !/: Deactivated in the register on [A-Z][a-z]+ \d+, \d{4}\.$/.test(reason),
        ),
      ).toEqual([]);
    },
  );

  it('changes nothing when imported again', async () => {
    const file = createRegisterText({ rows: 600 });
    await desk.take(file);
    const before = await desk.customers();
    const { run: again } = await desk.take(file);
    expect(again.counts).toMatchObject({ created: 0, updated: before.length, rejected: 600 - before.length });
    expect(await desk.customers()).toEqual(before);
  });
});

describe('the preview', () => {
  it('shows the customers that the first hundred rows would create, and writes nothing', async () => {
    await api.makeCustomer(desk.workspaceId, { name: 'Known', email: 'known@x.test' });
    const rows = [
      'Known Person,known@x.test',
      'New Person,new@x.test',
      ',',
      'Bad,not-an-address',
      'New Again,new@x.test',
      ...Array.from({ length: 200 }, (_, index) => `P${String(index)},`),
    ];
    const { id, mapping } = await desk.upload(`Name,Email\n${rows.join('\n')}\n`);
    const { body } = await desk.admin.post(`/imports/${id}/preview`, { mapping });
    expect(body.rows.length).toBe(100);
    expect(body.rows.slice(0, 5)).toMatchObject([
      { row: 2, outcome: 'update', reason: null, values: { name: 'Known Person', email: 'known@x.test' } },
      { row: 3, outcome: 'create' },
      { row: 4, outcome: 'reject', reason: 'The row has no name, company, or email address.' },
      { row: 5, outcome: 'reject', reason: expect.stringContaining('Email') },
      { row: 6, outcome: 'reject', reason: 'Row 3 of this file has the same email address.' },
    ]);
    expect((await desk.customers()).length).toBe(1);
  });

  it('shows the values of a row that is left out, its name in one', async () => {
    const { id, mapping } = await desk.upload('First name,Last name,Email\nAda,King,nope\n,,nope\n');
    const { body } = await desk.admin.post(`/imports/${id}/preview`, { mapping });
    expect(body.rows.map(({ values }: { values: object }) => values)).toEqual([
      { name: 'Ada King', email: 'nope' },
      { name: 'nope', email: 'nope' },
    ]);
  });
});

describe('an update', () => {
  it('writes given values over stored ones, keeps the rest, adds tags, and is found by the new values', async () => {
    const id = await api.makeCustomer(desk.workspaceId, {
      name: 'Ada Lovelace',
      email: 'ada@x.test',
      phone: '(308) 865-2512',
      company: 'Old Ltd',
    });
    const { id: importId } = await desk.take(
      'Name,Email,Phone,Company,City,Tags\nADA LOVELACE,Ada@X.test,3088652512.0,New Ltd,,Seller; VIP\n',
    );
    const { body } = await desk.admin.get(`/users/${id}`);
    expect(body.user).toMatchObject({
      name: 'Ada Lovelace',
      email: 'ada@x.test',
      phone: '(308) 865-2512',
      company: 'New Ltd',
      city: null,
      version: 2,
      tags: [{ name: 'Seller' }, { name: 'VIP' }],
    });
    expect((await desk.admin.get('/users?q=New%20Ltd')).body.total).toBe(1);
    expect((await desk.admin.get('/users?q=Old%20Ltd')).body.total).toBe(0);
    const { body: timeline } = await desk.admin.get(`/users/${id}/activities`);
    expect(timeline.activities[0]).toMatchObject({
      type: 'customer.imported',
      subject: { id: importId },
      changedFields: expect.anything(),
    });
  });
});

describe('an update that may only fill what is empty', () => {
  it('keeps existing values and adds missing ones, including more addresses', async () => {
    const id = await api.makeCustomer(desk.workspaceId, {
      name: 'Ada',
      email: 'ada@x.test',
      company: 'Old Ltd',
      npi: '1234567893',
    });
    await desk.take('Name,Email,NPI,Company,City\nAda Lovelace,new@x.test,1234567893,New Ltd,Boston\n', {
      overwrite: 'empty',
    });
    const { body } = await desk.admin.get(`/users/${id}`);
    expect(body.user).toMatchObject({
      name: 'Ada',
      email: 'ada@x.test',
      contactPoints: createEmailPoints('new@x.test'),
      company: 'Old Ltd',
      city: 'Boston',
    });
  });

  it('changes nothing when there is nothing to fill', async () => {
    await api.makeCustomer(desk.workspaceId, { name: 'Ada', email: 'ada@x.test', company: 'Old Ltd' });
    const before = await desk.dump();
    await desk.take('Name,Email,Company\nAda L,ada@x.test,New\n', { overwrite: 'empty' });
    expect(await desk.dump()).toEqual(before);
  });
});

describe('further addresses of a row', () => {
  it('are added to those of a known customer, each once, and found', async () => {
    const id = await api.makeCustomer(desk.workspaceId, { name: 'Ada', email: 'ada@x.test' });
    await desk.take('Name,Email\nAda,ada@x.test; home@x.test; ADA@x.test\n');
    await desk.take('Name,Email\nAda,home@x.test; HOME@x.test; third@x.test\n');
    const { body } = await desk.admin.get(`/users/${id}`);
    expect(body.user).toMatchObject({
      email: 'ada@x.test',
      contactPoints: createEmailPoints('home@x.test', 'third@x.test'),
    });
    expect((await desk.admin.get('/users?q=third%40x')).body.total).toBe(1);
  });

  it('are no more than ten in all', async () => {
    const id = await api.makeCustomer(desk.workspaceId, { name: 'Ada', email: 'ada@x.test' });
    const many = (start: number) =>
      Array.from({ length: 8 }, (_, index) => `m${String(start + index)}@x.test`).join(' ');
    await desk.take(`Name,Email\nAda,ada@x.test ${many(0)}\n`);
    await desk.take(`Name,Email\nAda,ada@x.test ${many(8)}\n`);
    expect((await desk.admin.get(`/users/${id}`)).body.user.contactPoints).toHaveLength(10);
  });
});

describe('a row about a customer that a row before it was about', () => {
  it('by another of its numbers is left out, whether in the same batch or a later one', async () => {
    await api.makeCustomer(desk.workspaceId, { name: 'Ada', email: 'ada@x.test', npi: '1234567893' });
    const filler = Array.from({ length: 600 }, (_, index) => `F${String(index)},,`).join('\n');
    const { reasons } = await desk.take(
      `Name,Email,NPI\nAda,,1234567893\nAda,ada@x.test,\n${filler}\nAda,ada@x.test,\n`,
    );
    expect(reasons).toEqual([
      '3: Row 2 of this file has the same email address.',
      '604: Row 2 of this file has the same email address.',
    ]);
  });
});

describe('a large import', () => {
  it('analyzes the tables that it filled', async () => {
    const analyzed = async () =>
      withOwnerConnection(api, async (owner) => {
        await owner.query('SELECT pg_stat_force_next_flush()');
        const { rows } = await owner.query<{ count: number }>(
          "SELECT analyze_count::int AS count FROM pg_stat_user_tables WHERE relname = 'customers'",
        );
        return rows[0]?.count ?? 0;
      });
    const before = await analyzed();
    await desk.take(createRegisterText({ rows: 1_000 }));
    await expect.poll(analyzed).toBeGreaterThan(before);
  });
});

describe('a broken file', () => {
  it('loses the broken line only, and says where the quote opens', async () => {
    const {
      run: done,
      reasons,
      id,
    } = await desk.take('Name,Email\nA,a@x.test\nB,"b@x.test\nC,c@x.test\nD,d@x.test,surplus\nE,e@x.test\n');
    expect(done).toMatchObject({ status: 'done', counts: { rows: 5, created: 3, rejected: 2 } });
    expect(reasons).toEqual([
      '3: Line 3: A quoted cell that starts here is never closed.',
      '5: The row has 3 cells, the header has 2.',
    ]);
    const { body } = await desk.admin.post(`/imports/${id}/rejections-ticket`);
    const file = await api.app.inject({ url: body.ticket.url });
    expect(file.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': expect.stringContaining('attachment; filename="Skipped rows of people.csv"'),
      'x-content-type-options': 'nosniff',
    });
    expect(file.body).toBe(
      '\uFEFFReason,Name,Email\r\nLine 3: A quoted cell that starts here is never closed.,"B,""b@x.test"\r\n"The row has 3 cells, the header has 2.",D,d@x.test,surplus\r\n',
    );
  });

  it('with formulas and hostile names is exported with both neutralized', async () => {
    const { run: done, id } = await desk.take(
      'Name,Email\n=1+1,bad\n<script>alert(1)</script>,x@x.test\n\u202Eevil 😀,y@x.test\n',
    );
    expect(done.counts).toMatchObject({ created: 2, rejected: 1 });
    expect((await desk.customer('evil 😀')).email).toBe('y@x.test');
    const { body } = await desk.admin.post(`/imports/${id}/rejections-ticket`);
    expect((await api.app.inject({ url: body.ticket.url })).body).toContain(",'=1+1,bad\r\n");
  });

  it('with a row that the database refuses loses that row only', async () => {
    await withOwnerConnection(api, (owner) =>
      owner.query(`ALTER TABLE customers ADD CONSTRAINT no_boom CHECK (name <> 'Boom')`),
    );
    const rows = Array.from({ length: 40 }, (_, index) => (index === 17 ? 'Boom' : `P${String(index)}`));
    const { run: done, reasons } = await desk.take(
      `Name,City\n${rows.map((name) => `${name},X`).join('\n')}\n`,
    );
    await withOwnerConnection(api, (owner) => owner.query('ALTER TABLE customers DROP CONSTRAINT no_boom'));
    expect(done).toMatchObject({ status: 'done', counts: { rows: 40, created: 39, rejected: 1 } });
    expect(reasons).toEqual(['19: A value in this row cannot be saved.']);
  });

  it.each([
    ['UTF-16', Buffer.from('\uFEFFName;Stadt\r\nMüller;Köln\r\n', 'utf16le'), 'UTF-16 LE'],
    ['Windows-1252', Buffer.from('Name;City\r\nM\xfcller;K\xf6ln\r\n', 'latin1'), 'Windows-1252'],
    ['UTF-8 with a mark', Buffer.from('\uFEFFName\tCity\nMüller\tKöln\n'), 'UTF-8'],
  ])('in %s is read as it was meant', async (_name, content, encoding) => {
    const started = await desk.upload(content);
    const { body } = await desk.admin.post(`/imports/${started.id}/start`, {
      mapping: { 0: 'name', 1: 'city' },
    });
    await desk.run(started.id);
    expect(body.import.encoding).toBe(encoding);
    expect((await desk.customer('Müller')).city).toBe('Köln');
  });
});

describe('staff who see only their own customers', () => {
  it('become the broker of what they import, and neither find nor change others', async () => {
    await api.db
      .updateTable('workspaces')
      .set({ record_scope: 'own' })
      .where('id', '=', desk.workspaceId)
      .execute();
    const staff = await api.signIn({ role: 'STAFF', workspaceId: desk.workspaceId });
    const hidden = await api.makeCustomer(desk.workspaceId, { name: 'Hidden', email: 'hidden@x.test' });
    const { run: done } = await desk.take('Name,Email\nMine,mine@x.test\nHidden Too,hidden@x.test\n', {
      caller: staff,
    });
    expect(done.counts).toMatchObject({ created: 2, updated: 0, rejected: 0 });
    expect((await desk.customer('Mine')).broker_id).toBe(staff.userId);
    expect((await desk.customers()).find(({ id }) => id === hidden)?.name).toBe('Hidden');
  });

  it('an uploader who lost access before the import ran adds nothing', async () => {
    const staff = await api.signIn({ role: 'STAFF', workspaceId: desk.workspaceId });
    const id = await desk.start('Name\nA\nB\n', { caller: staff });
    await api.db
      .updateTable('memberships')
      .set({ status: 'banned' })
      .where('workspace_id', '=', desk.workspaceId)
      .where('user_id', '=', staff.userId)
      .execute();
    await desk.run(id);
    expect(await desk.get(id)).toMatchObject({
      status: 'failed',
      statusDetail: expect.stringContaining('no longer has permission to add customers'),
    });
    expect((await desk.customers()).length).toBe(0);
  });
});
