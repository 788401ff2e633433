import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '#lib/ids.ts';
import { listJobs } from '#registry.ts';
import type { Caller } from '#test/caller.ts';
import { startApi, type TestApi } from '#test/harness.ts';

let api: TestApi;
let workspaceId: string;
let admin: Caller;
beforeAll(async () => {
  api = await startApi();
  // Sharing a record queues an email.
  await api.booted.jobs.start(listJobs(api.booted.platform));
});
afterAll(() => api.close());
beforeEach(async () => {
  workspaceId = await api.makeWorkspace();
  admin = await api.signIn({ role: 'ADMIN', workspaceId });
});

async function createBusiness(fields: object = {}): Promise<string> {
  const business = {
    name: 'Bright Dental',
    publicTitle: 'Dental practice in Ohio',
    type: 'dental',
    ...fields,
  };
  return (await admin.post('/businesses', business)).body.business.id;
}

async function createDeal(fields: object = {}) {
  const [businessId, buyerId] = [
    await createBusiness(),
    await api.makeCustomer(workspaceId, { name: 'Bo Buyer' }),
  ];
  const { status, body } = await admin.post('/deals', { businessId, buyerId, ...fields });
  expect(status, JSON.stringify(body)).toBe(201);
  return body.deal;
}

/** A profile that was confirmed today, with verified proof of funds. */
function createQualifiedBuyer() {
  const now = new Date();
  return {
    id: newId(),
    source: null,
    blocked_at: null,
    blocked_reason: null,
    proof_amount_cents: 500_000_00,
    proof_document_id: null,
    proof_verified_by: admin.userId,
    proof_verified_at: now,
    confirmed_at: now,
    reminded_at: null,
    created_at: now,
    updated_at: now,
    deleted_at: null,
  };
}

/** A seller and a buyer with logins, and their deal. */
async function createParties() {
  const [sellerId, buyerId] = [
    await api.makeCustomer(workspaceId, { name: 'Sam Seller' }),
    await api.makeCustomer(workspaceId, { name: 'Bo Buyer' }),
  ];
  const seller = await api.signIn({ role: 'CLIENT', workspaceId, customerId: sellerId });
  const buyer = await api.signIn({ role: 'CLIENT', workspaceId, customerId: buyerId });
  const businessId = await createBusiness({ ownerId: sellerId });
  const deal = await createDeal({ businessId, buyerId, source: 'BizBuySell' });
  return { sellerId, buyerId, seller, buyer, businessId, deal };
}

