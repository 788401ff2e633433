import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeSeedData } from '#workflows/seed-data/seed-data.ts';
import type { Caller } from '../caller.ts';
import { startApi, type TestApi } from '../harness.ts';
import type { Statement } from '#db/statements/prepared-statement.ts';
import { recordStatements } from '../statement-recorder.ts';
import { explain, formatPlan, vacuum, type Plan } from './explain.ts';

const customers = 10_000;
const activities = 25_000;

let api: TestApi;
let admin: Caller;
let staff: Caller;
let customerId: string;
const filters = { tag: '', custom: '' };
const searched = { first: '', fragment: '', name: '', email: '', phone: '' };
beforeAll(async () => {
  api = await startApi();
  const workspaceId = await api.makeWorkspace({ recordScope: 'own' });
  admin = await api.signIn({ role: 'ADMIN', workspaceId });
  staff = await api.signIn({ role: 'STAFF', workspaceId });
  const owner = { workspaceId, userId: admin.userId };
  await writeSeedData(api.booted.platform.runner, owner, {
    customers,
    activities,
    onProgress: () => undefined,
  });
  await sql`UPDATE customers SET unsubscribed_at = created_at
    WHERE workspace_id = ${workspaceId} AND id IN (SELECT id FROM customers WHERE workspace_id = ${workspaceId} LIMIT 400)`.execute(
    api.db,
  );
  const { body } = await admin.get('/users?limit=100&sort=-createdAt');
  customerId = body.users[0].id;
  for (let note = 0; note < 60; note += 1)
    await admin.post(`/users/${customerId}/notes`, { body: 'Asked for the lease' });
  // Like tables that autovacuum has processed.
  await vacuum(api.connectionString);
  const user = body.users.find(({ phone }: { phone: string | null }) => phone !== null);
  Object.assign(searched, {
    first: user.name.split(' ')[0],
    // Inner letters of a last name, as people type them.
    fragment: user.name.split(' ')[1].slice(1, 7),
    name: user.name,
    email: user.email,
    phone: user.phone,
  });
}, 120_000);
afterAll(() => api.close());

/** One customer in twenty each: brokered by the staff member, with a tag, and with a value of a custom field. */
async function spreadFilters(): Promise<void> {
  const { workspaceId } = staff;
  const { tag } = (await admin.post('/tags', { name: 'Hot' })).body;
  const { customField } = (await admin.post('/custom-fields', { name: 'Beds', kind: 'number' })).body;
  const some = (what: string) =>
    sql`workspace_id = ${workspaceId} AND hashtext(id::text || ${what}) % 20 = 0`;
  await sql`UPDATE customers SET broker_id = ${staff.userId} WHERE ${some('broker')}`.execute(api.db);
  await sql`UPDATE customers SET custom = jsonb_build_object(${customField.id}::text, 12) WHERE ${some('beds')}`.execute(
    api.db,
  );
  await sql`INSERT INTO customer_tags (workspace_id, customer_id, tag_id)
    SELECT workspace_id, id, ${tag.id} FROM customers WHERE ${some('tag')}`.execute(api.db);
  await vacuum(api.connectionString);
  Object.assign(filters, { tag: `tagId=${tag.id}`, custom: `custom=${customField.id}:is:12` });
}

/** Statements without the sign-in, including transactions, and the total buffers of the reading statements. */
const calls = [
  { name: 'customer by id', path: () => `/users/${customerId}`, statements: 1, buffers: 20 },
  {
    name: 'list page, filtered and sorted, exact total',
    path: () => '/users?status=active&accountType=Individual&limit=50&sort=name',
    statements: 2,
    buffers: 260,
  },
  ...(
    [
      ['common', () => searched.first, 4, 500],
      ['rare', () => searched.fragment, 6, 400],
      ['email', () => searched.email, 7, 500],
      ['two words', () => searched.name, 5, 400],
      ['phone', () => searched.phone, 6, 180],
      ['misspelled', () => misspell(searched.name), 6, 300],
    ] as const
  ).map(([kind, q, statements, buffers]) => ({
    name: `search, ${kind}`,
    path: () => `/users?limit=50&q=${encodeURIComponent(q())}`,
    statements,
    buffers,
  })),
  {
    name: 'timeline page',
    path: () => `/users/${customerId}/activities?limit=50`,
    statements: 3,
    buffers: 60,
  },
] as const;

