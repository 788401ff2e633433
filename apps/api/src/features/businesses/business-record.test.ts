import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { listJobs } from '#registry.ts';
import type { Caller } from '#test/caller.ts';
import { startApi, type TestApi } from '#test/harness.ts';

let api: TestApi;
let workspaceId: string;
let admin: Caller;
beforeAll(async () => {
  api = await startApi();
  // Merging queues a job.
  await api.booted.jobs.start(listJobs(api.booted.platform));
});
afterAll(() => api.close());
beforeEach(async () => {
  workspaceId = await api.makeWorkspace();
  admin = await api.signIn({ role: 'ADMIN', workspaceId });
});

const create = (input: Record<string, unknown> = {}, as: Caller = admin) =>
  as.post('/businesses', { name: 'Cedar Grove', type: 'dental', ...input });
const add = async (input: Record<string, unknown> = {}) => (await create(input)).body.business;
const update = (id: string, change: Record<string, unknown>, as: Caller = admin) =>
  as.patch(`/businesses/${id}`, change);
const getStoredBusiness = (id: string) =>
  api.db
    .selectFrom('businesses')
    .select(['type_facts', 'payer_mix', 'owner_id', 'version'])
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
const mix = { medicare: 34, medicareAdvantage: 14, medicaid: 11, commercial: 33, selfPay: 6, other: 2 };

describe('facts by type', () => {
  it('are stored, changed one by one, and cleared, with timeline entries', async () => {
    const { id, typeFacts } = await add({ typeFacts: { operatories: 6, hygienePercent: 31.5 } });
    expect(typeFacts).toEqual({ operatories: 6, hygienePercent: 31.5 });
    const { body } = await update(id, { version: 1, typeFacts: { operatories: null, ppoPercent: 60 } });
    expect(body.business.typeFacts).toEqual({ hygienePercent: 31.5, ppoPercent: 60 });
    expect((await getStoredBusiness(id)).type_facts).toEqual({ hygienePercent: 31.5, ppoPercent: 60 });
    const { activities } = (await admin.get(`/businesses/${id}/activities`)).body;
    expect(activities[0]).toMatchObject({ type: 'business.updated', changedFields: ['typeFacts'] });
  });

  it.each([
    ['a negative number', 'dental', { operatories: -1 }],
    ['a part of a whole number', 'dental', { operatories: 1.5 }],
    ['a share above 100', 'dental', { hygienePercent: 100.1 }],
    ['two decimals of a share', 'dental', { hygienePercent: 30.25 }],
    ['a text for a number', 'dental', { operatories: 'six' }],
    ['a number for a text', 'med_spa', { medicalDirector: 7 }],
    ['an unknown option', 'behavioral', { levelOfCare: 'spa' }],
    ['no date', 'home_health', { lastChowOn: '2024-02-30' }],
    ['a fact of another type', 'dental', { scriptsPerDay: 180 }],
  ])('refuse %s and name the field', async (_what, type, typeFacts) => {
    const { status, body } = await create({ type, typeFacts });
    expect(status).toBe(400);
    expect(body.errors).toMatchObject([{ path: `typeFacts.${Object.keys(typeFacts).join()}` }]);
  });

  it('refuse an unknown name', async () => {
    expect((await create({ typeFacts: { chairs: 4 } })).status).toBe(400);
  });

  it('of another type are kept, and shown again when the type is', async () => {
    const { id } = await add({ typeFacts: { operatories: 6 } });
    const asVet = await update(id, { version: 1, type: 'veterinary', typeFacts: { dvmFte: 2 } });
    expect(asVet.body.business.typeFacts).toEqual({ dvmFte: 2 });
    const back = await update(id, { version: 2, type: 'dental' });
    expect(back.body.business.typeFacts).toEqual({ operatories: 6 });
  });

  it('and the payer mix are hidden from the owner', async () => {
    const ownerId = await api.makeCustomer(workspaceId);
    const { id } = await add({ ownerId, typeFacts: { operatories: 6 }, payerMix: mix });
    const client = await api.signIn({ role: 'CLIENT', workspaceId, customerId: ownerId });
    const { business } = (await client.get(`/businesses/${id}`)).body;
    expect([business.typeFacts, business.payerMix, business.owners]).toEqual([{}, null, []]);
  });

  it('are in the export with their labels', async () => {
    await add({
      type: 'pharmacy',
      typeFacts: { scriptsPerDay: 180.5, is340b: 'contract', inventoryCents: 1_234_500 },
      payerMix: mix,
    });
    const { body } = await admin.post('/businesses/export', { filter: {} });
    const csv = (await api.app.inject({ url: body.ticket.url })).body;
    const [row = {}]: Record<string, string>[] = parse(csv, { columns: true, bom: true });
    const cell = (label: string) => row[label];
    expect(['Scripts per day', '340B', 'Inventory at cost', 'Medicare (%)', 'Operatories'].map(cell)).toEqual(
      ['180.5', 'Contract pharmacy', '12345.00', '34', ''],
    );
  });
});

