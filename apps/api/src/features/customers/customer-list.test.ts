import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Caller } from '#test/caller.ts';
import { startApi, type TestApi } from '#test/harness.ts';

let api: TestApi;
let workspaceId: string;
let admin: Caller;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  workspaceId = await api.makeWorkspace({ timeZone: 'America/New_York' });
  admin = await api.signIn({ role: 'ADMIN', workspaceId });
});

type User = Record<'id' | 'name' | 'company' | 'joiningDate' | 'createdAt', string> & {
  lastContactAt: string | null;
};

/** Every page of an order, `limit` rows at a time. */
async function listAllPages(sort: string, { filter = '', total = 40, limit = 3 } = {}): Promise<User[]> {
  const rows: User[] = [];
  let cursor = '';
  do {
    const { status, body } = await admin.get(`/users?limit=${limit}&sort=${sort}${filter}${cursor}`);
    expect(status).toBe(200);
    expect(body.total).toBe(total);
    rows.push(...body.users);
    cursor = body.nextCursor === null ? '' : `&cursor=${encodeURIComponent(body.nextCursor)}`;
  } while (cursor !== '');
  return rows;
}

/** Forty customers with few distinct values, so that every key has ties. */
async function fill(): Promise<void> {
  await sql`
    WITH made AS (
      INSERT INTO customers (workspace_id, id, name, name_sort, company, company_sort, account_type, joining_date, created_at, updated_at)
      SELECT ${workspaceId}::uuid, gen_random_uuid(), 'N' || n % 7, 'n' || n % 7, 'C' || n % 3, 'c' || n % 3, 'Individual', DATE '2026-01-01' + n % 5, TIMESTAMPTZ '2026-01-01' + n % 4 * INTERVAL '1 day', '2026-01-01'
      FROM generate_series(1, 40) AS n RETURNING id)
    INSERT INTO customer_stats (workspace_id, customer_id, last_contact_at)
    SELECT ${workspaceId}::uuid, id, CASE n % 3 WHEN 0 THEN '-infinity' ELSE TIMESTAMPTZ '2026-01-01 12:00' + n % 3 * INTERVAL '1 day' END
    FROM (SELECT id, row_number() OVER () AS n FROM made) AS numbered`.execute(api.db);
}

describe('ordering by several keys', () => {
  it('shows every customer once, in the order asked for, over any number of pages', async () => {
    await fill();
    const sorts = [
      'company,name',
      '-company,name',
      'company,-name,joiningDate',
      '-joiningDate,-company,-name',
      'lastContactAt,-name',
      'name,-lastContactAt,createdAt',
      '-createdAt,company',
    ];
    for (const sort of sorts) {
      const rows = await listAllPages(sort);
      expect(new Set(rows.map(({ id }) => id)).size, sort).toBe(40);
      expect(
        rows.map(({ id }) => id),
        sort,
      ).toEqual(rows.toSorted(compareByKeys(sort)).map(({ id }) => id));
    }
  });

  it('returns the same for a prepared page of the usual size', async () => {
    await fill();
    await sql`UPDATE customers SET status = 'banned' WHERE workspace_id = ${workspaceId} AND name_sort = 'n3'`.execute(
      api.db,
    );
    const filters = [
      { filter: '', total: 40 },
      { filter: '&status=active', total: 34 },
      { filter: '&status=banned&accountType=Individual', total: 6 },
    ];
    for (const column of ['name', 'createdAt', 'joiningDate', 'lastContactAt', 'company'])
      for (const sort of [column, `-${column}`])
        for (const asked of filters)
          expect(await listAllPages(sort, { ...asked, limit: 25 }), sort + asked.filter).toEqual(
            await listAllPages(sort, { ...asked, limit: 24 }),
          );
  });

  it('accepts up to three keys, each once', async () => {
    const status = async (sort: string): Promise<number> => (await admin.get(`/users?sort=${sort}`)).status;
    expect(await status('-createdAt,name,company')).toBe(200);
    expect(await status('-createdAt,name,company,joiningDate')).toBe(400);
    expect(await status('name,-name')).toBe(400);
    expect(await status('name,')).toBe(400);
    expect(await status('nonsense')).toBe(400);
  });

  it('binds a cursor to all of its keys', async () => {
    await fill();
    const { body } = await admin.get('/users?limit=3&sort=company,name');
    const cursor = encodeURIComponent(body.nextCursor);
    expect((await admin.get(`/users?sort=company,-name&cursor=${cursor}`)).status).toBe(400);
    expect((await admin.get(`/users?sort=company&cursor=${cursor}`)).status).toBe(400);
    expect((await admin.get(`/users?sort=company,name&cursor=${cursor}`)).status).toBe(200);
  });
});

