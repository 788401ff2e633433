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

it.each([
  ['noteMonths', /term of the seller note/],
  ['earnOutMonths', /when the earn-out is paid/],
])('an offer can be drafted but not submitted without %s', async (path, message) => {
  const workspaceId = await api.makeWorkspace();
  const admin = await api.signIn({ role: 'ADMIN', workspaceId });
  const { business } = (await admin.post('/businesses', { name: 'Bright Dental', type: 'dental' })).body;
  const buyerId = await api.makeCustomer(workspaceId, { name: 'Bo Buyer' });
  const { deal } = (await admin.post('/deals', { businessId: business.id, buyerId })).body;
  const draft = await admin.post(`/deals/${deal.id}/offers`, { ...terms, [path]: 0 });
  expect(draft.status).toBe(201);
  const { id, version } = draft.body.offer;
  expect(await admin.post(`/offers/${id}/move`, { version, state: 'submitted' })).toMatchObject({
    status: 400,
    body: { errors: [{ path, message: expect.stringMatching(message) }] },
  });
});
