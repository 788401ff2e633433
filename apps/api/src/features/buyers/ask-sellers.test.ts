import { afterAll, beforeAll, expect, it } from 'vitest';
import { listJobs } from '#registry.ts';
import type { Caller } from '#test/caller.ts';
import { startApi, type TestApi } from '#test/harness.ts';
import { askSellers } from './ask-sellers.ts';

let api: TestApi;
let workspaceId: string;
let admin: Caller;
beforeAll(async () => {
  api = await startApi();
  // Some notices are emailed immediately.
  await api.booted.jobs.start(listJobs(api.booted.platform));
  workspaceId = await api.makeWorkspace();
  admin = await api.signIn({ role: 'ADMIN', workspaceId });
});
afterAll(() => api.close());

const dentalLicense = { type: 'dental', state: 'OH', kind: 'license', licenseNumber: null };

/** A deal at NDA signed between a seller with a login and a buyer with a profile. */
async function createDeal(eligibilities: object[] = [dentalLicense]) {
  const ownerId = await api.makeCustomer(workspaceId, { name: 'Sam Seller' });
  const seller = await api.signIn({ role: 'CLIENT', workspaceId, customerId: ownerId });
  const business = { name: 'Bright Dental', type: 'dental', ownerId, brokerId: admin.userId };
  const businessId: string = (await admin.post('/businesses', business)).body.business.id;
  const buyerId = await api.makeCustomer(workspaceId, { name: 'Bo Buyer' });
  const { buyer } = (await admin.post('/buyers', { customerId: buyerId, eligibilities })).body;
  const { deal } = (await admin.post('/deals', { businessId, buyerId })).body;
  const override = { reason: 'Signed on paper' };
  await admin.post(`/deals/${deal.id}/move`, { version: deal.version, stage: 'nda_signed', override });
  return { seller, buyerId: buyer.id as string, customerId: buyerId, businessId, dealId: deal.id as string };
}

/** Sets when the profile was confirmed, and when its proof of funds was verified. */
const qualify = (id: string, confirmedAt: Date, verifiedAt: Date | null = confirmedAt) =>
  api.db
    .updateTable('buyer_profiles')
    .set({
      confirmed_at: confirmedAt,
      proof_amount_cents: 500_000_00,
      proof_verified_at: verifiedAt,
      proof_verified_by: verifiedAt === null ? null : admin.userId,
    })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .execute();

/** Moves the request to the seller into the past, to avoid waiting three days. */
const moveRequestBack = (dealId: string, days: number) =>
  api.db
    .updateTable('deals')
    .set({ approval_asked_at: new Date(Date.now() - days * 86_400_000) })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', dealId)
    .execute();

async function listRequests(seller: Caller): Promise<{ title: string; dealId: string }[]> {
  // Like two workers at the same time.
  await Promise.all([askSellers(api.booted.platform), askSellers(api.booted.platform)]);
  const { notifications } = (await seller.get('/notifications')).body;
  return notifications.filter(({ type }: { type: string }) => type === 'deal.approval');
}

it('asks the seller about a buyer whose profile and proof of funds are there, and again after three days', async () => {
  const { seller, buyerId, dealId } = await createDeal();
  expect(await listRequests(seller)).toEqual([]);
  await qualify(buyerId, new Date(Date.now() - 200 * 86_400_000));
  expect(await listRequests(seller)).toEqual([]);
  await qualify(buyerId, new Date(), null);
  expect(await listRequests(seller)).toEqual([]);
  await qualify(buyerId, new Date());
  const title = 'Approve or decline Bo Buyer as a buyer of Bright Dental';
  expect(await listRequests(seller)).toMatchObject([{ title, dealId }]);
  await moveRequestBack(dealId, 2);
  expect(await listRequests(seller)).toHaveLength(1);
  await moveRequestBack(dealId, 3);
  expect(await listRequests(seller)).toHaveLength(2);
});

it('stops once the seller has decided, and notifies the broker', async () => {
  const { seller, buyerId, dealId } = await createDeal();
  await qualify(buyerId, new Date());
  expect(await listRequests(seller)).toHaveLength(1);
  const { version } = (await seller.get(`/deals/${dealId}`)).body.deal;
  await seller.post(`/deals/${dealId}/seller-decision`, { version, decision: 'declined' });
  await moveRequestBack(dealId, 9);
  expect(await listRequests(seller)).toHaveLength(1);
  const { notifications } = (await admin.get('/notifications')).body;
  expect(notifications[0]).toMatchObject({
    type: 'deal.decided',
    title: 'Robin Test declined Bo Buyer as a buyer of Bright Dental',
    dealId,
  });
});

it('does not ask about a buyer who is excluded from the business, banned, or without the license it requires', async () => {
  const excluded = await createDeal();
  await qualify(excluded.buyerId, new Date());
  const { businessId } = excluded;
  await admin.put(`/buyers/${excluded.buyerId}/exclusions/${businessId}`, { reason: 'Competitor' });
  expect(await listRequests(excluded.seller)).toEqual([]);
  const banned = await createDeal();
  await qualify(banned.buyerId, new Date());
  await api.db
    .updateTable('customers')
    .set({ status: 'banned', banned_reason: 'Fraud' })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', banned.customerId)
    .execute();
  expect(await listRequests(banned.seller)).toEqual([]);
  const unlicensed = await createDeal([]);
  await qualify(unlicensed.buyerId, new Date());
  expect(await listRequests(unlicensed.seller)).toEqual([]);
});
