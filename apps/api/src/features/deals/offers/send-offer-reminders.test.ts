import { formatLongDate } from '@handover/domain/format-date.ts';
import { addDays } from '@handover/domain/calendar-dates.ts';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { listJobs } from '#registry.ts';
import type { Caller } from '#test/caller.ts';
import { startApi, type TestApi } from '#test/harness.ts';
import { sendOfferReminders } from './send-offer-reminders.ts';

const terms = {
  side: 'buyer',
  kind: 'loi',
  priceCents: 1_000_000_00,
  cashCents: 1_000_000_00,
  sellerNoteCents: 0,
  noteRateBasisPoints: 0,
  noteMonths: 0,
  isNoteOnStandby: false,
  earnOutCents: 0,
  earnOutMonths: 0,
  assumedDebtCents: 0,
  inventoryCents: 0,
  realEstateCents: 0,
  depositCents: null,
  contingencies: null,
  exclusivityEnd: null,
  expiresOn: null,
};
const today = new Date().toISOString().slice(0, 10);

let api: TestApi;
let workspaceId: string;
let admin: Caller;
let broker: Caller;
beforeAll(async () => {
  api = await startApi();
  await api.booted.jobs.start(listJobs(api.booted.platform));
});
afterAll(() => api.close());
beforeEach(async () => {
  workspaceId = await api.makeWorkspace({ timeZone: 'UTC' });
  admin = await api.signIn({ role: 'ADMIN', workspaceId });
  broker = await api.signIn({ role: 'STAFF', workspaceId });
});

/** The deal of a submitted offer, which may be accepted. */
async function createOffer(
  changes: object,
  { isAccepted = false, brokerId = broker.userId }: { isAccepted?: boolean; brokerId?: string | null } = {},
) {
  const business = { name: 'Bright Dental', type: 'dental', brokerId };
  const businessId: string = (await admin.post('/businesses', business)).body.business.id;
  const buyerId = await api.makeCustomer(workspaceId, { name: 'Bo Buyer' });
  const dealId: string = (await admin.post('/deals', { businessId, buyerId })).body.deal.id;
  const made = (await admin.post(`/deals/${dealId}/offers`, { ...terms, ...changes })).body.offer;
  const path = `/offers/${String(made.id)}/move`;
  await admin.post(path, { version: 1, state: 'submitted' });
  if (isAccepted) expect((await admin.post(path, { version: 2, state: 'accepted' })).status).toBe(200);
  return { dealId, path };
}

async function listReminders(caller: Caller): Promise<{ title: string; dealId: string }[]> {
  // Like two workers at the same time, and again later.
  await Promise.all([sendOfferReminders(api.booted.platform), sendOfferReminders(api.booted.platform)]);
  await sendOfferReminders(api.booted.platform);
  const { notifications } = (await caller.get('/notifications')).body;
  return notifications.filter(({ type }: { type: string }) => type === 'offer.ending');
}

it('the broker is reminded once, three days before an offer expires', async () => {
  const lastDay = addDays(today, 3);
  const { dealId } = await createOffer({ expiresOn: lastDay });
  await createOffer({ expiresOn: addDays(today, 5) });
  expect(await listReminders(broker)).toMatchObject([
    { title: `The offer from Bo Buyer for Bright Dental expires on ${formatLongDate(lastDay)}`, dealId },
  ]);
  expect(await listReminders(admin)).toEqual([]);
});

it('the broker is reminded once, seven days before the exclusivity of an accepted LOI ends', async () => {
  const lastDay = addDays(today, 7);
  const { dealId } = await createOffer({ exclusivityEnd: lastDay }, { isAccepted: true });
  await createOffer({ exclusivityEnd: lastDay });
  expect(await listReminders(broker)).toMatchObject([
    { title: `Exclusivity for Bo Buyer on Bright Dental ends on ${formatLongDate(lastDay)}`, dealId },
  ]);
});

it('nobody is reminded of an offer that was answered, or of a deal that has ended; without a broker it is the administrators', async () => {
  const answered = await createOffer({ expiresOn: today });
  await admin.post(answered.path, { version: 2, state: 'declined' });
  const closed = await createOffer({ expiresOn: today });
  await api.db
    .updateTable('deals')
    .set({ stage: 'closed' })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', closed.dealId)
    .execute();
  expect(await listReminders(broker)).toEqual([]);
  const { dealId } = await createOffer({ expiresOn: today }, { brokerId: null });
  expect(await listReminders(admin)).toMatchObject([{ dealId }]);
});
