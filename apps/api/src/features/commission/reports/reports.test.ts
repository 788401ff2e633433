import { defaultFeeTables, defaultStageWeights } from '@handover/contract/commission/commission-settings.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Caller } from '#test/caller.ts';
import { startApi, type TestApi } from '#test/harness.ts';

let api: TestApi;
let workspaceId: string;
let admin: Caller;
let lee: Caller;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  // 10 p.m. on November 30 in New York, the workspace's time zone; already December in UTC.
  api.clock.set(new Date('2026-12-01T03:00:00Z'));
  workspaceId = await api.makeWorkspace();
  admin = await api.signIn({ role: 'ADMIN', workspaceId });
  lee = await api.signIn({ role: 'STAFF', workspaceId, displayName: 'Lee Lister' });
});

const letter = {
  feeTableName: 'Lehman',
  steps: defaultFeeTables[0]?.steps,
  minimumFeeCents: 0,
  countedParts: ['cash'],
  startsOn: '2024-01-01',
  endsOn: null,
  tailMonths: 12,
  carveOuts: null,
  coBrokerId: null,
  documentId: null,
  retainers: [],
  splits: {
    referralBps: 0,
    referralName: null,
    listingShareBps: 5_000,
    brokerBps: 6_000,
    coBrokerBps: 0,
    buyerBrokerBps: 0,
  },
};

/** A deal on a business for $1M with Lee's signed letter. */
async function createDeal(deal: object = {}, currency = 'USD'): Promise<string> {
  const business = { name: 'Bright Dental', type: 'dental', askingPriceCents: 1_000_000_00, currency };
  const businessId = (await admin.post('/businesses', business)).body.business.id as string;
  const { body } = await admin.post(`/businesses/${businessId}/engagement-letters`, {
    ...letter,
    brokerId: lee.userId,
  });
  const signature = { version: 1, signedOn: '2024-01-01' };
  await admin.post(`/engagement-letters/${body.engagementLetter.id as string}/sign`, signature);
  const buyerId = await api.makeCustomer(workspaceId, { name: 'Bo Buyer' });
  const { body: created } = await admin.post('/deals', {
    businessId,
    buyerId,
    brokerId: lee.userId,
    ...deal,
  });
  return created.deal.id;
}

async function end(id: string, stage: 'closed' | 'lost', at: string): Promise<void> {
  await api.db
    .updateTable('deals')
    .set({ stage, stage_entered_at: new Date(at), lost_reason: stage === 'lost' ? 'price' : null })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .execute();
}

const getReport = async (as = admin) =>
  (await as.get('/deal-reports?from=2026-01-01&before=2027-01-01')).body.report;

describe('the forecast', () => {
  it('has value and weighted commission by month and currency, as many deals as the list shows', async () => {
    await createDeal({ expectedClose: '2027-02-28' });
    await createDeal({ expectedClose: '2027-02-01' });
    await createDeal({ expectedClose: '2027-02-10' }, 'CAD');
    await createDeal();
    await end(await createDeal({ expectedClose: '2027-02-10' }), 'lost', '2026-11-01T12:00:00Z');
    const weighted = (50_000_00 * defaultStageWeights.inquiry) / 10_000;
    const { months } = (await admin.get('/deal-reports/forecast')).body;
    const february = { from: '2027-02-01', before: '2027-03-01' };
    expect(months).toEqual([
      {
        ...february,
        currency: 'CAD',
        count: 1,
        valueCents: 1_000_000_00,
        commissionCents: 50_000_00,
        weightedCents: weighted,
      },
      {
        ...february,
        currency: 'USD',
        count: 2,
        valueCents: 2_000_000_00,
        commissionCents: 100_000_00,
        weightedCents: 2 * weighted,
      },
      {
        from: null,
        before: null,
        currency: 'USD',
        count: 1,
        valueCents: 1_000_000_00,
        commissionCents: 50_000_00,
        weightedCents: weighted,
      },
    ]);
    const count = async (filter: string) =>
      (await admin.get(`/commissions?status=expected&${filter}`)).body.total;
    expect(await count('currency=USD&expectedFrom=2027-02-01&expectedBefore=2027-03-01')).toBe(2);
    expect(await count('currency=USD&hasExpectedClose=false')).toBe(1);
  });

  it('has the agreed price, also where the letter does not charge commission on all of it', async () => {
    const id = await createDeal({ expectedClose: '2027-02-10' });
    const offer = {
      side: 'buyer',
      kind: 'loi',
      priceCents: 1_500_000_00,
      cashCents: 1_100_000_00,
      sellerNoteCents: 0,
      noteRateBasisPoints: 0,
      noteMonths: 0,
      isNoteOnStandby: false,
      earnOutCents: 0,
      earnOutMonths: 0,
      assumedDebtCents: 0,
      inventoryCents: 0,
      realEstateCents: 400_000_00,
      depositCents: null,
      contingencies: null,
      exclusivityEnd: null,
      expiresOn: null,
    };
    const made = (await admin.post(`/deals/${id}/offers`, offer)).body.offer;
    const submitted = await admin.post(`/offers/${made.id}/move`, { version: 1, state: 'submitted' });
    const { version } = submitted.body.offer;
    expect((await admin.post(`/offers/${made.id}/move`, { version, state: 'accepted' })).status).toBe(200);
    const { months } = (await admin.get('/deal-reports/forecast')).body;
    // 5% of $1M and 4% of $100,000.
    expect(months).toMatchObject([{ valueCents: 1_500_000_00, commissionCents: 54_000_00 }]);
  });

  it('has a broker’s own share only', async () => {
    await createDeal({ expectedClose: '2027-02-28' });
    // 60% of the listing side, which is half of $50,000.
    const weighted = (15_000_00 * defaultStageWeights.inquiry) / 10_000;
    expect((await lee.get('/deal-reports/forecast')).body.months).toMatchObject([
      { commissionCents: 15_000_00, weightedCents: weighted },
    ]);
    const stranger = await api.signIn({ role: 'STAFF', workspaceId });
    expect((await stranger.get('/deal-reports/forecast')).body.months).toEqual([]);
  });
});

