import { expect, it } from 'vitest';
import { startApi } from '#test/harness.ts';

const api = await startApi();

const terms = {
  side: 'buyer',
  kind: 'loi',
  priceCents: 1_200_000_00,
  cashCents: 700_000_00,
  sellerNoteCents: 300_000_00,
  noteRateBasisPoints: 600,
  noteMonths: 60,
  isNoteOnStandby: false,
  earnOutCents: 200_000_00,
  earnOutMonths: 24,
  assumedDebtCents: 0,
  inventoryCents: 0,
  realEstateCents: 0,
  depositCents: null,
  contingencies: null,
  exclusivityEnd: null,
  expiresOn: null,
};

async function openDeal() {
  const workspaceId = await api.makeWorkspace();
  const admin = await api.signIn({ role: 'ADMIN', workspaceId });
  const { business } = (await admin.post('/businesses', { name: 'Bright Dental', type: 'dental' })).body;
  const buyerId = await api.makeCustomer(workspaceId, { name: 'Bo Buyer' });
  const { deal } = (await admin.post('/deals', { businessId: business.id, buyerId })).body;
  return { admin, path: `/deals/${String(deal.id)}/offers` };
}

it.each([
  ['noteMonths', 0, /term of the seller note/],
  ['earnOutMonths', 0, /when the earn-out is paid/],
  ['expiresOn', '2020-01-01', /“Valid until” has passed/],
])('an offer can be drafted but not submitted with %s of %s', async (field, value, message) => {
  const { admin, path } = await openDeal();
  const draft = await admin.post(path, { ...terms, [field]: value });
  expect(draft.status).toBe(201);
  const { id, version } = draft.body.offer;
  expect(await admin.post(`/offers/${id}/move`, { version, state: 'submitted' })).toMatchObject({
    status: 400,
    body: { errors: [{ path: field, message: expect.stringMatching(message) }] },
  });
});

it('a counter-offer after its last day does not end the offer that it answers', async () => {
  const { admin, path } = await openDeal();
  const { id, version } = (await admin.post(path, terms)).body.offer;
  await admin.post(`/offers/${id}/move`, { version, state: 'submitted' });
  const counter = { ...terms, side: 'seller', countersId: id, expiresOn: '2020-01-01' };
  expect(await admin.post(path, counter)).toMatchObject({
    status: 400,
    body: { errors: [{ path: 'expiresOn' }] },
  });
  expect((await admin.get(path)).body.offers).toMatchObject([{ state: 'submitted' }]);
});
