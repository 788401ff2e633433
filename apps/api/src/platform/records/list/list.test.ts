import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listableBusinesses } from '#features/businesses/businesses.queries.ts';
import { listableTasks } from '#features/tasks/tasks.queries.ts';
import { findMember } from '#platform/session/find-member.ts';
import type { Member } from '#platform/session/actor.ts';
import type { Caller } from '#test/caller.ts';
import { startApi, type TestApi } from '#test/harness.ts';
import { listRecords } from './list.ts';
import type { Listable } from './list-spec.ts';
import type { SortableRow } from './sort.queries.ts';

let api: TestApi;
let workspaceId: string;
let admin: Caller;
let other: Caller;
beforeAll(async () => {
  api = await startApi();
  workspaceId = await api.makeWorkspace();
  admin = await api.signIn({ role: 'ADMIN', workspaceId });
  other = await api.signIn({ role: 'ADMIN', workspaceId });
  const priorities = ['high', 'low', 'normal'] as const;
  for (let n = 0; n < 7; n += 1) {
    const askingPriceCents = n % 3 === 0 ? null : (n % 2) * 100_000 + 500_000;
    await admin.post('/businesses', { name: `B${n % 2}`, type: 'dental', askingPriceCents });
    await admin.post('/tasks', { title: `${'aB'[n % 2]}${n % 4}`, priority: priorities[n % 3] });
  }
});
afterAll(() => api.close());

async function getMember({ userId }: Caller): Promise<Member> {
  const member = await findMember(api.db, { workspaceId, userId, now: new Date() });
  if (member === null) throw new Error('Not a member');
  return member;
}

/** Every row of a list, two to a page. */
async function readAll<Row extends SortableRow>(
  record: Listable<Row>,
  { sort, member, filter = {} }: { sort: string; member: Member; filter?: Record<string, unknown> },
): Promise<Row[]> {
  const parts = { keyring: api.booted.platform.keyring, work: api.booted.platform.runner.read(), member };
  const rows: Row[] = [];
  let cursor: string | undefined;
  do {
    const page = await listRecords(record, { ...parts, query: { ...filter, sort, limit: 2, cursor } });
    expect(page.total).toBe(7);
    rows.push(...page.rows);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return rows;
}

describe('sorting by several keys', () => {
  it.each(['name,-askingPrice', '-name,askingPrice', 'name,askingPrice,-createdAt'])(
    'lists every business once by %s, blanks last',
    async (sort) => {
      const rows = await readAll(listableBusinesses, { sort, member: await getMember(admin) });
      expect(new Set(rows.map(({ id }) => id)).size).toBe(7);
      const names = rows.map(({ name }) => name);
      expect(names).toEqual(sort.startsWith('-') ? names.toSorted().toReversed() : names.toSorted());
      for (const name of ['B0', 'B1']) {
        const prices = rows.filter((row) => row.name === name).map((row) => row.asking_price_cents);
        const known = prices.filter((price) => price !== null);
        const ascending = known.toSorted((one, two) => one - two);
        expect(known).toEqual(sort.includes('-askingPrice') ? ascending.toReversed() : ascending);
        expect(prices.slice(known.length).every((price) => price === null)).toBe(true);
      }
    },
  );

  it('lists tasks by priority and then by title, without regard to case', async () => {
    const rows = await readAll(listableTasks, { sort: '-priority,title', member: await getMember(admin) });
    expect(rows.map(({ priority, title }) => `${priority} ${title}`)).toEqual([
      'high a0',
      'high a2',
      'high B3',
      'normal a2',
      'normal B1',
      'low a0',
      'low B1',
    ]);
  });

  it('rejects an unknown key and an unknown custom field', async () => {
    const member = await getMember(admin);
    await expect(readAll(listableTasks, { sort: 'color', member })).rejects.toThrow(
      'There is no field color',
    );
  });
});

describe('a cursor', () => {
  it.each(['/businesses', '/tasks', '/users'])('of %s serves the user who got it only', async (path) => {
    if (path === '/users')
      for (const name of ['Ann', 'Bob']) await admin.post('/users', { name, email: `${name}@example.com` });
    const { body } = await admin.get(`${path}?limit=1`);
    const next = `${path}?limit=1&cursor=${encodeURIComponent(body.nextCursor)}`;
    expect((await admin.get(next)).status).toBe(200);
    const refused = await other.get(next);
    expect([refused.status, refused.body.code]).toEqual([400, 'CURSOR_INVALID']);
  });
});

describe('a search', () => {
  it('suggests similar names in any order of the list, but not where enough match', async () => {
    const elsewhere = await api.makeWorkspace();
    const caller = await api.signIn({ role: 'ADMIN', workspaceId: elsewhere });
    for (let number = 0; number < 5; number += 1)
      await api.makeCustomer(elsewhere, { name: `Marlene Quill ${String(number)}` });
    for (const sort of ['', '&sort=name']) {
      const { users, similar } = (await caller.get(`/users?q=marlen%20qull${sort}`)).body;
      expect([users.length, similar.length]).toEqual([0, 5]);
      const exact = (await caller.get(`/users?q=quill${sort}`)).body;
      expect([exact.users.length, exact.similar.length]).toEqual([5, 0]);
    }
  });
});
