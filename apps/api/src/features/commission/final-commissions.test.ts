import { addDays } from '@handover/domain/calendar-dates.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { listJobs } from '#registry.ts';
import type { Caller } from '#test/caller.ts';
import {
  createCommissionFixture,
  letter,
  price,
  splits,
  today,
  type CommissionFixture,
} from '#test/commission-fixture.ts';
import { startApi, type TestApi } from '#test/harness.ts';
import { withLock } from '#test/with-lock.ts';
import { createStatementBlocks } from './commission-statement.ts';

let api: TestApi;
let workspaceId: string;
let admin: Caller;
let lee: Caller;
let signLetter: CommissionFixture['signLetter'];
let createDeal: CommissionFixture['createDeal'];
let moveTo: CommissionFixture['moveTo'];
let finalize: CommissionFixture['finalize'];
let get: CommissionFixture['get'];
beforeAll(async () => {
  api = await startApi();
  await api.booted.jobs.start(listJobs(api.booted.platform));
});
afterAll(() => api.close());
beforeEach(async () => {
  ({ workspaceId, admin, lee, signLetter, createDeal, moveTo, finalize, get } =
    await createCommissionFixture(api));
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

  it('is not finalized while the deal is reopened', async () => {
    const { id } = await createDeal();
    await moveTo(id, 'closed');
    const path = `/commissions/${id}/no-commission`;
    for (const send of [
      () => finalize(id, price),
      () => admin.post(path, { closedOn: today, reason: 'Carve-out' }),
    ]) {
      const answer = await withLock(
        api,
        async (owner) => {
          await owner.query('BEGIN');
          await owner.query('SELECT FROM deals WHERE id = $1 FOR UPDATE', [id]);
          await owner.query(`UPDATE deals SET stage = 'closing' WHERE id = $1`, [id]);
        },
        send,
      );
      expect(answer).toMatchObject({ status: 403 });
      await moveTo(id, 'closed');
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
    expect(sumCents(paid.shares)).toBe(91_500_00);
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
    expect((await admin.get(`/commissions/${id}?closedOn=${closedOn}`)).status).toBe(status);
    const answer = await finalize(id, price, closedOn);
    expect(answer.status).toBe(status);
    expect(answer.body.detail ?? answer.body.commission.claim).toContain(said);
  });

  describe('with a renewed engagement letter', () => {
    /** A Lehman fee until the end of June 2025 with a tail of 12 months, then 10% from a given day. */
    async function createRenewed({ startsOn, isProtected }: { startsOn: string; isProtected: boolean }) {
      const deal = await createDeal();
      const { businessId, buyerId, letterId } = deal;
      const introduction = { buyerId, introducedOn: '2024-05-01', note: null };
      if (isProtected) await admin.post(`/businesses/${businessId}/protected-buyers`, introduction);
      const end = { version: 2, endedOn: '2025-06-30', reason: 'Renewed' };
      expect((await admin.post(`/engagement-letters/${letterId}/end`, end)).status).toBe(200);
      const steps = [{ upToCents: null, rateBps: 1_000 }];
      await signLetter(businessId, { feeTableName: 'Flat', steps, startsOn, retainers: [] });
      await moveTo(deal.id, 'closed');
      return deal;
    }

    it.each([
      ['within the term of the first', '2025-07-01', '2025-06-30', false, 'Lehman', 'term', 80_000_00],
      ['within the term of the second', '2025-07-01', '2025-07-01', true, 'Flat', 'term', 185_000_00],
      ['within the tail of the first', '2026-06-01', '2026-05-31', true, 'Lehman', 'tail', 80_000_00],
    ])('is due by the letter of a closing %s', async (_when, startsOn, closedOn, isProtected, ...due) => {
      const { id } = await createRenewed({ startsOn, isProtected });
      const [feeTableName, claim, dueCents] = due;
      const preview = await admin.get(`/commissions/${id}?closedOn=${closedOn}`);
      expect(preview.body.commission).toMatchObject({ status: 'to_finalize', terms: { feeTableName } });
      expect((await finalize(id, price, closedOn)).body.commission).toMatchObject({
        terms: { feeTableName },
        claim,
        dueCents,
      });
    });

    it('is refused between the two for a buyer who is not protected', async () => {
      const { id } = await createRenewed({ startsOn: '2026-06-01', isProtected: false });
      expect(await finalize(id, price, '2026-05-31')).toMatchObject({ status: 422 });
    });

    it.each([
      ['2025-06-30', 'Lehman'],
      ['2026-05-31', 'Lehman'],
      ['2026-06-01', 'Flat'],
    ])('is computed by the letter of the closing on %s before it is final', async (day, feeTableName) => {
      const { id } = await createRenewed({ startsOn: '2026-06-01', isProtected: true });
      await api.db
        .updateTable('deals')
        .set({ stage_entered_at: new Date(`${day}T23:00:00-04:00`) })
        .where('workspace_id', '=', workspaceId)
        .where('id', '=', id)
        .execute();
      expect(await get(id)).toMatchObject({ status: 'to_finalize', terms: { feeTableName } });
    });
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

  it('is not paid out, and grows by no earn-out, on a day that is ahead', async () => {
    const { id } = await createDeal();
    await moveTo(id, 'closed');
    await finalize(id, price);
    const paidOn = addDays(today, 1);
    for (const answer of [
      await admin.post(`/commissions/${id}/pay`, { version: 1, paidOn, reference: null }),
      await admin.post(`/commissions/${id}/earn-outs`, { version: 1, paidOn, cents: 1_000_00 }),
    ])
      expect(answer).toMatchObject({ status: 400, body: { errors: [{ path: 'paidOn' }] } });
    const { asOf } = (await admin.get('/commissions')).body;
    const input = { action: 'pay', paidOn, asOf };
    const run = { recordType: 'commission', selection: { filter: {} }, input };
    expect(await admin.post('/bulk-runs', run)).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'input.paidOn' }] },
    });
    expect(await get(id)).toMatchObject({ status: 'due', dueCents: 80_000_00, paidCents: 0 });
  });

  it('is reopened by an administrator with a reason, and finalized again, until something is paid out', async () => {
    const { id } = await createDeal();
    await moveTo(id, 'closed');
    const reopen = (version: number, as = admin, reason = 'Wrong price') =>
      as.post(`/commissions/${id}/reopen`, { version, reason });
    expect(await reopen(1)).toMatchObject({ status: 422 });
    await finalize(id, { cash: 100_000_00 });
    expect((await reopen(1, lee)).status).toBe(403);
    expect((await reopen(1, admin, ' ')).status).toBe(400);
    expect((await reopen(2)).status).toBe(409);
    expect((await get(id)).shares).not.toEqual([]);
    expect((await reopen(1)).body.commission).toMatchObject({
      status: 'to_finalize',
      closedOn: null,
      dueCents: 80_000_00,
      abilities: { canFinalize: true, canReopen: false },
    });
    expect((await admin.get(`/deals/${id}/activities`)).body.activities[0]).toMatchObject({
      type: 'commission.reopened',
      subject: { excerpt: 'Wrong price' },
    });
    const entries = await api.db
      .selectFrom('audit_entries')
      .select('detail')
      .where('subject_id', '=', id)
      .where('action', '=', 'reopenCommission')
      .execute();
    const from = { closedOn: today, baseCents: 100_000_00, feeCents: 50_000_00, dueCents: 46_000_00 };
    expect(entries).toEqual([{ detail: { reason: 'Wrong price', from: { ...from, earnOuts: [] } } }]);
    expect((await finalize(id, price)).body.commission).toMatchObject({
      status: 'due',
      dueCents: 80_000_00,
      version: 2,
    });
    // A page loaded before the commission was reopened cannot pay it out.
    const pay = (version: number) =>
      admin.post(`/commissions/${id}/pay`, { version, paidOn: today, reference: null });
    expect((await pay(1)).status).toBe(409);
    await pay(2);
    expect(await reopen(3)).toMatchObject({
      status: 403,
      body: { detail: 'A commission that was paid out cannot be reopened. Reverse its payouts first.' },
    });
    expect(await get(id)).toMatchObject({ status: 'paid', abilities: { canReopen: false } });
  });

  it('can be none, for a reason, where it could not be finalized', async () => {
    const businessId = (await admin.post('/businesses', { name: 'No letter', type: 'dental' })).body.business
      .id;
    const buyerId = await api.makeCustomer(workspaceId, { name: 'Bo Buyer' });
    const { id } = (await admin.post('/deals', { businessId, buyerId, brokerId: lee.userId })).body.deal;
    const none = (as = admin, body: object = { closedOn: today, reason: 'Sold to a carve-out' }) =>
      as.post(`/commissions/${id as string}/no-commission`, body);
    expect((await none()).status).toBe(403);
    await moveTo(id, 'closed');
    expect((await none(lee)).status).toBe(403);
    expect((await none(admin, { closedOn: today, reason: '' })).status).toBe(400);
    expect((await none(admin, { closedOn: addDays(today, 1), reason: 'x' })).status).toBe(400);
    expect((await none()).body.commission).toMatchObject({
      status: 'no_commission',
      closedOn: today,
      baseCents: 0,
      feeCents: 0,
      dueCents: 0,
      shares: [],
      terms: null,
      claim: null,
      noCommissionReason: 'Sold to a carve-out',
      abilities: { canFinalize: false, canPay: false, canAddEarnOut: false },
    });
    expect((await none()).status).toBe(409);
    expect((await finalize(id, price)).status).toBe(409);
    expect((await get(id, lee)).status).toBe('no_commission');
    expect((await admin.get('/commissions/totals')).body.totals).toMatchObject([
      { status: 'no_commission', count: 1, dueCents: 0 },
    ]);
    expect((await admin.get('/commissions?status=to_finalize')).body.total).toBe(0);
    expect((await admin.get(`/deals/${id as string}/activities`)).body.activities[0]).toMatchObject({
      type: 'commission.not_owed',
      subject: { excerpt: 'Sold to a carve-out' },
    });
    const { ticket } = (await admin.post('/commissions/export', { filter: {} })).body;
    expect((await api.app.inject({ url: ticket.url })).payload).toContain('No commission');
    const entries = await api.db
      .selectFrom('audit_entries')
      .select('detail')
      .where('subject_id', '=', id)
      .where('action', '=', 'finalizeWithoutCommission')
      .execute();
    expect(entries).toEqual([{ detail: { closedOn: today, reason: 'Sold to a carve-out' } }]);
    const text = JSON.stringify(createStatementBlocks(await get(id)));
    expect(text).toContain('Sold to a carve-out');
    expect(text).not.toContain('Commission due');
    const statement = (await admin.post(`/commissions/${id as string}/statement`)).body.ticket;
    expect((await api.app.inject({ url: statement.url })).statusCode).toBe(200);
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

const sumCents = (shares: { cents: number }[]) => shares.reduce((sum, { cents }) => sum + cents, 0);
