import { createEmailPoints } from '#test/contact-points.ts';
import type { DuplicatePair } from '@handover/contract/records/merges.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Caller } from '#test/caller.ts';
import { startApi, type TestApi } from '#test/harness.ts';
import { newId } from '#lib/ids.ts';
import { checkDuplicates } from './check-duplicates.ts';

let api: TestApi;
let workspaceId: string;
let admin: Caller;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  workspaceId = await api.makeWorkspace();
  admin = await api.signIn({ role: 'ADMIN', workspaceId });
});

const make = (name: string, parts: object = {}): Promise<string> =>
  api.makeCustomer(workspaceId, { name, email: null, ...parts });
const check = (): Promise<void> => checkDuplicates(api.booted.platform.runner, { budgetMs: 10_000 });
const formatNames = ({ survivor, other, reasons }: DuplicatePair): string =>
  `${[survivor.name, other.name].toSorted().join(' = ')}: ${reasons.join(', ')}`;
const listPairs = async (caller = admin): Promise<string[]> =>
  (await caller.get('/duplicates')).body.duplicatePairs.map(formatNames);
const listForRecord = async (id: string): Promise<string[]> =>
  (await admin.get(`/users/${id}/duplicates`)).body.duplicatePairs.map(formatNames);

/** The list, which is built in the background, and the check of a single record must agree. */
async function expectPairs(id: string, pairs: string[]): Promise<void> {
  await check();
  expect(await listPairs()).toEqual(pairs);
  expect(await listForRecord(id)).toEqual(pairs);
}

describe('candidates', () => {
  it('have the same NPI, address, phone number or an alike name, the surest first', async () => {
    const id = await make('Ann Lee', { email: 'ann@lee.test', phone: '+1 212 555 0101', npi: '1234567893' });
    await make('Lee Dental', { npi: '1234567893', phone: '(212) 555-0101' });
    await make('Bea Wu', { email: 'ANN@lee.test' });
    await make('Cy Fox', { phone: '212-555-0101' });
    await make('Anne Lee');
    await make('Dan Mo', { email: 'dan@mo.test' });
    await check();
    expect(await listForRecord(id)).toEqual([
      'Ann Lee = Lee Dental: npi, phone',
      'Ann Lee = Bea Wu: email',
      'Ann Lee = Cy Fox: phone',
      'Ann Lee = Anne Lee: name',
    ]);
    expect(await listPairs()).toEqual([
      ...(await listForRecord(id)).slice(0, 2),
      ...(await listPairs()).slice(2, 4),
      'Ann Lee = Anne Lee: name',
    ]);
    expect((await listPairs()).slice(2, 4).toSorted()).toEqual([
      'Ann Lee = Cy Fox: phone',
      'Cy Fox = Lee Dental: phone',
    ]);
  });

  it('match by further addresses, either way', async () => {
    const id = await make('Ann Lee', { email: 'ann@lee.test' });
    const other = await make('Bea Wu', { email: 'bea@wu.test' });
    await admin.patch(`/users/${other}`, { version: 1, contactPoints: createEmailPoints('Ann@lee.test') });
    await expectPairs(id, ['Ann Lee = Bea Wu: email']);
    expect(await listForRecord(other)).toEqual(['Ann Lee = Bea Wu: email']);
  });

  it('are ruled out by two different NPIs', async () => {
    const id = await make('Ann Lee', { email: 'ann@lee.test', npi: '1234567893' });
    await make('Ann Lee', { email: 'ann@lee.test', npi: '1245319599' });
    await expectPairs(id, []);
  });

  it('ignore values that many customers share', async () => {
    const ids = await Promise.all(
      [1, 2, 3, 4, 5, 6, 7].map((n) =>
        make(`Nurse ${'abcdefg'.charAt(n - 1).repeat(9)}`, { phone: '212 555 0101' }),
      ),
    );
    await expectPairs(ids[0] ?? '', []);
  });

  it('disappear and reappear with the trash and changed values', async () => {
    const [id, other] = [
      await make('Ann Lee', { phone: '212 555 0101' }),
      await make('Bea Wu', { phone: '212 555 0101' }),
    ];
    await expectPairs(id, ['Ann Lee = Bea Wu: phone']);
    await admin.delete(`/users/${other}`);
    expect(await listPairs()).toEqual([]);
    await expectPairs(id, []);
    await admin.post(`/users/${other}/restore`);
    await expectPairs(id, ['Ann Lee = Bea Wu: phone']);
    await admin.patch(`/users/${other}`, { version: 3, phone: null });
    await expectPairs(id, []);
  });

  it('are found among many at once too, by names next to each other in either order', async () => {
    const names = [
      'Katherine Jones',
      'Catherine Jones',
      'Jones Katherine',
      'Marco Polo',
      'Marcos Polo',
      'Somebody Else',
    ];
    await sql`
      WITH made AS (
        INSERT INTO customers (workspace_id, id, name, name_sort, account_type, joining_date, created_at, updated_at)
        SELECT ${workspaceId}::uuid, gen_random_uuid(), name, lower(name), 'Individual', '2026-01-01', '2026-01-01', '2026-01-01'
        FROM (SELECT unnest(${names}::text[]) AS name UNION ALL SELECT 'Filler ' || md5(n::text) FROM generate_series(1, 300) AS n) AS wanted RETURNING id)
      INSERT INTO customer_stats (workspace_id, customer_id) SELECT ${workspaceId}::uuid, id FROM made`.execute(
      api.db,
    );
    expect((await admin.get('/duplicates')).body).toMatchObject({ duplicatePairs: [], pendingChecks: 306 });
    await check();
    const pairs = (await admin.get('/duplicates?limit=100')).body;
    expect(pairs.pendingChecks).toBe(0);
    const found = pairs.duplicatePairs.map(formatNames).filter((text: string) => !text.includes('Filler'));
    expect(found.toSorted()).toEqual([
      'Catherine Jones = Jones Katherine: name',
      'Catherine Jones = Katherine Jones: name',
      'Jones Katherine = Katherine Jones: name',
      'Marco Polo = Marcos Polo: name',
    ]);
  });

  it('suggest the one with more history as the survivor', async () => {
    const [id, other] = [
      await make('Ann Lee', { phone: '212 555 0101' }),
      await make('Bea Wu', { phone: '212 555 0101' }),
    ];
    const suggested = async () =>
      (await admin.get(`/users/${id}/duplicates`)).body.duplicatePairs[0].survivor.id;
    expect(await suggested()).toBe(id);
    await admin.post(`/users/${other}/notes`, { body: 'Known' });
    expect(await suggested()).toBe(other);
  });

  it('are paged with an exact total', async () => {
    const phones = ['0101', '0102', '0103'];
    for (const phone of phones)
      for (const name of ['Ann', 'Bea']) await make(`${name} ${newId()}`, { phone: `212 555 ${phone}` });
    await check();
    const first = (await admin.get('/duplicates?limit=2')).body;
    expect([first.duplicatePairs.length, first.total]).toEqual([2, 3]);
    const second = (await admin.get(`/duplicates?limit=2&cursor=${String(first.nextCursor)}`)).body;
    expect([second.duplicatePairs.length, second.total, second.nextCursor]).toEqual([1, 3, null]);
  });
});