describe('the payer mix', () => {
  it.each([
    [100.1, 200],
    [99.9, 200],
    [100.2, 400],
    [99.8, 400],
  ])('adding up to %d%% gets %d', async (total, status) => {
    const { id } = await add();
    const selfPay = Math.round((6 + total - 100) * 10) / 10;
    const answer = await update(id, { version: 1, payerMix: { ...mix, selfPay } });
    expect(answer.status).toBe(status);
    expect((await getStoredBusiness(id)).payer_mix).toEqual(status === 200 ? { ...mix, selfPay } : null);
  });

  it('is cleared by null', async () => {
    const { id } = await add({ payerMix: mix });
    expect((await update(id, { version: 1, payerMix: null })).body.business.payerMix).toBeNull();
  });
});

describe('several owners', () => {
  it('own 100% together: the main owner has the remainder', async () => {
    const [ann, ben] = [
      await api.makeCustomer(workspaceId, { name: 'Ann Lee' }),
      await api.makeCustomer(workspaceId, { name: 'Ben Ray' }),
    ];
    const { id, owners } = await add({ ownerId: ann });
    expect(owners).toEqual([{ id: ann, name: 'Ann Lee', shareBasisPoints: 10_000, isPrimary: true }]);
    const { body } = await update(id, {
      version: 1,
      coOwners: [{ customerId: ben, shareBasisPoints: 3_333 }],
    });
    expect(body.business.owners).toEqual([
      { id: ann, name: 'Ann Lee', shareBasisPoints: 6_667, isPrimary: true },
      { id: ben, name: 'Ben Ray', shareBasisPoints: 3_333, isPrimary: false },
    ]);
    const same = await update(id, { version: 2, coOwners: [{ customerId: ben, shareBasisPoints: 3_333 }] });
    expect(same.body.business.owners).toEqual(body.business.owners);
    const { activities } = (await admin.get(`/businesses/${id}/activities`)).body;
    expect(activities.filter(({ type }: { type: string }) => type === 'business.updated')).toMatchObject([
      { changedFields: ['coOwners'] },
    ]);
    expect((await admin.get(`/businesses?ownerId=${ben}`)).body.businesses).toMatchObject([{ id }]);
  });

  it('are refused without a main one, twice, with all of it, or from elsewhere', async () => {
    const [ann, ben] = [await api.makeCustomer(workspaceId), await api.makeCustomer(workspaceId)];
    const foreign = await api.makeCustomer(await api.makeWorkspace());
    const { id } = await add({ ownerId: ann });
    const own = (customerId: string, shareBasisPoints = 1_000) => ({ customerId, shareBasisPoints });
    for (const coOwners of [
      [own(ann)],
      [own(ben), own(ben)],
      [own(ben, 10_000)],
      [own(ben, 0)],
      [own(ben, 12.5)],
      [own(foreign)],
    ])
      expect([coOwners, (await update(id, { version: 1, coOwners })).status]).toEqual([coOwners, 400]);
    const { status, body } = await create({ coOwners: [own(ben)] });
    expect([status, body.errors]).toEqual([
      400,
      [{ path: 'coOwners', message: 'Choose the main owner first' }],
    ]);
    expect((await getStoredBusiness(id)).version).toBe(1);
  });

  it('cannot lose the main one, or make another owner the main one, by the main owner alone', async () => {
    const [ann, ben] = [await api.makeCustomer(workspaceId), await api.makeCustomer(workspaceId)];
    const { id } = await add({
      ownerId: ann,
      coOwners: [{ customerId: ben, shareBasisPoints: 2_500 }],
    });
    expect((await update(id, { version: 1, ownerId: null })).status).toBe(400);
    expect((await update(id, { version: 1, ownerId: ben })).status).toBe(400);
    const swapped = await update(id, {
      version: 1,
      ownerId: ben,
      coOwners: [{ customerId: ann, shareBasisPoints: 7_500 }],
    });
    expect(
      swapped.body.business.owners.map(
        ({ shareBasisPoints }: { shareBasisPoints: number }) => shareBasisPoints,
      ),
    ).toEqual([2_500, 7_500]);
  });

  it('are not buying the business, themselves or with the same login', async () => {
    const [ann, ben] = [await api.makeCustomer(workspaceId), await api.makeCustomer(workspaceId)];
    const cy = await api.makeCustomer(workspaceId);
    const { userId } = await api.signIn({ role: 'CLIENT', workspaceId, customerId: ben });
    await api.db
      .updateTable('customers')
      .set({ user_id: userId })
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', cy)
      .execute();
    const { id } = await add({ ownerId: ann });
    const { deal } = (await admin.post('/deals', { businessId: id, buyerId: ben })).body;
    const refusedFor = (path: string) => ({
      status: 400,
      body: {
        errors: [{ path, message: 'This customer has an open deal on this business. End that deal first.' }],
      },
    });
    for (const ownerId of [ben, cy])
      expect(await update(id, { version: 1, ownerId })).toMatchObject(refusedFor('ownerId'));
    const coOwners = [{ customerId: cy, shareBasisPoints: 2_500 }];
    expect(await update(id, { version: 1, coOwners })).toMatchObject(refusedFor('coOwners'));
    const move = { version: deal.version, stage: 'lost', lostReason: 'price' };
    expect((await admin.post(`/deals/${String(deal.id)}/move`, move)).status).toBe(200);
    expect((await update(id, { version: 1, coOwners })).status).toBe(200);
    const back = { version: deal.version + 1, stage: 'inquiry', reason: 'New price' };
    expect(await admin.post(`/deals/${String(deal.id)}/move`, back)).toMatchObject({
      status: 422,
      body: { detail: 'The owner of a business cannot be its buyer.' },
    });
  });

  it('all read their business as clients, until the share is gone', async () => {
    const [ann, ben] = [await api.makeCustomer(workspaceId), await api.makeCustomer(workspaceId)];
    const client = await api.signIn({ role: 'CLIENT', workspaceId, customerId: ben });
    const { id } = await add({ ownerId: ann });
    expect((await client.get(`/businesses/${id}`)).status).toBe(404);
    await update(id, { version: 1, coOwners: [{ customerId: ben, shareBasisPoints: 2_500 }] });
    expect((await client.get(`/businesses/${id}`)).status).toBe(200);
    expect((await client.get('/businesses')).body.businesses).toMatchObject([{ id }]);
    await update(id, { version: 2, coOwners: [] });
    expect((await client.get(`/businesses/${id}`)).status).toBe(404);
  });

  it('bring the business into the scope of their broker; a hidden owner has no name and can stay', async () => {
    await api.db
      .updateTable('workspaces')
      .set({ record_scope: 'own' })
      .where('id', '=', workspaceId)
      .execute();
    const staff = await api.signIn({ role: 'STAFF', workspaceId });
    const hidden = await api.makeCustomer(workspaceId, { name: 'Hidden Ann' });
    const own = await api.makeCustomer(workspaceId, { name: 'Own Ben', brokerId: staff.userId });
    const { id } = await add({ ownerId: hidden });
    expect((await staff.get(`/businesses/${id}`)).status).toBe(404);
    await update(id, { version: 1, coOwners: [{ customerId: own, shareBasisPoints: 2_500 }] });
    const { business } = (await staff.get(`/businesses/${id}`)).body;
    expect(business.owners).toMatchObject([
      { id: hidden, name: null },
      { id: own, name: 'Own Ben' },
    ]);
    expect((await staff.get(`/businesses?ownerId=${hidden}`)).body.total).toBe(0);
  });

  it('cannot buy their own business', async () => {
    const [ann, ben] = [await api.makeCustomer(workspaceId), await api.makeCustomer(workspaceId)];
    const { id } = await add({ ownerId: ann, coOwners: [{ customerId: ben, shareBasisPoints: 100 }] });
    expect((await admin.post('/buyers', { customerId: ben })).status).toBe(201);
    const { status, body } = await admin.post('/deals', { businessId: id, buyerId: ben });
    expect([status, body.code]).toEqual([422, 'RULE_BROKEN']);
  });

  it('follow their customer when it is merged', async () => {
    const make = async (name: string): Promise<string> => (await admin.post('/users', { name })).body.user.id;
    const [ann, ben, twin] = [await make('Ann'), await make('Ben'), await make('Ben')];
    const { id } = await add({ ownerId: ann, coOwners: [{ customerId: twin, shareBasisPoints: 4_000 }] });
    const body = { version: 1, otherId: twin, otherVersion: 1 };
    const merged = await admin.post(`/users/${ben}/merge`, body);
    expect(merged.status, merged.text).toBe(201);
    const { business } = (await admin.get(`/businesses/${id}`)).body;
    expect(business.owners[1]).toMatchObject({ id: ben, shareBasisPoints: 4_000 });
  });

  it('have one share each after a merge, until it is undone', async () => {
    const make = async (name: string): Promise<string> => (await admin.post('/users', { name })).body.user.id;
    const [ann, twin, ben, double] = [
      await make('Ann'),
      await make('Ann'),
      await make('Ben'),
      await make('Ben'),
    ];
    const { id } = await add({
      ownerId: ann,
      coOwners: [
        { customerId: twin, shareBasisPoints: 1_000 },
        { customerId: ben, shareBasisPoints: 2_000 },
        { customerId: double, shareBasisPoints: 3_000 },
      ],
    });
    const merge = async (survivorId: string, otherId: string): Promise<string> =>
      (await admin.post(`/users/${survivorId}/merge`, { version: 1, otherId, otherVersion: 1 })).body.merge
        .id;
    const getOwners = async () => (await admin.get(`/businesses/${id}`)).body.business.owners;
    const annsMerge = await merge(twin, ann);
    const bensMerge = await merge(ben, double);
    expect(await getOwners()).toMatchObject([
      { id: twin, shareBasisPoints: 5_000 },
      { id: ben, shareBasisPoints: 5_000 },
    ]);
    expect((await update(id, { version: 1, askingPriceCents: 100 })).status).toBe(200);
    const coOwners = [{ customerId: ben, shareBasisPoints: 5_000 }];
    expect((await update(id, { version: 2, coOwners })).status).toBe(200);
    for (const mergeId of [annsMerge, bensMerge])
      expect((await admin.post(`/merges/${mergeId}/undo`)).status).toBe(200);
    expect(await getOwners()).toMatchObject([
      { id: ann, shareBasisPoints: 4_000 },
      { id: twin, shareBasisPoints: 1_000 },
      { id: ben, shareBasisPoints: 2_000 },
      { id: double, shareBasisPoints: 3_000 },
    ]);
  });

  it('leave nothing to the former main owner who was merged with another owner', async () => {
    const make = async (name: string): Promise<string> => (await admin.post('/users', { name })).body.user.id;
    const [ann, twin, kim] = [await make('Ann'), await make('Ann'), await make('Kim')];
    const { id } = await add({ ownerId: ann, coOwners: [{ customerId: twin, shareBasisPoints: 4_000 }] });
    await admin.post(`/users/${ann}/merge`, { version: 1, otherId: twin, otherVersion: 1 });
    const { body } = await update(id, { version: 1, ownerId: kim });
    expect(body.business.owners).toMatchObject([{ id: kim, shareBasisPoints: 10_000 }]);
  });
});

