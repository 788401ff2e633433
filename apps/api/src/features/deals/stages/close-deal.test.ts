import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Caller } from '#test/caller.ts';
import { startApi, type TestApi } from '#test/harness.ts';

let api: TestApi;
let workspaceId: string;
let admin: Caller;
let businessId: string;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  workspaceId = await api.makeWorkspace();
  admin = await api.signIn({ role: 'ADMIN', workspaceId });
  const business = { name: 'Bright Dental', type: 'dental', askingPriceCents: 100_000_00 };
  businessId = (await admin.post('/businesses', business)).body.business.id;
});

const override = { reason: 'Agreed with the partner' };
const offer = {
  side: 'buyer',
  kind: 'loi',
  priceCents: 90_000_00,
  cashCents: 80_000_00,
  sellerNoteCents: 0,
  noteRateBasisPoints: 0,
  noteMonths: 0,
  isNoteOnStandby: false,
  earnOutCents: 10_000_00,
  earnOutMonths: 12,
  assumedDebtCents: 0,
  inventoryCents: 0,
  realEstateCents: 0,
  depositCents: null,
  contingencies: null,
  exclusivityEnd: null,
  expiresOn: null,
};

/** A deal that is about to close. */
async function createDeal(name: string): Promise<string> {
  const buyerId = await api.makeCustomer(workspaceId, { name });
  const { id } = (await admin.post('/deals', { businessId, buyerId })).body.deal;
  await api.db
    .updateTable('deals')
    .set({ stage: 'closing' })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .execute();
  return id;
}
type Offer = { id: string; version: number };
async function moveOffer({ id, version }: Offer, state: string): Promise<Offer> {
  const { status, body } = await admin.post(`/offers/${id}/move`, { version, state });
  expect(status, JSON.stringify(body)).toBe(200);
  return body.offer;
}
async function acceptOffer(dealId: string): Promise<Offer> {
  const { body } = await admin.post(`/deals/${dealId}/offers`, offer);
  return moveOffer(await moveOffer(body.offer, 'submitted'), 'accepted');
}
/** Stages that earlier versions allowed. */
async function setStages(
  business: 'sold' | 'under_offer',
  deals: Readonly<Record<string, 'closing' | 'closed'>>,
): Promise<void> {
  await api.db
    .updateTable('businesses')
    .set({ stage: business })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', businessId)
    .execute();
  for (const [id, stage] of Object.entries(deals))
    await api.db
      .updateTable('deals')
      .set({ stage, lost_reason: null })
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', id)
      .execute();
}
const getDeal = async (id: string) => (await admin.get(`/deals/${id}`)).body.deal;
const move = async (id: string, body: object, caller = admin) =>
  caller.post(`/deals/${id}/move`, { version: (await getDeal(id)).version, ...body });

describe('closing a deal', () => {
  it('needs its accepted offer, and is refused while that of another buyer is accepted', async () => {
    const [first, second] = [await createDeal('Bo Buyer'), await createDeal('Cy Buyer')];
    await moveOffer(await acceptOffer(first), 'withdrawn');
    const accepted = await acceptOffer(second);
    expect((await move(first, { stage: 'closed' })).body.errors).toContainEqual(
      expect.objectContaining({ path: 'offer_price', message: 'Accept an offer first' }),
    );
    expect(await move(first, { stage: 'closed', override })).toMatchObject({
      status: 409,
      body: {
        detail: 'Cy Buyer’s LOI for this business is accepted. Withdraw it first.',
      },
    });
    expect([(await getDeal(first)).stage, (await getDeal(second)).stage]).toEqual(['closing', 'closing']);
    await moveOffer(accepted, 'withdrawn');
    expect((await move(first, { stage: 'closed', override })).status).toBe(200);
  });

  it('does not name the other buyer to a broker who sees their own deals only', async () => {
    const [own, other] = [await createDeal('Bo Buyer'), await createDeal('Cy Buyer')];
    const broker = await api.signIn({ role: 'STAFF', workspaceId });
    await api.db
      .updateTable('workspaces')
      .set({ record_scope: 'own' })
      .where('id', '=', workspaceId)
      .execute();
    await api.db
      .updateTable('deals')
      .set({ broker_id: broker.userId })
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', own)
      .execute();
    expect((await broker.get(`/deals/${other}`)).status).toBe(404);
    await acceptOffer(other);
    const { body } = await admin.post(`/deals/${own}/offers`, offer);
    const { id, version } = await moveOffer(body.offer, 'submitted');
    const accept = async (caller: Caller) =>
      (await caller.post(`/offers/${id}/move`, { version, state: 'accepted' })).body.detail;
    const text = '’s LOI for this business is already accepted. Withdraw it first.';
    expect(await accept(admin)).toBe(`Cy Buyer${text}`);
    expect(await accept(broker)).toBe(`Another buyer${text}`);
  });

  it('leaves the tasks for dates after it unassigned if a visiting superadmin closes a deal without a broker', async () => {
    const id = await createDeal('Bo Buyer');
    const { version } = (await admin.get(`/deals/${id}/closing`)).body.closing;
    const dates = { escrow_release: '2027-06-30' };
    expect((await admin.patch(`/deals/${id}/closing`, { version, dates })).status).toBe(200);
    const boss = await api.signIn({ role: 'SUPERADMIN', workspaceId });
    const closed = await move(id, { stage: 'closed', override }, boss);
    expect(closed.status, closed.text).toBe(200);
    expect((await admin.get(`/deals/${id}/tasks`)).body.tasks).toMatchObject([
      { dueDate: '2027-06-30', assignee: null },
    ]);
  });

  it('needs a funds flow that pays the accepted price, without the earn-out', async () => {
    const id = await createDeal('Bo Buyer');
    await acceptOffer(id);
    const enterFunds = async (amountCents: number) => {
      const { version } = (await admin.get(`/deals/${id}/closing`)).body.closing;
      const fundsFlow = [
        { side: 'source', label: 'Cash', amountCents },
        { side: 'use', label: 'Purchase price', amountCents },
      ];
      expect((await admin.patch(`/deals/${id}/closing`, { version, fundsFlow })).status).toBe(200);
    };
    await enterFunds(90_000_00);
    expect((await move(id, { stage: 'closed' })).body.errors).toEqual([
      { path: 'funds_flow', message: 'The purchase price differs from the accepted offer' },
    ]);
    await enterFunds(80_000_00);
    expect((await move(id, { stage: 'closed' })).status).toBe(200);
  });
});