describe('what the hot calls cost the database', () => {
  it.each(calls)('$name', async ({ name, path, statements, buffers }) => {
    const taken = await getStatements(() => admin.get(path()));
    expect(taken.map(({ text }) => text)).toHaveLength(statements);
    const plans = await explain(api.connectionString, taken);
    expect(plans.reduce((sum, plan) => sum + plan.buffers, 0)).toBeLessThanOrEqual(buffers);
    await expect(plans.map(formatPlan).join('\n\n')).toMatchFileSnapshot(
      `${name.replaceAll(/\W+/g, '-')}.plan.txt`,
    );
  });

  it('add a note, in one transaction', async () => {
    const taken = await getStatements(() =>
      admin.post(`/users/${customerId}/notes`, { body: 'Called back' }),
    );
    expect(taken.map(({ text }) => text)).toHaveLength(5);
  });
});

async function countBuffers(caller: Caller, path: string): Promise<number> {
  const plans = await explain(api.connectionString, await getStatements(() => caller.get(path), caller));
  const buffers = plans.reduce((sum, plan) => sum + plan.buffers, 0);
  return buffers;
}

function misspell(name: string): string {
  return `${name.slice(0, 2)}${name.slice(3)}`;
}

/** Filters whose total comes from an index alone, as required at a million customers. */
const countedFilters = [
  'region=ny',
  'source=Referral&isVerified=true',
  'isUnsubscribed=true',
  'joinedFrom=2025-01-01&status=active',
  'neverContacted=true',
  `noContactSince=${new Date(Date.now() - 60 * 86_400_000).toISOString().slice(0, 10)}`,
];

/** Filters whose total is a sum of tallies, at any number of customers. */
const talliedFilters = [
  'sort=name',
  'status=active&accountType=Individual',
  'accountType=Individual&planName=Basic',
  'isVerified=true',
  'brokerId=none',
];

describe('what a page of few costs the database', () => {
  it.each([
    `noContactSince=${new Date(Date.now() - 450 * 86_400_000).toISOString().slice(0, 10)}`,
    'neverContacted=true',
  ])(
    'with %s are found by their last contact, or most customers would be read in the order of the page',
    async (filter) => {
      const plans = await explainPage(filter);
      expect(plans.map(formatPlan).join()).toContain('customer_stats_by_contact');
      expect(plans[0]?.buffers).toBeLessThanOrEqual(4_000);
    },
  );

  it.each(['lastContactAt', '-lastContactAt'])(
    'sorted by %s reads the index, page after page',
    async (sort) => {
      const { body } = await admin.get(`/users?limit=25&sort=${sort}`);
      for (const cursor of ['', `&cursor=${encodeURIComponent(body.nextCursor)}`]) {
        const plans = await explainPage(`sort=${sort}${cursor}`);
        expect(plans.map(formatPlan).join()).toContain('customer_stats_by_contact');
        expect(plans[0]?.buffers).toBeLessThanOrEqual(400);
      }
    },
  );
});

