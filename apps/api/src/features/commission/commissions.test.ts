import { deliveredFeeTables, deliveredStageWeights } from '@handover/contract/commission-settings.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { dateIn } from '#lib/clock.ts';
import { bulkJobs } from '#platform/records/bulk/bulk.job.ts';
import { allJobs } from '#registry.ts';
import type { Caller } from '#test/caller.ts';
import { startApi, type TestApi } from '#test/harness.ts';

let api: TestApi;
let workspaceId: string;
let admin: Caller;
let lee: Caller;
let bea: Caller;
beforeAll(async () => {
  api = await startApi();
  await api.booted.jobs.start(allJobs(api.booted.platform));
});
afterAll(() => api.close());
beforeEach(async () => {
  workspaceId = await api.makeWorkspace();
  admin = await api.signIn({ role: 'ADMIN', workspaceId });
  lee = await api.signIn({ role: 'STAFF', workspaceId, displayName: 'Lee Lister' });
  bea = await api.signIn({ role: 'STAFF', workspaceId, displayName: 'Bea Buyerside' });
});

/** In the time zone of the test's workspaces, where the day may be an earlier one than in UTC. */
const today = dateIn('America/New_York', new Date());
const lehman = deliveredFeeTables[0]?.steps;
const letter = {
  feeTableName: 'Lehman',
  steps: lehman,
  minimumFeeCents: 50_000_00,
  countedParts: ['cash', 'sellerNote', 'earnOut'],
  startsOn: '2024-01-01',
  endsOn: null,
  tailMonths: 12,
  carveOuts: null,
  coBrokerId: null,
  documentId: null,
  retainers: [
    { amountCents: 4_000_00, isCreditable: true, paidOn: '2024-01-02' },
    { amountCents: 5_000_00, isCreditable: true, paidOn: null },
    { amountCents: 6_000_00, isCreditable: false, paidOn: '2024-01-02' },
  ],
};
const splits = {
  referralBps: 1_000,
  referralName: 'Pat CPA',
  listingShareBps: 5_000,
  brokerBps: 6_000,
  coBrokerBps: 0,
  buyerBrokerBps: 5_000,
};

/** A business with a signed letter, and a deal of Bea's on it. */
async function createDeal(change: { letter?: object; business?: object } = {}) {
  const business = {
    name: 'Bright Dental',
    type: 'dental',
    askingPriceCents: 1_850_000_00,
    ...change.business,
  };
  const businessId = (await admin.post('/businesses', business)).body.business.id as string;
  const draft = { ...letter, brokerId: lee.userId, splits, ...change.letter };
  const { body } = await admin.post(`/businesses/${businessId}/engagement-letters`, draft);
  const letterId = body.engagementLetter.id as string;
  await admin.post(`/engagement-letters/${letterId}/sign`, { version: 1, signedOn: '2024-01-01' });
  const buyerId = await api.makeCustomer(workspaceId, { name: 'Bo Buyer' });
  const deal = await admin.post('/deals', { businessId, buyerId, brokerId: bea.userId });
  return { id: deal.body.deal.id as string, businessId, letterId, buyerId };
}
const moveTo = (id: string, stage: string) =>
  api.db
    .updateTable('deals')
    .set({ stage: stage as 'closed' })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .execute();
const finalize = (id: string, consideration: object, closedOn = today) =>
  admin.post(`/commissions/${id}/finalize`, { closedOn, consideration });
const get = async (id: string, as = admin) => (await as.get(`/commissions/${id}`)).body.commission;
const price = { cash: 1_500_000_00, sellerNote: 350_000_00, realEstate: 900_000_00 };

