import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { listJobs } from '#registry.ts';
import type { Caller } from '#test/caller.ts';
import { startApi, type TestApi } from '#test/harness.ts';

let api: TestApi;
let workspaceId: string;
let admin: Caller;
beforeAll(async () => {
  api = await startApi();
  // Some notices are emailed immediately.
  await api.booted.jobs.start(listJobs(api.booted.platform));
});
afterAll(() => api.close());
beforeEach(async () => {
  workspaceId = await api.makeWorkspace();
  admin = await api.signIn({ role: 'ADMIN', workspaceId });
});

const terms = {
  kind: 'loi',
  priceCents: 1_000_000_00,
  cashCents: 850_000_00,
  sellerNoteCents: 100_000_00,
  noteRateBasisPoints: 600,
  noteMonths: 60,
  isNoteOnStandby: true,
  earnOutCents: 50_000_00,
  earnOutMonths: 12,
  assumedDebtCents: 0,
  inventoryCents: 0,
  realEstateCents: 0,
  depositCents: 25_000_00,
  contingencies: 'Financing and lease',
  exclusivityEnd: '2099-12-31',
  expiresOn: null,
};

async function createBusiness(fields: object = {}): Promise<string> {
  const business = { name: 'Bright Dental', type: 'dental', askingPriceCents: 1_200_000_00, ...fields };
  return (await admin.post('/businesses', business)).body.business.id;
}

async function createDeal(businessId: string, buyerId?: string): Promise<string> {
  const buyer = buyerId ?? (await api.makeCustomer(workspaceId, { name: 'Bo Buyer' }));
  return (await admin.post('/deals', { businessId, buyerId: buyer })).body.deal.id;
}

async function createOffer(dealId: string, changes: object = {}) {
  return admin.post(`/deals/${dealId}/offers`, { ...terms, side: 'buyer', ...changes });
}

type Offer = { id: string; version: number; state: string; number: number };

const moveTo = async ({ id, version }: Offer, state: string) =>
  admin.post(`/offers/${id}/move`, { version, state });

async function submitOffer(dealId: string, changes: object = {}): Promise<Offer> {
  const { offer } = (await createOffer(dealId, changes)).body;
  const { status, body } = await moveTo(offer, 'submitted');
  expect(status, JSON.stringify(body)).toBe(200);
  return body.offer;
}

const getStage = async (businessId: string) =>
  (await admin.get(`/businesses/${businessId}`)).body.business.stage;
const put = (businessId: string, stage: string) =>
  api.db
    .updateTable('businesses')
    .set({ stage: stage as 'on_market' })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', businessId)
    .execute();

describe('an offer', () => {
  it('is drafted, changed, and submitted once its parts add up to the price', async () => {
    const dealId = await createDeal(await createBusiness());
    const { status, body } = await createOffer(dealId, { cashCents: 849_999_99 });
    expect(status).toBe(201);
    expect(body.offer).toMatchObject({
      number: 1,
      state: 'draft',
      side: 'buyer',
      moves: ['submitted', 'withdrawn'],
      canUpdate: true,
    });
    expect(await moveTo(body.offer, 'submitted')).toMatchObject({
      status: 400,
      body: {
        errors: [
          {
            path: 'priceCents',
            message: 'The amounts are $0.01 below the price.',
          },
        ],
      },
    });
    const fixed = await admin.patch(`/offers/${body.offer.id}`, { ...terms, version: 1 });
    expect(fixed.body.offer).toMatchObject({ cashCents: 850_000_00, version: 2 });
    const { offer } = (await moveTo(fixed.body.offer, 'submitted')).body;
    expect(offer).toMatchObject({ state: 'submitted', canUpdate: false });
    expect(await admin.patch(`/offers/${offer.id}`, { ...terms, version: 3 })).toMatchObject({ status: 422 });
    expect(await moveTo({ ...offer, version: 1 }, 'accepted')).toMatchObject({
      status: 409,
      body: { current: { state: 'submitted' } },
    });
  });

  it.each([
    ['a price of 0', { priceCents: 0 }, 'priceCents'],
    ['a price above a trillion dollars', { priceCents: 100_000_000_000_001 }, 'priceCents'],
    ['a price with a comma', { priceCents: '1,250,000' }, 'priceCents'],
    ['a negative part', { earnOutCents: -1 }, 'earnOutCents'],
    ['a day that does not exist', { exclusivityEnd: '2027-02-30' }, 'exclusivityEnd'],
  ])('is refused with %s', async (_, changes, path) => {
    const dealId = await createDeal(await createBusiness());
    expect(await createOffer(dealId, changes)).toMatchObject({
      status: 400,
      body: { errors: [expect.objectContaining({ path })] },
    });
  });

  it('accepts a price of a trillion dollars to the cent', async () => {
    const dealId = await createDeal(await createBusiness());
    const priceCents = 100_000_000_000_000;
    const parts = { priceCents, cashCents: priceCents, sellerNoteCents: 0, earnOutCents: 0 };
    const offer = await submitOffer(dealId, parts);
    expect((await moveTo(offer, 'accepted')).body.offer).toMatchObject({ priceCents, state: 'accepted' });
    expect((await admin.get(`/deals/${dealId}`)).body.deal.valueCents).toBe(priceCents);
  });

  it('is answered by a counter-offer of the other side, in the order of their numbers', async () => {
    const dealId = await createDeal(await createBusiness());
    const first = await submitOffer(dealId);
    const answer = { countersId: first.id, priceCents: 1_100_000_00, cashCents: 950_000_00 };
    expect(await createOffer(dealId, answer)).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'side' }] },
    });
    const counter = await createOffer(dealId, { ...answer, side: 'seller' });
    expect(counter.body.offer).toMatchObject({ number: 2, state: 'submitted', countersId: first.id });
    const { offers } = (await admin.get(`/deals/${dealId}/offers`)).body;
    expect(offers.map(({ number, state }: Offer) => [number, state])).toEqual([
      [2, 'submitted'],
      [1, 'countered'],
    ]);
    expect(await moveTo({ ...first, version: 3 }, 'accepted')).toMatchObject({ status: 422 });
    expect(await createOffer(dealId, { ...answer, side: 'seller' })).toMatchObject({ status: 400 });
  });
});

