import { createEmailPoints } from '#test/contact-points.ts';
import { builtInNames } from '@handover/contract/records/built-in-names.ts';
import { parse } from 'csv-parse/sync';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Caller } from '#test/caller.ts';
import { startApi, type TestApi } from '#test/harness.ts';
import type { Db } from '#db/client.ts';
import { newId } from '#lib/ids.ts';
import { allRecords } from '#registry.ts';
import { customerExport } from '#features/customers/customer-export.queries.ts';
import { listableCustomers } from '#features/customers/customer-list.queries.ts';
import { recordsToCsv } from './to-csv.ts';

let api: TestApi;
let workspaceId: string;
let admin: Caller;
beforeAll(async () => {
  api = await startApi();
  await api.startJobs();
});
afterAll(() => api.close());
beforeEach(async () => {
  workspaceId = await api.makeWorkspace();
  admin = await api.signIn({ role: 'ADMIN', workspaceId });
});

type Row = Record<string, string>;

async function download(
  caller: Caller,
  body: object = { filter: {} },
  path = '/users/export',
): Promise<{ text: string; rows: Row[] }> {
  const { status, body: answer } = await caller.post(path, body);
  expect(status).toBe(201);
  const file = await api.app.inject({ url: answer.ticket.url });
  expect(file.statusCode).toBe(200);
  return { text: file.body, rows: parse(file.body, { columns: true, bom: true }) as Row[] };
}

/** Many customers in one statement, as if an import had made them. */
async function fill(count: number): Promise<void> {
  const names = Array.from({ length: count }, (_, index) => ({
    id: newId(),
    name: index % 3 === 0 ? 'Same Name' : `Name ${String(index).padStart(5, '0')}`,
  }));
  await sql`
    WITH made AS (
      INSERT INTO customers (workspace_id, id, name, name_sort, account_type, joining_date, created_at, updated_at)
      SELECT ${workspaceId}::uuid, id, name, lower(name), 'Individual', '2026-01-01', '2026-01-01', '2026-01-01' FROM json_populate_recordset(NULL::customers, ${JSON.stringify(names)}::json) RETURNING id)
    INSERT INTO customer_stats (workspace_id, customer_id) SELECT ${workspaceId}::uuid, id FROM made`.execute(
    api.db,
  );
}