describe('a deal', () => {
  it('is created, changed, listed, found, and on the timeline of its buyer and business', async () => {
    const businessId = await createBusiness({ askingPriceCents: 125_000_000, brokerId: admin.userId });
    const deal = await createDeal({ businessId });
    expect(deal).toMatchObject({
      stage: 'inquiry',
      valueCents: 125_000_000,
      currency: 'USD',
      isAgreed: false,
      broker: { id: admin.userId },
    });
    const changed = await admin.patch(`/deals/${deal.id}`, { version: 1, expectedClose: '2027-03-31' });
    expect(changed.body.deal).toMatchObject({ expectedClose: '2027-03-31', version: 2 });
    await admin.post('/deals', { businessId: await createBusiness(), buyerId: deal.buyer.id });
    const listed = (await admin.get(`/deals?businessId=${businessId}`)).body;
    expect(listed).toMatchObject({ total: 1, deals: [{ id: deal.id }] });
    expect((await admin.get('/search?q=bo%20buyer')).body.hits).toEqual(
      expect.arrayContaining([expect.objectContaining({ kind: 'deal', id: deal.id })]),
    );
    for (const path of [`/deals/${deal.id}`, `/businesses/${businessId}`, `/users/${deal.buyer.id}`]) {
      const { activities } = (await admin.get(`${path}/activities`)).body;
      expect(activities).toEqual(
        expect.arrayContaining([
          expect.objectContaining({
            type: 'deal.created',
            subject: expect.objectContaining({ id: deal.id, label: 'Bo Buyer – Bright Dental' }),
          }),
        ]),
      );
    }
  });

  it('has one row for a buyer and a business, until that is in the trash', async () => {
    const { id, business, buyer } = await createDeal();
    const again = { businessId: business.id, buyerId: buyer.id };
    expect(await admin.post('/deals', again)).toMatchObject({ status: 409, body: { code: 'CONFLICT' } });
    expect((await admin.delete(`/deals/${id}`)).status).toBe(204);
    expect(await admin.patch(`/deals/${id}`, { version: 2, source: 'x' })).toMatchObject({ status: 422 });
    expect((await admin.post('/deals', again)).status).toBe(201);
    expect(await admin.post(`/deals/${id}/restore`)).toMatchObject({ status: 409 });
  });

  it('is refused for the owner of the business, the seller’s advisor, a closed business, and foreign records', async () => {
    const { businessId, sellerId, buyer, buyerId } = await createParties();
    const create = (body: object) => admin.post('/deals', body);
    expect(await create({ businessId, buyerId: sellerId })).toMatchObject({
      status: 422,
      body: { detail: 'The owner of a business cannot be its buyer.' },
    });
    const advised = await createBusiness();
    const grant = { recordType: 'business', recordId: advised, userId: buyer.userId };
    expect((await admin.post('/access-grants', grant)).status).toBe(201);
    expect(await create({ businessId: advised, buyerId })).toMatchObject({
      status: 422,
      body: { detail: expect.stringContaining('seller’s advisor') },
    });
    const withdrawn = await createBusiness();
    await admin.post(`/businesses/${withdrawn}/move`, { version: 1, stage: 'withdrawn', endReason: 'price' });
    expect(await create({ businessId: withdrawn, buyerId })).toMatchObject({ status: 422 });
    const elsewhere = await api.makeCustomer(await api.makeWorkspace());
    expect(await create({ businessId, buyerId: elsewhere })).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'buyerId' }] },
    });
  });

  it('is rejected for a blocked or excluded buyer, also when restored or reopened', async () => {
    const { id, business, buyer } = await createDeal();
    const { version, ...profile } = (await admin.post('/buyers', { customerId: buyer.id })).body.buyer;
    const block = async (reason: string | null, at: number) =>
      admin.put(`/buyers/${String(profile.id)}/block`, { version: at, reason });
    const gate = async () => (await admin.get(`/deals/${id}/gate`)).body.gate.requirements;
    const again = { businessId: business.id, buyerId: buyer.id };
    expect((await block('Broke an NDA', version)).status).toBe(200);
    expect((await gate())[0]).toMatchObject({ key: 'buyer_allowed', state: 'missing' });
    const refused = {
      status: 422,
      body: { detail: expect.stringContaining('blocked, or excluded from this business') },
    };
    await admin.post(`/deals/${id}/move`, { version: 1, stage: 'lost', lostReason: 'price' });
    expect(
      await admin.post(`/deals/${id}/move`, { version: 2, stage: 'inquiry', reason: 'x' }),
    ).toMatchObject(refused);
    await admin.delete(`/deals/${id}`);
    expect(await admin.post('/deals', again)).toMatchObject(refused);
    expect(await admin.post(`/deals/${id}/restore`)).toMatchObject(refused);
    await block(null, version + 1);
    await admin.put(`/buyers/${String(profile.id)}/exclusions/${business.id}`, { reason: 'Competitor' });
    expect(await admin.post('/deals', again)).toMatchObject(refused);
    expect((await admin.post('/deals', { ...again, businessId: await createBusiness() })).status).toBe(201);
  });

  it('is not approved with a buyer who was blocked meanwhile; the seller can decline, and does not learn why', async () => {
    const ownerId = await api.makeCustomer(workspaceId, { name: 'Sam Seller' });
    const seller = await api.signIn({ role: 'CLIENT', workspaceId, customerId: ownerId });
    const { id, buyer } = await createDeal({ businessId: await createBusiness({ ownerId }) });
    const profile = (await admin.post('/buyers', { customerId: buyer.id })).body.buyer;
    await admin.put(`/buyers/${profile.id}/block`, { version: profile.version, reason: 'Broke an NDA' });
    const decide = (caller: Caller, decision: string) =>
      caller.post(`/deals/${id}/seller-decision`, { version: 1, decision });
    expect(await decide(admin, 'approved')).toMatchObject({
      status: 422,
      body: { detail: expect.stringContaining('blocked, or excluded from this business') },
    });
    expect(await decide(seller, 'approved')).toMatchObject({
      status: 422,
      body: { detail: 'This buyer can no longer be approved. Ask your broker.' },
    });
    expect((await decide(seller, 'declined')).body.deal).toMatchObject({ sellerDecision: 'declined' });
  });

  it('requires a license of the buyer where the type of business does, before the buyer is qualified', async () => {
    const { id, buyer } = await createDeal();
    await api.db
      .updateTable('deals')
      .set({ stage: 'nda_signed' })
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', id)
      .execute();
    const eligibility = async () =>
      (await admin.get(`/deals/${id}/gate`)).body.gate.requirements.find(
        ({ key }: { key: string }) => key === 'eligibility',
      );
    expect(await eligibility()).toMatchObject({ state: 'missing' });
    const eligibilities = [{ type: 'dental', state: 'OH', kind: 'license', licenseNumber: null }];
    const created = await admin.post('/buyers', { customerId: buyer.id, eligibilities });
    expect(created.status, created.text).toBe(201);
    expect(await eligibility()).toMatchObject({ state: 'met' });
  });

  it('gives exclusive access to one open deal of a business at a time', async () => {
    const businessId = await createBusiness();
    const open = async () => {
      const deal = await createDeal({ businessId, buyerId: await api.makeCustomer(workspaceId) });
      await api.db
        .updateTable('deals')
        .set({
          stage: 'due_diligence',
          seller_decision: 'approved',
          seller_decided_by: admin.userId,
          seller_decided_at: new Date(),
          document_level: 2,
        })
        .where('workspace_id', '=', workspaceId)
        .where('id', '=', deal.id)
        .execute();
      return deal.id;
    };
    const [one, other] = [await open(), await open()];
    const setLevel = (id: string, version: number, documentLevel: number) =>
      admin.patch(`/deals/${id}`, { version, documentLevel });
    expect((await setLevel(one, 1, 3)).body.deal.documentLevel).toBe(3);
    expect(await setLevel(other, 1, 3)).toMatchObject({ status: 422, body: { code: 'RULE_BROKEN' } });
    expect((await setLevel(one, 2, 2)).status).toBe(200);
    expect((await setLevel(other, 1, 3)).body.deal.documentLevel).toBe(3);
  });

  it('is refused with a stale version, and without documents before the seller approves', async () => {
    const { id } = await createDeal();
    await admin.patch(`/deals/${id}`, { version: 1, source: 'Portal' });
    expect(await admin.patch(`/deals/${id}`, { version: 1, source: 'x' })).toMatchObject({
      status: 409,
      body: { current: { source: 'Portal' } },
    });
    expect(await admin.patch(`/deals/${id}`, { version: 2, documentLevel: 1 })).toMatchObject({
      status: 422,
      body: { code: 'RULE_BROKEN' },
    });
  });

  it('counts and adds up by stage, each currency apart', async () => {
    const priced = async (currency: string, askingPriceCents: number) =>
      createDeal({ businessId: await createBusiness({ currency, askingPriceCents }) });
    await priced('USD', 100_000_000_000_000);
    await priced('USD', 100_000_000_000_000);
    await priced('CAD', 250_00);
    const { columns } = (await admin.get('/deals/board?isOpen=true')).body;
    expect(columns[0]).toEqual({
      stage: 'inquiry',
      count: 3,
      totals: [
        { currency: 'CAD', cents: 250_00 },
        { currency: 'USD', cents: 200_000_000_000_000 },
      ],
    });
    expect(columns[1]).toMatchObject({ stage: 'nda_signed', count: 0, totals: [] });
  });
});