it('the latest offers of the open deals of a business are listed together, the highest price first', async () => {
  const businessId = await createBusiness();
  const [low, high, lost, none] = [
    await createDeal(businessId),
    await createDeal(businessId),
    await createDeal(businessId),
    await createDeal(businessId),
  ];
  await submitOffer(low);
  await submitOffer(high, { priceCents: 1_050_000_00, cashCents: 900_000_00 });
  const counter = await createOffer(high, {
    countersId: (await admin.get(`/deals/${high}/offers`)).body.offers[0].id,
    side: 'seller',
    priceCents: 1_100_000_00,
    cashCents: 950_000_00,
  });
  await submitOffer(lost);
  const { version } = (await admin.get(`/deals/${lost}`)).body.deal;
  await admin.post(`/deals/${lost}/move`, { version, stage: 'lost', lostReason: 'price' });
  await createOffer(none);
  const { offers } = (await admin.get(`/businesses/${businessId}/offers`)).body;
  expect(offers).toMatchObject([
    { id: counter.body.offer.id, deal: { id: high, buyer: { name: 'Bo Buyer' } } },
    { dealId: low, priceCents: 1_000_000_00 },
  ]);
  expect(offers).toHaveLength(2);
});

describe('the parties of a deal', () => {
  /** A seller and a buyer with logins, and their deal. */
  async function createParties() {
    const [ownerId, buyerId] = [
      await api.makeCustomer(workspaceId, { name: 'Sam Seller' }),
      await api.makeCustomer(workspaceId, { name: 'Bo Buyer' }),
    ];
    const seller = await api.signIn({ role: 'CLIENT', workspaceId, customerId: ownerId });
    const buyer = await api.signIn({ role: 'CLIENT', workspaceId, customerId: buyerId });
    const businessId = await createBusiness({
      ownerId,
      brokerId: admin.userId,
      publicTitle: 'Dental practice',
    });
    return { seller, buyer, buyerId, businessId, dealId: await createDeal(businessId, buyerId) };
  }
  const titlesOf = async (caller: Caller): Promise<string[]> =>
    (await caller.get('/notifications')).body.notifications
      .filter(({ type }: { type: string }) => type.startsWith('offer.'))
      .map(({ title }: { title: string }) => title);
  const answer = ({ id, version }: Offer, caller: Caller, state: string) =>
    caller.post(`/offers/${id}/move`, { version, state });

  it('are notified of offers and can respond only to the other side’s', async () => {
    const { seller, buyer, dealId } = await createParties();
    const draft = (await createOffer(dealId)).body.offer;
    expect(await answer(draft, seller, 'accepted')).toMatchObject({ status: 404 });
    expect(await titlesOf(seller)).toEqual([]);
    const offer = (await moveTo(draft, 'submitted')).body.offer;
    expect(await titlesOf(seller)).toEqual(['Offer from Bo Buyer for Bright Dental']);
    const listed = async (caller: Caller) => (await caller.get(`/deals/${dealId}/offers`)).body.offers[0];
    expect((await listed(seller)).moves).toEqual(['accepted', 'declined']);
    expect((await listed(buyer)).moves).toEqual([]);
    expect(await answer(offer, buyer, 'accepted')).toMatchObject({ status: 403 });
    expect(await answer(offer, seller, 'withdrawn')).toMatchObject({ status: 403 });
    const accepted = await answer(offer, seller, 'accepted');
    expect(accepted.body.offer).toMatchObject({ state: 'accepted', moves: [] });
    expect(await titlesOf(buyer)).toEqual(['The offer for Dental practice was accepted']);
    expect(await titlesOf(admin)).toEqual(['Robin Test accepted the offer for Bright Dental']);
    expect((await admin.get(`/deals/${dealId}`)).body.deal).toMatchObject({ isAgreed: true });
  });

  it('see a counter-offer: the buyer answers it, under the name that the buyer knows', async () => {
    const { seller, buyer, dealId, businessId } = await createParties();
    const first = await submitOffer(dealId);
    const input = { countersId: first.id, side: 'seller', priceCents: 1_100_000_00, cashCents: 950_000_00 };
    const counter = (await createOffer(dealId, input)).body.offer;
    expect(await titlesOf(buyer)).toEqual(['Counter-offer for Dental practice']);
    expect(await answer(counter, seller, 'declined')).toMatchObject({ status: 403 });
    const rival = await createDeal(businessId);
    await moveTo(await submitOffer(rival), 'accepted');
    const refused = await answer(counter, buyer, 'accepted');
    expect(refused).toMatchObject({ status: 409 });
    expect(refused.text).not.toContain('LOI for');
    expect((await answer(counter, buyer, 'declined')).body.offer).toMatchObject({ state: 'declined' });
    expect((await titlesOf(admin))[0]).toBe('Robin Test declined the counter-offer for Bright Dental');
  });

  it('cannot accept the offer of a buyer who has been blocked, and do not see why', async () => {
    const { seller, buyerId, dealId } = await createParties();
    const offer = await submitOffer(dealId);
    const profile = (await admin.post('/buyers', { customerId: buyerId })).body.buyer;
    await admin.put(`/buyers/${profile.id}/block`, { version: profile.version, reason: 'Broke an NDA' });
    expect(await answer(offer, seller, 'accepted')).toMatchObject({
      status: 422,
      body: { detail: 'The offer can no longer be accepted. Ask your broker.' },
    });
    expect((await moveTo(offer, 'accepted')).body.detail).toContain('blocked, or excluded');
    expect((await answer(offer, seller, 'declined')).status).toBe(200);
  });

  it('does not include somebody with whom the deal is shared', async () => {
    const { dealId } = await createParties();
    const advisor = await api.signIn({ role: 'CLIENT', workspaceId });
    const offer = await submitOffer(dealId);
    await admin.post('/access-grants', {
      recordType: 'deal',
      recordId: dealId,
      userId: advisor.userId,
      level: 'contribute',
    });
    expect(await answer(offer, advisor, 'accepted')).toMatchObject({ status: 403 });
  });
});