describe('the commission of an open deal', () => {
  it('is expected from the letter and the asking price, weighted by the stage, and divided', async () => {
    const { id } = await createDeal();
    await moveTo(id, 'loi');
    // Lehman on $1.85M is $84,000; less the $4,000 retainer that was paid. 10 % referral: $8,000; sides of $36,000.
    expect(await get(id)).toMatchObject({
      status: 'expected',
      baseCents: 1_850_000_00,
      feeCents: 84_000_00,
      creditCents: 4_000_00,
      dueCents: 80_000_00,
      weightedCents: (80_000_00 * deliveredStageWeights.loi) / 10_000,
      shares: [
        { role: 'referral', name: 'Pat CPA', cents: 8_000_00 },
        { role: 'listing', userId: lee.userId, cents: 21_600_00 },
        { role: 'buyer', userId: bea.userId, cents: 18_000_00 },
        { role: 'brokerage', cents: 32_400_00 },
      ],
      abilities: { canFinalize: false, canPay: false },
    });
  });

  it('is on the counted parts of the accepted letter of intent, without the earn-out', async () => {
    const { id } = await createDeal();
    await moveTo(id, 'loi');
    const terms = {
      kind: 'loi',
      side: 'buyer',
      priceCents: 2_400_000_00,
      cashCents: 1_500_000_00,
      sellerNoteCents: 250_000_00,
      noteRateBasisPoints: 600,
      noteMonths: 60,
      isNoteOnStandby: false,
      earnOutCents: 100_000_00,
      earnOutMonths: 12,
      assumedDebtCents: 0,
      inventoryCents: 50_000_00,
      realEstateCents: 500_000_00,
      depositCents: null,
      contingencies: null,
      exclusivityEnd: null,
      expiresOn: null,
    };
    const { status, body } = await admin.post(`/deals/${id}/offers`, terms);
    expect(status, JSON.stringify(body)).toBe(201);
    expect((await admin.get(`/commissions/${id}`)).body.commission.consideration).toEqual({
      cash: 1_850_000_00,
    });
    for (const [version, state] of [
      [1, 'submitted'],
      [2, 'accepted'],
    ]) {
      const moved = await admin.post(`/offers/${String(body.offer.id)}/move`, { version, state });
      expect(moved.status, moved.text).toBe(200);
    }
    expect((await admin.get(`/commissions/${id}`)).body.commission.consideration).toEqual({
      cash: 1_500_000_00,
      sellerNote: 250_000_00,
      assumedDebt: 0,
      inventory: 50_000_00,
      realEstate: 500_000_00,
    });
    // $1.5M cash and the $250,000 note; not inventory and real estate, which the letter excludes, nor the earn-out, which
    // counts once it is paid. Lehman: $50,000 + 4% of $750,000, less the $4,000 retainer. A third party gets 10%.
    expect(await get(id)).toMatchObject({
      status: 'expected',
      baseCents: 1_750_000_00,
      feeCents: 80_000_00,
      dueCents: 76_000_00,
      weightedCents: (76_000_00 * deliveredStageWeights.loi) / 10_000,
    });
    expect(sumOf((await get(id)).shares)).toBe(76_000_00);
  });

  it('is unknown without a letter or a price, and gone with a lost deal', async () => {
    const { id } = await createDeal({ business: { askingPriceCents: null } });
    expect(await get(id)).toMatchObject({ baseCents: null, dueCents: null, shares: [] });
    await api.db
      .updateTable('deals')
      .set({ stage: 'lost', lost_reason: 'price' })
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', id)
      .execute();
    expect((await admin.get(`/commissions/${id}`)).status).toBe(404);
  });
});

