import { toRecastYears } from '@handover/contract/businesses/financials.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Caller } from '#test/caller.ts';
import { startApi, type TestApi } from '#test/harness.ts';

let api: TestApi;
let workspaceId: string;
let staff: Caller;
let businessId: string;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  workspaceId = await api.makeWorkspace();
  staff = await api.signIn({ role: 'STAFF', workspaceId, displayName: 'Sam Staff' });
  const { body } = await staff.post('/businesses', { name: 'Cedar Grove Dental', type: 'dental' });
  businessId = body.business.id;
});

const statement = {
  revenue: 1_000_000_00,
  costOfSales: 120_000_00,
  ownerPay: 180_000_00,
  payroll: 350_000_00,
  rent: 84_000_00,
  otherExpenses: 110_000_00,
  depreciation: 30_000_00,
  amortization: 6_000_00,
  interest: 14_000_00,
  incomeTax: 6_000_00,
};
const createYear = (number: number, lines: object | null = statement, version: number | null = null) => ({
  year: number,
  month: null,
  lines,
  version,
});
const read = async () => (await staff.get(`/businesses/${businessId}/financials`)).body.financials;
const put = (...periods: object[]) => staff.put(`/businesses/${businessId}/financials`, { periods });
const addBack = (input: object = {}) =>
  staff.post(`/businesses/${businessId}/add-backs`, {
    year: 2025,
    category: 'one_time',
    description: 'Flood repair',
    amountCents: 20_000_00,
    status: 'accepted',
    ...input,
  });
const plain = { revenueCents: 1_000_000_00, sdeCents: 336_000_00, ebitdaCents: 156_000_00 };
const accept = (years: object[], figures: object = plain, version = 1) =>
  staff.post(`/businesses/${businessId}/recast`, { version, years, ...figures });

describe('the profit and loss of a business', () => {
  it('is saved by year and month, newest first', async () => {
    expect((await put(createYear(2023), createYear(2024), { ...createYear(2024), month: 2 })).status).toBe(
      200,
    );
    const { periods } = await read();
    expect(periods.map((one: { year: number; month: number | null }) => [one.year, one.month])).toEqual([
      [2024, null],
      [2024, 2],
      [2023, null],
    ]);
    expect(periods[0]).toEqual({ year: 2024, month: null, lines: statement, version: 1 });
  });

  it('can be changed and removed without losing a colleague’s changes', async () => {
    await put(createYear(2024));
    expect((await put(createYear(2024, { revenue: 5 }, 1))).status).toBe(200);
    const stale = await put(createYear(2025), createYear(2024, { revenue: 6 }, 1));
    expect(stale).toMatchObject({ status: 409, body: { code: 'STALE_VERSION' } });
    expect((await put(createYear(2024, { revenue: 7 }))).status).toBe(409);
    expect((await read()).periods).toEqual([{ ...createYear(2024, { revenue: 5 }), version: 2 }]);
    await put(createYear(2024, null, 2));
    expect((await read()).periods).toEqual([]);
  });

  it.each([
    ['a line that is none', createYear(2024, { rveenue: 1 }), 'periods.0.lines.rveenue'],
    ['cents in fractions', createYear(2024, { revenue: 1.5 }), 'periods.0.lines.revenue'],
    ['a month that is none', { ...createYear(2024), month: 13 }, 'periods.0.month'],
    ['a year before 1990', createYear(1989), 'periods.0.year'],
  ])('refuses %s', async (_, period, path) => {
    const { status, body } = await put(period);
    expect(status).toBe(400);
    expect(JSON.stringify(body.errors)).toContain(path.split('.').at(-1));
  });

  it('appears on the timeline', async () => {
    await put(createYear(2024));
    const { body } = await staff.get(`/businesses/${businessId}/activities`);
    expect(body.activities[0]).toMatchObject({ type: 'business.updated', changedFields: ['financials'] });
  });
});