describe('the export of customers', () => {
  it('contains every customer once, past any batch size, in the requested order', async () => {
    await fill(4_345);
    for (const sort of ['name', '-name', 'createdAt', '-lastContactAt', '-company', 'joiningDate']) {
      const { rows } = await download(admin, { filter: {}, sort });
      expect(rows.length, sort).toBe(4_345);
      expect(new Set(rows.filter((row) => row['Name'] !== 'Same Name').map((row) => row['Name'])).size).toBe(
        4_345 - 1_449,
      );
    }
    const names = (await download(admin, { filter: {}, sort: '-name' })).rows.map((row) => row['Name'] ?? '');
    expect(names).toEqual(names.toSorted((one, other) => (one.toLowerCase() < other.toLowerCase() ? 1 : -1)));
  });

  it('contains exactly what the filter of the list matches', async () => {
    const ada = await api.makeCustomer(workspaceId, { name: 'Ada', company: 'Harbor' });
    await admin.post(`/users/${ada}/unsubscribe`);
    await api.makeCustomer(workspaceId, { name: 'Corp', accountType: 'Corporate' });
    const trashed = await api.makeCustomer(workspaceId, { name: 'Gone' });
    await admin.delete(`/users/${trashed}`);
    const names = async (filter: object) =>
      (await download(admin, { filter })).rows.map((row) => row['Name']);
    expect(await names({})).toEqual(['Ada', 'Corp']);
    expect(await names({ accountType: 'Corporate' })).toEqual(['Corp']);
    expect(await names({ q: 'harb' })).toEqual(['Ada']);
    expect(await names({ isVerified: 'true' })).toEqual([]);
    expect(await names({ isUnsubscribed: 'true' })).toEqual(['Ada']);
    expect(await names({ isUnsubscribed: 'false' })).toEqual(['Corp']);
    expect(await names({ deleted: 'true' })).toEqual(['Gone']);
    expect((await admin.post('/users/export', { filter: { nonsense: 1 } })).status).toBe(400);
  });

  it('contains only the selected customers, or all but the exceptions', async () => {
    const ids = [
      await api.makeCustomer(workspaceId, { name: 'Ada' }),
      await api.makeCustomer(workspaceId, { name: 'Bo' }),
      await api.makeCustomer(workspaceId, { name: 'Cy', accountType: 'Corporate' }),
    ];
    const elsewhere = await api.makeCustomer(await api.makeWorkspace(), { name: 'Elsewhere' });
    const names = async (selection: object) =>
      (await download(admin, { filter: {}, ...selection })).rows.map((row) => row['Name']);
    expect(await names({ ids: [ids[2], ids[0], elsewhere] })).toEqual(['Ada', 'Cy']);
    expect(await names({ ids, filter: { accountType: 'Corporate' } })).toEqual(['Cy']);
    expect(await names({ exceptIds: [ids[0]] })).toEqual(['Bo', 'Cy']);
    expect(await names({ sort: '-name,company' })).toEqual(['Cy', 'Bo', 'Ada']);
  });

  it('is RFC 4180 CSV for spreadsheets, and none of its cells run as formulas', async () => {
    await api.makeCustomer(workspaceId, {
      name: '=HYPERLINK("http://evil.test","x")',
      company: 'A, "B" & Co',
      phone: '+1 (308) 865-2512',
      email: '-1+1@x.test',
      npi: '1234567893',
    });
    const { text } = await download(admin);
    const [header = '', row = '', ...rest] = text.split('\r\n');
    expect(header).toBe(`\uFEFF${(builtInNames.customer ?? []).join(',')}`);
    expect(
      row.startsWith(
        '"\'=HYPERLINK(""http://evil.test"",""x"")",\'-1+1@x.test,\'+1 (308) 865-2512,"A, ""B"" & Co",1234567893,,Individual,',
      ),
    ).toBe(true);
    expect(rest).toEqual(['']);
  });

  it('can be imported again as it is', async () => {
    const id = await api.makeCustomer(workspaceId, {
      name: 'Ada',
      email: 'ada@x.test',
      phone: '+1 308 865 2512',
      company: '=Co',
      npi: '1234567893',
    });
    await admin.patch(`/users/${id}`, {
      version: 1,
      contactPoints: createEmailPoints('second@x.test'),
      city: 'Boston',
      title: 'MD',
    });
    const { text } = await download(admin);
    const { body } = await admin.upload('/imports?name=again.csv', text);
    const { body: preview } = await admin.post(`/imports/${String(body.import.id)}/preview`, {
      mapping: body.import.mapping,
    });
    expect(preview.rows).toMatchObject([
      {
        outcome: 'update',
        values: {
          name: 'Ada',
          email: 'ada@x.test',
          extraEmails: 'second@x.test',
          company: '=Co',
          city: 'Boston',
          title: 'MD',
          accountType: 'Individual',
        },
      },
    ]);
  });

  it('contains only their own customers for members with the scope “own”', async () => {
    await api.db
      .updateTable('workspaces')
      .set({ record_scope: 'own' })
      .where('id', '=', workspaceId)
      .execute();
    const staff = await api.signIn({ role: 'STAFF', workspaceId });
    await api.makeCustomer(workspaceId, { name: 'Mine', brokerId: staff.userId });
    await api.makeCustomer(workspaceId, { name: 'Theirs' });
    expect((await download(staff)).rows.map((row) => row['Name'])).toEqual(['Mine']);
    const elsewhere = await api.signIn({ role: 'ADMIN', workspaceId: await api.makeWorkspace() });
    expect((await download(elsewhere)).rows).toEqual([]);
  });

  it('applies the rights of its holder at the time of the download', async () => {
    const staff = await api.signIn({ role: 'STAFF', workspaceId });
    await api.makeCustomer(workspaceId, { name: 'Ada' });
    const { url } = (await staff.post('/users/export', { filter: {} })).body.ticket;
    await api.db
      .updateTable('workspaces')
      .set({ record_scope: 'own' })
      .where('id', '=', workspaceId)
      .execute();
    expect((await api.app.inject({ url })).body.split('\r\n').length).toBe(2);
    await api.db.updateTable('workspaces').set({ staff_access: [] }).where('id', '=', workspaceId).execute();
    expect((await api.app.inject({ url })).statusCode).toBe(404);
    expect((await api.guest.post('/users/export', { filter: {} })).status).toBe(401);
    const client = await api.signIn({ role: 'CLIENT', workspaceId });
    expect((await client.post('/users/export', { filter: {} })).status).toBe(403);
  });

  it('is logged when it is requested and when it is downloaded', async () => {
    await download(admin);
    const entries = await api.db
      .selectFrom('audit_entries')
      .select('action')
      .where('workspace_id', '=', workspaceId)
      .orderBy('created_at')
      .orderBy('id')
      .execute();
    expect(entries.map((entry) => entry.action)).toEqual(['exportCustomers', 'downloadExport']);
  });

  it('reads only as far as it is consumed, and stops with its reader', async () => {
    await fill(5_000);
    let statements = 0;
    const counting = api.db.withPlugin({
      transformQuery: ({ node }) => ((statements += 1), node),
      transformResult: async ({ result }) => result,
    });
    const pieces = exportByName(counting);
    await pieces.next();
    expect(statements).toBe(0);
    await pieces.next();
    const withFirstBatch = statements;
    await pieces.next();
    expect(statements).toBe(withFirstBatch + 1);
    await pieces.return(undefined);
    expect((await pieces.next()).done).toBe(true);
    expect(statements).toBe(withFirstBatch + 1);
  });

  it('contains each record once if records move in its order meanwhile', async () => {
    await fill(5_000);
    const pieces = exportByName(api.db);
    const texts = [(await pieces.next()).value, (await pieces.next()).value];
    const rename = (from: string, to: string) =>
      sql`UPDATE customers SET name = ${to}, name_sort = lower(${to}) WHERE workspace_id = ${workspaceId} AND name = ${from}`.execute(
        api.db,
      );
    await rename('Name 04999', 'A later name');
    await rename('Name 00001', 'Z earlier name');
    for await (const text of pieces) texts.push(text);
    const names = parse<Row>(texts.join(''), { columns: true, bom: true }).map((row) => row['Name']);
    expect(names).toHaveLength(5_000);
    expect(names).toContain('A later name');
    expect(names).not.toContain('Z earlier name');
  });
});