describe('quick filters', () => {
  const names = async (query: string, caller = admin): Promise<string[]> =>
    (await caller.get(`/users?sort=name&${query}`)).body.users.map(({ name }: User) => name);
  const daysAgo = (days: number): Date => new Date(api.clock.now().getTime() - days * 86_400_000);

  it('depend on the signed-in member', async () => {
    const staff = await api.signIn({ role: 'STAFF', workspaceId });
    await api.makeCustomer(workspaceId, { name: 'Mine', brokerId: staff.userId });
    await api.makeCustomer(workspaceId, { name: 'Theirs', brokerId: admin.userId });
    await api.makeCustomer(workspaceId, { name: 'Nobody’s' });
    expect(await names('brokerId=me', staff)).toEqual(['Mine']);
    expect(await names('brokerId=me')).toEqual(['Theirs']);
    expect(await names('brokerId=none')).toEqual(['Nobody’s']);
  });

  it('find customers without contact for 90 days, but no newer ones', async () => {
    const make = async (name: string, created: number): Promise<string> => {
      const id = await api.makeCustomer(workspaceId, { name });
      await api.db
        .updateTable('customers')
        .set({ created_at: daysAgo(created) })
        .where('workspace_id', '=', workspaceId)
        .where('id', '=', id)
        .execute();
      return id;
    };
    const [called, , noted, , old] = [
      await make('Called lately', 200),
      await make('New', 10),
      await make('Noted lately', 200),
      await make('Never contacted', 91),
      await make('Called long ago', 200),
    ];
    await admin.post(`/users/${called}/notes`, { kind: 'call', body: 'Hello' });
    await admin.post(`/users/${noted}/notes`, { body: 'Hello' });
    await admin.post(`/users/${old}/notes`, {
      kind: 'meeting',
      body: 'Hello',
      occurredAt: daysAgo(120).toISOString(),
    });
    expect(await names('uncontactedDays=90')).toEqual(['Called long ago', 'Never contacted']);
    expect((await admin.get('/users?uncontactedDays=90&limit=1')).body.total).toBe(2);
    expect((await admin.get('/users?uncontactedDays=0')).status).toBe(400);
    expect(await names('neverContacted=true')).toEqual(['Never contacted', 'New']);
    const since = daysAgo(100).toISOString().slice(0, 10);
    expect(await names(`noContactSince=${since}`)).toEqual(['Called long ago', 'Never contacted', 'New']);
  });

  it('start the month in the workspace’s time zone', async () => {
    const made = async (name: string, time: string): Promise<void> => {
      const id = await api.makeCustomer(workspaceId, { name });
      await api.db
        .updateTable('customers')
        .set({ created_at: new Date(time) })
        .where('workspace_id', '=', workspaceId)
        .where('id', '=', id)
        .execute();
    };
    await made('June', '2027-07-01T03:59:59.999Z');
    await made('July', '2027-07-01T04:00:00.000Z');
    // Sessions last a day, so they are extended before the clock moves.
    await api.db
      .updateTable('sessions')
      .set({ expires_at: new Date('2028-01-01') })
      .execute();
    api.clock.set(new Date('2027-07-20T12:00:00Z'));
    try {
      expect(await names('created=month')).toEqual(['July']);
      expect(await names('created=quarter')).toEqual(['July']);
      expect(await names('created=today')).toEqual([]);
    } finally {
      api.clock.set(new Date());
    }
  });
});