describe('accepting an LOI', () => {
  it('sets the agreed price, meets the gate, and puts an on-market business under offer', async () => {
    const businessId = await createBusiness();
    await put(businessId, 'on_market');
    const dealId = await createDeal(businessId);
    const offer = await submitOffer(dealId);
    expect((await moveTo(offer, 'accepted')).status).toBe(200);
    expect(await getStage(businessId)).toBe('under_offer');
    expect((await admin.get(`/deals/${dealId}`)).body.deal).toMatchObject({
      valueCents: 1_000_000_00,
      isAgreed: true,
    });
    await api.db
      .updateTable('deals')
      .set({ stage: 'loi' })
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', dealId)
      .execute();
    expect((await admin.get(`/deals/${dealId}/gate`)).body.gate).toMatchObject({ isOpen: true });
    const { activities } = (await admin.get(`/businesses/${businessId}/activities`)).body;
    expect(activities.map(({ type }: { type: string }) => type)).toEqual(
      expect.arrayContaining(['deal.offer_accepted', 'business.moved']),
    );
  });

  it('moves only a business that is on the market, and an IOI moves none', async () => {
    const businessId = await createBusiness();
    const dealId = await createDeal(businessId);
    await moveTo(await submitOffer(dealId, { kind: 'ioi' }), 'accepted');
    expect((await admin.get(`/deals/${dealId}`)).body.deal).toMatchObject({ isAgreed: false });
    await moveTo(await submitOffer(dealId), 'accepted');
    expect(await getStage(businessId)).toBe('lead');
  });

  it('is refused while another LOI of the deal or of the business is accepted, until that is withdrawn', async () => {
    const businessId = await createBusiness();
    const [dealId, otherId] = [await createDeal(businessId), await createDeal(businessId)];
    const accepted = (await moveTo(await submitOffer(dealId), 'accepted')).body.offer;
    const [second, other] = [await submitOffer(dealId), await submitOffer(otherId)];
    expect(await moveTo(second, 'accepted')).toMatchObject({ status: 409, body: { code: 'CONFLICT' } });
    expect(await moveTo(other, 'accepted')).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining('Bo Buyer') },
    });
    expect((await moveTo(accepted, 'withdrawn')).status).toBe(200);
    expect((await admin.get(`/deals/${dealId}`)).body.deal).toMatchObject({ isAgreed: false });
    expect((await moveTo(other, 'accepted')).status).toBe(200);
  });

  it('accepts one of two concurrent rivals', async () => {
    const businessId = await createBusiness();
    const offers = [
      await submitOffer(await createDeal(businessId)),
      await submitOffer(await createDeal(businessId)),
    ];
    const answers = await Promise.all(offers.map((offer) => moveTo(offer, 'accepted')));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  });

  it('is refused after its last day and on a lost deal', async () => {
    const dealId = await createDeal(await createBusiness());
    const [late] = [await submitOffer(dealId), await submitOffer(dealId, { kind: 'ioi' })];
    const where = sql`workspace_id = ${workspaceId} AND deal_id = ${dealId}`;
    await sql`UPDATE offers SET expires_on = '2020-01-01' WHERE ${where}`.execute(api.db);
    const { offers } = (await admin.get(`/deals/${dealId}/offers`)).body;
    for (const offer of offers) {
      expect(offer).toMatchObject({ state: 'expired', moves: [] });
      expect(await moveTo(offer, 'accepted')).toMatchObject({ status: 422 });
    }
    const { version } = (await admin.get(`/deals/${dealId}`)).body.deal;
    await admin.post(`/deals/${dealId}/move`, { version, stage: 'lost', lostReason: 'price' });
    expect(await moveTo(late, 'declined')).toMatchObject({ status: 422 });
    expect(await createOffer(dealId)).toMatchObject({ status: 422 });
  });
});