describe('not the same', () => {
  it('hides a pair permanently until the dismissal is undone', async () => {
    const [id, other] = [
      await make('Ann Lee', { phone: '212 555 0101' }),
      await make('Bea Wu', { phone: '212 555 0101' }),
    ];
    await check();
    expect((await admin.post(`/users/${id}/not-same`, { otherId: other })).status).toBe(204);
    expect((await admin.post(`/users/${other}/not-same`, { otherId: id })).status).toBe(204);
    await admin.patch(`/users/${other}`, { version: 1, email: 'bea@wu.test' });
    await admin.patch(`/users/${id}`, { version: 1, email: 'bea@wu.test' });
    await expectPairs(id, []);
    expect((await admin.delete(`/users/${other}/not-same/${id}`)).status).toBe(204);
    await expectPairs(id, ['Ann Lee = Bea Wu: email, phone']);
  });

  it('does not affect other pairs', async () => {
    const [id, other] = [
      await make('Ann Lee', { phone: '212 555 0101' }),
      await make('Bea Wu', { phone: '212 555 0101' }),
    ];
    await make('Cy Fox', { phone: '212 555 0102' });
    await make('Dan Mo', { phone: '212 555 0102' });
    await check();
    await admin.post(`/users/${id}/not-same`, { otherId: other });
    expect((await admin.get('/duplicates')).body.total).toBe(1);
    expect(await listPairs()).toEqual(['Cy Fox = Dan Mo: phone']);
  });

  it('is rejected for a customer and itself', async () => {
    const id = await make('Ann Lee');
    const { status, body } = await admin.post(`/users/${id}/not-same`, { otherId: id });
    expect([status, body.errors[0].path]).toEqual([400, 'otherId']);
  });
});

describe('staff who see their own customers only', () => {
  it('see pairs of which both are theirs, and can dismiss but not merge them', async () => {
    const own = await api.makeWorkspace({ recordScope: 'own' });
    const staff = await api.signIn({ role: 'STAFF', workspaceId: own });
    const add = (name: string, brokerId?: string) =>
      api.makeCustomer(own, {
        name,
        email: null,
        phone: '212 555 0101',
        ...(brokerId === undefined ? {} : { brokerId }),
      });
    const [ann, bea, cy] = [
      await add('Ann Lee', staff.userId),
      await add('Bea Wu', staff.userId),
      await add('Cy Fox'),
    ];
    await check();
    const { body } = await staff.get('/duplicates');
    expect([body.total, body.duplicatePairs.map(formatNames)]).toEqual([1, ['Ann Lee = Bea Wu: phone']]);
    expect(body.duplicatePairs[0].canMerge).toBe(false);
    const { body: ofAnn } = await staff.get(`/users/${ann}/duplicates`);
    expect(ofAnn.duplicatePairs.map(formatNames)).toEqual(['Ann Lee = Bea Wu: phone']);
    expect((await staff.get(`/users/${cy}/duplicates`)).status).toBe(404);
    expect((await staff.post(`/users/${ann}/not-same`, { otherId: cy })).status).toBe(404);
    expect((await staff.post(`/users/${ann}/not-same`, { otherId: bea })).status).toBe(204);
    const merge = await staff.post(`/users/${ann}/merge`, { version: 1, otherId: bea, otherVersion: 1 });
    expect(merge.status).toBe(403);
    expect((await staff.get(`/users/${ann}/merge-preview/${bea}`)).status).toBe(403);
  });
});

it('warns of similar names while a customer is created, after the same values', async () => {
  await admin.post('/users', { name: 'Katherine Olson' });
  await admin.post('/users', { name: 'Zed Same', email: 'zed@example.com' });
  const list = async (query: string) =>
    (await admin.get(`/users/duplicates?${query}`)).body.duplicates.map(
      (row: { name: string; reasons: string[] }) => [row.name, ...row.reasons],
    );
  expect(await list('name=Catherine%20Olson&email=zed@example.com')).toEqual([
    ['Zed Same', 'email'],
    ['Katherine Olson', 'similarName'],
  ]);
  expect(await list('name=Dr.%20Katherine%20Olson')).toEqual([['Katherine Olson', 'similarName']]);
  expect(await list('name=Kent%20Oliver')).toEqual([]);
});
