import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApi, type TestApi } from '#test/harness.ts';
import { withLock } from '#test/with-lock.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

async function createDeal() {
  const workspaceId = await api.makeWorkspace();
  const admin = await api.signIn({ role: 'ADMIN', workspaceId });
  const business = { name: 'Bright Dental', type: 'dental', askingPriceCents: 100_000_00 };
  const businessId = (await admin.post('/businesses', business)).body.business.id;
  const buyerId = await api.makeCustomer(workspaceId, { name: 'Bo Buyer' });
  const { id } = (await admin.post('/deals', { businessId, buyerId })).body.deal;
  return { workspaceId, admin, id: String(id) };
}

/** The response to a change that is sent while a move closes its deal. */
async function changeWhileClosing<T>(
  { workspaceId, id }: { workspaceId: string; id: string },
  send: () => Promise<T>,
): Promise<T> {
  const setStage = `UPDATE deals SET stage = $3 WHERE workspace_id = $1 AND id = $2`;
  return withLock(
    api,
    async (owner) => {
      await owner.query(setStage, [workspaceId, id, 'closing']);
      // Holds the row lock, as a move does until it commits.
      await owner.query('BEGIN');
      await owner.query(setStage, [workspaceId, id, 'closed']);
    },
    send,
  );
}

const rejection = { status: 422, body: { detail: expect.stringContaining('closed') } };

it('a change to a funds flow waits for a move of its deal, and is rejected if that closes it', async () => {
  const deal = await createDeal();
  const path = `/deals/${deal.id}/closing`;
  const fundsFlow = [{ side: 'source', label: 'Bank', amountCents: 100 }];
  const change = () => deal.admin.patch(path, { version: 0, fundsFlow });
  expect(await changeWhileClosing(deal, change)).toMatchObject(rejection);
  expect((await deal.admin.get(path)).body.closing.fundsFlow).toEqual([]);
});

it('a request is not reopened by somebody while its deal is closed', async () => {
  const deal = await createDeal();
  const { admin, id, workspaceId } = deal;
  await api.db
    .updateTable('deals')
    .set({ stage: 'due_diligence' })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .execute();
  const request = (await admin.post(`/deals/${id}/diligence-requests`, { title: 'Tax returns' })).body
    .request;
  const close = (version: number, isClosed: boolean) =>
    admin.post(`/diligence-requests/${String(request.id)}/close`, { version, isClosed });
  const closed = (await close(request.version, true)).body.request;
  expect(closed).toMatchObject({ state: 'closed', abilities: { canClose: true } });
  expect(await changeWhileClosing(deal, () => close(closed.version, false))).toMatchObject(rejection);
  expect((await admin.get(`/deals/${id}/diligence-requests`)).body.requests).toMatchObject([
    { state: 'closed', abilities: { canClose: false } },
  ]);
});

it('a deal cannot be created or reopened on a business that is sold concurrently', async () => {
  const { workspaceId, admin, id } = await createDeal();
  const { business, version } = (await admin.get(`/deals/${id}`)).body.deal;
  const lost = await admin.post(`/deals/${id}/move`, { version, stage: 'lost', lostReason: 'price' });
  const buyerId = await api.makeCustomer(workspaceId, { name: 'Di Buyer' });
  const whileSelling = (send: () => Promise<unknown>) =>
    withLock(
      api,
      async (owner) => {
        const setStage = `UPDATE businesses SET stage = $3, stage_reason = 'Sold' WHERE workspace_id = $1 AND id = $2`;
        await owner.query(setStage, [workspaceId, business.id, 'on_market']);
        await owner.query('BEGIN');
        await owner.query(setStage, [workspaceId, business.id, 'sold']);
      },
      send,
    );
  const sold = { status: 422, body: { code: 'RULE_BROKEN' } };
  expect(await whileSelling(() => admin.post('/deals', { businessId: business.id, buyerId }))).toMatchObject(
    sold,
  );
  const reopening = { version: lost.body.deal.version, stage: 'inquiry', reason: 'Back again' };
  expect(await whileSelling(() => admin.post(`/deals/${id}/move`, reopening))).toMatchObject(sold);
});