it('shows both parties what was submitted, nobody else anything, and lets neither withdraw it', async () => {
  const [sellerId, buyerId] = [await api.makeCustomer(workspaceId), await api.makeCustomer(workspaceId)];
  const [seller, buyer, other] = [
    await api.signIn({ role: 'CLIENT', workspaceId, customerId: sellerId }),
    await api.signIn({ role: 'CLIENT', workspaceId, customerId: buyerId }),
    await api.signIn({ role: 'CLIENT', workspaceId }),
  ];
  const dealId = await createDeal(await createBusiness({ ownerId: sellerId }), buyerId);
  const offer = await submitOffer(dealId);
  await createOffer(dealId);
  for (const party of [seller, buyer])
    expect((await party.get(`/deals/${dealId}/offers`)).body.offers).toMatchObject([{ id: offer.id }]);
  expect((await other.get(`/deals/${dealId}/offers`)).status).toBe(404);
  expect((await buyer.post(`/offers/${offer.id}/move`, { version: 2, state: 'withdrawn' })).status).toBe(403);
});

describe('moving a deal to the trash', () => {
  it('withdraws its accepted LOI and ends document access, so that a restored deal starts without either', async () => {
    const businessId = await createBusiness();
    await put(businessId, 'on_market');
    const [first, second] = [await createDeal(businessId), await createDeal(businessId)];
    await moveTo(await submitOffer(first), 'accepted');
    await api.db
      .updateTable('deals')
      .set({ stage: 'due_diligence', document_level: 2 })
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', first)
      .execute();
    expect((await admin.delete(`/deals/${first}`)).status).toBe(204);
    expect(await getStage(businessId)).toBe('on_market');
    expect((await moveTo(await submitOffer(second), 'accepted')).status).toBe(200);
    expect((await admin.post(`/deals/${first}/restore`)).body.deal).toMatchObject({
      isAgreed: false,
      documentLevel: 0,
      stage: 'due_diligence',
    });
    expect((await admin.get(`/deals/${first}/offers`)).body.offers).toMatchObject([{ state: 'withdrawn' }]);
    expect(await getStage(businessId)).toBe('under_offer');
  });

  it('is final for an open deal once the business is no longer for sale, but not for a lost one', async () => {
    const businessId = await createBusiness();
    const [open, lost] = [await createDeal(businessId), await createDeal(businessId)];
    const { version } = (await admin.get(`/deals/${lost}`)).body.deal;
    await admin.post(`/deals/${lost}/move`, { version, stage: 'lost', lostReason: 'price' });
    for (const id of [open, lost]) await admin.delete(`/deals/${id}`);
    const business = (await admin.get(`/businesses/${businessId}`)).body.business;
    await admin.post(`/businesses/${businessId}/move`, {
      version: business.version,
      stage: 'withdrawn',
      endReason: 'price',
    });
    expect(await admin.post(`/deals/${open}/restore`)).toMatchObject({
      status: 422,
      body: { detail: 'Bright Dental is no longer for sale. Reopen the business first.' },
    });
    expect((await admin.post(`/deals/${lost}/restore`)).status).toBe(200);
  });
});
