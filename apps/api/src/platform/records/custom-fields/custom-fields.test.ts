import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Caller } from '#test/caller.ts';
import { startApi, type TestApi } from '#test/harness.ts';

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

const make = async (name: string, kind: string, labels: readonly string[] = []) =>
  (await admin.post('/custom-fields', { name, kind, choices: labels.map((label) => ({ label })) })).body
    .customField;
const addCustomer = async (name: string, custom: object = {}): Promise<string> =>
  (await admin.post('/users', { name, custom })).body.user.id;
const getCustomValues = async (id: string) => (await admin.get(`/users/${id}`)).body.user.custom;
const getStoredValues = async (id: string) => {
  const stored = api.db.selectFrom('customers').select('custom').where('workspace_id', '=', workspaceId);
  return (await stored.where('id', '=', id).executeTakeFirstOrThrow()).custom;
};
const listFieldNames = async (caller = admin) =>
  (await caller.get('/custom-fields')).body.customFields.map((field: { name: string }) => field.name);

describe('a field', () => {
  it('is added after the others, renamed, reordered, and recorded in the audit log', async () => {
    const worth = await make('Net worth', 'money');
    const time = await make('Contact time', 'text');
    expect(worth).toMatchObject({ kind: 'money', choices: [], isArchived: false, version: 1 });
    const renamed = await admin.patch(`/custom-fields/${worth.id}`, { version: 1, name: 'Worth' });
    expect(renamed.body.customField).toMatchObject({ name: 'Worth', version: 2 });
    expect((await admin.put('/custom-fields/order', { ids: [time.id, worth.id] })).status).toBe(200);
    expect(await listFieldNames()).toEqual(['Contact time', 'Worth']);
    const entries = await api.db
      .selectFrom('audit_entries')
      .select(['action', 'detail'])
      .where('workspace_id', '=', workspaceId)
      .where('action', '=', 'updateCustomField')
      .execute();
    expect(entries).toMatchObject([{ detail: { from: 'Net worth', to: 'Worth' } }]);
  });

  it('rejects the name of another field or of a built-in one, and an empty name', async () => {
    await make('Net worth', 'money');
    const named = (name: string) => admin.post('/custom-fields', { name, kind: 'text' });
    expect(await named('NET WORTH')).toMatchObject({ status: 409, body: { errors: [{ path: 'name' }] } });
    expect(await named('Email')).toMatchObject({ status: 400, body: { errors: [{ path: 'name' }] } });
    expect(await named(' ')).toMatchObject({ status: 400, body: { errors: [{ path: 'name' }] } });
    expect(await admin.post('/custom-fields', { name: 'Kind', kind: 'choice' })).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'choices' }] },
    });
  });

  it('is one of fifty at most', async () => {
    for (let count = 0; count < 50; count += 1) await make(`Field ${String(count)}`, 'text');
    expect((await admin.post('/custom-fields', { name: 'One more', kind: 'text' })).status).toBe(422);
  });

  it('rejects the second of two concurrent changes', async () => {
    const { id } = await make('Worth', 'money');
    await admin.patch(`/custom-fields/${id}`, { version: 1, name: 'Net worth' });
    expect(await admin.patch(`/custom-fields/${id}`, { version: 1, name: 'Assets' })).toMatchObject({
      status: 409,
      body: { current: { name: 'Net worth', version: 2 } },
    });
  });

  it('keeps its values while archived, and accepts no new ones', async () => {
    const { id } = await make('Worth', 'money');
    const ann = await addCustomer('Ann', { [id]: 100 });
    await admin.patch(`/custom-fields/${id}`, { version: 1, isArchived: true });
    expect(await getCustomValues(ann)).toEqual({ [id]: 100 });
    expect(await admin.patch(`/users/${ann}`, { version: 1, custom: { [id]: 5 } })).toMatchObject({
      status: 400,
      body: { errors: [{ path: `custom.${id}`, message: 'Worth is archived and cannot be changed' }] },
    });
    expect((await admin.patch(`/users/${ann}`, { version: 1, city: 'Boston' })).status).toBe(200);
    await admin.patch(`/custom-fields/${id}`, { version: 2, isArchived: false });
    expect((await admin.patch(`/users/${ann}`, { version: 2, custom: { [id]: 5 } })).status).toBe(200);
  });

  it('is deleted with its values, on customers and in views', async () => {
    const { id } = await make('Worth', 'money');
    const kept = await make('Note', 'text');
    const ann = await addCustomer('Ann', { [id]: 100, [kept.id]: 'x' });
    await admin.post('/saved-views', {
      name: 'Rich',
      settings: {
        filter: { status: 'active', custom: [`${id}:min:1`, `${kept.id}:filled`] },
        sort: `-custom.${id},name`,
        columns: ['email', `custom.${id}`],
        density: null,
      },
    });
    expect((await admin.get('/custom-fields/use')).body.use).toEqual([
      { id, records: 1, choices: [] },
      { id: kept.id, records: 1, choices: [] },
    ]);
    expect((await admin.delete(`/custom-fields/${id}`)).status).toBe(204);
    await expect.poll(() => getStoredValues(ann)).toEqual({ [kept.id]: 'x' });
    expect((await admin.get('/saved-views')).body.savedViews[0].settings).toEqual({
      filter: { status: 'active', custom: [`${kept.id}:filled`] },
      sort: 'name',
      columns: ['email'],
      density: null,
    });
    expect((await admin.delete(`/custom-fields/${id}`)).status).toBe(404);
  });

  it('removes its values from more customers than one transaction covers, and no others', async () => {
    const { id } = await make('Worth', 'money');
    const kept = await make('Note', 'text');
    const stranger = await api.makeWorkspace();
    await sql`
      INSERT INTO customers (workspace_id, id, name, name_sort, company_sort, account_type, is_verified, joining_date, custom, created_at, updated_at)
      SELECT workspace, gen_random_uuid(), 'A', 'a', '', 'Individual', false, '2026-01-01', ${JSON.stringify({ [id]: 1, [kept.id]: 'x' })}, now(), now()
      FROM generate_series(1, 1100), unnest(${[workspaceId, stranger]}::uuid[]) AS workspace`.execute(api.db);
    const holders = async (fieldId: string, where: string): Promise<number> => {
      const { rows } = await sql<{ count: number }>`
        SELECT count(*)::int AS count FROM customers WHERE workspace_id = ${where} AND custom ? ${fieldId}`.execute(
        api.db,
      );
      return rows[0]?.count ?? 0;
    };
    await admin.delete(`/custom-fields/${id}`);
    await expect.poll(() => holders(id, workspaceId), { timeout: 20_000 }).toBe(0);
    expect(await holders(kept.id, workspaceId)).toBe(1100);
    expect(await holders(id, stranger)).toBe(1100);
    const { detail } = await api.db
      .selectFrom('audit_entries')
      .select('detail')
      .where('workspace_id', '=', workspaceId)
      .where('action', '=', 'deleteCustomField')
      .executeTakeFirstOrThrow();
    expect(detail).toMatchObject({ name: 'Worth', records: 1100 });
  });

  it('shows no stored values once deleted, and accepts no new ones', async () => {
    const { id } = await make('Worth', 'money');
    const { id: type, choices } = await make('Type', 'choice', ['Solo', 'Group']);
    const ann = await addCustomer('Ann');
    const gone = '0199a000-0000-7000-8000-000000000001';
    await sql`UPDATE customers SET custom = ${JSON.stringify({ [gone]: 5, [type]: gone })}
      WHERE workspace_id = ${workspaceId} AND id = ${ann}`.execute(api.db);
    expect(await getCustomValues(ann)).toEqual({});
    expect((await admin.get('/custom-fields/use')).body.use[1]).toMatchObject({ id: type, records: 0 });
    await admin.patch(`/users/${ann}`, { version: 1, custom: { [id]: 7 } });
    expect(await getStoredValues(ann)).toEqual({ [id]: 7 });
    await admin.patch(`/users/${ann}`, { version: 2, custom: { [type]: choices[0].id, [id]: null } });
    expect(await getStoredValues(ann)).toEqual({ [type]: choices[0].id });
  });

  it('of another workspace is not there', async () => {
    const { id } = await make('Worth', 'money');
    const stranger = await api.signIn({ role: 'ADMIN', workspaceId: await api.makeWorkspace() });
    expect(await listFieldNames(stranger)).toEqual([]);
    await stranger.post('/users', { name: 'Ann' });
    expect((await stranger.patch(`/custom-fields/${id}`, { version: 1, name: 'Mine' })).status).toBe(404);
    expect((await stranger.delete(`/custom-fields/${id}`)).status).toBe(404);
    expect((await stranger.get(`/users?custom=${id}:empty`)).body.users).toEqual([]);
    expect((await stranger.post('/users', { name: 'Bo', custom: { [id]: 1 } })).status).toBe(400);
    expect((await stranger.put('/custom-fields/order', { ids: [id] })).status).toBe(400);
  });

  it('is hidden from clients, as are its values', async () => {
    const { id } = await make('Worth', 'money');
    const ann = await addCustomer('Ann', { [id]: 100 });
    const client = await api.signIn({ role: 'CLIENT', workspaceId });
    await api.db
      .updateTable('customers')
      .set({ user_id: client.userId })
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', ann)
      .execute();
    expect((await client.get(`/users/${ann}`)).body.user.custom).toEqual({});
    expect((await client.get('/custom-fields')).status).toBe(403);
  });
});

