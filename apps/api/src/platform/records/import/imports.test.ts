import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import writeWorkbook from 'write-excel-file/node';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Caller } from '#test/caller.ts';
import { startApi, type TestApi } from '#test/harness.ts';
import { listJobs } from '#registry.ts';

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

/** How many connections are waiting for a lock. */
const countPending = async (): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    SELECT count(DISTINCT pid)::int AS count FROM pg_locks WHERE NOT granted`.execute(api.db);
  return rows[0]?.count ?? 0;
};

const file = 'First name,Last name,Email\nAda,Lovelace,ada@x.test\n';

describe('uploading a file', () => {
  it('reports its shape and guesses the mapping', async () => {
    const { status, body } = await admin.upload(
      `/imports?name=${encodeURIComponent('C:\\temp\\../Ünïcode \u202Evsc.😀.csv')}`,
      file,
    );
    expect(status).toBe(201);
    expect(body.import).toMatchObject({
      fileName: 'Ünïcode vsc.😀.csv',
      status: 'uploaded',
      sizeBytes: file.length,
      encoding: 'UTF-8',
      delimiter: ',',
      columns: ['First name', 'Last name', 'Email'],
      mapping: { 0: 'firstName', 1: 'lastName', 2: 'email' },
      isMappingRemembered: false,
      progress: 0,
      createdBy: { id: admin.userId },
      fields: expect.arrayContaining([
        expect.objectContaining({ key: 'phone', isJoined: false }),
        expect.objectContaining({ key: 'tags', isJoined: true }),
      ]),
    });
    expect(
      await api.db
        .selectFrom('audit_entries')
        .select('action')
        .where('workspace_id', '=', workspaceId)
        .execute(),
    ).toEqual([{ action: 'createImport' }]);
  });

  it.each([
    ['nothing', Buffer.alloc(0), 422, 'This file is empty.'],
    [
      'a workbook',
      Buffer.from('PK\u0003\u0004'),
      422,
      'This workbook is damaged and cannot be read. Open it in your spreadsheet program and save it again.',
    ],
    ['bytes', Buffer.from([0, 1, 2, 3]), 422, 'This is not a text file.'],
    [
      '10,000 columns',
      Buffer.from(`${'c,'.repeat(9_999)}c\n1\n`),
      422,
      'This file has 10,000 columns; at most 2,000 can be imported.',
    ],
    [
      'an unclosed quote in the header',
      Buffer.from('"Name,Email\nA,b\n'),
      422,
      'Line 1: A quoted cell that starts here is never closed.',
    ],
    [
      'a mark that lies',
      Buffer.concat([Buffer.from('\uFEFFName\n'), Buffer.from([0x41, 0xff, 0x0a])]),
      422,
      'This file is not valid UTF-8.',
    ],
  ])('of %s is refused and says why', async (_what, content, status, detail) => {
    const answer = await admin.upload('/imports?name=x.csv', content);
    expect(answer).toMatchObject({
      status,
      body: { code: 'RULE_BROKEN', detail: expect.stringContaining(detail) },
    });
    expect((await admin.get('/imports')).body.imports).toEqual([]);
  });

  it('that announces more than 4 GB is refused before it is read', async () => {
    const answer = await admin.upload('/imports?name=x.csv', file, {
      headers: { 'content-length': String(5 * 1024 ** 3) },
    });
    expect(answer).toMatchObject({ status: 413, body: { detail: 'Files can be up to 4 GB.' } });
  });

  it('needs a name of at most 255 characters', async () => {
    expect((await admin.upload('/imports', file)).status).toBe(400);
    expect((await admin.upload(`/imports?name=${'x'.repeat(300)}`, file)).status).toBe(400);
    expect(
      (await admin.upload(`/imports?name=${encodeURIComponent('\u0000../')}`, file)).body.import.fileName,
    ).toBe('file');
  });

  it('that is refused leaves nothing in the store', async () => {
    await admin.upload('/imports?name=x.csv', '%PDF-1.7');
    expect(await readdir(path.join(api.dataDir, 'files', 'incoming')).catch(() => [])).toEqual([]);
  });

  it('stores nothing on a full disk and reports it', async () => {
    const { storage } = api.booted.platform;
    const { write } = storage;
    Object.assign(storage, {
      write: () => Promise.reject(Object.assign(new Error('no space'), { code: 'ENOSPC' })),
    });
    const answer = await admin.upload('/imports?name=x.csv', file);
    Object.assign(storage, { write });
    expect(answer).toMatchObject({ status: 503, body: { detail: expect.stringContaining('disk is full') } });
    expect((await admin.get('/imports')).body.total).toBe(0);
  });
});

describe('a workbook', () => {
  const workbook = (...sheets: { sheet: string; data: (string | number | null)[][] }[]): Promise<Buffer> =>
    writeWorkbook(
      sheets.map(({ sheet, data }) => ({
        sheet,
        data: data.map((row) => row.map((value) => ({ value }))),
      })) as never,
    ).toBuffer();

  it('is read from its first sheet, or from a chosen one', async () => {
    const content = await workbook(
      {
        sheet: 'People',
        data: [
          ['Name', 'NPI'],
          ['Ann', 1_234_567_893],
          ['Bo', null],
        ],
      },
      {
        sheet: 'Firms',
        data: [
          ['Legal name', 'City'],
          ['Acme', 'Boston'],
        ],
      },
    );
    const { body, status } = await admin.upload('/imports?name=book.xlsx', content);
    expect(status).toBe(201);
    expect(body.import).toMatchObject({
      format: 'xlsx',
      fileName: 'book.xlsx',
      columns: ['Name', 'NPI'],
      samples: [['Ann', 'Bo'], ['1234567893']],
      mapping: { 0: 'name', 1: 'npi' },
      sheets: [
        { name: 'People', rows: 2 },
        { name: 'Firms', rows: 1 },
      ],
      sheet: 0,
    });
    const path = `/imports/${String(body.import.id)}/reading`;
    const other = await admin.patch(path, { sheet: 1 });
    expect(other.body.import).toMatchObject({
      sheet: 1,
      columns: ['Legal name', 'City'],
      samples: [['Acme'], ['Boston']],
      mapping: { 0: 'organizationName', 1: 'city' },
    });
    expect(await admin.patch(path, { sheet: 2 })).toMatchObject({ status: 400 });
  });

  it('is rejected with a reason if empty or larger than 50 MB', async () => {
    expect(
      (await admin.upload('/imports?name=a.xlsx', await workbook({ sheet: 'A', data: [] }))).body.detail,
    ).toBe('This workbook has no rows.');
    const large = Buffer.concat([Buffer.from('PK\u0003\u0004'), Buffer.alloc(51 * 1024 ** 2)]);
    expect(await admin.upload('/imports?name=a.xlsx', large)).toMatchObject({
      status: 413,
      body: { detail: expect.stringContaining('up to 50 MB') },
    });
  });
});

describe('another reading of a file', () => {
  const upload = async (content: Buffer | string): Promise<string> =>
    (await admin.upload('/imports?name=x.csv', content)).body.import.id;
  const reread = (id: string, reading: object) => admin.patch(`/imports/${id}/reading`, reading);

  it('with another delimiter or encoding gives its columns, samples and mapping, and drops the fixes', async () => {
    const id = await upload(Buffer.from('Name;Stadt, Ort\nM\xfcller;K\xf6ln\n', 'latin1'));
    await api.db
      .insertInto('import_edits')
      .values({ workspace_id: workspaceId, import_id: id, row_number: 2, name: null, raw_row: '[]' })
      .execute();
    expect((await reread(id, { delimiter: ',' })).body.import).toMatchObject({
      encoding: 'Windows-1252',
      delimiter: ',',
      columns: ['Name;Stadt', 'Ort'],
      mapping: {},
      check: null,
    });
    expect((await admin.get(`/imports/${id}/problem-groups`)).body.fixed).toBe(0);
    expect((await reread(id, { delimiter: ';' })).body.import).toMatchObject({
      samples: [['Müller'], ['Köln']],
      mapping: { 0: 'name' },
      check: { isComplete: false },
    });
    expect(await reread(id, { encoding: 'UTF-8' })).toMatchObject({
      status: 422,
      body: {
        detail: 'This file is not valid UTF-8. Choose another encoding, or save it again as CSV (UTF-8).',
      },
    });
  });

  it('can go to Windows-1252 and back for a file that is UTF-8', async () => {
    const id = await upload('Name\nMüller\n');
    expect((await reread(id, { encoding: 'Windows-1252' })).body.import.samples).toEqual([['MÃ¼ller']]);
    expect((await reread(id, { encoding: 'UTF-8' })).body.import.samples).toEqual([['Müller']]);
  });

  it('waits for a running batch of the previous check', async () => {
    const id = await upload('Name,City\nAda,Rome\n');
    const ofImport = sql`WHERE workspace_id = ${workspaceId} AND import_id = ${id}`;
    const answer = await api.db.transaction().execute(async (batch) => {
      await sql`SELECT FROM imports WHERE workspace_id = ${workspaceId} AND id = ${id} FOR UPDATE`.execute(
        batch,
      );
      const rereading = reread(id, { delimiter: ';' });
      await expect.poll(countPending).toBe(1);
      await sql`UPDATE import_checks SET row_count = row_count + 1 ${ofImport}`.execute(batch);
      return { rereading };
    });
    expect((await answer.rereading).status).toBe(200);
  });

  it('cannot contradict what the file declares about itself', async () => {
    const id = await upload('\uFEFFName\nMüller\n');
    expect(await reread(id, { encoding: 'UTF-16 LE' })).toMatchObject({ status: 422 });
  });
});

describe('starting an import', () => {
  it('remembers the mapping for files with the same header, in this workspace only', async () => {
    const first = await admin.upload('/imports?name=x.csv', file);
    const mapping = { 0: 'name', 2: 'email' };
    expect(
      (await admin.post(`/imports/${String(first.body.import.id)}/start`, { mapping, mode: 'create' })).body
        .import,
    ).toMatchObject({ status: 'queued', mapping, mode: 'create' });
    const second = await admin.upload('/imports?name=y.csv', 'first NAME,Last Name,Email\nB,C,d@x.test\n');
    expect(second.body.import).toMatchObject({ mapping, isMappingRemembered: true });
    const elsewhere = await api.signIn({ role: 'ADMIN', workspaceId: await api.makeWorkspace() });
    expect((await elsewhere.upload('/imports?name=y.csv', file)).body.import).toMatchObject({
      mapping: { 0: 'firstName' },
      isMappingRemembered: false,
    });
  });

  it.each([
    ['a column that is not there', { 7: 'name' }, 'both', 'mapping.7'],
    ['no name', { 2: 'phone' }, 'both', 'mapping'],
    ['nothing to find customers by', { 0: 'name' }, 'update', 'mapping'],
    ['an unknown field', { 0: 'password' }, 'both', 'mapping.0'],
    ['an index that is none', { __proto__x: 'name' }, 'both', 'mapping.__proto__x'],
    ['an unknown mode', { 0: 'name' }, 'replace', 'mode'],
  ])('refuses %s', async (_what, mapping, mode, field) => {
    const { body } = await admin.upload('/imports?name=x.csv', file);
    for (const step of ['start', 'preview']) {
      const answer = await admin.post(`/imports/${String(body.import.id)}/${step}`, { mapping, mode });
      expect(answer).toMatchObject({ status: 400, body: { errors: [{ path: field }] } });
    }
  });

  it('happens once', async () => {
    const { body } = await admin.upload('/imports?name=x.csv', file);
    const start = () => admin.post(`/imports/${String(body.import.id)}/start`, { mapping: { 0: 'name' } });
    expect([(await start()).status, (await start()).status]).toEqual([202, 409]);
    expect((await admin.post(`/imports/${String(body.import.id)}/cancel`)).body.import.status).toBe(
      'canceled',
    );
  });
});

describe('the list of imports', () => {
  it('pages newest first with the exact total', async () => {
    const ids: string[] = [];
    for (let index = 0; index < 5; index += 1)
      ids.unshift((await admin.upload(`/imports?name=f${String(index)}.csv`, file)).body.import.id);
    const first = (await admin.get('/imports?limit=3')).body;
    const second = (await admin.get(`/imports?limit=3&cursor=${String(first.nextCursor)}`)).body;
    expect([first.total, second.total, second.nextCursor]).toEqual([5, 5, null]);
    expect([...first.imports, ...second.imports].map((item: { id: string }) => item.id)).toEqual(ids);
  });
});

describe('access to imports', () => {
  const calls = (id: string): [method: 'get' | 'post', path: string, body?: object][] => [
    ['get', `/imports/${id}`],
    ['post', `/imports/${id}/preview`, { mapping: { 0: 'name' } }],
    ['post', `/imports/${id}/start`, { mapping: { 0: 'name' } }],
    ['post', `/imports/${id}/cancel`],
    ['get', `/imports/${id}/rejections`],
    ['post', `/imports/${id}/rejections-ticket`],
  ];
  const statuses = async (caller: Caller, id: string) => {
    const answers: number[] = [];
    for (const [method, url, body] of calls(id))
      answers.push((method === 'get' ? await caller.get(url) : await caller.post(url, body)).status);
    return [
      ...answers,
      (await caller.get('/imports')).status,
      (await caller.upload('/imports?name=x.csv', file)).status,
    ];
  };

  it('needs a session, a role and the workspace', async () => {
    const { body } = await admin.upload('/imports?name=x.csv', file);
    const { id } = body.import;
    const other = await api.signIn({ role: 'ADMIN', workspaceId: await api.makeWorkspace() });
    const client = await api.signIn({ role: 'CLIENT', workspaceId });
    const shutOut = await api.signIn({
      role: 'STAFF',
      workspaceId: await api.makeWorkspace({ staffAccess: [] }),
    });
    expect(await statuses(api.guest, id)).toEqual(Array.from({ length: 8 }, () => 401));
    expect(await statuses(client, id)).toEqual([404, 404, 404, 404, 404, 404, 403, 403]);
    expect(await statuses(shutOut, id)).toEqual([404, 404, 404, 404, 404, 404, 403, 403]);
    expect(await statuses(other, id)).toEqual([404, 404, 404, 404, 404, 404, 200, 201]);
    expect((await other.get('/imports')).body.imports.map((item: { id: string }) => item.id)).not.toContain(
      id,
    );
    expect((await admin.get(`/imports/${id}`)).body.import.status).toBe('uploaded');
  });

  it('is limited to the own ones for staff who see only their own customers', async () => {
    await api.db
      .updateTable('workspaces')
      .set({ record_scope: 'own' })
      .where('id', '=', workspaceId)
      .execute();
    const [one, other] = [
      await api.signIn({ role: 'STAFF', workspaceId }),
      await api.signIn({ role: 'STAFF', workspaceId }),
    ];
    const { body } = await one.upload('/imports?name=x.csv', file);
    expect((await other.get(`/imports/${String(body.import.id)}`)).status).toBe(404);
    expect((await other.get('/imports')).body.total).toBe(0);
    expect((await one.get('/imports')).body.total).toBe(1);
    expect((await admin.get('/imports')).body.total).toBe(1);
  });

  it('by a ticket ends with the holder’s access', async () => {
    const staff = await api.signIn({ role: 'STAFF', workspaceId });
    const { body } = await staff.upload('/imports?name=x.csv', file);
    const { url } = (await staff.post(`/imports/${String(body.import.id)}/rejections-ticket`)).body.ticket;
    expect((await api.app.inject({ url })).statusCode).toBe(200);
    await api.db.updateTable('workspaces').set({ staff_access: [] }).where('id', '=', workspaceId).execute();
    expect((await api.app.inject({ url })).statusCode).toBe(404);
    await api.db
      .updateTable('memberships')
      .set({ status: 'banned' })
      .where('workspace_id', '=', workspaceId)
      .where('user_id', '=', staff.userId)
      .execute();
    expect((await api.app.inject({ url })).statusCode).toBe(410);
  });
});