function exportByName(db: Db) {
  const record = { ...listableCustomers, export: customerExport };
  const selection = { filter: { filter: {} }, now: new Date(), custom: [], search: null };
  const order = [{ key: 'name', isDescending: false }];
  return recordsToCsv(record, { db, member: toMember(admin) }, { selection, order, fields: [] });
}

it.each(allRecords.filter((record) => record.export !== undefined))(
  'exports the records of type $type in each order of their list',
  async ({ list, filter, export: spec, ...record }) => {
    if (list === undefined || filter === undefined || spec === undefined) throw new Error('Not exportable');
    const selection = { filter: { filter: {} }, now: new Date(), custom: [], search: null };
    for (const key of Object.keys(list.sorts)) {
      const order = [{ key, isDescending: true }];
      const exported = { ...record, list, filter, export: spec };
      const use = { db: api.db, member: toMember(admin) };
      const pieces = recordsToCsv(exported, use, { selection, order, fields: [] });
      await pieces.next();
      expect((await pieces.next()).done, key).toBe(true);
    }
  },
);

describe('the export of businesses', () => {
  const businesses = (caller: Caller, body: object = { filter: {} }) =>
    download(caller, body, '/businesses/export');
  const make = async (name: string, input: object = {}): Promise<string> =>
    (await admin.post('/businesses', { name, type: 'dental', ...input })).body.business.id;

  it('contains every built-in column and custom field, guarded against formulas', async () => {
    const { body } = await admin.post('/custom-fields', {
      recordType: 'business',
      name: 'Chairs',
      kind: 'number',
    });
    await admin.post('/custom-fields', { name: 'Net worth', kind: 'money' });
    await make('=SUM(A1)', {
      askingPriceCents: 12_345_678,
      npi: '1234567893',
      custom: { [body.customField.id]: 7 },
    });
    const { text, rows } = await businesses(admin);
    expect(text.split('\r\n')[0]).toBe(`\uFEFF${(builtInNames.business ?? []).join(',')},Chairs`);
    expect(rows).toMatchObject([
      { Name: "'=SUM(A1)", 'Asking price': '123456.78', Stage: 'lead', NPI: '1234567893', Chairs: '7' },
    ]);
  });

  it('contains the profit and loss of the last full year', async () => {
    const id = await make('Harbor');
    await make('Bay');
    const period = (year: number, month: number | null, revenue: number) => ({
      year,
      month,
      lines: { revenue, ownerPay: 12_050 },
      version: null,
    });
    const saved = await admin.put(`/businesses/${id}/financials`, {
      periods: [period(2024, null, 90_000_00), period(2025, null, 100_000_01), period(2026, 1, 5_00)],
    });
    expect(saved.status, saved.text).toBe(200);
    const { rows } = await businesses(admin, { filter: {}, sort: 'name' });
    expect(rows).toMatchObject([
      { Name: 'Bay', 'P&L year': '', 'P&L revenue': '' },
      {
        Name: 'Harbor',
        'P&L year': '2025',
        'P&L revenue': '100000.01',
        'P&L owner’s pay': '120.50',
        'P&L rent': '',
      },
    ]);
  });

  it('contains more rows than a batch, in the requested order', async () => {
    await sql`
      INSERT INTO businesses (workspace_id, id, name, name_sort, type, currency, stage, stage_entered_at, cover_color, created_at, updated_at)
      SELECT ${workspaceId}::uuid, gen_random_uuid(), 'N' || n % 7, 'n' || n % 7, 'dental', 'USD', 'lead', now(), 'teal', now(), now() FROM generate_series(1, 4100) AS n`.execute(
      api.db,
    );
    const { rows } = await businesses(admin, { filter: {}, sort: '-name,createdAt' });
    expect(rows.length).toBe(4_100);
    const names = rows.map((row) => row['Name'] ?? '');
    expect(names).toEqual(names.toSorted().toReversed());
  });

  it('contains what its holder may see at the time of the download', async () => {
    const staff = await api.signIn({ role: 'STAFF', workspaceId });
    await make('Mine', { brokerId: staff.userId });
    const theirs = await make('Theirs');
    expect((await businesses(staff, { filter: {}, exceptIds: [theirs] })).rows).toMatchObject([
      { Name: 'Mine' },
    ]);
    const { url } = (await staff.post('/businesses/export', { filter: {} })).body.ticket;
    const { db } = api;
    await db.updateTable('workspaces').set({ record_scope: 'own' }).where('id', '=', workspaceId).execute();
    expect(parse((await api.app.inject({ url })).body, { columns: true, bom: true })).toMatchObject([
      { Name: 'Mine' },
    ]);
    await db.updateTable('workspaces').set({ staff_access: [] }).where('id', '=', workspaceId).execute();
    expect((await api.app.inject({ url })).statusCode).toBe(404);
    expect((await staff.post('/businesses/export', { filter: {} })).status).toBe(403);
    const client = await api.signIn({ role: 'CLIENT', workspaceId });
    expect((await client.post('/businesses/export', { filter: {} })).status).toBe(403);
    const elsewhere = await api.signIn({ role: 'ADMIN', workspaceId: await api.makeWorkspace() });
    expect((await businesses(elsewhere)).rows).toEqual([]);
  });
});