it('counts value and commission of a business once per month, stage, source, and broker, at its highest', async () => {
  const first = await createDeal({ expectedClose: '2027-02-28' });
  const { business } = (await admin.get(`/deals/${first}`)).body.deal;
  const add = async (expectedClose: string): Promise<string> => {
    const buyerId = await api.makeCustomer(workspaceId);
    const deal = { businessId: business.id, buyerId, brokerId: lee.userId, expectedClose };
    return (await admin.post('/deals', deal)).body.deal.id;
  };
  const second = await add('2027-02-01');
  await add('2027-03-01');
  await createDeal({ expectedClose: '2027-02-10' });
  await api.db
    .updateTable('deals')
    .set({ agreed_price_cents: 1_200_000_00, stage: 'meetings' })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', second)
    .execute();
  const { inquiry, meetings } = defaultStageWeights;
  const { months } = (await admin.get('/deal-reports/forecast')).body;
  expect(months).toMatchObject([
    // $50,000 and 4% of $200,000, weighted as in a meeting, and $50,000 of the other business, in its first stage.
    {
      from: '2027-02-01',
      count: 3,
      valueCents: 2_200_000_00,
      commissionCents: 108_000_00,
      weightedCents: (58_000_00 * meetings + 50_000_00 * inquiry) / 10_000,
    },
    { from: '2027-03-01', count: 1, valueCents: 1_000_000_00, commissionCents: 50_000_00 },
  ]);
  const { totals } = (await admin.get('/commissions/totals')).body;
  expect(totals).toMatchObject([
    {
      count: 4,
      dueCents: 108_000_00,
      weightedCents: (58_000_00 * meetings + 50_000_00 * inquiry) / 10_000,
    },
  ]);
  await api.db
    .updateTable('deals')
    .set({ stage: 'inquiry' })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', second)
    .execute();
  const { columns } = (await admin.get('/deals/board?isOpen=true')).body;
  expect(columns[0]).toMatchObject({
    stage: 'inquiry',
    count: 4,
    totals: [{ currency: 'USD', cents: 2_200_000_00 }],
  });
  const open = { openCount: 4, openCents: 2_200_000_00 };
  expect(await getReport()).toMatchObject({ sources: [open], brokers: [open] });
});