describe('the board and the map', () => {
  it('count what the list would show, each currency apart', async () => {
    await add({ region: 'Nebraska', askingPriceCents: 200, reducedPriceCents: 150 });
    await add({ region: 'NE', askingPriceCents: 100, currency: 'EUR' });
    await add({ region: 'TX', type: 'pharmacy' });
    await add({ region: 'Ontario', type: 'pharmacy' });
    await add({ type: 'pharmacy' });
    const { columns } = (await admin.get('/businesses/board')).body;
    expect(columns[0]).toEqual({
      stage: 'lead',
      count: 5,
      totals: [
        { currency: 'EUR', cents: 100 },
        { currency: 'USD', cents: 150 },
      ],
    });
    const regionsOf = async (query: string) => (await admin.get(`/businesses/map${query}`)).body.regions;
    expect(await regionsOf('')).toEqual([
      { region: 'NE', count: 2 },
      { region: 'Ontario', count: 1 },
      { region: 'TX', count: 1 },
      { region: null, count: 1 },
    ]);
    for (const { region, count } of await regionsOf('?type=pharmacy')) {
      const query = `type=pharmacy&region=${region ?? 'none'}`;
      expect((await admin.get(`/businesses?${query}`)).body.total, query).toBe(count);
    }
  });

  it('count only what staff with limited scope may see', async () => {
    await api.db
      .updateTable('workspaces')
      .set({ record_scope: 'own' })
      .where('id', '=', workspaceId)
      .execute();
    const staff = await api.signIn({ role: 'STAFF', workspaceId });
    await add({ region: 'NE' });
    await add({ region: 'NE', brokerId: staff.userId });
    expect((await staff.get('/businesses/map')).body.regions).toEqual([{ region: 'NE', count: 1 }]);
    expect((await staff.get('/businesses/board')).body.columns[0].count).toBe(1);
  });
});

