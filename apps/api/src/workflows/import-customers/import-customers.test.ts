import { registerName, registerNpi, registerText } from '@handover/testing/provider-register.ts';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Caller } from '../../../test/caller.ts';
import { startApi, type TestApi } from '../../../test/harness.ts';
import { allJobs } from '../../features.ts';
import type { Platform } from '../../platform/platform.ts';
import type { WorkRunner } from '../../platform/work.ts';
import { importJobs, resumeImports } from './import-customers.job.ts';

let api: TestApi;
let workspaceId: string;
let admin: Caller;
beforeAll(async () => {
  api = await startApi();
  await api.booted.jobs.start(allJobs(api.booted.platform), { isWorker: false });
});
afterAll(() => api.close());
beforeEach(async () => {
  workspaceId = await api.makeWorkspace();
  admin = await api.signIn({ role: 'ADMIN', workspaceId });
});

type Started = { id: string; columns: string[]; mapping: Record<string, string> };

async function upload(csv: string | Buffer, caller = admin): Promise<Started> {
  const { status, body } = await caller.upload('/imports?name=people.csv', csv);
  expect(status, JSON.stringify(body)).toBe(201);
  return body.import;
}

async function start(
  csv: string,
  { mode = 'both', caller = admin }: { mode?: string; caller?: Caller } = {},
): Promise<string> {
  const { id, mapping } = await upload(csv, caller);
  const { status } = await caller.post(`/imports/${id}/start`, { mapping, mode });
  expect(status).toBe(202);
  return id;
}

async function run(
  importId: string,
  {
    platform = api.booted.platform,
    signal = new AbortController().signal,
  }: { platform?: Platform; signal?: AbortSignal } = {},
): Promise<void> {
  for (const { handler } of importJobs(platform)) await handler({ workspaceId, importId }, { signal });
}

async function take(csv: string, options: { mode?: string; caller?: Caller } = {}) {
  const id = await start(csv, options);
  await run(id);
  const { body } = await (options.caller ?? admin).get(`/imports/${id}`);
  const rejections = await (options.caller ?? admin).get(`/imports/${id}/rejections?limit=100`);
  return {
    id,
    run: body.import,
    reasons: rejections.body.rejections.map(
      (item: { row: number; reason: string }) => `${String(item.row)}: ${item.reason}`,
    ),
  };
}

const countCustomers = async () =>
  Number(
    (
      await api.db
        .selectFrom('customers')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where('workspace_id', '=', workspaceId)
        .executeTakeFirstOrThrow()
    ).count,
  );
const customer = async (name: string) =>
  api.db
    .selectFrom('customers')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('name', '=', name)
    .executeTakeFirstOrThrow();

/** Acts as the database's owner, who may do what the app may not. */
async function asOwner<T>(act: (owner: pg.Client) => Promise<T>): Promise<T> {
  const owner = new pg.Client(api.connectionString);
  await owner.connect();
  try {
    return await act(owner);
  } finally {
    await owner.end();
  }
}

/** A platform whose transactions fail from the n-th on, before or after the work is done. */
function failing({ from, when }: { from: number; when: 'before' | 'in the end' }): Platform {
  const { platform } = api.booted;
  let count = 0;
  const transact: WorkRunner['transact'] = (act) =>
    platform.runner.transact(async (work) => {
      count += 1;
      if (count >= from && when === 'before') throw new Error('crash');
      const result = await act(work);
      if (count >= from) throw new Error('crash');
      return result;
    });
  return { ...platform, runner: { ...platform.runner, transact } };
}

