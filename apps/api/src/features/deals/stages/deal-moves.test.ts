import { dealStages, type DealStage } from '@handover/contract/deals/deal-stages.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Caller } from '#test/caller.ts';
import { startApi, type TestApi } from '#test/harness.ts';

let api: TestApi;
let workspaceId: string;
let admin: Caller;
let staff: Caller;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  workspaceId = await api.makeWorkspace();
  admin = await api.signIn({ role: 'ADMIN', workspaceId });
  staff = await api.signIn({ role: 'STAFF', workspaceId });
});

const override = { reason: 'Agreed with the partner' };
const createCashOffer = (priceCents: number) => ({
  kind: 'loi',
  priceCents,
  cashCents: priceCents,
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
});

async function createBusiness(): Promise<string> {
  const business = { name: 'Bright Dental', type: 'dental', askingPriceCents: 100_000_00 };
  return (await admin.post('/businesses', business)).body.business.id;
}

async function createDeal(businessId?: string) {
  const buyerId = await api.makeCustomer(workspaceId, { name: 'Bo Buyer' });
  const body = { businessId: businessId ?? (await createBusiness()), buyerId };
  return (await admin.post('/deals', body)).body.deal;
}

type Deal = {
  id: string;
  version: number;
  stage: DealStage;
  abilities: { canMove: boolean };
};

async function getDeal(id: string): Promise<Deal> {
  return (await admin.get(`/deals/${id}`)).body.deal;
}

/** Moves a deal forward to a stage, overriding every gate. */
async function advance(id: string, to: DealStage): Promise<Deal> {
  let deal = await getDeal(id);
  while (deal.stage !== to) {
    const stage = dealStages[dealStages.indexOf(deal.stage) + 1];
    const { status, body } = await admin.post(`/deals/${id}/move`, {
      version: deal.version,
      stage,
      override,
    });
    expect(status, JSON.stringify(body)).toBe(200);
    deal = body.deal;
  }
  return deal;
}

/** Approves the buyer for the seller. */
async function approve(id: string): Promise<void> {
  const { version } = await getDeal(id);
  const { status } = await admin.post(`/deals/${id}/seller-decision`, { version, decision: 'approved' });
  expect(status).toBe(200);
}

/** Sets the stage directly, without the side effects of a move. */
async function setStage(businessId: string, stage: 'on_market' | 'under_offer' | 'withdrawn'): Promise<void> {
  const end_reason = stage === 'withdrawn' ? 'price' : null;
  await api.db
    .updateTable('businesses')
    .set({ stage, end_reason })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', businessId)
    .execute();
}

async function withdrawBusiness(businessId: string): Promise<void> {
  const { version } = (await admin.get(`/businesses/${businessId}`)).body.business;
  await admin.post(`/businesses/${businessId}/move`, { version, stage: 'withdrawn', endReason: 'price' });
}

/** Submits an all-cash LOI from the buyer. */
async function submitOffer(dealId: string): Promise<{ id: string; version: number }> {
  const { offer } = (
    await admin.post(`/deals/${dealId}/offers`, { ...createCashOffer(90_000_00), side: 'buyer' })
  ).body;
  return (await admin.post(`/offers/${offer.id}/move`, { version: offer.version, state: 'submitted' })).body
    .offer;
}

const move = async (caller: Caller, id: string, body: object) =>
  caller.post(`/deals/${id}/move`, { version: (await getDeal(id)).version, ...body });
const mapStates = (gate: { requirements: { key: string; state: string }[] }) =>
  Object.fromEntries(gate.requirements.map(({ key, state }) => [key, state]));