describe('choices', () => {
  it('are renamed without touching values, and taken from customers and views when they are removed', async () => {
    const { id, choices } = await make('Buyer type', 'choice', ['Dentist', 'Group']);
    const [dentist, group] = choices;
    const ann = await addCustomer('Ann', { [id]: dentist.id });
    const ben = await addCustomer('Ben', { [id]: group.id });
    await admin.post('/saved-views', {
      name: 'Groups',
      settings: {
        filter: { custom: [`${id}:is:${group.id}`, `${id}:is:${dentist.id}`] },
        sort: null,
        columns: [`custom.${id}`],
        density: null,
      },
    });
    expect((await admin.get('/custom-fields/use')).body.use[0].choices).toEqual([
      { id: dentist.id, records: 1 },
      { id: group.id, records: 1 },
    ]);
    const { body } = await admin.patch(`/custom-fields/${id}`, {
      version: 1,
      choices: [{ id: dentist.id, label: 'Solo dentist' }, { label: 'Investor' }],
    });
    expect(body.customField.choices).toMatchObject([
      { id: dentist.id, label: 'Solo dentist' },
      { label: 'Investor' },
    ]);
    expect(await getCustomValues(ann)).toEqual({ [id]: dentist.id });
    expect(await getCustomValues(ben)).toEqual({});
    await expect.poll(() => getStoredValues(ben)).toEqual({});
    expect((await admin.get('/saved-views')).body.savedViews[0].settings).toMatchObject({
      filter: { custom: [`${id}:is:${dentist.id}`] },
      columns: [`custom.${id}`],
    });
  });

  it('have unique ids and different names', async () => {
    const { id, choices } = await make('Buyer type', 'choice', ['Dentist']);
    const change = (wanted: object[]) => admin.patch(`/custom-fields/${id}`, { version: 1, choices: wanted });
    const one = { id: choices[0].id, label: 'Dentist' };
    for (const wanted of [
      [],
      [one, { ...one, label: 'Other' }],
      [{ label: 'A' }, { label: 'a' }],
      [{ id: '0199a000-0000-7000-8000-000000000001', label: 'X' }],
    ])
      expect((await change(wanted)).status).toBe(400);
  });
});