describe('the commission of a closed deal', () => {
  it('shows the carve-outs of the letter to the person who finalizes it', async () => {
    const { id } = await createDeal({ letter: { carveOuts: 'No commission on a sale to Dr. Hale' } });
    expect(await get(id)).toMatchObject({ carveOuts: 'No commission on a sale to Dr. Hale' });
  });

  it('is finalized on the parts that the letter counts, with the terms of that day', async () => {
    const { id, letterId } = await createDeal();
    expect(await finalize(id, price)).toMatchObject({ status: 403 });
    await moveTo(id, 'closed');
    expect(await get(id)).toMatchObject({
      status: 'to_finalize',
      dueCents: 80_000_00,
      weightedCents: null,
      abilities: { canFinalize: true },
    });
    const final = await finalize(id, price);
    expect(final.body.commission).toMatchObject({
      status: 'due',
      claim: 'term',
      baseCents: 1_850_000_00,
      dueCents: 80_000_00,
      weightedCents: null,
      paidCents: 0,
      version: 1,
    });
    expect(await finalize(id, price)).toMatchObject({ status: 409 });
    const other = { ...letter, brokerId: lee.userId, splits: { ...splits, brokerBps: 0 } };
    await admin.put(`/engagement-letters/${letterId}`, { version: 2, ...other });
    expect(await get(id)).toEqual(final.body.commission);
    for (const path of [`/deals/${id}`, `/businesses/${final.body.commission.business.id as string}`]) {
      const { activities } = (await admin.get(`${path}/activities`)).body;
      expect(activities.map(({ type }: { type: string }) => type)).toContain('commission.finalized');
    }
  });

  it('is at least the minimum and never below zero', async () => {
    const { id } = await createDeal();
    await moveTo(id, 'closed');
    expect((await finalize(id, { cash: 100_000_00 })).body.commission.dueCents).toBe(46_000_00);
    const credited = [{ amountCents: 60_000_00, isCreditable: true, paidOn: '2024-01-02' }];
    const second = await createDeal({ letter: { retainers: credited } });
    await moveTo(second.id, 'closed');
    expect(await finalize(second.id, { cash: 0 })).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'consideration.cash' }] },
    });
    const free = await finalize(second.id, { realEstate: 900_000_00 });
    expect(free.body.commission).toMatchObject({ baseCents: 0, dueCents: 0, status: 'paid' });
  });

  it('grows by an earn-out once that is paid, and is paid out to the cent', async () => {
    const { id } = await createDeal();
    await moveTo(id, 'closed');
    expect(await finalize(id, { ...price, earnOut: 1 })).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'consideration.earnOut' }] },
    });
    await finalize(id, price);
    const pay = (version: number) =>
      admin.post(`/commissions/${id}/pay`, { version, paidOn: today, reference: 'Wire 1' });
    expect((await pay(1)).body.commission).toMatchObject({ status: 'paid', paidCents: 80_000_00 });
    expect(await pay(2)).toMatchObject({ status: 403 });
    const earnOut = { version: 2, cents: 333_333_33, paidOn: today };
    expect(await admin.post(`/commissions/${id}/earn-outs`, { ...earnOut, version: 1 })).toMatchObject({
      status: 409,
    });
    const grown = (await admin.post(`/commissions/${id}/earn-outs`, earnOut)).body.commission;
    // $150,000 of it at 4%, $183,333.33 at 3%: 6,000 + 5,499.9999, rounded half up.
    expect(grown).toMatchObject({ status: 'due', dueCents: 80_000_00 + 11_500_00, baseCents: 2_183_333_33 });
    const paid = (await pay(3)).body.commission;
    expect(paid.payouts.map(({ cents }: { cents: number }) => cents)).toEqual([80_000_00, 11_500_00]);
    expect(sumOf(paid.shares)).toBe(91_500_00);
  });

  it('is paid out with others, once, by administrators', async () => {
    const { id } = await createDeal();
    await moveTo(id, 'closed');
    await finalize(id, price);
    const input = { action: 'pay', paidOn: today };
    const start = (caller: Caller) =>
      caller.post('/bulk-runs', { recordType: 'commission', selection: { filter: {} }, input });
    expect((await start(lee)).status).toBe(403);
    for (const counts of [
      { total: 1, done: 1, skipped: 0 },
      { total: 1, done: 0, skipped: 1 },
    ]) {
      const runId = (await start(admin)).body.bulkRun.id as string;
      const [job] = bulkJobs(api.booted.platform);
      await job?.handler({ workspaceId, runId }, { signal: new AbortController().signal });
      expect((await admin.get(`/bulk-runs/${runId}`)).body.bulkRun).toMatchObject({ counts, canUndo: false });
    }
    expect(await get(id)).toMatchObject({ status: 'paid', payouts: [{ cents: 80_000_00, paidOn: today }] });
    const entries = await api.db
      .selectFrom('audit_entries')
      .select('detail')
      .where('subject_id', '=', id)
      .where('action', '=', 'payCommission')
      .execute();
    expect(entries).toEqual([{ detail: { bulkRunId: expect.any(String), cents: 80_000_00, paidOn: today } }]);
  });

  it.each<[string, object, string, boolean, number, string]>([
    ['before the term', {}, '2023-12-31', false, 422, 'before the term'],
    [
      'in the tail, with a protected buyer',
      { endsOn: '2024-08-31', tailMonths: 6 },
      '2025-02-27',
      true,
      200,
      'tail',
    ],
    [
      'in the tail, with another buyer',
      { endsOn: '2024-08-31', tailMonths: 6 },
      '2025-02-27',
      false,
      422,
      'protected',
    ],
    [
      'at the end of the tail',
      { endsOn: '2024-08-31', tailMonths: 6 },
      '2025-02-28',
      true,
      422,
      'tail had ended',
    ],
  ])('%s', async (_when, terms, closedOn, isProtected, status, said) => {
    const { id, businessId, buyerId } = await createDeal({ letter: terms });
    if (isProtected)
      await admin.post(`/businesses/${businessId}/protected-buyers`, {
        buyerId,
        introducedOn: '2024-05-01',
        note: null,
      });
    await moveTo(id, 'closed');
    const answer = await finalize(id, price, closedOn);
    expect(answer.status).toBe(status);
    expect(answer.body.detail ?? answer.body.commission.claim).toContain(said);
  });

  it('needs a letter and a date that is not ahead', async () => {
    const businessId = (await admin.post('/businesses', { name: 'No letter', type: 'dental' })).body.business
      .id;
    const buyerId = await api.makeCustomer(workspaceId, { name: 'Bo Buyer' });
    const { id } = (await admin.post('/deals', { businessId, buyerId })).body.deal;
    await moveTo(id, 'closed');
    expect(await finalize(id, price)).toMatchObject({ status: 422 });
    const second = await createDeal();
    await moveTo(second.id, 'closed');
    expect(await finalize(second.id, price, '2099-01-01')).toMatchObject({ status: 400 });
  });

  it('has a statement as PDF', async () => {
    const { id } = await createDeal();
    expect(await admin.post(`/commissions/${id}/statement`)).toMatchObject({ status: 422 });
    await moveTo(id, 'closed');
    await finalize(id, price);
    const { ticket } = (await admin.post(`/commissions/${id}/statement`)).body;
    const file = await api.app.inject({ url: ticket.url });
    expect([file.statusCode, file.rawPayload.subarray(0, 5).toString()]).toEqual([200, '%PDF-']);
  });
});