describe('a move', () => {
  it('is refused with what its gate still requires', async () => {
    const { id } = await createDeal();
    const refused = await move(staff, id, { stage: 'nda_signed' });
    expect(refused).toMatchObject({
      status: 422,
      body: {
        code: 'GATE_NOT_MET',
        detail: 'Before moving on, complete: signed NDA in effect.',
        errors: [{ path: 'nda' }],
      },
    });
    expect((await getDeal(id)).stage).toBe('inquiry');
    expect((await getDeal(id)).abilities).toMatchObject({ canMove: true });
    expect((await staff.get(`/deals/${id}/gate`)).body.gate.requirements).toMatchObject([
      { key: 'nda', state: 'missing', hint: 'Send the NDA for signature', isConfirmable: false },
    ]);
  });

  it('is overridden with a reason by administrators only, on the timeline', async () => {
    const { id } = await createDeal();
    expect(await move(staff, id, { stage: 'nda_signed', override })).toMatchObject({ status: 403 });
    expect(await move(admin, id, { stage: 'nda_signed', override: { reason: ' ' } })).toMatchObject({
      status: 400,
    });
    expect((await move(admin, id, { stage: 'nda_signed', override })).status).toBe(200);
    const { activities } = (await admin.get(`/deals/${id}/activities`)).body;
    expect(activities).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          type: 'deal.requirement_overridden',
          subject: expect.objectContaining({ excerpt: 'Signed NDA in effect: Agreed with the partner' }),
        }),
      ]),
    );
  });

  it('withdraws an override', async () => {
    const { id } = await createDeal();
    await advance(id, 'nda_signed');
    await move(admin, id, { stage: 'inquiry', reason: 'Wrong deal' });
    const { body } = await staff.get(`/deals/${id}/gate`);
    expect(mapStates(body.gate)).toEqual({ nda: 'overridden' });
    const withdrawn = await staff.delete(`/deals/${id}/gate/confirmations/nda`);
    expect(mapStates(withdrawn.body.gate)).toEqual({ nda: 'missing' });
    expect((await staff.delete(`/deals/${id}/gate/confirmations/nda`)).status).toBe(404);
  });

  it('of a home health agency passes the 36-month rule, or is overridden', async () => {
    const business = { name: 'Harbor Home Health', type: 'home_health', askingPriceCents: 100_000_00 };
    const businessId = (await admin.post('/businesses', business)).body.business.id;
    const { id } = await createDeal(businessId);
    await advance(id, 'definitive');
    const rule = async () =>
      (await staff.get(`/deals/${id}/gate`)).body.gate.requirements.find(
        ({ key }: { key: string }) => key === 'ownership_rule',
      );
    const record = async (typeFacts: object) => {
      const { version } = (await admin.get(`/businesses/${String(businessId)}`)).body.business;
      await admin.patch(`/businesses/${String(businessId)}`, { version, typeFacts });
    };
    const change = async (body: object) =>
      admin.patch(`/deals/${id}`, { version: (await getDeal(id)).version, ...body });
    expect(await rule()).toMatchObject({ state: 'missing', hint: expect.stringContaining('Medicare') });
    await record({ lastChowOn: '2098-01-31' });
    expect(await rule()).toMatchObject({ state: 'missing', hint: expect.stringContaining('Jan 31, 2101') });
    expect((await move(staff, id, { stage: 'closing' })).body.errors).toContainEqual(
      expect.objectContaining({ path: 'ownership_rule' }),
    );
    await change({ expectedClose: '2101-02-01' });
    expect(await rule()).toMatchObject({ state: 'met' });
    await move(admin, id, { stage: 'closing', override });
    // The deal would close today, whatever the expected date.
    expect((await move(staff, id, { stage: 'closed' })).body.errors).toContainEqual(
      expect.objectContaining({ path: 'ownership_rule' }),
    );
    await move(admin, id, { stage: 'definitive', reason: 'Too soon' });
    await change({ expectedClose: '2101-01-31', directChange: 'up_to_half' });
    expect(await rule()).toMatchObject({ state: 'met' });
    await change({ directChange: null });
    expect(await rule()).toMatchObject({ state: 'missing' });
    await record({ chowException: 'death' });
    expect(await rule()).toMatchObject({ state: 'met' });
    await record({ chowException: null });
    await move(admin, id, { stage: 'closing', override });
    expect((await getDeal(id)).stage).toBe('closing');
  });

  it('reads the seller’s decision and the financing as data', async () => {
    const { id } = await createDeal();
    const { version } = await advance(id, 'nda_signed');
    const gate = async () => mapStates((await admin.get(`/deals/${id}/gate`)).body.gate);
    expect(await gate()).toMatchObject({ seller_approval: 'missing' });
    await admin.post(`/deals/${id}/seller-decision`, { version, decision: 'approved' });
    expect(await gate()).toMatchObject({ seller_approval: 'met', buyer_profile: 'missing' });
    await advance(id, 'due_diligence');
    const finance = async (financing: object) =>
      admin.patch(`/deals/${id}`, { version: (await getDeal(id)).version, financing });
    await finance({ kind: 'loan', lender: 'First Bank', loanCents: 80_000_00, dscr: 114 });
    expect(await gate()).toMatchObject({ requests: 'met', lender_terms: 'met', dscr: 'missing' });
    await finance({ kind: 'loan', lender: 'First Bank', loanCents: 80_000_00, dscr: 115 });
    expect(await gate()).toMatchObject({ dscr: 'met' });
    await finance({ kind: 'cash' });
    expect(await gate()).toMatchObject({ lender_terms: 'met', dscr: 'met' });
  });

  it('follows the table of stages and asks for reasons', async () => {
    const { id } = await createDeal();
    expect(await move(admin, id, { stage: 'loi', override })).toMatchObject({
      status: 422,
      body: {
        code: 'RULE_BROKEN',
        detail: 'This deal cannot move from Inquiry to LOI. Choose the next stage, an earlier one, or Lost.',
      },
    });
    await advance(id, 'nda_signed');
    expect(await move(admin, id, { stage: 'inquiry' })).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'reason' }] },
    });
    expect((await move(admin, id, { stage: 'inquiry', reason: 'NDA withdrawn' })).status).toBe(200);
    expect(await move(admin, id, { stage: 'lost' })).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'lostReason' }] },
    });
    const lost = await move(admin, id, { stage: 'lost', lostReason: 'price' });
    expect(lost.body.deal).toMatchObject({ stage: 'lost', lostReason: 'price' });
    expect((await admin.get(`/deals/${id}/next-step`)).body.nextStep).toBeNull();
    expect((await move(admin, id, { stage: 'inquiry', reason: 'New price' })).body.deal).toMatchObject({
      stage: 'inquiry',
      lostReason: null,
    });
  });

  it('opens documents with the stages, and closes them again on the way back', async () => {
    const { id } = await createDeal();
    expect(await advance(id, 'qualified')).toMatchObject({ documentLevel: 0 });
    await approve(id);
    expect(await advance(id, 'cim_released')).toMatchObject({ documentLevel: 1 });
    expect(await advance(id, 'due_diligence')).toMatchObject({ documentLevel: 2 });
    const back = await move(admin, id, { stage: 'loi', reason: 'New offer' });
    expect(back.body.deal.documentLevel).toBe(1);
    expect((await move(admin, id, { stage: 'lost', lostReason: 'terms' })).body.deal.documentLevel).toBe(0);
  });

  it('opens no documents before the seller has approved the buyer, whatever is overridden', async () => {
    const { id } = await createDeal();
    expect(await advance(id, 'due_diligence')).toMatchObject({ documentLevel: 0 });
    await approve(id);
    expect(await getDeal(id)).toMatchObject({ documentLevel: 2 });
  });

  it('to lost withdraws the offers, and puts a business under offer back on the market', async () => {
    const businessId = await createBusiness();
    const deal = await createDeal(businessId);
    await setStage(businessId, 'on_market');
    await advance(deal.id, 'meetings');
    const [accepted, open] = [await submitOffer(deal.id), await submitOffer(deal.id)];
    await admin.post(`/offers/${accepted.id}/move`, { version: accepted.version, state: 'accepted' });
    expect((await admin.get(`/businesses/${businessId}`)).body.business.stage).toBe('under_offer');
    const lost = await move(admin, deal.id, { stage: 'lost', lostReason: 'financing' });
    expect(lost.body.deal).toMatchObject({ stage: 'lost', isAgreed: false });
    expect((await admin.get(`/businesses/${businessId}`)).body.business).toMatchObject({
      stage: 'on_market',
      stageReason: 'The deal with Bo Buyer was lost',
    });
    const { offers } = (await admin.get(`/deals/${deal.id}/offers`)).body;
    expect(offers).toMatchObject([
      { id: open.id, state: 'withdrawn' },
      { id: accepted.id, state: 'withdrawn' },
    ]);
  });

  it('does not reopen a lost deal of a business that is no longer for sale', async () => {
    const businessId = await createBusiness();
    const { id } = await createDeal(businessId);
    await move(admin, id, { stage: 'lost', lostReason: 'price' });
    await withdrawBusiness(businessId);
    expect(await move(admin, id, { stage: 'inquiry', reason: 'New price' })).toMatchObject({ status: 422 });
    expect(await getDeal(id)).toMatchObject({ stage: 'lost' });
  });

  it('of two brokers who move the same card, one succeeds and the other gets the current deal', async () => {
    const { id, version } = await createDeal();
    const body = { version, stage: 'lost', lostReason: 'price' };
    const answers = await Promise.all([
      admin.post(`/deals/${id}/move`, body),
      staff.post(`/deals/${id}/move`, body),
    ]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    const stale = answers.find(({ status }) => status === 409);
    expect(stale?.body).toMatchObject({ code: 'STALE_VERSION', current: { stage: 'lost' } });
    expect(await getDeal(id)).toMatchObject({ version: version + 1 });
  });
});