describe('a deal, to clients', () => {
  it('shows the buyer a public title, and the name once documents are open', async () => {
    const { buyer, businessId, deal } = await createParties();
    expect((await buyer.get('/deals')).body.deals).toMatchObject([
      {
        id: deal.id,
        side: 'buyer',
        isOwn: true,
        business: { name: 'Dental practice in Ohio' },
        source: null,
      },
    ]);
    const seen = JSON.stringify((await buyer.get(`/deals/${deal.id}`)).body);
    expect(seen).not.toContain('Bright');
    expect(seen).not.toContain('Sam Seller');
    expect(await buyer.get('/deals?q=bright')).toMatchObject({ status: 400 });
    const timeline = JSON.stringify((await buyer.get(`/users/${deal.buyer.id}/activities`)).body);
    expect(timeline).not.toContain('Bright');
    expect((await buyer.get(`/businesses/${businessId}`)).status).toBe(404);
    await api.db
      .updateTable('deals')
      .set({ document_level: 1 })
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', deal.id)
      .execute();
    expect((await buyer.get(`/deals/${deal.id}`)).body.deal.business.name).toBe('Bright Dental');
  });

  it('shows the seller the buyer’s name, nothing else of the buyer, and no other deal', async () => {
    const { seller, deal, buyerId } = await createParties();
    await createDeal();
    await admin.post(`/deals/${deal.id}/notes`, { body: 'A private word' });
    expect((await seller.get('/deals')).body).toMatchObject({
      total: 1,
      deals: [
        {
          side: 'seller',
          isOwn: true,
          business: { name: 'Bright Dental' },
          buyer: { name: 'Bo Buyer' },
          source: null,
        },
      ],
    });
    expect((await seller.get(`/users/${buyerId}`)).status).toBe(404);
    expect((await seller.get(`/deals/${deal.id}/notes`)).status).toBe(404);
    expect((await seller.get(`/deals/${deal.id}/activities`)).status).toBe(404);
  });

  it('allows only the seller, or staff on their behalf, to decide about the buyer', async () => {
    const { seller, buyer, deal } = await createParties();
    const path = `/deals/${deal.id}/seller-decision`;
    expect(await buyer.post(path, { version: 1, decision: 'approved' })).toMatchObject({ status: 403 });
    expect(await seller.post(path, { version: 1, decision: 'maybe' })).toMatchObject({ status: 400 });
    const approved = await seller.post(path, { version: 1, decision: 'approved' });
    expect(approved.body.deal).toMatchObject({ sellerDecision: 'approved', version: 2 });
    expect(await seller.post(path, { version: 1, decision: 'declined' })).toMatchObject({ status: 409 });
    await admin.post(path, { version: 2, decision: 'declined', note: 'By phone' });
    expect((await buyer.get(`/deals/${deal.id}`)).body.deal.sellerDecision).toBeNull();
    const { activities } = (await admin.get(`/deals/${deal.id}/activities`)).body;
    expect(activities[0]).toMatchObject({ type: 'deal.buyer_declined', subject: { excerpt: 'By phone' } });
  });

  it('shows a declined buyer the deal of an undecided one, its next step included', async () => {
    const { buyer, buyerId, deal } = await createParties();
    const set = { stage: 'qualified' } as const;
    await api.db
      .updateTable('deals')
      .set(set)
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', deal.id)
      .execute();
    const shown = async () => {
      const {
        updatedAt: _updatedAt,
        version: _version,
        ...rest
      } = (await buyer.get(`/deals/${deal.id}`)).body.deal;
      const { nextStep } = (await buyer.get(`/deals/${deal.id}/next-step`)).body;
      return { ...rest, nextStep };
    };
    await api.db
      .insertInto('buyer_profiles')
      .values({ ...createQualifiedBuyer(), workspace_id: workspaceId, customer_id: buyerId })
      .execute();
    const { id } = (await admin.get('/buyers')).body.buyers[0];
    const eligibilities = [{ type: 'dental', state: 'OH', kind: 'license', licenseNumber: null }];
    expect((await admin.patch(`/buyers/${String(id)}`, { version: 1, eligibilities })).status).toBe(200);
    const before = await shown();
    expect(before.nextStep).toEqual({ actor: 'seller', text: 'Approve or decline the buyer' });
    await admin.post(`/deals/${deal.id}/seller-decision`, { version: 1, decision: 'declined' });
    expect(await shown()).toEqual(before);
    expect((await admin.get(`/deals/${deal.id}/next-step`)).body.nextStep).toEqual({
      actor: 'broker',
      text: 'Respond to the buyer',
    });
  });
});