describe('importing the provider register', () => {
  it('creates its people and organisations, leaves out what is deactivated, and makes all of it findable', async () => {
    const { id, run: done } = await take(registerText({ rows: 1_000 }));
    expect(done).toMatchObject({
      status: 'done',
      progress: 1,
      counts: { rows: 1_000, individuals: 733, organizations: 188, created: 921, updated: 0, rejected: 79 },
    });
    const first = await admin.get(`/users?q=${registerNpi(3)}`);
    expect(first.body.users).toMatchObject([
      { name: registerName(3), npi: registerNpi(3), joiningDate: '2005-05-23', brokerId: null },
    ]);
    expect((await admin.get('/users?limit=1&accountType=Corporate')).body.total).toBe(188);
    const detail = await admin.get(`/users/${String(first.body.users[0].id)}`);
    expect(detail.body.user).toMatchObject({
      version: 1,
      country: 'US',
      taxonomyCode: expect.stringMatching(/X$/),
      counts: { activities: 1 },
    });
    const timeline = await admin.get(`/users/${String(first.body.users[0].id)}/activities`);
    expect(timeline.body.activities).toMatchObject([
      { type: 'customer.imported', actor: { id: admin.userId }, subject: { kind: 'import', id } },
    ]);
    const rejections = await admin.get(`/imports/${id}/rejections?limit=100`);
    expect(rejections.body.total).toBe(79);
    expect(new Set(rejections.body.rejections.map((item: { reason: string }) => item.reason))).toEqual(
      new Set(['Deactivated in the register on 2021-03-03.']),
    );
    const notifications = await admin.get('/notifications');
    expect(notifications.body.notifications).toMatchObject([
      { type: 'import.finished', title: 'people.csv is imported: 921 created, 0 updated, 79 left out' },
    ]);
  });

  it('changes nothing when it is taken a second time', async () => {
    const file = registerText({ rows: 600 });
    await take(file);
    const before = await api.db
      .selectFrom('customers')
      .selectAll()
      .where('workspace_id', '=', workspaceId)
      .orderBy('id')
      .execute();
    const { run: again } = await take(file);
    expect(again.counts).toMatchObject({ created: 0, updated: before.length, rejected: 600 - before.length });
    expect(
      await api.db
        .selectFrom('customers')
        .selectAll()
        .where('workspace_id', '=', workspaceId)
        .orderBy('id')
        .execute(),
    ).toEqual(before);
  });
});

describe('the preview', () => {
  it('shows what the first hundred rows would become, and writes nothing', async () => {
    await api.makeCustomer(workspaceId, { name: 'Known', email: 'known@x.test' });
    const rows = [
      'Known Person,known@x.test',
      'New Person,new@x.test',
      ',',
      'Bad,not-an-address',
      'New Again,new@x.test',
      ...Array.from({ length: 200 }, (_, index) => `P${String(index)},`),
    ];
    const { id, mapping } = await upload(`Name,Email\n${rows.join('\n')}\n`);
    const { body } = await admin.post(`/imports/${id}/preview`, { mapping });
    expect(body.rows.length).toBe(100);
    expect(body.rows.slice(0, 5)).toMatchObject([
      { row: 2, outcome: 'update', reason: null, values: { name: 'Known Person', email: 'known@x.test' } },
      { row: 3, outcome: 'create' },
      { row: 4, outcome: 'reject', reason: 'The row has no name, company or e-mail address.' },
      { row: 5, outcome: 'reject', reason: expect.stringContaining('E-mail') },
      { row: 6, outcome: 'reject', reason: 'Row 3 of this file has the same e-mail address.' },
    ]);
    expect(await countCustomers()).toBe(1);
  });

  it('shows the values of a row that is left out', async () => {
    const { id } = await upload('Name,Email\nA,nope\n');
    const { body } = await admin.post(`/imports/${id}/preview`, { mapping: { 0: 'name', 1: 'email' } });
    expect(body.rows[0].values).toEqual({ name: 'A', email: 'nope' });
  });
});