describe('a business that leaves the market', () => {
  const openDeals = async (businessId: string) => {
    const deals = [await createDeal(businessId), await createDeal(businessId)];
    for (const { id } of deals) {
      await advance(id, 'meetings');
      await approve(id);
    }
    const [{ id }] = deals as [Deal, Deal];
    await submitOffer(id);
    await admin.patch(`/deals/${id}`, { version: (await getDeal(id)).version, documentLevel: 2 });
    return deals;
  };

  it.each(['withdrawn', 'expired'])(
    'and is %s loses its open deals, with their documents and offers',
    async (stage) => {
      const businessId = await createBusiness();
      const deals = await openDeals(businessId);
      const elsewhere = await createDeal();
      await setStage(businessId, 'on_market');
      const { version } = (await admin.get(`/businesses/${businessId}`)).body.business;
      const body = { version, stage, endReason: 'price' };
      expect((await admin.post(`/businesses/${businessId}/move`, body)).status).toBe(200);
      for (const { id } of deals)
        expect(await getDeal(id)).toMatchObject({
          stage: 'lost',
          lostReason: 'seller_withdrew',
          documentLevel: 0,
        });
      const { offers } = (await admin.get(`/deals/${deals[0]?.id ?? ''}/offers`)).body;
      expect(offers).toMatchObject([{ state: 'withdrawn' }]);
      expect(await getDeal(elsewhere.id)).toMatchObject({ stage: 'inquiry' });
    },
  );

  it('and is sold without one of its deals loses them', async () => {
    const businessId = await createBusiness();
    const deals = await openDeals(businessId);
    await setStage(businessId, 'under_offer');
    const { version } = (await admin.get(`/businesses/${businessId}`)).body.business;
    const body = { version, stage: 'sold', reason: 'Sold to a cousin', override };
    expect((await admin.post(`/businesses/${businessId}/move`, body)).status).toBe(200);
    for (const { id } of deals)
      expect(await getDeal(id)).toMatchObject({
        stage: 'lost',
        lostReason: 'sold_to_another',
        documentLevel: 0,
      });
  });
});