describe('at the edges', () => {
  it.each([
    [0, 201],
    [100_000_000_000_000, 201],
    [100_000_000_000_001, 400],
    [-1, 400],
    ['1,000', 400],
    [0.5, 400],
  ])('an asking price of %s cents gets %d', async (askingPriceCents, status) => {
    const answer = await create({ askingPriceCents });
    expect(answer.status).toBe(status);
    if (status === 201) expect(answer.body.business.askingPriceCents).toBe(askingPriceCents);
    else expect(answer.body.errors).toMatchObject([{ path: 'askingPriceCents' }]);
  });

  it('of two brokers who move the same card at once, one succeeds and the other gets the current business', async () => {
    const { id } = await add();
    const other = await api.signIn({ role: 'ADMIN', workspaceId });
    const move = (as: Caller) =>
      as.post(`/businesses/${id}/move`, {
        version: 1,
        stage: 'valuation',
        override: { reason: 'Agreed with the partner' },
      });
    const answers = await Promise.all([move(admin), move(other)]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    const refused = answers.find(({ status }) => status === 409);
    expect(refused?.body).toMatchObject({
      code: 'STALE_VERSION',
      current: { stage: 'valuation', version: 2 },
    });
    const { activities } = (await admin.get(`/businesses/${id}/activities`)).body;
    const moves = activities.filter(({ type }: { type: string }) => type === 'business.moved');
    expect(moves).toHaveLength(1);
  });
});