describe('the report of a period', () => {
  it('counts deals won and lost by source, broker, and reason in the workspace’s time zone', async () => {
    const won = await createDeal({ source: 'BizBuySell' });
    await end(won, 'closed', '2026-01-01T05:00:00Z');
    await end(await createDeal({ source: 'BizBuySell' }), 'lost', '2026-11-30T12:00:00Z');
    // New Year's Eve in New York.
    await end(await createDeal({ source: 'BizBuySell' }), 'lost', '2026-01-01T04:59:59Z');
    await createDeal({ source: 'BizBuySell' }, 'CAD');
    await createDeal({ brokerId: null });
    await admin.post(`/commissions/${won}/finalize`, {
      closedOn: '2026-01-01',
      consideration: { cash: 800_000_00, inventory: 100_000_00 },
    });
    const { sources, brokers, lostReasons } = await getReport();
    const ended = {
      openCount: 0,
      openCents: 0,
      wonCount: 1,
      // The price paid at closing, not the asking price.
      wonCents: 900_000_00,
      lostCount: 1,
    };
    const open = { openCount: 1, openCents: 1_000_000_00, wonCount: 0, wonCents: 0, lostCount: 0 };
    expect(sources).toEqual([
      { source: 'BizBuySell', currency: 'USD', ...ended },
      { source: 'BizBuySell', currency: 'CAD', ...open },
      { source: null, currency: 'USD', ...open },
    ]);
    const broker = { id: lee.userId, displayName: 'Lee Lister' };
    expect(brokers).toEqual([
      { broker, currency: 'CAD', ...open, earnedCents: 0 },
      { broker, currency: 'USD', ...ended, earnedCents: 12_000_00 },
      { broker: null, currency: 'USD', ...open, earnedCents: 0 },
    ]);
    const nia = await api.signIn({ role: 'STAFF', workspaceId });
    const earnedFor = async (who: Caller) =>
      (await getReport(who)).brokers.map((row: { earnedCents: number | null }) => row.earnedCents);
    expect([await earnedFor(lee), await earnedFor(nia)]).toEqual([
      [0, 12_000_00, null],
      [null, null, null],
    ]);
    expect(lostReasons).toEqual([{ reason: 'price', count: 1 }]);
    const count = async (filter: string) => (await admin.get(`/deals?${filter}`)).body.total;
    const period = 'stageFrom=2026-01-01&stageBefore=2027-01-01';
    expect(await count(`source=BizBuySell&currency=USD&stage=lost&${period}`)).toBe(1);
    expect(await count(`source=BizBuySell&currency=USD&stage=closed&${period}`)).toBe(1);
    expect(await count('hasSource=false&currency=USD&isOpen=true')).toBe(1);
  });

  it('has the median days of stays that ended, and of those that have not', async () => {
    const setTime = (id: string, column: 'created_at' | 'stage_entered_at', at: string) =>
      api.db
        .updateTable('deals')
        .set({ [column]: new Date(at) })
        .where('workspace_id', '=', workspaceId)
        .where('id', '=', id)
        .execute();
    for (const [created, entered] of [
      ['2026-11-28', '2026-11-27'],
      ['2026-11-29', '2026-11-29'],
    ]) {
      const id = await createDeal();
      await setTime(id, 'created_at', `${created ?? ''}T03:00:00Z`);
      const body = { version: 1, stage: 'nda_signed', reason: null, override: { reason: 'Test' } };
      expect((await admin.post(`/deals/${id}/move`, body)).status).toBe(200);
      await setTime(id, 'stage_entered_at', `${entered ?? ''}T03:00:00Z`);
    }
    const { stages } = await getReport();
    // Two and three days in inquiry; then four and two so far.
    expect(stages.slice(0, 3)).toEqual([
      { stage: 'inquiry', leftCount: 2, leftDays: 2.5, openCount: 0, openDays: null },
      { stage: 'nda_signed', leftCount: 0, leftDays: null, openCount: 2, openDays: 3 },
      { stage: 'qualified', leftCount: 0, leftDays: null, openCount: 0, openDays: null },
    ]);
  });

  it('is about the deals in scope, and for staff only', async () => {
    await createDeal();
    await api.db
      .updateTable('workspaces')
      .set({ record_scope: 'own' })
      .where('id', '=', workspaceId)
      .execute();
    const stranger = await api.signIn({ role: 'STAFF', workspaceId });
    expect(await getReport(stranger)).toMatchObject({ sources: [], brokers: [], lostReasons: [] });
    const client = await api.signIn({ role: 'CLIENT', workspaceId });
    expect((await client.get('/deal-reports/forecast')).status).toBe(403);
    expect((await api.guest.get('/deal-reports/forecast')).status).toBe(401);
    expect((await admin.get('/deal-reports?from=2026-02-30&before=x')).status).toBe(400);
  });
});