describe('an add-back', () => {
  it('has the member who set its status as reviewer', async () => {
    await addBack({ status: 'contested' });
    const [first] = (await read()).addBacks;
    expect(first).toMatchObject({ status: 'contested', reviewer: { displayName: 'Sam Staff' }, proof: null });
    const admin = await api.signIn({ role: 'ADMIN', workspaceId, displayName: 'Ada Admin' });
    const change = { ...first, version: 1, status: 'accepted', proofId: null };
    const { id, year: of, category, description, amountCents } = first;
    const path = `/businesses/${businessId}/add-backs/${String(id)}`;
    const input = { year: of, category, description, amountCents, status: change.status, version: 1 };
    expect((await admin.patch(path, input)).body.financials.addBacks[0]).toMatchObject({
      status: 'accepted',
      reviewer: { displayName: 'Ada Admin' },
      version: 2,
    });
    expect(await admin.patch(path, input)).toMatchObject({
      status: 409,
      body: { code: 'STALE_VERSION', current: { id, version: 2 } },
    });
    expect((await admin.delete(path)).body.financials.addBacks).toEqual([]);
    expect((await admin.delete(path)).status).toBe(404);
    const entries = await api.db
      .selectFrom('audit_entries')
      .select(['action', 'detail'])
      .where('workspace_id', '=', workspaceId)
      .where('action', 'like', '%AddBack')
      .orderBy('created_at')
      .orderBy('id')
      .execute();
    const contested = { year: 2025, category: 'one_time', status: 'contested', amountCents: 20_000_00 };
    const accepted = { ...contested, status: 'accepted' };
    const detail = { addBackId: id, changed: ['financials'] };
    expect(entries).toEqual([
      { action: 'createAddBack', detail: { ...detail, from: null, to: contested } },
      { action: 'updateAddBack', detail: { ...detail, from: contested, to: accepted } },
      {
        action: 'deleteAddBack',
        detail: { ...detail, from: { ...accepted, reviewedBy: admin.userId }, to: null },
      },
    ]);
  });

  it('of the trailing twelve months counts only while they end in the same month', async () => {
    const month = (index: number) => ({
      ...createYear(2025 + Math.floor(index / 12), { revenue: 30_000_00 }),
      month: (index % 12) + 1,
    });
    const sdeOf = async () => toRecastYears(await read())[0]?.sdeCents;
    await put(...Array.from({ length: 12 }, (_, index) => month(index + 3)));
    await addBack({ year: null, amountCents: 40_000_00, category: 'one_time', status: 'accepted' });
    const [first] = (await read()).addBacks;
    expect(first.ttmThrough).toEqual({ year: 2026, month: 3 });
    expect(await sdeOf()).toBe(400_000_00);
    await put(month(15));
    expect(await sdeOf()).toBe(360_000_00);
    const { id, year, category, description, amountCents, status, version } = first;
    const input = { year, category, description, amountCents, status, version };
    await staff.patch(`/businesses/${businessId}/add-backs/${String(id)}`, input);
    expect((await read()).addBacks[0].ttmThrough).toEqual({ year: 2026, month: 4 });
    expect(await sdeOf()).toBe(400_000_00);
  });

  it('is proven by a file of the business only', async () => {
    const upload = async (recordType: string, recordId: string) =>
      (
        await staff.upload(
          `/documents?recordType=${recordType}&recordId=${recordId}&name=proof.txt`,
          'Invoice',
        )
      ).body.document.id;
    const proofId = await upload('business', businessId);
    expect((await addBack({ proofId })).body.financials.addBacks[0].proof).toEqual({
      id: proofId,
      name: 'proof.txt',
    });
    const foreign = await upload('customer', await api.makeCustomer(workspaceId));
    expect(await addBack({ proofId: foreign })).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'proofId' }] },
    });
  });

  it('can be negative only where pay or rent may be below market', async () => {
    expect((await addBack({ amountCents: -1 })).status).toBe(400);
    expect((await addBack({ amountCents: -1, category: 'second_owner' })).status).toBe(201);
  });

  it('of another business is not found', async () => {
    const [{ id }] = (await addBack()).body.financials.addBacks;
    const other = (await staff.post('/businesses', { name: 'Other', type: 'dental' })).body.business;
    expect((await staff.delete(`/businesses/${String(other.id)}/add-backs/${String(id)}`)).status).toBe(404);
  });
});

describe('an accepted recast', () => {
  it('writes revenue, SDE, and adjusted EBITDA to the business and keeps what they came from', async () => {
    await put(createYear(2025));
    await addBack();
    await addBack({ category: 'owner_replacement', amountCents: 150_000_00 });
    await addBack({ status: 'rejected', amountCents: 999_00 });
    // Net income 100,000; EBITDA 156,000; SDE + 180,000 owner pay + 20,000 flood.
    const figures = { revenueCents: 1_000_000_00, sdeCents: 356_000_00, ebitdaCents: 206_000_00 };
    const { status, body } = await accept([{ basis: 2025, weight: 1 }], figures);
    expect(status).toBe(200);
    expect(body.financials.acceptedRecast).toMatchObject({
      ...figures,
      years: [{ basis: 2025, weight: 1 }],
      acceptedBy: { displayName: 'Sam Staff' },
    });
    const { business } = (await staff.get(`/businesses/${businessId}`)).body;
    expect(business).toMatchObject({ ...figures, version: 2 });
    const timeline = (await staff.get(`/businesses/${businessId}/activities`)).body.activities;
    expect(timeline[0].type).toBe('business.recast');
  });

  it('can be a weighted average, as worked by hand', async () => {
    await put(
      createYear(2025),
      createYear(2024, { revenue: 700_000_00 }),
      createYear(2023, { revenue: 400_000_01 }),
    );
    const weights = [
      { basis: 2025, weight: 3 },
      { basis: 2024, weight: 2 },
      { basis: 2023, weight: 1 },
    ];
    // (3 × 1,000,000 + 2 × 700,000 + 400,000.01) / 6 = 800,000.00166…
    const figures = { revenueCents: 800_000_00, sdeCents: 468_000_00, ebitdaCents: 378_000_00 };
    const { body } = await accept(weights, figures);
    expect(body.financials.acceptedRecast.revenueCents).toBe(800_000_00);
  });

  it('needs figures of each year, and the current version of the business', async () => {
    await put(createYear(2025));
    expect(await accept([{ basis: 2024, weight: 1 }])).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'years' }] },
    });
    expect((await accept([{ basis: 2025, weight: 1 }], plain, 7)).status).toBe(409);
    expect((await read()).acceptedRecast).toBeNull();
  });

  it('is refused with figures that somebody has changed since they were shown', async () => {
    await put(createYear(2025));
    const { addBacks } = (await addBack()).body.financials;
    const years = [{ basis: 2025, weight: 1 }];
    expect(await accept(years)).toMatchObject({
      status: 409,
      body: { code: 'STALE_VERSION', current: { addBacks } },
    });
    const { business } = (await staff.get(`/businesses/${businessId}`)).body;
    expect(business).toMatchObject({ revenueCents: null, version: 1 });
    const figures = { ...plain, sdeCents: 356_000_00, ebitdaCents: 176_000_00 };
    expect((await accept(years, figures)).status).toBe(200);
  });
});

it('is closed while the business is in the trash', async () => {
  await put(createYear(2025));
  await staff.delete(`/businesses/${businessId}`);
  expect((await put(createYear(2024))).status).toBe(422);
  expect((await addBack()).status).toBe(422);
  expect((await accept([{ basis: 2025, weight: 1 }])).status).toBe(422);
});