describe('duplicates', () => {
  it('are found by e-mail address, NPI, and phone number with the same name; a shared switchboard alone is none', async () => {
    await api.makeCustomer(workspaceId, { name: 'By Mail', email: 'mail@x.test' });
    await api.makeCustomer(workspaceId, { name: 'By Npi', email: null, npi: '1234567893' });
    await api.makeCustomer(workspaceId, { name: 'By Phone', email: null, phone: '(308) 865-2512' });
    const { run: done } = await take(
      'Name,Email,NPI,Phone,City\nBy Mail,MAIL@x.test,,,A\nBy Npi,,1234567893.0,,B\nby  phone,,,+1 308-865-2512,C\nColleague,,,3088652512,D\n',
    );
    expect(done.counts).toMatchObject({ created: 1, updated: 3 });
    for (const [name, city] of [
      ['By Mail', 'A'],
      ['By Npi', 'B'],
      ['By Phone', 'C'],
      ['Colleague', 'D'],
    ] as const)
      expect((await customer(name)).city).toBe(city);
  });

  it('with different NPIs are different providers, whatever else they share', async () => {
    await api.makeCustomer(workspaceId, { name: 'Hospital', email: 'office@x.test', npi: '1234567893' });
    const { run: done } = await take('Name,Email,NPI\nHospital,office@x.test,1558598797\n');
    expect(done.counts).toMatchObject({ created: 1, updated: 0 });
  });

  it('inside the file are left out and name the row before them, also in another batch', async () => {
    const filler = Array.from(
      { length: 700 },
      (_, index) => `Filler ${String(index)},f${String(index)}@x.test`,
    );
    const { reasons } = await take(
      `Name,Email\nAda,ada@x.test\nAda L,ADA@x.test\n${filler.join('\n')}\nAda again,ada@x.test\n`,
    );
    expect(reasons).toEqual([
      '3: Row 2 of this file has the same e-mail address.',
      '704: Row 2 of this file has the same e-mail address.',
    ]);
  });

  it('in the bin are reported, not made invisible doubles of', async () => {
    const id = await api.makeCustomer(workspaceId, { name: 'Gone', email: 'gone@x.test' });
    expect((await admin.delete(`/users/${id}`)).status).toBe(204);
    const { reasons, run: done } = await take('Name,Email\nGone,gone@x.test\n');
    expect(done.counts).toMatchObject({ created: 0, updated: 0, rejected: 1 });
    expect(reasons).toEqual([
      '2: Matches a customer in the bin by e-mail address. Restore that customer, then import this row again.',
    ]);
  });

  it('that match several customers are left to a person', async () => {
    await api.makeCustomer(workspaceId, { name: 'One', email: 'twin@x.test' });
    await api.makeCustomer(workspaceId, { name: 'Two', email: 'twin@x.test' });
    expect((await take('Name,Email\nThree,twin@x.test\n')).reasons).toEqual([
      '2: 2 customers have this e-mail address; merge them first.',
    ]);
  });

  it('follow the mode', async () => {
    await api.makeCustomer(workspaceId, { name: 'Known', email: 'known@x.test' });
    const file = 'Name,Email,City\nKnown,known@x.test,Boston\nNew,new@x.test,Boston\n';
    expect(await take(file, { mode: 'create' })).toMatchObject({
      run: { counts: { created: 1, updated: 0, rejected: 1 } },
      reasons: ['2: There is a customer with this e-mail address already.'],
    });
    expect(
      await take('Name,Email,City\nKnown,known@x.test,Chicago\nOther,other@x.test,Chicago\n', {
        mode: 'update',
      }),
    ).toMatchObject({
      run: { counts: { created: 0, updated: 1, rejected: 1 } },
      reasons: ['3: No customer has this NPI, e-mail address, or name and phone number.'],
    });
    expect((await customer('Known')).city).toBe('Chicago');
  });
});

describe('an update', () => {
  it('writes given values over stored ones, keeps the rest, adds tags, and is found by the new values', async () => {
    const id = await api.makeCustomer(workspaceId, {
      name: 'Ada Lovelace',
      email: 'ada@x.test',
      phone: '(308) 865-2512',
      company: 'Old Ltd',
    });
    const { id: importId } = await take(
      'Name,Email,Phone,Company,City,Tags\nADA LOVELACE,Ada@X.test,3088652512.0,New Ltd,,Seller; VIP\n',
    );
    const { body } = await admin.get(`/users/${id}`);
    expect(body.user).toMatchObject({
      name: 'Ada Lovelace',
      email: 'ada@x.test',
      phone: '(308) 865-2512',
      company: 'New Ltd',
      city: null,
      version: 2,
      tags: [{ name: 'Seller' }, { name: 'VIP' }],
    });
    expect((await admin.get('/users?q=New%20Ltd')).body.total).toBe(1);
    expect((await admin.get('/users?q=Old%20Ltd')).body.total).toBe(0);
    const { body: timeline } = await admin.get(`/users/${id}/activities`);
    expect(timeline.activities[0]).toMatchObject({
      type: 'customer.imported',
      subject: { id: importId },
      changedFields: expect.anything(),
    });
  });
});