describe('commissions in the list', () => {
  it('are filtered by status, and add up by status and currency, never across currencies', async () => {
    const [expected, due] = [await createDeal(), await createDeal()];
    await createDeal({ business: { currency: 'CAD' } });
    await moveTo(due.id, 'closed');
    await finalize(due.id, price);
    const ids = async (query: string) =>
      (await admin.get(`/commissions?${query}`)).body.commissions.map(({ id }: { id: string }) => id);
    expect(await ids('status=due')).toEqual([due.id]);
    expect(await ids('status=expected&currency=USD')).toEqual([expected.id]);
    expect(await ids(`closedFrom=${today}`)).toEqual([due.id]);
    expect((await admin.get('/commissions/total?status=expected')).body.total).toBe(2);
    const { totals } = (await admin.get('/commissions/totals')).body;
    const inquiry = (80_000_00 * deliveredStageWeights.inquiry) / 10_000;
    expect(totals).toHaveLength(3);
    expect(totals).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ status: 'expected', currency: 'CAD', count: 1, dueCents: 80_000_00 }),
        expect.objectContaining({ status: 'expected', currency: 'USD', weightedCents: inquiry }),
        expect.objectContaining({ status: 'due', currency: 'USD', dueCents: 80_000_00, weightedCents: 0 }),
      ]),
    );
  });

  it('are those that a broker has a share of, with that share alone; clients have none', async () => {
    const { id } = await createDeal();
    await createDeal({ letter: { brokerId: admin.userId } });
    const own = (await lee.get('/commissions')).body;
    expect(own).toMatchObject({ total: 1, commissions: [{ id, ownCents: 21_600_00 }] });
    expect(own.commissions[0].shares).toEqual([
      { role: 'listing', userId: lee.userId, name: 'Lee Lister', cents: 21_600_00 },
    ]);
    expect((await bea.get('/commissions')).body.total).toBe(2);
    expect((await lee.get('/commissions/totals')).body.totals).toMatchObject([{ dueCents: 21_600_00 }]);
    const stranger = await api.signIn({ role: 'STAFF', workspaceId });
    expect((await stranger.get(`/commissions/${id}`)).status).toBe(404);
    expect(
      (await lee.post(`/commissions/${id}/finalize`, { closedOn: today, consideration: {} })).status,
    ).toBe(403);
    const elsewhere = await api.signIn({ role: 'ADMIN', workspaceId: await api.makeWorkspace() });
    expect((await elsewhere.get(`/commissions/${id}`)).status).toBe(404);
    const client = await api.signIn({ role: 'CLIENT', workspaceId });
    expect((await client.get('/commissions')).status).toBe(403);
    expect((await api.guest.get('/commissions')).status).toBe(401);
  });

  it('are exported', async () => {
    await createDeal();
    const { ticket } = (await lee.post('/commissions/export', { filter: {} })).body;
    const file = await api.app.inject({ url: ticket.url });
    for (const cell of ['Bright Dental', '80000.00', '21600.00']) expect(file.payload).toContain(cell);
  });
});

const sumOf = (shares: { cents: number }[]) => shares.reduce((sum, { cents }) => sum + cents, 0);
