import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { up } from '#db/migrations/1090-shares-of-payouts.ts';
import type { Caller } from '#test/caller.ts';
import { createCommissionFixture, price, today, type CommissionFixture } from '#test/commission-fixture.ts';
import { startApi, type TestApi } from '#test/harness.ts';

let api: TestApi;
let fixture: CommissionFixture;
let admin: Caller;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  fixture = await createCommissionFixture(api);
  ({ admin } = fixture);
});

/** A final commission of $80,000. */
async function createFinal(): Promise<string> {
  const { id } = await fixture.createDeal();
  await fixture.moveTo(id, 'closed');
  expect((await fixture.finalize(id, price)).status).toBe(200);
  return id;
}
const reason = 'Recorded by mistake';
const postCorrection = (id: string, path: string, body: object, caller = admin) =>
  caller.post(`/commissions/${id}/${path}`, body);
const getAudit = async (id: string, action: string) =>
  api.db
    .selectFrom('audit_entries')
    .select('detail')
    .where('subject_id', '=', id)
    .where('action', '=', action)
    .execute();
const getLastActivity = async (id: string) => (await admin.get(`/deals/${id}/activities`)).body.activities[0];

it('the last earn-out is removed with a reason by administrators, until the commission on it is paid out', async () => {
  const id = await createFinal();
  const remove = (version: number, caller = admin) =>
    postCorrection(id, 'earn-outs/remove-last', { version, reason }, caller);
  expect(await remove(1)).toMatchObject({ status: 403, body: { detail: 'No earn-out was recorded.' } });
  await postCorrection(id, 'earn-outs', { version: 1, cents: 100_000_00, paidOn: today });
  const grown = await postCorrection(id, 'earn-outs', { version: 2, cents: 333_333_33, paidOn: today });
  expect(grown.body.commission.abilities).toMatchObject({ canRemoveEarnOut: true });
  expect((await remove(3, fixture.lee)).status).toBe(403);
  expect((await remove(2)).status).toBe(409);
  const removed = (await remove(3)).body.commission;
  expect(removed).toMatchObject({
    dueCents: 84_000_00,
    baseCents: 1_950_000_00,
    consideration: { earnOut: 100_000_00 },
    earnOuts: [{ cents: 100_000_00, paidOn: today }],
  });
  expect(removed.shares.reduce((sum: number, { cents }: { cents: number }) => sum + cents, 0)).toBe(
    84_000_00,
  );
  expect(await getLastActivity(id)).toMatchObject({
    type: 'commission.earn_out_removed',
    subject: { excerpt: reason },
  });
  expect(await getAudit(id, 'removeEarnOut')).toEqual([
    { detail: { reason, removed: { cents: 333_333_33, paidOn: today }, dueCents: 84_000_00 } },
  ]);
  await postCorrection(id, 'pay', { version: 4, paidOn: today, reference: null });
  expect(await remove(5)).toMatchObject({
    status: 422,
    body: { detail: 'The commission on this earn-out was paid out. Reverse the payout first.' },
  });
});