describe('what exact totals cost the database', () => {
  it.each(talliedFilters)('%s', async (filter) => {
    const plan = await findTotalPlan(filter);
    expect(plan && formatPlan(plan)).toMatch(/^Aggregate\n +\w[\w ]*Scan[^\n]* on customer_tallies/);
    expect(plan?.buffers).toBeLessThanOrEqual(20);
  });

  it.each(countedFilters)('%s', async (filter) => {
    const plan = await findTotalPlan(filter);
    const scans = plan === undefined ? [] : formatPlan(plan).match(/\w[\w ]* Scan\b/g);
    expect(new Set(scans?.map((scan) => scan.replace('Parallel ', '')))).toEqual(
      new Set(['Index Only Scan']),
    );
    expect(plan?.buffers).toBeLessThanOrEqual(120);
  });

  it('of a region that nobody is in are expected to be none, or all customers would be read by name', async () => {
    const taken = await getStatements(() => admin.get('/users?limit=50&sort=name&region=Atlantis'));
    expect(taken).toHaveLength(1);
    const [plan] = await explain(api.connectionString, taken);
    expect(plan?.root['Plan Rows']).toBeLessThanOrEqual(2);
    expect(plan?.buffers).toBeLessThanOrEqual(120);
  });
});

/** 6% have the name: more than are looked up one by one. */
const commonSearches = [
  { name: 'by name', filter: () => 'sort=name', buffers: 800 },
  { name: 'the newest first', filter: () => 'sort=-createdAt', buffers: 650 },
  { name: 'the last contacted first', filter: () => 'sort=-lastContactAt', buffers: 1300 },
  { name: 'of a status and type', filter: () => 'status=active&accountType=Individual', buffers: 1200 },
  {
    name: 'of a status and type, by name',
    filter: () => 'status=active&accountType=Individual&sort=name',
    buffers: 1400,
  },
  { name: 'with a tag', filter: () => filters.tag, buffers: 1500 },
  { name: 'with a tag, by name', filter: () => `${filters.tag}&sort=name`, buffers: 2000 },
  { name: 'with a custom field', filter: () => filters.custom, buffers: 2600 },
  { name: 'with a custom field, by name', filter: () => `${filters.custom}&sort=name`, buffers: 2900 },
] as const;

describe('what a common name costs the database', () => {
  beforeAll(spreadFilters);

  const read = (caller: Caller, filter: string) =>
    countBuffers(caller, `/users?limit=50&q=${searched.first}&${filter}`);

  it.each(commonSearches)('$name', async ({ filter, buffers }) => {
    expect(await read(admin, filter())).toBeLessThanOrEqual(buffers);
  });

  it.each([
    ['ranked', '', 600],
    ['by name', 'sort=name', 900],
  ])('among the customers of a member, %s', async (_name, filter, buffers) => {
    expect(await read(staff, filter)).toBeLessThanOrEqual(buffers);
  });

  it.each([
    ['of all', () => '', 80],
    ['with a tag', () => `&${filters.tag}`, 300],
    ['with a custom field', () => `&${filters.custom}`, 600],
  ])('counted: %s', async (_name, filter, buffers) => {
    expect(await countBuffers(admin, `/users/total?q=${searched.first}${filter()}`)).toBeLessThanOrEqual(
      buffers,
    );
  });
});

async function explainPage(query: string): Promise<Plan[]> {
  const taken = await getStatements(() => admin.get(`/users?limit=25&${query}`));
  return explain(
    api.connectionString,
    taken.filter(({ text }) => /limit (\$\d+|26)\s*$/.test(text)),
  );
}

async function findTotalPlan(filter: string): Promise<Plan | undefined> {
  const taken = await getStatements(() => admin.get(`/users?limit=5&${filter}`));
  const counting = taken.filter(({ text }) => /::int as "?count\b/i.test(text));
  return (await explain(api.connectionString, counting))[0];
}

/** The statements of a call, without the sign-in. The first call of a minute also records the session's use. */
async function getStatements(call: () => Promise<{ status: number }>, caller = admin): Promise<Statement[]> {
  await caller.get('/users/none');
  const taken: Statement[] = [];
  const stop = recordStatements((statement) => taken.push(statement));
  try {
    await caller.get('/users/none');
    const [signIn] = taken.splice(0);
    const { status } = await call();
    expect(status).toBeLessThan(300);
    return taken.filter(({ text }) => text !== signIn?.text);
  } finally {
    stop();
  }
}