const valueOf: Record<string, (user: User) => string> = {
  name: ({ name }) => name,
  company: ({ company }) => company,
  joiningDate: ({ joiningDate }) => joiningDate,
  createdAt: ({ createdAt }) => createdAt,
  lastContactAt: ({ lastContactAt }) => lastContactAt ?? '',
};

/** The order as a separate comparison; ids break ties in the last key's direction. */
function compareByKeys(sort: string): (one: User, other: User) => number {
  const keys = sort
    .split(',')
    .map((part) => ({ key: part.replace('-', ''), sign: part.startsWith('-') ? -1 : 1 }));
  return (one, other) => {
    for (const { key, sign } of keys) {
      const [a, b] = [valueOf[key]?.(one) ?? '', valueOf[key]?.(other) ?? ''];
      if (a !== b) return a < b ? -sign : sign;
    }
    return (one.id < other.id ? -1 : 1) * (keys.at(-1)?.sign ?? 1);
  };
}

describe('customers without contact since a day', () => {
  const totals = async (caller: Caller, filter: string): Promise<number> =>
    (await caller.get(`/users?limit=1&noContactSince=${filter}`)).body.total;

  it('are counted in the workspace without its trash, alone and with other filters', async () => {
    await fill();
    const recent = await api.makeCustomer(workspaceId, { name: 'Recent' });
    await admin.post(`/users/${recent}/notes`, { body: 'Hello' });
    const elsewhere = await api.makeWorkspace();
    await api.makeCustomer(elsewhere, { name: 'Elsewhere' });
    expect(await totals(admin, '2026-01-03')).toBe(27);
    expect((await admin.get('/users?limit=1&neverContacted=true')).body.total).toBe(13);
    expect((await admin.get('/users?limit=1&neverContacted=false')).body.total).toBe(28);
    const { body } = await admin.get('/users?limit=1&noContactSince=2026-01-03');
    await admin.delete(`/users/${body.users[0].id}`);
    expect(await totals(admin, '2026-01-03')).toBe(26);
    expect(await totals(admin, '2026-01-03&status=active')).toBe(26);
    expect(await totals(admin, '2026-01-03&accountType=Corporate')).toBe(0);
  });

  it('are counted by the days of the workspace', async () => {
    const customerId = await api.makeCustomer(workspaceId);
    const occurredAt = '2026-01-03T02:00:00.000Z';
    await admin.post(`/users/${customerId}/notes`, { kind: 'call', body: 'In the evening', occurredAt });
    expect(await totals(admin, '2026-01-02')).toBe(0);
    expect(await totals(admin, '2026-01-03')).toBe(1);
  });

  it('are each listed once, in any order, over any number of pages', async () => {
    await fill();
    for (const sort of ['name', '-createdAt', 'company,-name', '-lastContactAt', 'joiningDate,-company']) {
      const rows = await listAllPages(sort, { filter: '&noContactSince=2026-01-03', total: 27 });
      expect(new Set(rows.map(({ id }) => id)).size, sort).toBe(27);
      expect(
        rows.every(({ lastContactAt }) => (lastContactAt ?? '') < '2026-01-03'),
        sort,
      ).toBe(true);
      expect(rows, sort).toEqual(rows.toSorted(compareByKeys(sort)));
    }
  });

  it('are limited to their own for members who see only those', async () => {
    await fill();
    await api.db
      .updateTable('workspaces')
      .set({ record_scope: 'own' })
      .where('id', '=', workspaceId)
      .execute();
    const staff = await api.signIn({ role: 'STAFF', workspaceId });
    const mine = [await api.makeCustomer(workspaceId), await api.makeCustomer(workspaceId)];
    await api.db
      .updateTable('customers')
      .set({ broker_id: staff.userId })
      .where('workspace_id', '=', workspaceId)
      .where('id', 'in', mine)
      .execute();
    expect(await totals(staff, '2100-01-01')).toBe(2);
  });
});
