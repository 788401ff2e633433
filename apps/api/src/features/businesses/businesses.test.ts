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
  workspaceId = await api.makeWorkspace();
  admin = await api.signIn({ role: 'ADMIN', workspaceId });
});

const add = async (input: Record<string, unknown> = {}, as: Caller = admin) =>
  (await as.post('/businesses', { name: 'Cedar Grove Dental', type: 'dental', ...input })).body.business;
const move = (business: { id: string; version: number }, stage: string, reason?: string) =>
  admin.post(`/businesses/${business.id}/move`, {
    version: business.version,
    stage,
    reason,
    ...(stage === 'withdrawn' && { endReason: 'changed_mind' }),
    override: { reason: 'Agreed with the partner' },
  });
const listNames = (body: { businesses: { name: string }[] }) => body.businesses.map(({ name }) => name);
const setOwnScope = () =>
  api.db.updateTable('workspaces').set({ record_scope: 'own' }).where('id', '=', workspaceId).execute();

describe('business list', () => {
  it('finds by part of name, public title, city and listing number', async () => {
    await add({
      name: 'Zahnärzte Calderón',
      publicTitle: 'Profitable practice in the mountains',
      city: 'Fort Collins',
      listingNumber: 'MHB-1042',
    });
    await add({ name: 'Another One' });
    for (const q of ['calderon', 'ZAHNARZ', 'mountains prof', 'collins', 'hb-104', 'za', 'mh'])
      expect(listNames((await admin.get(`/businesses?q=${encodeURIComponent(q)}`)).body), q).toEqual([
        'Zahnärzte Calderón',
      ]);
    for (const q of ['100%', '_', 'nobody'])
      expect((await admin.get(`/businesses?q=${encodeURIComponent(q)}`)).body.total, q).toBe(0);
  });

  it('pages through equal keys and blanks in every order, blanks last, with the exact total', async () => {
    for (let index = 0; index < 13; index += 1)
      await add({
        name: index < 9 ? 'Same Name' : `Name ${String(index)}`,
        ...(index % 3 === 0 ? {} : { askingPriceCents: 100_000 * (index % 4), sdeCents: -500 + index }),
      });
    for (const sort of ['name', 'stage', 'askingPrice', 'sde', 'createdAt'].flatMap((key) => [
      key,
      `-${key}`,
    ])) {
      const seen: { id: string; askingPriceCents: number | null }[] = [];
      let cursor: string | null = '';
      while (cursor !== null) {
        const { body }: { body: { businesses: typeof seen; total: number; nextCursor: string | null } } =
          await admin.get(
            `/businesses?limit=4&sort=${sort}${cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`}`,
          );
        expect(body.total, sort).toBe(13);
        seen.push(...body.businesses);
        cursor = body.nextCursor;
      }
      expect(new Set(seen.map(({ id }) => id)).size, sort).toBe(13);
      if (sort.endsWith('askingPrice')) {
        const prices = seen.map(({ askingPriceCents }) => askingPriceCents);
        const known = prices.flatMap((price) => price ?? []);
        const isDescending = sort.startsWith('-');
        expect(prices.slice(-5), sort).toEqual([null, null, null, null, null]);
        expect(known, sort).toEqual(known.toSorted((a, b) => (isDescending ? b - a : a - b)));
      }
    }
  });

  it('sorts by the reduced price where there is one', async () => {
    await add({ name: 'Reduced', askingPriceCents: 2_000_000_00, reducedPriceCents: 1_100_000_00 });
    await add({ name: 'Asking', askingPriceCents: 1_500_000_00 });
    await add({ name: 'Without' });
    const namesBy = async (sort: string) => listNames((await admin.get(`/businesses?sort=${sort}`)).body);
    expect(await namesBy('-askingPrice')).toEqual(['Asking', 'Reduced', 'Without']);
    expect(await namesBy('askingPrice')).toEqual(['Reduced', 'Asking', 'Without']);
  });

  it('filters by stage, openness, type, broker, market label and owner, and counts what it shows', async () => {
    const staff = await api.signIn({ role: 'STAFF', workspaceId });
    const ownerId = await api.makeCustomer(workspaceId);
    const one = await add({
      name: 'One',
      type: 'pharmacy',
      brokerId: staff.userId,
      marketLabel: 'new',
      ownerId,
    });
    await add({ name: 'Two' });
    await move(one, 'withdrawn', 'The owner stays');
    for (const query of [
      'stage=withdrawn',
      'isOpen=false',
      'type=pharmacy',
      `brokerId=${staff.userId}`,
      'marketLabel=new',
      `ownerId=${ownerId}`,
    ]) {
      const { body } = await admin.get(`/businesses?${query}`);
      expect([listNames(body), body.total], query).toEqual([['One'], 1]);
    }
    for (const query of ['isOpen=true', 'brokerId=none', 'marketLabel=none', 'stage=lead'])
      expect(listNames((await admin.get(`/businesses?${query}`)).body), query).toEqual(['Two']);
    expect((await admin.get('/businesses?color=red')).status).toBe(400);
  });
});

describe('business record', () => {
  it('is created whole as a lead, in the workspace’s currency, and appears in the owner’s timeline and the audit log', async () => {
    const ownerId = await api.makeCustomer(workspaceId, { name: 'Olivia Owner' });
    const input = {
      name: '  Harbor Home Health ',
      publicTitle: 'Home health agency on the coast',
      type: 'home_health',
      brokerId: admin.userId,
      listingNumber: 'MHB-7',
      askingPriceCents: 241_000_050,
      reducedPriceCents: 230_000_000,
      marketLabel: 'sale',
      revenueCents: 512_000_000,
      sdeCents: 70_000_000,
      ebitdaCents: -1,
      street: '12 Elm Street',
      city: 'Savannah',
      region: 'GA',
      postalCode: '31401',
      phone: '(912) 555-0100',
      email: 'hello@harbor.test',
      website: 'https://harbor.test',
      coverColor: 'navy',
      description: 'Two branches.\nMedicare certified.',
      leaseEnd: '2029-02-28',
      npi: '1234567893',
      ccn: '11q1234567',
      clia: '05d1234567',
      dea: 'AB1234563',
      ein: '12-3456789',
    };
    const { status, body } = await admin.post('/businesses', { ...input, ownerId });
    expect(status).toBe(201);
    expect(body.business).toMatchObject({
      ...input,
      name: 'Harbor Home Health',
      ccn: '11Q1234567',
      clia: '05D1234567',
      owner: { id: ownerId, name: 'Olivia Owner' },
      stage: 'lead',
      stageReason: null,
      currency: 'USD',
      version: 1,
      abilities: { canUpdate: true, canMove: true, canDelete: true },
    });
    const row = await api.db
      .selectFrom('businesses')
      .select(['asking_price_cents', 'ebitda_cents', 'lease_end', 'name_sort'])
      .where('workspace_id', '=', workspaceId)
      .executeTakeFirstOrThrow();
    expect(row).toEqual({
      asking_price_cents: 241_000_050,
      ebitda_cents: -1,
      lease_end: '2029-02-28',
      name_sort: 'harbor home health',
    });
    const { activities } = (await admin.get(`/users/${ownerId}/activities?type=businesses`)).body;
    expect(activities).toMatchObject([
      { type: 'business.created', subject: { kind: 'business', label: 'Harbor Home Health' } },
    ]);
    const audit = await api.db
      .selectFrom('audit_entries')
      .select('action')
      .where('workspace_id', '=', workspaceId)
      .where('action', '=', 'createBusiness')
      .execute();
    expect(audit).toHaveLength(1);
  });

  it.each([
    ['name', { name: ' ' }],
    ['type', { type: 'bakery' }],
    ['askingPriceCents', { askingPriceCents: 12.5 }],
    ['askingPriceCents', { askingPriceCents: -1 }],
    ['askingPriceCents', { askingPriceCents: 1e15 }],
    ['reducedPriceCents', { askingPriceCents: 100, reducedPriceCents: 100 }],
    ['reducedPriceCents', { reducedPriceCents: 100 }],
    ['npi', { npi: '1234567890' }],
    ['dea', { dea: 'AB1234569' }],
    ['clia', { clia: '05X1234567' }],
    ['ccn', { ccn: '1234' }],
    ['ein', { ein: '1234' }],
    ['leaseEnd', { leaseEnd: '2026-02-30' }],
    ['email', { email: 'nobody' }],
    ['website', { website: 'harbor.test' }],
    ['coverColor', { coverColor: '#ff0000' }],
    ['ownerId', { ownerId: '0199a000-0000-7000-8000-000000000001' }],
    ['brokerId', { brokerId: '0199a000-0000-7000-8000-000000000001' }],
  ])('is refused for its %s: %o', async (field, input) => {
    const { status, body } = await admin.post('/businesses', {
      name: 'Cedar Grove',
      type: 'dental',
      ...input,
    });
    expect([status, body.errors?.[0]?.path]).toEqual([400, field]);
  });

  it('has the same rules for its NPI and CCN as a customer', async () => {
    const business = { name: 'Cedar Grove', type: 'dental', npi: '123' };
    const customer = { name: 'Cedar Grove', npi: '123' };
    const refused = await admin.post('/users', customer);
    expect((await admin.post('/businesses', business)).body.errors).toEqual(refused.body.errors);
    const { body } = await admin.post('/users', { ...customer, npi: null, ccn: '11q1234567' });
    expect(body.user.ccn).toBe('11Q1234567');
  });

  it('gives a listing number once, whatever its case, until its business is in the trash', async () => {
    const first = await add({ listingNumber: 'MHB-1' });
    const refused = await admin.post('/businesses', { name: 'B', type: 'dental', listingNumber: 'mhb-1' });
    expect([refused.status, refused.body.errors[0].path]).toEqual([400, 'listingNumber']);
    await admin.delete(`/businesses/${first.id}`);
    await add({ listingNumber: 'mhb-1' });
    const restored = await admin.post(`/businesses/${first.id}/restore`);
    expect([restored.status, restored.body.code]).toEqual([422, 'RULE_BROKEN']);
  });

  it('changes only what is named, and refuses the second of two writers with the current record', async () => {
    const business = await add({ city: 'Reno', askingPriceCents: 100 });
    const path = `/businesses/${business.id}`;
    const changed = await admin.patch(path, { version: 1, city: 'Boise', askingPriceCents: 100 });
    expect(changed.body.business).toMatchObject({ city: 'Boise', name: business.name, version: 2 });
    const stale = await admin.patch(path, { version: 1, city: 'Mobile' });
    expect([stale.status, stale.body.code, stale.body.current.city]).toEqual([409, 'STALE_VERSION', 'Boise']);
    expect((await admin.patch(path, { version: 2, reducedPriceCents: 200 })).status).toBe(400);
    const { activities } = (await admin.get(`${path}/activities`)).body;
    expect(activities.map((entry: { type: string }) => entry.type)).toEqual([
      'business.updated',
      'business.created',
    ]);
    expect(activities[0].changedFields).toEqual(['city']);
    expect(listNames((await admin.get('/businesses?q=boise')).body)).toHaveLength(1);
    expect((await admin.get('/businesses?q=reno')).body.total).toBe(0);
  });

  it('is deleted and restored completely', async () => {
    const { id } = await add();
    expect((await admin.delete(`/businesses/${id}`)).status).toBe(204);
    expect((await admin.delete(`/businesses/${id}`)).status).toBe(404);
    expect((await admin.get('/businesses')).body.total).toBe(0);
    expect(listNames((await admin.get('/businesses?deleted=true')).body)).toHaveLength(1);
    const { business } = (await admin.get(`/businesses/${id}`)).body;
    expect(business.abilities).toEqual({
      canUpdate: false,
      canMove: false,
      canOverride: false,
      canDelete: true,
    });
    expect((await admin.patch(`/businesses/${id}`, { version: 2, city: 'X' })).status).toBe(422);
    expect((await move({ id, version: 2 }, 'valuation')).status).toBe(422);
    expect((await admin.post(`/businesses/${id}/restore`)).body.business.deletedAt).toBeNull();
    expect((await admin.post(`/businesses/${id}/restore`)).status).toBe(404);
    expect((await admin.get('/businesses')).body.total).toBe(1);
  });

  it('is created once however often the same request comes', async () => {
    const headers = { 'idempotency-key': 'business-1' };
    const input = { name: 'Once', type: 'dme' };
    const first = await admin.post('/businesses', input, { headers });
    const again = await admin.post('/businesses', input, { headers });
    expect(again.body.business.id).toBe(first.body.business.id);
    expect((await admin.get('/businesses')).body.total).toBe(1);
  });
});

describe('business stages', () => {
  it('are passed one by one, each with its time, and recorded with the reason', async () => {
    const ownerId = await api.makeCustomer(workspaceId);
    let business = await add({ ownerId });
    for (const stage of ['valuation', 'engaged', 'packaging', 'on_market', 'under_offer'])
      business = (await move(business, stage)).body.business;
    expect(business).toMatchObject({ stage: 'under_offer', stageReason: null, version: 6 });
    const refused = await move(business, 'sold');
    expect([refused.status, refused.body.errors[0].path]).toEqual([400, 'reason']);
    const sold = (await move(business, 'sold', 'Closed with the second buyer')).body.business;
    expect(sold).toMatchObject({ stage: 'sold', stageReason: 'Closed with the second buyer' });
    expect(Date.parse(sold.stageEnteredAt)).toBeGreaterThanOrEqual(Date.parse(business.stageEnteredAt));
    const { activities } = (await admin.get(`/users/${ownerId}/activities?type=businesses`)).body;
    expect(activities[0]).toMatchObject({
      type: 'business.moved',
      stages: { from: 'under_offer', to: 'sold' },
      subject: { excerpt: 'Closed with the second buyer' },
    });
  });

  it('cannot be skipped, require a reason to go back, and accept one writer at a time', async () => {
    const lead = await add();
    const skipped = await move(lead, 'on_market', 'In a hurry');
    expect([skipped.status, skipped.body.code]).toEqual([422, 'RULE_BROKEN']);
    const valued = (await move(lead, 'valuation')).body.business;
    expect((await move(valued, 'lead')).status).toBe(400);
    expect((await move(lead, 'engaged')).body.code).toBe('STALE_VERSION');
    expect((await move(valued, 'lead', 'Numbers were wrong')).body.business.stage).toBe('lead');
  });
});

describe('access to a business', () => {
  it('is, with the scope "own", its broker and the broker of its owner, by list, search, record and history', async () => {
    await setOwnScope();
    const [mine, theirs] = [
      await api.signIn({ role: 'STAFF', workspaceId }),
      await api.signIn({ role: 'STAFF', workspaceId }),
    ];
    const ownerId = await api.makeCustomer(workspaceId, { name: 'Hidden Owner', brokerId: theirs.userId });
    const business = await add({ name: 'Shared One', brokerId: mine.userId, ownerId });
    await add({ name: 'Nobodys', brokerId: admin.userId });
    for (const staff of [mine, theirs]) {
      const { body } = await staff.get('/businesses');
      expect([listNames(body), body.total]).toEqual([['Shared One'], 1]);
      expect((await staff.get('/businesses?q=nobodys')).body.total).toBe(0);
    }
    expect((await theirs.get(`/businesses/${business.id}`)).body.business.owner.name).toBe('Hidden Owner');
    expect((await mine.get(`/businesses/${business.id}`)).body.business.owner).toBeNull();
    expect((await mine.get(`/businesses?ownerId=${ownerId}`)).body.total).toBe(0);
    await admin.patch(`/businesses/${business.id}`, { version: 1, brokerId: null });
    expect((await mine.get(`/businesses/${business.id}`)).status).toBe(404);
    expect((await mine.get(`/businesses/${business.id}/activities`)).status).toBe(404);
    const own = await add({ name: 'Own' }, mine);
    expect(own.brokerId).toBe(mine.userId);
    expect((await mine.patch(`/businesses/${own.id}`, { version: 1, brokerId: theirs.userId })).status).toBe(
      403,
    );
    expect((await mine.post('/businesses', { name: 'X', type: 'dme', ownerId })).body.errors[0].path).toBe(
      'ownerId',
    );
  });

  it('is the client who owns it, without the broker’s figures, remarks and identifiers', async () => {
    const ownerId = await api.makeCustomer(workspaceId);
    const client = await api.signIn({ role: 'CLIENT', workspaceId, customerId: ownerId });
    const business = await add({
      ownerId,
      brokerId: admin.userId,
      askingPriceCents: 100_000,
      revenueCents: 333_333,
      sdeCents: 222_222,
      ebitdaCents: 111_111,
      description: 'Secret sauce',
      leaseEnd: '2030-01-31',
      ein: '12-3456789',
      street: '77 Hidden Lane',
      phone: '(912) 555-0188',
    });
    await add({ name: 'Of somebody else' });
    await move(business, 'withdrawn', 'Owner is difficult');
    const list = await client.get('/businesses');
    expect((await client.get(`/businesses?ownerId=${ownerId}`)).body).toMatchObject({ total: 1 });
    const otherOwner = await api.makeCustomer(workspaceId);
    expect((await client.get(`/businesses?ownerId=${otherOwner}`)).body).toMatchObject({ total: 0 });
    const record = await client.get(`/businesses/${business.id}`);
    expect(list.body).toMatchObject({ total: 1, businesses: [{ askingPriceCents: 100_000, owner: null }] });
    expect(record.body.business).toMatchObject({
      stage: 'withdrawn',
      stageReason: null,
      broker: { id: admin.userId },
      abilities: { canUpdate: false, canMove: false, canDelete: false },
    });
    const timeline = await client.get(`/users/${ownerId}/activities`);
    expect(timeline.body.activities).toMatchObject([{ type: 'business.moved' }]);
    for (const { text } of [list, record, timeline])
      expect(text).not.toMatch(
        /333333|222222|111111|Secret|2030|3456789|Hidden Lane|0188|difficult|somebody else/,
      );
    await admin.delete(`/businesses/${business.id}`);
    expect((await client.get('/businesses')).body.total).toBe(0);
    expect((await client.get('/businesses?deleted=true')).body.total).toBe(0);
    expect((await client.get(`/businesses/${business.id}`)).status).toBe(404);
  });

  it('does not learn from an old entry the name of a business that went to another owner', async () => {
    await setOwnScope();
    const staff = await api.signIn({ role: 'STAFF', workspaceId });
    const firstId = await api.makeCustomer(workspaceId, { brokerId: staff.userId });
    const nextId = await api.makeCustomer(workspaceId);
    const business = await add({ name: 'Went Away', ownerId: firstId });
    await admin.patch(`/businesses/${business.id}`, { version: 1, ownerId: nextId, name: 'New Secret Name' });
    const { text, body } = await staff.get(`/users/${firstId}/activities?type=businesses`);
    expect(body.total).toBe(1);
    expect(text).not.toContain('New Secret Name');
  });
});