describe('closing a deal', () => {
  it('sells the business and loses its other deals, each on its timeline', async () => {
    const businessId = await createBusiness();
    const [deal, other] = [await createDeal(businessId), await createDeal(businessId)];
    const elsewhere = await createDeal();
    await advance(other.id, 'meetings');
    await advance(deal.id, 'closed');
    expect((await admin.get(`/businesses/${businessId}`)).body.business).toMatchObject({
      stage: 'sold',
      stageReason: 'Sold to Bo Buyer',
    });
    expect(await getDeal(other.id)).toMatchObject({
      stage: 'lost',
      lostReason: 'sold_to_another',
      documentLevel: 0,
    });
    expect(await getDeal(elsewhere.id)).toMatchObject({ stage: 'inquiry' });
    const { activities } = (await admin.get(`/businesses/${businessId}/activities`)).body;
    expect(activities).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ type: 'business.moved', stages: { from: 'lead', to: 'sold' } }),
        expect.objectContaining({ type: 'deal.moved', stages: { from: 'meetings', to: 'lost' } }),
      ]),
    );
  });

  it('is refused for a business that is no longer for sale, and changes nothing', async () => {
    const businessId = await createBusiness();
    const { id } = await createDeal(businessId);
    await advance(id, 'closing');
    await setStage(businessId, 'withdrawn');
    expect(await move(admin, id, { stage: 'closed', override })).toMatchObject({ status: 422 });
    expect(await getDeal(id)).toMatchObject({ stage: 'closing' });
  });
});