describe('the export of tasks', () => {
  it('contains the tasks of the filter with their names', async () => {
    const customerId = await api.makeCustomer(workspaceId, { name: 'Ann' });
    await admin.post('/tasks', { title: 'Call', customerId, dueDate: '2026-03-01', priority: 'high' });
    await admin.post('/tasks', { title: 'Write', dueDate: '2026-02-01' });
    const { rows } = await download(admin, { filter: {} }, '/tasks/export');
    expect(rows.map((row) => [row['Title'], row['Customer'], row['Due date'], row['Priority']])).toEqual([
      ['Write', '', '2026-02-01', 'normal'],
      ['Call', 'Ann', '2026-03-01', 'high'],
    ]);
    const high = await download(admin, { filter: { priority: 'high' }, sort: '-title' }, '/tasks/export');
    expect(high.rows).toMatchObject([{ Title: 'Call' }]);
  });

  it('leaves out tasks of others for members with the scope “own”', async () => {
    await admin.post('/tasks', { title: 'Private' });
    await api.db
      .updateTable('workspaces')
      .set({ record_scope: 'own' })
      .where('id', '=', workspaceId)
      .execute();
    const staff = await api.signIn({ role: 'STAFF', workspaceId });
    await staff.post('/tasks', { title: 'Own' });
    const { rows } = await download(staff, { filter: {} }, '/tasks/export');
    expect(rows.map((row) => row['Title'])).toEqual(['Own']);
  });
});

function toMember(caller: Caller) {
  return {
    userId: caller.userId,
    sessionId: '',
    displayName: '',
    email: '',
    workspaceId,
    timeZone: 'UTC',
    role: 'ADMIN' as const,
    level: 3,
    areas: [],
    apiNouns: null,
    grants: [],
    granted: {},
    scope: 'all' as const,
    twoStep: null,
  };
}
