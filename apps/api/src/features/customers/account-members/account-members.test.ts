import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Caller } from '#test/caller.ts';
import { startApi, type TestApi } from '#test/harness.ts';
import { withLock } from '#test/with-lock.ts';

let api: TestApi;
let workspaceId: string;
let admin: Caller;
let accountId: string;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  workspaceId = await api.makeWorkspace();
  admin = await api.signIn({ role: 'ADMIN', workspaceId, displayName: 'Ada Admin' });
  accountId = (await admin.post('/users', { name: 'Harbor Group', accountType: 'Corporate' })).body.user.id;
});

const makePerson = async (name: string, more: object = {}): Promise<string> =>
  (await admin.post('/users', { name, ...more })).body.user.id;
const toPath = (memberId: string): string => `/users/${accountId}/members/${memberId}`;
const listMembers = async (caller = admin, query = '') =>
  (await caller.get(`/users/${accountId}/members${query}`)).body;
const getTimeline = async (customerId: string, caller = admin) =>
  (await caller.get(`/users/${customerId}/activities`)).body.activities.map(
    ({ type, subject }: { type: string; subject: { label: string | null } }) => [type, subject.label],
  );

describe('the members of a corporate account', () => {
  it('are added, renamed, removed, counted, and recorded in both timelines', async () => {
    const personId = await makePerson('Rosa Zimmer', { email: 'rosa@harbor.test' });
    const put = await admin.put(toPath(personId), { title: 'Office manager' });
    expect([put.status, put.body.member]).toMatchObject([
      200,
      { id: personId, name: 'Rosa Zimmer', email: 'rosa@harbor.test', title: 'Office manager' },
    ]);
    await admin.put(toPath(personId), { title: 'Partner' });
    expect(await listMembers()).toMatchObject({ total: 1, members: [{ title: 'Partner' }] });
    expect((await admin.get(`/users/${accountId}`)).body.user.totalMembers).toBe(1);
    expect((await admin.get(`/users/${personId}/accounts`)).body).toMatchObject({
      total: 1,
      accounts: [{ id: accountId, name: 'Harbor Group', title: 'Partner' }],
    });

    expect((await admin.delete(toPath(personId))).status).toBe(204);
    expect(await listMembers()).toMatchObject({ total: 0, members: [] });
    expect((await admin.delete(toPath(personId))).status).toBe(404);
    // Renaming does not create an event.
    expect(await getTimeline(accountId)).toEqual([
      ['member.removed', 'Rosa Zimmer'],
      ['member.added', 'Rosa Zimmer'],
      ['customer.created', 'Harbor Group'],
    ]);
    expect(await getTimeline(personId)).toEqual([
      ['account.left', 'Harbor Group'],
      ['account.joined', 'Harbor Group'],
      ['customer.created', 'Rosa Zimmer'],
    ]);
  });

  it('are listed by name, page by page, without deleted customers', async () => {
    const ids = new Map<string, string>();
    for (const name of ['Cem', 'Ada', 'Eve', 'Bo', 'Dov']) {
      ids.set(name, await makePerson(name));
      await admin.put(toPath(ids.get(name) ?? ''), {});
    }
    await admin.delete(`/users/${ids.get('Dov') ?? ''}`);
    const first = await listMembers(admin, '?limit=3');
    expect([first.total, first.members.map(({ name }: { name: string }) => name)]).toEqual([
      4,
      ['Ada', 'Bo', 'Cem'],
    ]);
    const second = await listMembers(admin, `?limit=3&cursor=${encodeURIComponent(first.nextCursor)}`);
    expect([second.nextCursor, second.members.map(({ name }: { name: string }) => name)]).toEqual([
      null,
      ['Eve'],
    ]);
  });

  it('are people of the same workspace, of a corporate account', async () => {
    const personId = await makePerson('Rosa');
    const other = await api.makeCustomer(await api.makeWorkspace());
    expect((await admin.put(toPath(other), {})).status).toBe(404);
    expect((await admin.put(toPath(accountId), {})).status).toBe(422);
    expect((await admin.put(`/users/${personId}/members/${accountId}`, {})).status).toBe(422);
    expect((await admin.put(toPath(personId), { title: 'x'.repeat(121) })).body.errors).toMatchObject([
      { path: 'title' },
    ]);
    expect((await listMembers()).total).toBe(0);
  });

  it('hold both sides to what they are', async () => {
    const personId = await makePerson('Rosa');
    await admin.put(toPath(personId), {});
    const change = (id: string, accountType: string) =>
      admin.patch(`/users/${id}`, { version: 1, accountType });
    expect(await change(accountId, 'Individual')).toMatchObject({
      status: 422,
      body: { detail: expect.stringContaining('has members') },
    });
    expect((await change(personId, 'Corporate')).status).toBe(422);
    await admin.delete(toPath(personId));
    expect((await change(accountId, 'Individual')).status).toBe(200);
  });

  it('keep the account corporate when they are added during a change of its type', async () => {
    const personId = await makePerson('Rosa');
    const answer = await withLock(
      api,
      async (owner) => {
        await owner.query('BEGIN');
        await owner.query('SELECT FROM customers WHERE id = $1 FOR SHARE', [accountId]);
        await owner.query(
          `INSERT INTO corporate_members (workspace_id, corporate_id, member_id, created_at) VALUES ($1, $2, $3, now())`,
          [workspaceId, accountId, personId],
        );
      },
      () => admin.patch(`/users/${accountId}`, { version: 1, accountType: 'Individual' }),
    );
    expect(answer).toMatchObject({ status: 422, body: { detail: expect.stringContaining('has members') } });
  });
});

it('members limited to their own customers see others in no list, count, or timeline', async () => {
  const scoped = await api.makeWorkspace({ recordScope: 'own' });
  const boss = await api.signIn({ role: 'ADMIN', workspaceId: scoped });
  const staff = await api.signIn({ role: 'STAFF', workspaceId: scoped });
  const make = async (name: string, more: object): Promise<string> =>
    (await boss.post('/users', { name, ...more })).body.user.id;
  const groupId = await make('Group', { accountType: 'Corporate', brokerId: staff.userId });
  const [mineId, hiddenId] = [await make('Mine', { brokerId: staff.userId }), await make('Hidden', {})];
  for (const id of [mineId, hiddenId]) await boss.put(`/users/${groupId}/members/${id}`, {});

  const { body } = await staff.get(`/users/${groupId}/members`);
  expect([body.total, body.members.map(({ name }: { name: string }) => name)]).toEqual([1, ['Mine']]);
  expect((await staff.put(`/users/${groupId}/members/${hiddenId}`, {})).status).toBe(404);
  expect((await staff.delete(`/users/${groupId}/members/${hiddenId}`)).status).toBe(404);
  expect(await getTimeline(groupId, staff)).toEqual([
    ['member.added', null],
    ['member.added', 'Mine'],
    ['customer.created', 'Group'],
  ]);
  expect((await boss.get(`/users/${groupId}/members`)).body.total).toBe(2);
});