describe('a deal on a business in the trash', () => {
  it('is lost or trashed, with its business back on the market, but neither closed nor reopened', async () => {
    const [lost, trashed] = [await createDeal('Bo Buyer'), await createDeal('Cy Buyer')];
    const trash = (deleted_at: Date | null, stage: 'sold' | 'under_offer') =>
      api.db
        .updateTable('businesses')
        .set({ deleted_at, stage })
        .where('workspace_id', '=', workspaceId)
        .where('id', '=', businessId)
        .execute();
    const businessStage = async () => (await admin.get(`/businesses/${businessId}`)).body.business.stage;
    const refused = {
      status: 422,
      body: { detail: 'This business is in the trash. Restore it first.' },
    };
    await acceptOffer(lost);
    await trash(new Date(), 'under_offer');
    expect(await move(lost, { stage: 'closed', override })).toMatchObject(refused);
    expect((await move(lost, { stage: 'lost', lostReason: 'financing' })).status).toBe(200);
    expect(await businessStage()).toBe('on_market');
    await trash(null, 'under_offer');
    await acceptOffer(trashed);
    await trash(new Date(), 'under_offer');
    expect((await admin.delete(`/deals/${trashed}`)).status).toBe(204);
    expect(await businessStage()).toBe('on_market');
    await trash(null, 'under_offer');
    const closed = await createDeal('Dee Buyer');
    expect((await move(closed, { stage: 'closed', override })).status).toBe(200);
    await trash(new Date(), 'sold');
    expect(await move(closed, { stage: 'closing', reason: 'Rescinded' })).toMatchObject(refused);
  });
});

describe('a closed deal', () => {
  const reopen = (id: string, caller = admin) => move(id, { stage: 'closing', reason: 'Rescinded' }, caller);
  const businessStage = async () => (await admin.get(`/businesses/${businessId}`)).body.business.stage;

  it('is reopened by administrators with a reason; the business is under offer again', async () => {
    const id = await createDeal('Bo Buyer');
    const staff = await api.signIn({ role: 'STAFF', workspaceId });
    expect((await move(id, { stage: 'closed', override })).status).toBe(200);
    expect(await businessStage()).toBe('sold');
    expect(await reopen(id, staff)).toMatchObject({
      status: 403,
      body: { detail: 'Only administrators can reopen a closed deal.' },
    });
    expect((await move(id, { stage: 'closing' })).status).toBe(400);
    expect((await reopen(id)).body.deal).toMatchObject({ stage: 'closing', stageReason: 'Rescinded' });
    expect(await businessStage()).toBe('under_offer');
    expect((await move(id, { stage: 'lost', lostReason: 'financing' }, staff)).status).toBe(200);
    const buyerId = (await getDeal(id)).buyer.id;
    await admin.delete(`/deals/${id}`);
    expect((await admin.post('/deals', { businessId, buyerId })).status).toBe(201);
  });

  it('keeps the business sold: it moves with the deal only, and cannot be sold again', async () => {
    const [first, second] = [await createDeal('Bo Buyer'), await createDeal('Cy Buyer')];
    expect((await move(first, { stage: 'closed', override })).status).toBe(200);
    const { version } = (await admin.get(`/businesses/${businessId}`)).body.business;
    const body = { version, stage: 'under_offer', reason: 'Again' };
    expect(await admin.post(`/businesses/${businessId}/move`, body)).toMatchObject({
      status: 422,
      body: { detail: 'A closed deal sold this business. An administrator can reopen the deal.' },
    });
    await setStages('under_offer', { [second]: 'closing' });
    expect(await move(second, { stage: 'closed', override })).toMatchObject({
      status: 409,
      body: { detail: 'The deal with Bo Buyer for this business is closed. Reopen it first.' },
    });
    await setStages('sold', { [second]: 'closed' });
    expect((await reopen(first)).status).toBe(200);
    expect(await businessStage()).toBe('sold');
    expect((await reopen(second)).status).toBe(200);
    expect(await businessStage()).toBe('under_offer');
  });

  it('stays closed while its commission is final', async () => {
    const id = await createDeal('Bo Buyer');
    await move(id, { stage: 'closed', override });
    const none = { closedOn: '2026-01-31', reason: 'Carve-out' };
    expect((await admin.post(`/commissions/${id}/no-commission`, none)).status).toBe(200);
    expect(await reopen(id)).toMatchObject({
      status: 422,
      body: { detail: 'The commission of this deal is final. Reopen the commission first.' },
    });
    expect([(await getDeal(id)).stage, await businessStage()]).toEqual(['closed', 'sold']);
    expect((await getDeal(id)).moveRefusal).toBe(
      'The commission of this deal is final. Reopen the commission first.',
    );
    await admin.post(`/commissions/${id}/reopen`, { version: 1, reason: 'Rescinded' });
    expect((await getDeal(id)).moveRefusal).toBeNull();
    expect((await reopen(id)).status).toBe(200);
  });
});