describe('a value', () => {
  it('is accepted if it fits its type, cleared by null, and otherwise rejected with its path', async () => {
    const kinds = ['text', 'number', 'money', 'date'];
    const [text, number, money, date] = await Promise.all(kinds.map((kind) => make(`A ${kind}`, kind)));
    const { id: choice, choices } = await make('A choice', 'choice', ['Yes']);
    const good = {
      [text.id]: ' Mornings ',
      [number.id]: -2.5,
      [money.id]: 125_000_000,
      [date.id]: '2026-02-28',
      [choice]: choices[0].id,
    };
    const ann = await addCustomer('Ann', good);
    expect(await getCustomValues(ann)).toEqual({ ...good, [text.id]: 'Mornings' });

    const bad: [string, unknown][] = [
      [text.id, 5],
      [text.id, ''],
      [text.id, 'x'.repeat(501)],
      [text.id, 'two\nlines'],
      [number.id, '5'],
      [number.id, 1e16],
      [money.id, 12.5],
      [date.id, '2026-02-30'],
      [date.id, 'soon'],
      [choice, 'Yes'],
      ['0199a000-0000-7000-8000-000000000001', 'x'],
    ];
    for (const [id, value] of bad) {
      const answer = await admin.patch(`/users/${ann}`, { version: 1, custom: { [id]: value } });
      expect(answer, `${id} ${String(value)}`).toMatchObject({
        status: 400,
        body: { errors: [{ path: `custom.${id}` }] },
      });
    }
    expect((await admin.patch(`/users/${ann}`, { version: 1, custom: { name: 'x' } })).status).toBe(400);

    const { body } = await admin.patch(`/users/${ann}`, {
      version: 1,
      custom: { [text.id]: null, [number.id]: 3 },
    });
    const { [text.id]: _gone, ...rest } = good;
    expect(body.user).toMatchObject({ version: 2, custom: { ...rest, [number.id]: 3 } });
    const { activities } = (await admin.get(`/users/${ann}/activities`)).body;
    expect(activities[0]).toMatchObject({ type: 'customer.updated' });
  });
});

