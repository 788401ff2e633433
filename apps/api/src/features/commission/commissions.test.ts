import { defaultStageWeights } from '@handover/contract/commission/commission-settings.ts';
import { addMonths } from '@handover/domain/calendar-dates.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Caller } from '#test/caller.ts';
import { createCommissionFixture, price, today, type CommissionFixture } from '#test/commission-fixture.ts';
import { startApi, type TestApi } from '#test/harness.ts';

let api: TestApi;
let workspaceId: string;
let admin: Caller;
let lee: Caller;
let bea: Caller;
let createDeal: CommissionFixture['createDeal'];
let moveTo: CommissionFixture['moveTo'];
let finalize: CommissionFixture['finalize'];
let get: CommissionFixture['get'];
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  ({ workspaceId, admin, lee, bea, createDeal, moveTo, finalize, get } = await createCommissionFixture(api));
});

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
      weightedCents: (80_000_00 * defaultStageWeights.loi) / 10_000,
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
      weightedCents: (76_000_00 * defaultStageWeights.loi) / 10_000,
    });
    expect(sumCents((await get(id)).shares)).toBe(76_000_00);
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

describe('the commission of an open deal after the term of the letter', () => {
  const sum = async () => {
    const { totals } = (await admin.get('/commissions/totals?status=expected')).body;
    const { months } = (await admin.get('/deal-reports/forecast')).body;
    return [totals[0].dueCents, totals[0].weightedCents, months[0].commissionCents, months[0].weightedCents];
  };
  const protect = (businessId: string, buyerId: string, introducedOn: string) =>
    admin.post(`/businesses/${businessId}/protected-buyers`, { buyerId, introducedOn, note: null });

  it('is none for a buyer who is not on the protected list, and after the tail', async () => {
    const { id, businessId, buyerId } = await createDeal({ letter: { endsOn: addMonths(today, -1) } });
    expect(await get(id)).toMatchObject({ claim: 'not_protected', dueCents: null, shares: [] });
    expect(await sum()).toEqual([0, 0, 0, 0]);
    await protect(businessId, buyerId, '2024-05-01');
    expect(await get(id)).toMatchObject({ claim: 'tail', dueCents: 80_000_00 });
    const { version } = (await admin.get(`/deals/${id}`)).body.deal;
    const expectedClose = addMonths(today, 12);
    expect((await admin.patch(`/deals/${id}`, { version, expectedClose })).status).toBe(200);
    expect(await get(id)).toMatchObject({ claim: 'tail_over', dueCents: null, weightedCents: null });
    expect(await sum()).toEqual([0, 0, 0, 0]);
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
    const inquiry = (80_000_00 * defaultStageWeights.inquiry) / 10_000;
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
    const exported = async (caller: Caller) => {
      const { ticket } = (await caller.post('/commissions/export', { filter: {} })).body;
      return (await api.app.inject({ url: ticket.url })).payload;
    };
    for (const cell of ['Bright Dental', '80000.00']) expect(await exported(admin)).toContain(cell);
    expect(await exported(lee)).toContain('21600.00');
    expect(await exported(lee)).not.toContain('80000.00');
  });

  it('have for a broker the own share as commission and as paid out, in rows and totals', async () => {
    const { id } = await createDeal();
    await createDeal();
    await moveTo(id, 'closed');
    await finalize(id, price);
    const pay = (version: number) =>
      admin.post(`/commissions/${id}/pay`, { version, paidOn: today, reference: null });
    const seen = async (caller: Caller) => {
      const { commissions } = (await caller.get('/commissions')).body;
      const { totals } = (await caller.get('/commissions/totals')).body;
      for (const status of ['expected', 'due', 'paid']) {
        const ofStatus = (rows: { status: string; dueCents: number; paidCents: number }[]) =>
          rows
            .filter((row) => row.status === status)
            .map(({ dueCents, paidCents }) => ({ dueCents, paidCents }));
        expect(ofStatus(commissions)).toEqual(ofStatus(totals));
      }
      return commissions.find((row: { id: string }) => row.id === id);
    };
    expect(await seen(lee)).toMatchObject({ status: 'due', dueCents: 21_600_00, paidCents: 0 });
    await pay(1);
    expect(await seen(lee)).toMatchObject({ status: 'paid', dueCents: 21_600_00, paidCents: 21_600_00 });
    expect(await seen(admin)).toMatchObject({ status: 'paid', dueCents: 80_000_00, paidCents: 80_000_00 });
    await admin.post(`/commissions/${id}/earn-outs`, { version: 2, cents: 333_333_33, paidOn: today });
    // 27% of $91,500, of which $80,000 were paid.
    expect(await seen(lee)).toMatchObject({ status: 'due', dueCents: 24_705_00, paidCents: 21_600_00 });
    expect((await lee.get(`/commissions/${id}`)).body.commission).toMatchObject({
      dueCents: 24_705_00,
      totalCents: 91_500_00,
    });
  });
});

const sumCents = (shares: { cents: number }[]) => shares.reduce((sum, { cents }) => sum + cents, 0);