describe('a broken file', () => {
  it('loses the broken line only, and says where the quote opens', async () => {
    const {
      run: done,
      reasons,
      id,
    } = await take('Name,Email\nA,a@x.test\nB,"b@x.test\nC,c@x.test\nD,d@x.test,surplus\nE,e@x.test\n');
    expect(done).toMatchObject({ status: 'done', counts: { rows: 5, created: 3, rejected: 2 } });
    expect(reasons).toEqual([
      '3: Line 3: A quote opens here and is never closed.',
      '5: The row has 3 cells, the header has 2.',
    ]);
    const { body } = await admin.post(`/imports/${id}/rejections-ticket`);
    const file = await api.app.inject({ url: body.ticket.url });
    expect(file.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': expect.stringContaining('attachment; filename="Left out of people.csv"'),
      'x-content-type-options': 'nosniff',
    });
    expect(file.body).toBe(
      '\uFEFFReason,Name,Email\r\nLine 3: A quote opens here and is never closed.,"B,""b@x.test"\r\n"The row has 3 cells, the header has 2.",D,d@x.test,surplus\r\n',
    );
  });

  it('with formulas and hostile names gives them back disarmed', async () => {
    const { run: done, id } = await take(
      'Name,Email\n=1+1,bad\n<script>alert(1)</script>,x@x.test\n\u202Eevil 😀,y@x.test\n',
    );
    expect(done.counts).toMatchObject({ created: 2, rejected: 1 });
    expect((await customer('evil 😀')).email).toBe('y@x.test');
    const { body } = await admin.post(`/imports/${id}/rejections-ticket`);
    expect((await api.app.inject({ url: body.ticket.url })).body).toContain(",'=1+1,bad\r\n");
  });

  it('with a row that the database refuses loses that row only', async () => {
    await asOwner((owner) =>
      owner.query(`ALTER TABLE customers ADD CONSTRAINT no_boom CHECK (name <> 'Boom')`),
    );
    const rows = Array.from({ length: 40 }, (_, index) => (index === 17 ? 'Boom' : `P${String(index)}`));
    const { run: done, reasons } = await take(`Name,City\n${rows.map((name) => `${name},X`).join('\n')}\n`);
    await asOwner((owner) => owner.query('ALTER TABLE customers DROP CONSTRAINT no_boom'));
    expect(done).toMatchObject({ status: 'done', counts: { rows: 40, created: 39, rejected: 1 } });
    expect(reasons).toEqual(['19: The database refuses a value of this row.']);
  });

  it.each([
    ['UTF-16', Buffer.from('\uFEFFName;Stadt\r\nMüller;Köln\r\n', 'utf16le'), 'UTF-16 LE'],
    ['Windows-1252', Buffer.from('Name;City\r\nM\xfcller;K\xf6ln\r\n', 'latin1'), 'Windows-1252'],
    ['UTF-8 with a mark', Buffer.from('\uFEFFName\tCity\nMüller\tKöln\n'), 'UTF-8'],
  ])('in %s is read as it was meant', async (_name, content, encoding) => {
    const started = await upload(content);
    const { body } = await admin.post(`/imports/${started.id}/start`, { mapping: { 0: 'name', 1: 'city' } });
    await run(started.id);
    expect(body.import.encoding).toBe(encoding);
    expect((await customer('Müller')).city).toBe('Köln');
  });
});