describe('what is attached to a deal', () => {
  it('is listed with it and on its timeline: notes, tasks, and files', async () => {
    const { id } = await createDeal();
    expect((await admin.post(`/deals/${id}/notes`, { body: 'Keen' })).status).toBe(201);
    const { task } = (await admin.post(`/deals/${id}/tasks`, { title: 'Call the lender' })).body;
    expect(task.deal).toEqual({ id, name: 'Bo Buyer – Bright Dental' });
    const upload = `/documents?recordType=deal&recordId=${id}&name=loi.txt`;
    expect((await admin.upload(upload, 'LOI')).status).toBe(201);
    expect((await admin.get(`/deals/${id}/notes`)).body.notes).toMatchObject([{ body: 'Keen', dealId: id }]);
    expect((await admin.get(`/deals/${id}/tasks`)).body.tasks).toMatchObject([{ id: task.id }]);
    const { activities } = (await admin.get(`/deals/${id}/activities`)).body;
    expect(activities.map(({ type }: { type: string }) => type)).toEqual([
      'document.created',
      'task.created',
      'note.added',
      'deal.created',
    ]);
  });

  it('is hidden from staff who cannot read the deal', async () => {
    const staff = await api.signIn({ role: 'STAFF', workspaceId });
    const { id } = await createDeal();
    const { note } = (await admin.post(`/deals/${id}/notes`, { body: 'Keen' })).body;
    const { version } = (await admin.get('/workspace')).body.workspace;
    await admin.patch('/workspace', { version, recordScope: 'own' });
    expect((await staff.get(`/deals/${id}`)).status).toBe(404);
    expect((await staff.patch(`/notes/${note.id}`, { version: 1, isPinned: true })).status).toBe(404);
    await admin.patch(`/deals/${id}`, { version: 1, brokerId: staff.userId });
    expect((await staff.get('/deals')).body.total).toBe(1);
    expect((await staff.patch(`/notes/${note.id}`, { version: 1, isPinned: true })).status).toBe(200);
  });
});