describe('the list', () => {
  const found = async (query: string) => {
    const { status, body } = await admin.get(`/users?sort=name&${query}`);
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body.total).toBe(body.users.length);
    return body.users.map(({ name }: { name: string }) => name);
  };

  it('can be filtered by custom fields', async () => {
    const [text, number, date] = await Promise.all(
      ['text', 'number', 'date'].map((kind) => make(`A ${kind}`, kind)),
    );
    const { id: choice, choices } = await make('A choice', 'choice', ['Yes', 'No', 'Maybe']);
    const [yes, no] = choices;
    await addCustomer('Ann', { [text.id]: 'Late mornings', [number.id]: 9, [choice]: yes.id });
    await addCustomer('Ben', {
      [text.id]: '100% sure',
      [number.id]: 10,
      [choice]: no.id,
      [date.id]: '2026-01-31',
    });
    await addCustomer('Cy', { [number.id]: -1, [date.id]: '2026-02-01' });
    const ask = (...conditions: string[]) =>
      found(conditions.map((condition) => `custom=${encodeURIComponent(condition)}`).join('&'));

    expect(await ask(`${text.id}:contains:MORN`)).toEqual(['Ann']);
    expect(await ask(`${text.id}:contains:0%`)).toEqual(['Ben']);
    expect(await ask(`${text.id}:is:late mornings`)).toEqual(['Ann']);
    expect(await ask(`${number.id}:min:9`)).toEqual(['Ann', 'Ben']);
    expect(await ask(`${number.id}:min:-1`, `${number.id}:max:9.5`)).toEqual(['Ann', 'Cy']);
    expect(await ask(`${number.id}:is:10`)).toEqual(['Ben']);
    expect(await ask(`${date.id}:min:2026-02-01`)).toEqual(['Cy']);
    expect(await ask(`${choice}:is:${yes.id}`, `${choice}:is:${no.id}`)).toEqual(['Ann', 'Ben']);
    expect(await ask(`${choice}:is:${yes.id}`, `${text.id}:empty`)).toEqual([]);
    expect(await ask(`${choice}:empty`)).toEqual(['Cy']);
    expect(await ask(`${date.id}:filled`)).toEqual(['Ben', 'Cy']);

    for (const condition of [
      'nonsense',
      `${text.id}:min:5`,
      `${choice}:contains:Y`,
      `${choice}:is:Yes`,
      `${number.id}:min:a lot`,
      `${date.id}:max:tomorrow`,
      `${number.id}:empty:1`,
    ]) {
      const { status } = await admin.get(`/users?custom=${encodeURIComponent(condition)}`);
      expect(status, condition).toBe(400);
      expect((await admin.post('/users/export', { filter: { custom: [condition] } })).status).toBe(400);
    }
  });

  it('gives a bulk action the records that it shows', async () => {
    const { id } = await make('Worth', 'money');
    await addCustomer('Ann', { [id]: 100 });
    await addCustomer('Ben');
    const { body } = await admin.post('/bulk-runs', {
      selection: { filter: { custom: [`${id}:min:1`] } },
      input: { action: 'ban', reason: 'Test' },
    });
    expect(body.bulkRun).toMatchObject({ counts: { total: 1 } });
  });

  it('is sorted by a custom field, page by page, with empty values last', async () => {
    const { id: number } = await make('Number', 'number');
    const { id: text } = await make('Text', 'text');
    const { id: choice, choices } = await make('Choice', 'choice', ['Low', 'High']);
    const values: [string, object][] = [
      ['A', { [number]: 10, [text]: 'b', [choice]: choices[1].id }],
      ['B', { [number]: -2.5, [text]: 'a', [choice]: choices[0].id }],
      ['C', {}],
      ['D', { [number]: 10, [text]: 'B', [choice]: choices[1].id }],
      ['E', {}],
      ['F', { [number]: 9 }],
    ];
    for (const [name, custom] of values) await addCustomer(name, custom);
    const inOrder = async (sort: string): Promise<string> => {
      let names = '';
      let cursor = '';
      do {
        const { status, body } = await admin.get(`/users?limit=2&sort=${sort}${cursor}`);
        expect([status, body.total], JSON.stringify(body)).toEqual([200, 6]);
        names += body.users.map(({ name }: { name: string }) => name).join('');
        cursor = body.nextCursor === null ? '' : `&cursor=${String(body.nextCursor)}`;
      } while (cursor !== '');
      return names;
    };
    expect(await inOrder(`custom.${number},name`)).toBe('BFADCE');
    expect(await inOrder(`-custom.${number},name`)).toBe('ADFBCE');
    expect(await inOrder(`-custom.${number}`)).toBe('DAFBEC');
    expect(await inOrder(`custom.${text},-name`)).toBe('BDAFEC');
    expect(await inOrder(`-custom.${text},name`)).toBe('ADBCEF');
    expect(await inOrder(`custom.${choice},name`)).toBe('BADCEF');
    expect(await inOrder(`-custom.${choice},custom.${number},name`)).toBe('ADBFCE');
  });
});