describe('an interrupted import', () => {
  const file = registerText({ rows: 2_000 });
  const expected = {
    rows: 2_000,
    individuals: 1_466,
    organizations: 376,
    created: 1_842,
    updated: 0,
    rejected: 158,
  };

  it.each([
    ['before a batch', 'before' as const, 3],
    ['in a batch, before its commit', 'in the end' as const, 2],
  ])('that breaks %s goes on behind the last row done, without doubles', async (_when, when, from) => {
    const id = await start(file);
    await expect(run(id, { platform: failing({ from, when }) })).rejects.toThrow('crash');
    const { body: half } = await admin.get(`/imports/${id}`);
    expect(half.import).toMatchObject({ status: 'running', counts: { rows: 500 * (from - 1) } });
    await run(id);
    const { body } = await admin.get(`/imports/${id}`);
    expect(body.import).toMatchObject({ status: 'done', counts: expected });
    expect(await countCustomers()).toBe(expected.created);
    expect((await admin.get(`/imports/${id}/rejections`)).body.total).toBe(158);
  });

  it('is queued again when a server starts', async () => {
    const id = await start(file);
    await run(id, { platform: failing({ from: 2, when: 'before' }) }).catch(() => undefined);
    await resumeImports(api.booted.platform);
    const jobs = await asOwner((owner) =>
      owner.query(
        `SELECT count(*)::int AS count FROM pgboss.job WHERE name = 'imports.run' AND data->>'importId' = $1`,
        [id],
      ),
    );
    expect(jobs.rows[0].count).toBe(2);
  });

  it('names the right line and row after it went on', async () => {
    const rows = Array.from({ length: 1_200 }, (_, index) =>
      index === 1_100 ? 'X,"open' : index % 3 === 0 ? `"P\n${String(index)}",y` : `P${String(index)},y`,
    );
    const id = await start(`Name,City\n\n${rows.join('\n')}\n`);
    await run(id, { platform: failing({ from: 3, when: 'before' }) }).catch(() => undefined);
    await run(id);
    const { body } = await admin.get(`/imports/${id}/rejections`);
    const line = 3 + 1_100 + 367;
    expect(body.rejections).toEqual([
      {
        row: 1_102,
        name: null,
        reason: `Line ${line.toLocaleString('en-US')}: A quote opens here and is not closed before the next text; quotes inside a cell must be doubled.`,
      },
    ]);
  });

  it('that two workers run at once still happens once', async () => {
    const id = await start(file);
    await Promise.all([run(id), run(id), run(id)]);
    await run(id);
    const { body } = await admin.get(`/imports/${id}`);
    expect(body.import).toMatchObject({ status: 'done', counts: expected });
    expect(await countCustomers()).toBe(expected.created);
  });

  it('stops between batches when it is canceled, and goes on when it is started again', async () => {
    const id = await start(file);
    await run(id, { platform: failing({ from: 3, when: 'before' }) }).catch(() => undefined);
    const canceled = await admin.post(`/imports/${id}/cancel`);
    expect(canceled.body.import).toMatchObject({ status: 'canceled', finishedAt: expect.any(String) });
    await run(id);
    expect((await admin.get(`/imports/${id}`)).body.import).toMatchObject({
      status: 'canceled',
      counts: { rows: 1_000 },
    });
    const { mapping } = canceled.body.import;
    expect((await admin.post(`/imports/${id}/start`, { mapping })).status).toBe(202);
    await run(id);
    expect((await admin.get(`/imports/${id}`)).body.import).toMatchObject({
      status: 'done',
      counts: expected,
    });
    expect((await admin.post(`/imports/${id}/cancel`)).status).toBe(409);
    expect((await admin.post(`/imports/${id}/start`, { mapping })).status).toBe(409);
  });

  it('hands over to the next job when the server stops', async () => {
    const id = await start(file);
    await run(id, { signal: AbortSignal.abort() });
    expect((await admin.get(`/imports/${id}`)).body.import).toMatchObject({
      status: 'running',
      counts: { rows: 500 },
    });
    await run(id);
    expect((await admin.get(`/imports/${id}`)).body.import).toMatchObject({
      status: 'done',
      counts: expected,
    });
  });

  it('waits for a file store that is down, says so, and fails clearly after long', async () => {
    const id = await start(file);
    const { platform } = api.booted;
    const storage = { ...platform.storage, read: () => Promise.reject(new Error('connect ECONNREFUSED')) };
    await run(id, { platform: { ...platform, storage } });
    expect((await admin.get(`/imports/${id}`)).body.import).toMatchObject({
      status: 'running',
      statusDetail: 'The file store does not answer at the moment. The import goes on by itself.',
    });
    for (const { handler } of importJobs({ ...platform, storage }))
      await handler({ workspaceId, importId: id, attempt: 29 }, { signal: new AbortController().signal });
    expect((await admin.get(`/imports/${id}`)).body.import).toMatchObject({
      status: 'failed',
      statusDetail: expect.stringContaining('start the import again'),
    });
    expect((await admin.get('/notifications')).body.notifications[0].title).toMatch(
      /^The import of people\.csv stopped/,
    );
  });
});

describe('staff who see only their own customers', () => {
  it('become the broker of what they import, and neither find nor change others', async () => {
    await api.db
      .updateTable('workspaces')
      .set({ record_scope: 'own' })
      .where('id', '=', workspaceId)
      .execute();
    const staff = await api.signIn({ role: 'STAFF', workspaceId });
    const hidden = await api.makeCustomer(workspaceId, { name: 'Hidden', email: 'hidden@x.test' });
    const { run: done } = await take('Name,Email\nMine,mine@x.test\nHidden Too,hidden@x.test\n', {
      caller: staff,
    });
    expect(done.counts).toMatchObject({ created: 2, updated: 0, rejected: 0 });
    expect((await customer('Mine')).broker_id).toBe(staff.userId);
    expect(
      (
        await api.db
          .selectFrom('customers')
          .select('name')
          .where('workspace_id', '=', workspaceId)
          .where('id', '=', hidden)
          .executeTakeFirstOrThrow()
      ).name,
    ).toBe('Hidden');
  });

  it('who lost their access before the import ran add nothing', async () => {
    const staff = await api.signIn({ role: 'STAFF', workspaceId });
    const id = await start('Name\nA\nB\n', { caller: staff });
    await api.db
      .updateTable('memberships')
      .set({ status: 'banned' })
      .where('workspace_id', '=', workspaceId)
      .where('user_id', '=', staff.userId)
      .execute();
    await run(id);
    expect((await admin.get(`/imports/${id}`)).body.import).toMatchObject({
      status: 'failed',
      statusDetail: expect.stringContaining('may no longer add customers'),
    });
    expect(await countCustomers()).toBe(0);
  });
});