it('a payout is reversed once, with a reason, by administrators; then the commission is reopened and paid again', async () => {
  const id = await createFinal();
  const paid = (await postCorrection(id, 'pay', { version: 1, paidOn: today, reference: 'Wire 1' })).body
    .commission;
  const payoutId = paid.payouts[0].id as string;
  const reverse = (version: number, caller = admin, payout = payoutId) =>
    postCorrection(id, `payouts/${payout}/reverse`, { version, reason }, caller);
  expect((await reverse(2, fixture.lee)).status).toBe(403);
  expect((await reverse(2, admin, id)).status).toBe(404);
  expect((await reverse(1)).status).toBe(409);
  expect((await reverse(2)).body.commission).toMatchObject({
    status: 'due',
    paidCents: 0,
    dueCents: 80_000_00,
    payouts: [
      { id: payoutId, cents: 80_000_00, reversalReason: null, canReverse: false },
      { cents: -80_000_00, paidOn: today, reversalReason: reason, canReverse: false },
    ],
    abilities: { canPay: true, canReopen: true },
  });
  expect(await getLastActivity(id)).toMatchObject({
    type: 'commission.payout_reversed',
    subject: { excerpt: reason },
  });
  expect(await getAudit(id, 'reversePayout')).toEqual([{ detail: { reason, payoutId, cents: 80_000_00 } }]);
  expect((await postCorrection(id, 'reopen', { version: 3, reason })).status).toBe(200);
  const { version } = (await fixture.finalize(id, { cash: 100_000_00 })).body.commission;
  const again = await postCorrection(id, 'pay', { version, paidOn: today, reference: null });
  expect(again.body.commission).toMatchObject({ status: 'paid', paidCents: 46_000_00 });
  expect(await reverse(again.body.commission.version)).toMatchObject({
    status: 422,
    body: { detail: 'This payout was already reversed.' },
  });
  expect((await admin.get('/commissions/totals')).body.totals).toMatchObject([{ paidCents: 46_000_00 }]);
});

it('a broker’s part of each payout is kept to the cent, also after an earn-out and a reversal', async () => {
  const steps = [10, 8, 6, 4].map((percent, step) => ({
    upToCents: (step + 1) * 500_000_00,
    rateBps: percent * 100,
  }));
  const splits = { referralBps: 0, referralName: null, listingShareBps: 5_000, coBrokerBps: 0 };
  const { id } = await fixture.createDeal({
    letter: {
      steps: [...steps, { upToCents: null, rateBps: 200 }],
      minimumFeeCents: 0,
      retainers: [],
      splits: { ...splits, brokerBps: 5_000, buyerBrokerBps: 5_000 },
    },
  });
  await fixture.moveTo(id, 'closed');
  await fixture.finalize(id, { cash: 1_054_921_74 });
  const pay = (version: number) => postCorrection(id, 'pay', { version, paidOn: today, reference: null });
  expect((await pay(1)).status).toBe(200);
  const first = (await fixture.get(id, fixture.lee)).paidCents as number;
  expect(first).toBe((await fixture.get(id, fixture.lee)).ownCents);
  await postCorrection(id, 'earn-outs', { version: 2, cents: 198_278_74, paidOn: today });
  expect(await fixture.get(id, fixture.lee)).toMatchObject({ status: 'due', paidCents: first });
  const { totals } = (await fixture.lee.get('/commissions/totals')).body;
  expect(totals).toMatchObject([{ paidCents: first }]);

  expect((await pay(3)).status).toBe(200);
  const { ownCents, paidCents } = await fixture.get(id, fixture.lee);
  expect(paidCents).toBe(ownCents);
  const payoutId = (await fixture.get(id)).payouts[0].id as string;
  await postCorrection(id, `payouts/${payoutId}/reverse`, { version: 4, reason });
  expect((await fixture.get(id, fixture.lee)).paidCents).toBe(paidCents - first);

  const listParts = () =>
    api.db
      .selectFrom('commission_payouts')
      .select(['cents', 'shares'])
      .where('workspace_id', '=', fixture.workspaceId)
      .where('commission_id', '=', id)
      .orderBy('id')
      .execute();
  const expectComplete = async () => {
    const payouts = await listParts();
    expect(payouts).toHaveLength(3);
    for (const { cents, shares } of payouts)
      expect(shares.reduce((sum, share) => sum + share.cents, 0)).toBe(cents);
  };
  await expectComplete();
  // Payouts of earlier versions get their parts by the migration.
  const owner = new Kysely({
    dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: api.connectionString }) }),
  });
  await sql`ALTER TABLE commission_payouts DROP COLUMN shares`.execute(owner);
  await up(owner);
  await owner.destroy();
  await expectComplete();
  const [one, , reversal] = await listParts();
  expect(reversal?.shares.map(({ cents }) => -cents)).toEqual(one?.shares.map(({ cents }) => cents));
});
