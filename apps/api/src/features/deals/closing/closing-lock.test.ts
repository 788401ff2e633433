import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApi, type TestApi } from '#test/harness.ts';
import { asOwner } from '#test/import-fixture.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

it('a funds flow waits for a move of its deal, and does not change once that has closed it', async () => {
  const workspaceId = await api.makeWorkspace();
  const admin = await api.signIn({ role: 'ADMIN', workspaceId });
  const business = { name: 'Bright Dental', type: 'dental', askingPriceCents: 100_000_00 };
  const businessId = (await admin.post('/businesses', business)).body.business.id;
  const buyerId = await api.makeCustomer(workspaceId, { name: 'Bo Buyer' });
  const { id } = (await admin.post('/deals', { businessId, buyerId })).body.deal;
  const setStage = `UPDATE deals SET stage = $3 WHERE workspace_id = $1 AND id = $2`;
  const countWaiting = () =>
    asOwner(api, async (owner) => {
      const { rows } = await owner.query(
        `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
      return rows.length;
    });
  const change = await asOwner(api, async (owner) => {
    await owner.query(setStage, [workspaceId, id, 'closing']);
    // As a move does until it is committed.
    await owner.query('BEGIN');
    await owner.query(setStage, [workspaceId, id, 'closed']);
    const fundsFlow = [{ side: 'source', label: 'Bank', amountCents: 100 }];
    const answer = admin.patch(`/deals/${String(id)}/closing`, { version: 0, fundsFlow });
    await expect.poll(countWaiting, { timeout: 20_000 }).toBeGreaterThan(0);
    await owner.query('COMMIT');
    return { answer };
  });
  expect(await change.answer).toMatchObject({
    status: 422,
    body: { detail: expect.stringContaining('closed') },
  });
  expect((await admin.get(`/deals/${String(id)}/closing`)).body.closing.fundsFlow).toEqual([]);
});
