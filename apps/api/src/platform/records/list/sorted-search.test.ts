import { sql, type RawBuilder } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Caller } from '#test/caller.ts';
import { startApi, type TestApi } from '#test/harness.ts';
import { writeSeedData } from '#workflows/seed-data/seed-data.ts';

// About one customer in nine has a dental company: more than are looked up one by one.
const typed = 'dental';
const isDental = sql`company ILIKE '% dental'`;

let api: TestApi;
let workspaceId: string;
let admin: Caller;
let staff: Caller;
const filters: Record<string, { query: string; condition: RawBuilder<unknown> }> = {};
beforeAll(async () => {
  api = await startApi();
  workspaceId = await api.makeWorkspace({ recordScope: 'own' });
  admin = await api.signIn({ role: 'ADMIN', workspaceId });
  staff = await api.signIn({ role: 'STAFF', workspaceId });
  const owner = { workspaceId, userId: admin.userId };
  const amount = { customers: 6000, activities: 0, onProgress: () => undefined };
  await writeSeedData(api.booted.platform.runner, owner, amount);
  const tagId: string = (await admin.post('/tags', { name: 'Hot' })).body.tag.id;
  const { customField } = (await admin.post('/custom-fields', { name: 'Beds', kind: 'number' })).body;
  await spreadFilters(tagId, customField.id);
  Object.assign(filters, {
    none: { query: '', condition: sql`true` },
    type: { query: '&accountType=Individual', condition: sql`account_type = 'Individual'` },
    region: { query: '&region=NY', condition: sql`region = 'NY'` },
    tag: { query: `&tagId=${tagId}`, condition: sql`abs(hashtext(id::text || 'tag')) % 25 = 0` },
    'custom field': {
      query: `&custom=${customField.id}:is:12`,
      condition: sql`abs(hashtext(id::text || 'beds')) % 30 = 0`,
    },
    'no contact since': {
      query: '&noContactSince=2025-06-01',
      condition: sql`last_contact_at < '2025-06-01 00:00 America/New_York'`,
    },
  });
}, 120_000);
afterAll(() => api.close());

/** A broker, a tag, and a custom field for a few customers each, contacts on many days, and some customers in the trash. */
async function spreadFilters(tagId: string, fieldId: string): Promise<void> {
  await sql`UPDATE customers SET broker_id = ${staff.userId}
    WHERE workspace_id = ${workspaceId} AND abs(hashtext(id::text || 'broker')) % 20 = 0`.execute(api.db);
  await sql`INSERT INTO customer_tags (workspace_id, customer_id, tag_id)
    SELECT workspace_id, id, ${tagId} FROM customers
    WHERE workspace_id = ${workspaceId} AND abs(hashtext(id::text || 'tag')) % 25 = 0`.execute(api.db);
  await sql`UPDATE customers SET custom = jsonb_build_object(${fieldId}::text, 12)
    WHERE workspace_id = ${workspaceId} AND abs(hashtext(id::text || 'beds')) % 30 = 0`.execute(api.db);
  await sql`UPDATE customer_stats SET last_contact_at = '2025-01-01'::date + abs(hashtext(customer_id::text)) % 400
    WHERE workspace_id = ${workspaceId}`.execute(api.db);
  await sql`UPDATE customers SET deleted_at = now()
    WHERE workspace_id = ${workspaceId} AND abs(hashtext(id::text || 'gone')) % 10 = 0`.execute(api.db);
}

async function listMatches(condition: RawBuilder<unknown>, order: RawBuilder<unknown>): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM customers JOIN customer_stats ON customer_id = id AND customer_stats.workspace_id = customers.workspace_id
    WHERE customers.workspace_id = ${workspaceId} AND deleted_at IS NULL AND ${isDental} AND ${condition}
    ORDER BY ${order}`.execute(api.db);
  return rows.map(({ id }) => id);
}

async function readAll(caller: Caller, query: string): Promise<string[]> {
  const ids: string[] = [];
  let cursor: string | null = null;
  do {
    const { body, status } = await caller.get(
      `/users?q=${typed}&limit=60${query}${cursor === null ? '' : `&cursor=${cursor}`}`,
    );
    expect(status).toBe(200);
    ids.push(...body.users.map(({ id }: { id: string }) => id));
    cursor = body.nextCursor;
  } while (cursor !== null);
  return ids;
}

const names = ['none', 'type', 'region', 'tag', 'custom field', 'no contact since'];
const orders = {
  name: sql`name_sort, id`,
  '-createdAt': sql`created_at DESC, id DESC`,
  company: sql`company_sort, id`,
  '-lastContactAt': sql`last_contact_at DESC, id DESC`,
  'company,name': sql`company_sort, name_sort, id`,
} as const;

describe.each(names)('a common word with filter: %s', (name) => {
  it.each(Object.entries(orders))('is listed completely, ordered by %s', async (sort, order) => {
    const { query, condition } = filters[name] ?? { query: '', condition: sql`true` };
    expect(await readAll(admin, `&sort=${sort}${query}`)).toEqual(await listMatches(condition, order));
  });

  it('is ranked completely', async () => {
    const { query, condition } = filters[name] ?? { query: '', condition: sql`true` };
    const found = await readAll(admin, query);
    expect(found.toSorted()).toEqual(await listMatches(condition, sql`id::text COLLATE "C"`));
  });

  it('is counted', async () => {
    const { query, condition } = filters[name] ?? { query: '', condition: sql`true` };
    const matches = await listMatches(condition, sql`id`);
    for (const exact of ['', '&exact=true'])
      expect((await admin.get(`/users/total?q=${typed}${query}${exact}`)).body).toEqual({
        total: matches.length,
        isExact: true,
      });
  });
});

describe('a common word for members who see their own customers', () => {
  const isOwn = () => sql`broker_id = ${staff.userId}`;

  it.each(['name', '-lastContactAt'] as const)('is listed completely, ordered by %s', async (sort) => {
    expect(await readAll(staff, `&sort=${sort}`)).toEqual(await listMatches(isOwn(), orders[sort]));
  });

  it('is ranked completely, the most recently active first', async () => {
    const found = await readAll(staff, '');
    expect(found.toSorted()).toEqual(await listMatches(isOwn(), sql`id::text COLLATE "C"`));
  });

  it('is counted', async () => {
    const { body } = await staff.get(`/users/total?q=${typed}`);
    expect(body.total).toBe((await listMatches(isOwn(), sql`id`)).length);
  });
});
