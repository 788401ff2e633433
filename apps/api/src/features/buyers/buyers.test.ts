import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { listJobs } from '#registry.ts';
import type { Caller } from '#test/caller.ts';
import { startApi, type TestApi } from '#test/harness.ts';
import { createImportFixture } from '#test/import-fixture.ts';

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

const search = {
  types: ['dental'],
  states: ['TX', 'OK'],
  minPriceCents: 500_000_00,
  maxPriceCents: 1_500_000_00,
  minSdeCents: null,
  cashCents: 300_000_00,
  timing: 'now',
  experience: 'owner',
};
const open = {
  types: [],
  states: [],
  minPriceCents: null,
  maxPriceCents: null,
  minSdeCents: null,
  cashCents: null,
  timing: null,
  experience: null,
};

// oxlint-disable-next-line typescript/no-explicit-any -- answers are read freely by tests
async function createBuyer(customerId: string, fields: object = {}): Promise<any> {
  const { status, body } = await admin.post('/buyers', { customerId, searches: [search], ...fields });
  expect(status, JSON.stringify(body)).toBe(201);
  return body.buyer;
}

const make = (name: string, fields: object = {}): Promise<string> =>
  api.makeCustomer(workspaceId, { name, ...fields });

async function listNames(query: string, caller: Caller = admin): Promise<string[]> {
  const { status, body } = await caller.get(`/buyers?${query}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.buyers.map(({ customer }: { customer: { name: string } }) => customer.name);
}

describe('a buyer', () => {
  it('is created for a customer, changed, found, filtered, and on the timeline of the customer', async () => {
    const customerId = await make('Dana Buyer', { email: 'dana@buyers.test' });
    const { id, customer } = await createBuyer(customerId, { source: 'Referral' });
    expect(customer).toMatchObject({ id: customerId, name: 'Dana Buyer', email: 'dana@buyers.test' });
    await createBuyer(await make('Otto Open'), { searches: [open] });
    await createBuyer(await make('Nora None'), { searches: [] });

    const eligibilities = [{ type: 'dental', state: 'TX', kind: 'license', licenseNumber: '12345' }];
    const changed = await admin.patch(`/buyers/${id}`, { version: 1, eligibilities });
    expect(changed.body.buyer).toMatchObject({ version: 2, eligibilities, searches: [search] });
    const rows = await api.db
      .selectFrom('buyer_eligibilities')
      .select(['type', 'state', 'kind', 'license_number'])
      .where('workspace_id', '=', workspaceId)
      .execute();
    expect(rows).toEqual([{ type: 'dental', state: 'TX', kind: 'license', license_number: '12345' }]);

    expect(await listNames('sort=name')).toEqual(['Dana Buyer', 'Nora None', 'Otto Open']);
    expect(await listNames('sort=-cash&limit=1')).toEqual(['Dana Buyer']);
    expect(await listNames('type=dental')).toEqual(['Dana Buyer', 'Otto Open']);
    expect(await listNames('type=pharmacy&state=TX')).toEqual(['Otto Open']);
    expect(await listNames('state=CA')).toEqual(['Otto Open']);
    expect(await listNames('q=dana')).toEqual(['Dana Buyer']);
    const { hits } = (await admin.get('/search?q=dana@buyers')).body;
    expect(hits.map(({ kind }: { kind: string }) => kind).toSorted()).toEqual(['buyer', 'customer']);
    const { activities } = (await admin.get(`/users/${customerId}/activities?type=changes`)).body;
    expect(activities.slice(0, 2)).toMatchObject([
      { type: 'buyer.updated', changedFields: ['eligibilities'], subject: { id, label: 'Dana Buyer' } },
      { type: 'buyer.created' },
    ]);
  });

  it('pages by each order without losing one', async () => {
    for (const name of ['A', 'B', 'C', 'D']) await createBuyer(await make(name), { searches: [open] });
    const [first] = (await admin.get('/buyers?sort=name')).body.buyers;
    await admin.post(`/buyers/${first.id}/confirm`);
    for (const sort of ['name', '-cash', 'confirmedAt', '-confirmedAt', '-createdAt']) {
      const names: string[] = [];
      let cursor = '';
      do {
        const { body } = await admin.get(`/buyers?sort=${sort}&limit=1${cursor}`);
        names.push(body.buyers[0].customer.name);
        cursor = body.nextCursor === null ? '' : `&cursor=${encodeURIComponent(body.nextCursor)}`;
      } while (cursor !== '');
      expect(names.toSorted(), sort).toEqual(['A', 'B', 'C', 'D']);
    }
  });

  it('is found by the current words of the customer', async () => {
    const customerId = await make('Dana Buyer');
    await createBuyer(customerId);
    await admin.patch(`/users/${customerId}`, { version: 1, name: 'Delia Buyer' });
    expect(await listNames('q=delia')).toEqual(['Delia Buyer']);
    expect(await listNames('q=dana')).toEqual([]);
  });

  it('is refused for a second profile, a customer of another workspace, and bad values', async () => {
    const customerId = await make('Dana');
    const { id } = await createBuyer(customerId);
    const refused = async (body: object): Promise<object> => (await admin.post('/buyers', body)).body.errors;
    expect(await refused({ customerId })).toMatchObject([
      { path: 'customerId', message: 'This customer already has a buyer profile' },
    ]);
    await admin.delete(`/buyers/${id}`);
    expect(await refused({ customerId })).toMatchObject([{ message: expect.stringMatching(/trash/) }]);
    const elsewhere = await api.makeCustomer(await api.makeWorkspace(), { name: 'Eve' });
    expect(await refused({ customerId: elsewhere })).toMatchObject([{ path: 'customerId' }]);
    const with_ = (part: object) => refused({ customerId, searches: [{ ...search, ...part }] });
    expect(await with_({ states: ['Texas'] })).toMatchObject([{ path: 'searches.0.states.0' }]);
    expect(await with_({ maxPriceCents: 1 })).toMatchObject([{ path: 'searches.0.maxPriceCents' }]);
    expect(await with_({ cashCents: -1 })).toMatchObject([{ path: 'searches.0.cashCents' }]);
    expect(await with_({ cashCents: 1e15 })).toMatchObject([{ path: 'searches.0.cashCents' }]);
  });

  it('keeps the change of the first of two people, and goes to the trash and back', async () => {
    const { id } = await createBuyer(await make('Dana'));
    await admin.patch(`/buyers/${id}`, { version: 1, source: 'Call' });
    expect(await admin.patch(`/buyers/${id}`, { version: 1, source: 'Mail' })).toMatchObject({
      status: 409,
      body: { current: { source: 'Call' } },
    });
    expect((await admin.delete(`/buyers/${id}`)).status).toBe(204);
    expect(await listNames('')).toEqual([]);
    expect(await listNames('deleted=true')).toEqual(['Dana']);
    expect((await admin.patch(`/buyers/${id}`, { version: 3, source: 'X' })).status).toBe(422);
    expect((await admin.post(`/buyers/${id}/restore`)).status).toBe(200);
    expect(await listNames('')).toEqual(['Dana']);
  });

  it('is blocked with a reason and unblocked', async () => {
    const { id } = await createBuyer(await make('Dana'));
    const blocked = await admin.put(`/buyers/${id}/block`, { version: 1, reason: 'Broke an NDA' });
    expect(blocked.body.buyer).toMatchObject({ blockedReason: 'Broke an NDA', version: 2 });
    expect(await listNames('isBlocked=true')).toEqual(['Dana']);
    expect((await admin.put(`/buyers/${id}/block`, { version: 2, reason: ' ' })).status).toBe(400);
    await admin.put(`/buyers/${id}/block`, { version: 2, reason: null });
    expect(await listNames('isBlocked=true')).toEqual([]);
  });

  it('has proof of funds, verified by a person, with a file of the customer only', async () => {
    const customerId = await make('Dana');
    const { id } = await createBuyer(customerId);
    const upload = async (recordId: string): Promise<string> =>
      (await admin.upload(`/documents?recordType=customer&recordId=${recordId}&name=bank.txt`, 'Balance'))
        .body.document.id;
    const put = (documentId: string, datedOn?: string) =>
      admin.put(`/buyers/${id}/proof-of-funds`, {
        version: 1,
        proofOfFunds: { amountCents: 400_000_00, documentId, datedOn, isVerified: true },
      });
    expect((await put(await upload(await make('Other')))).body.errors).toMatchObject([
      { path: 'proofOfFunds.documentId' },
    ]);
    const documentId = await upload(customerId);
    expect((await put(documentId, '2999-01-01')).body.errors).toEqual([
      { path: 'proofOfFunds.datedOn', message: 'Cannot be in the future' },
    ]);
    expect((await put(documentId)).body.buyer.proofOfFunds).toMatchObject({
      amountCents: 400_000_00,
      documentId,
      verifiedBy: { id: admin.userId },
    });
    expect(await listNames('hasProofOfFunds=true')).toEqual(['Dana']);
  });

  it('confirms a profile for six months', async () => {
    const { id } = await createBuyer(await make('Dana'));
    expect(await listNames('isConfirmed=true')).toEqual([]);
    const { body } = await admin.post(`/buyers/${id}/confirm`);
    const { confirmedAt, expiresAt } = body.buyer;
    const days = (Date.parse(expiresAt) - Date.parse(confirmedAt)) / 86_400_000;
    expect(days).toBeGreaterThan(180);
    expect(days).toBeLessThan(185);
    expect(await listNames('isConfirmed=true')).toEqual(['Dana']);
    await api.db
      .updateTable('buyer_profiles')
      .set({ confirmed_at: new Date('2020-01-01') })
      .where('workspace_id', '=', workspaceId)
      .execute();
    expect(await listNames('isConfirmed=false')).toEqual(['Dana']);
  });
});

describe('the buyer', () => {
  it('sees and changes the own profile, which confirms it, without the notes of the broker', async () => {
    const customerId = await make('Dana');
    const client = await api.signIn({ role: 'CLIENT', workspaceId, customerId });
    const { id } = await createBuyer(customerId, { source: 'Referral' });
    await admin.put(`/buyers/${id}/block`, { version: 1, reason: 'Broke an NDA' });
    const other = await createBuyer(await make('Other'));
    expect(await listNames('', client)).toEqual(['Dana']);
    const answer = await client.get(`/buyers/${id}`);
    expect(answer.body.buyer).toMatchObject({ source: null, blockedReason: null, confirmedAt: null });
    expect(answer.text).not.toContain('NDA');
    expect((await client.get(`/buyers/${other.id}`)).status).toBe(404);
    expect((await client.patch(`/buyers/${other.id}`, { version: 1, searches: [] })).status).toBe(404);

    const changed = await client.patch(`/buyers/${id}`, { version: 2, searches: [open] });
    expect(changed.body.buyer).toMatchObject({ searches: [open], confirmedAt: expect.any(String) });
    expect((await client.patch(`/buyers/${id}`, { version: 3, source: 'Me' })).status).toBe(403);
    expect((await client.put(`/buyers/${id}/block`, { version: 3, reason: null })).status).toBe(404);
  });
});

describe('a merge of customers who both are buyers', () => {
  it('keeps the profile of the remaining one, and returns the other with its undo', async () => {
    const [kept, merged] = [await make('Dana'), await make('Dana B.')];
    const first = await createBuyer(kept);
    const second = await createBuyer(merged, { searches: [open] });
    const { body } = await admin.post(`/users/${kept}/merge`, {
      version: 1,
      otherId: merged,
      otherVersion: 1,
    });
    const ids = async (): Promise<string[]> =>
      (await admin.get('/buyers?sort=createdAt')).body.buyers.map(({ id }: { id: string }) => id);
    expect(await ids()).toEqual([first.id]);
    expect((await admin.post(`/merges/${body.merge.id}/undo`)).status).toBe(200);
    expect(await ids()).toEqual([first.id, second.id]);
  });
});

describe('an import of buyers', () => {
  it('adds a profile or a search to existing customers, rejects unknown ones, and is undone', async () => {
    const fixture = await createImportFixture(api, 'buyer');
    const create = async (name: string, email: string): Promise<string> =>
      (await fixture.admin.post('/users', { name, email })).body.user.id;
    const dana = await create('Dana Buyer', 'dana@buyers.test');
    await create('Kim Lee', 'kim@lee.test');
    await create('Sam Roe', 'sam@roe.test');
    await fixture.admin.post('/buyers', { customerId: dana, searches: [search] });
    const rows = [
      'dana@buyers.test,"Pharmacy; DME",Texas,,2M,250k,Ready now',
      'SAM@roe.test,dental,"TX, OK",500k,1.5M,,Within a year',
      'kim@lee.test,dental; medical,TX; OK,,,,',
      'nobody@x.test,dental,TX,,,,',
      'sam@roe.test,castle,TX,,,,',
    ];
    const heading = 'Email,Business types,States,Lowest price,Highest price,Cash,Timing';
    const { id, run, reasons } = await fixture.take([heading, ...rows].join('\n'), { overwrite: 'all' });
    expect(run.counts).toMatchObject({ created: 2, updated: 1, rejected: 2 });
    expect(reasons.join()).toContain('No customer matches');
    const turned = await fixture.take(`${heading}\nsam@roe.test,dental,TX,1000000,500000,,`, {});
    expect(turned.reasons).toEqual(['2: Maximum price: The maximum price must not be below the minimum.']);
    const searches = async () =>
      Object.fromEntries(
        (await fixture.admin.get('/buyers?sort=name')).body.buyers.map(
          (buyer: { customer: { name: string }; searches: { types: string[]; cashCents: number }[] }) => [
            buyer.customer.name,
            buyer.searches.map(({ types, cashCents }) => [types.join(), cashCents]),
          ],
        ),
      );
    expect(await searches()).toEqual({
      'Dana Buyer': [
        ['dental', 300_000_00],
        ['pharmacy,dme', 250_000_00],
      ],
      'Kim Lee': [['dental,medical', null]],
      'Sam Roe': [['dental', null]],
    });
    expect((await fixture.admin.get('/buyers?q=sam')).body.buyers).toHaveLength(1);
    await fixture.admin.post(`/imports/${id}/undo`);
    await fixture.undo(id);
    expect(await searches()).toEqual({ 'Dana Buyer': [['dental', 300_000_00]] });
  });
});

it('an export of buyers, imported again, adds the searches that are missing, each with its own values', async () => {
  const fixture = await createImportFixture(api, 'buyer');
  const customer = { name: 'Dana Buyer', email: 'dana@buyers.test' };
  const customerId: string = (await fixture.admin.post('/users', customer)).body.user.id;
  const searches = [
    { ...search, types: ['dental', 'home_health'], states: ['TX'], maxPriceCents: 500_000_00 },
    { ...search, types: ['medical'], states: [], cashCents: null, timing: null },
    { ...search, types: [], states: ['OK', 'TX'], experience: null },
  ];
  const { buyer } = (await fixture.admin.post('/buyers', { customerId, searches })).body;
  const { ticket } = (await fixture.admin.post('/buyers/export', { filter: {} })).body;
  const text = (await api.app.inject({ url: ticket.url })).body;
  const listSearches = async () =>
    (await fixture.admin.get('/buyers')).body.buyers.map((each: { searches: object[] }) => each.searches);
  expect((await fixture.take(text, { overwrite: 'all' })).reasons).toEqual([]);
  expect(await listSearches()).toEqual([searches]);
  const one = { version: buyer.version, searches: searches.slice(0, 1) };
  expect((await fixture.admin.patch(`/buyers/${String(buyer.id)}`, one)).status).toBe(200);
  expect((await fixture.take(text, { overwrite: 'all' })).reasons).toEqual([]);
  expect(await listSearches()).toEqual([searches]);
});

describe('the undo of an import of buyers', () => {
  it('leaves a buyer with the customer into whom a merge moved them', async () => {
    const fixture = await createImportFixture(api, 'buyer');
    const create = async (name: string, email: string): Promise<string> =>
      (await fixture.admin.post('/users', { name, email })).body.user.id;
    const [dana, twin] = [await create('Dana', 'dana@x.test'), await create('Dana B.', 'dana@buyers.test')];
    await fixture.admin.post('/buyers', { customerId: twin, searches: [search] });
    const { id } = await fixture.take('Email,Source\ndana@buyers.test,Web\n', { overwrite: 'all' });
    const versions = { version: 1, otherId: twin, otherVersion: 1 };
    expect((await fixture.admin.post(`/users/${dana}/merge`, versions)).status).toBe(201);
    await fixture.admin.post(`/imports/${id}/undo`);
    await fixture.undo(id);
    expect((await fixture.admin.get('/buyers')).body.buyers).toMatchObject([
      { customer: { id: dana }, source: null },
    ]);
  });

  it('keeps those who were excluded or invited since', async () => {
    const fixture = await createImportFixture(api, 'buyer');
    for (const name of ['Ann', 'Ben'])
      await fixture.admin.post('/users', { name, email: `${name}@buyers.test` });
    const rows = ['Email,Business types', 'ann@buyers.test,dental', 'ben@buyers.test,dental'];
    const { id } = await fixture.take(rows.join('\n'), {});
    const business = { name: 'Harbor Dental', type: 'dental' };
    const { id: businessId } = (await fixture.admin.post('/businesses', business)).body.business;
    const [ann] = (await fixture.admin.get('/buyers?sort=name')).body.buyers;
    const excluded = await fixture.admin.put(`/buyers/${ann.id}/exclusions/${businessId}`, {
      reason: 'The seller does not want them',
    });
    expect(excluded.status, excluded.text).toBeLessThan(300);
    await fixture.admin.post(`/imports/${id}/undo`);
    await fixture.undo(id);
    expect((await fixture.admin.get('/buyers')).body.buyers).toMatchObject([{ customer: { name: 'Ann' } }]);
  });
});

describe('matching settings', () => {
  it('start with the default rules and are replaced as a whole', async () => {
    const { matchingSettings } = (await admin.get('/matching-settings')).body;
    expect(matchingSettings).toMatchObject({ workingCapitalMonths: 2, version: 1 });
    const [rule] = matchingSettings.ownershipRules;
    const texas = { ...rule, state: 'TX', requirement: 'license' };
    const put = (body: object) => admin.put('/matching-settings', { ...matchingSettings, ...body });
    expect((await put({ ownershipRules: [rule, texas], workingCapitalMonths: 3 })).body).toMatchObject({
      matchingSettings: { ownershipRules: [rule, texas], workingCapitalMonths: 3, version: 2 },
    });
    expect((await put({})).status).toBe(409);
    expect((await put({ version: 2, ownershipRules: [rule, rule] })).status).toBe(400);
    expect((await put({ version: 2, workingCapitalMonths: 13 })).status).toBe(400);
  });
});
