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
const add = async (input: object = {}): Promise<string> =>
  (await admin.post('/businesses', { name: 'Cedar Pharmacy', type: 'pharmacy', region: 'Texas', ...input }))
    .body.business.id;
const getBusiness = async (id: string) => (await admin.get(`/businesses/${id}`)).body.business;
const move = async (caller: Caller, id: string, body: object) =>
  caller.post(`/businesses/${id}/move`, { version: (await getBusiness(id)).version, ...body });
const getGate = async (id: string) => (await staff.get(`/businesses/${id}/gate`)).body.gate;
const mapStates = (requirements: { key: string; state: string }[]) =>
  Object.fromEntries(requirements.map(({ key, state }) => [key, state]));

/** Moves a business to a stage directly, without its gates. */
async function setStage(id: string, stage: string): Promise<void> {
  await api.db
    .updateTable('businesses')
    .set({ stage: stage as 'lead' })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .execute();
}

describe('a move to the next stage', () => {
  it('is refused with what is missing, and passes once that is confirmed', async () => {
    const id = await add();
    expect(await move(staff, id, { stage: 'valuation' })).toMatchObject({
      status: 422,
      body: {
        code: 'GATE_NOT_MET',
        detail: 'Before moving on, complete: conflict check.',
        errors: [{ path: 'conflict_check' }],
      },
    });
    expect((await getBusiness(id)).stage).toBe('lead');
    const input = { requirement: 'conflict_check', note: 'No relation to the owner' };
    const { status, body } = await staff.post(`/businesses/${id}/gate/confirmations`, input);
    expect(status).toBe(201);
    expect(mapStates(body.gate.requirements)).toEqual({ conflict_check: 'confirmed', broker_license: 'met' });
    expect((await move(staff, id, { stage: 'valuation' })).body.business.stage).toBe('valuation');
    const { activities } = (await admin.get(`/businesses/${id}/activities`)).body;
    expect(activities).toMatchObject([
      { type: 'business.moved' },
      {
        type: 'business.requirement_confirmed',
        subject: { excerpt: 'Conflict check: No relation to the owner' },
      },
      { type: 'business.created' },
    ]);
  });

  it('is overridden with a reason by administrators only, on the timeline', async () => {
    const id = await add();
    expect((await move(staff, id, { stage: 'valuation', override })).status).toBe(403);
    expect((await move(admin, id, { stage: 'valuation', override: { reason: ' ' } })).status).toBe(400);
    expect((await move(admin, id, { stage: 'valuation', override })).status).toBe(200);
    const { activities } = (await admin.get(`/businesses/${id}/activities`)).body;
    expect(activities).toContainEqual(
      expect.objectContaining({
        type: 'business.requirement_overridden',
        subject: expect.objectContaining({ excerpt: 'Conflict check: Agreed with the partner' }),
      }),
    );
  });

  it('does not hold back a withdrawal or a step back', async () => {
    const id = await add();
    await setStage(id, 'engaged');
    expect((await move(staff, id, { stage: 'valuation', reason: 'New figures' })).status).toBe(200);
    const withdrawal = { stage: 'withdrawn', endReason: 'changed_mind' };
    expect((await move(staff, id, withdrawal)).status).toBe(200);
  });

  it('to sold is made by closing a deal, or overridden by administrators only', async () => {
    const id = await add();
    await setStage(id, 'under_offer');
    expect(mapStates((await getGate(id)).requirements).closed_deal).toBe('missing');
    const sale = { stage: 'sold', reason: 'Closed elsewhere' };
    expect(await move(staff, id, sale)).toMatchObject({
      status: 422,
      body: { errors: expect.arrayContaining([expect.objectContaining({ path: 'closed_deal' })]) },
    });
    expect((await move(staff, id, { ...sale, override })).status).toBe(403);
    expect((await move(admin, id, { ...sale, override })).body.business).toMatchObject({
      stage: 'sold',
      stageReason: 'Closed elsewhere',
    });
  });

  it('needs an end reason for a withdrawal, with a note for another one, until the business is taken up again', async () => {
    const id = await add();
    const problem = async (body: object) => (await move(staff, id, body)).body.errors[0].path;
    expect(await problem({ stage: 'withdrawn', reason: 'The owner stays' })).toBe('endReason');
    expect(await problem({ stage: 'withdrawn', endReason: 'bored' })).toBe('endReason');
    expect(await problem({ stage: 'withdrawn', endReason: 'other' })).toBe('reason');
    const withdrawal = { stage: 'withdrawn', endReason: 'price', reason: 'Wants 6× SDE' };
    expect((await move(staff, id, withdrawal)).body.business).toMatchObject({
      endReason: 'price',
      stageReason: 'Wants 6× SDE',
    });
    const { activities } = (await admin.get(`/businesses/${id}/activities`)).body;
    expect(activities[0].subject.excerpt).toBe('Price expectation: Wants 6× SDE');
    const { ticket } = (await admin.post('/businesses/export', { filter: {} })).body;
    expect((await api.app.inject({ url: ticket.url })).body).toContain('Price expectation');
    expect(await problem({ stage: 'lead', reason: 'Back', endReason: 'price' })).toBe('endReason');
    await move(staff, id, { stage: 'lead', reason: 'Back' });
    expect(await getBusiness(id)).toMatchObject({ stage: 'lead', endReason: null });
  });
});

describe('the gate of a stage', () => {
  it('reads the license of the brokerage in a state that needs one', async () => {
    const id = await add({ region: 'florida' });
    expect((await getBusiness(id)).region).toBe('FL');
    expect(mapStates((await getGate(id)).requirements).broker_license).toBe('missing');
    const license = { businessId: null, state: 'FL', board: 'Real Estate Commission', number: 'BK1' };
    await admin.post('/licenses', { ...license, expiresOn: '2020-01-01' });
    expect(mapStates((await getGate(id)).requirements).broker_license).toBe('missing');
    await admin.post('/licenses', { ...license, expiresOn: null });
    expect(mapStates((await getGate(id)).requirements).broker_license).toBe('met');
  });

  it('reads a signed engagement letter and the listing', async () => {
    const id = await add();
    await setStage(id, 'on_market');
    expect(mapStates((await getGate(id)).requirements)).toEqual({
      listing_number: 'missing',
      public_title: 'missing',
      asking_price: 'missing',
      type: 'met',
    });
    const listing = { listingNumber: 'L-7', publicTitle: 'Pharmacy', askingPriceCents: 100 };
    await staff.patch(`/businesses/${id}`, { version: (await getBusiness(id)).version, ...listing });
    expect(await getGate(id)).toMatchObject({ isOpen: true });
  });

  it('needs a public title that does not give the business away', async () => {
    const ownerId = await api.makeCustomer(workspaceId, { name: 'Miriam Kowalczyk' });
    const id = await add({ ownerId, publicTitle: 'Pharmacy of M. Kowalczyk' });
    await setStage(id, 'on_market');
    const title = async () =>
      (await getGate(id)).requirements.find(({ key }: { key: string }) => key === 'public_title');
    expect(await title()).toMatchObject({ state: 'missing', hint: expect.stringContaining('Kowalczyk') });
    const change = async (publicTitle: string) =>
      staff.patch(`/businesses/${id}`, { version: (await getBusiness(id)).version, publicTitle });
    const { name } = await getBusiness(id);
    expect(
      (await change(`${String(name).toUpperCase().split(' ').join('-')} for sale`)).body.errors,
    ).toMatchObject([{ path: 'publicTitle' }]);
    expect((await change('Independent pharmacy in the Midwest')).status).toBe(200);
    expect(await title()).toMatchObject({ state: 'met' });
  });

  it('shows what earlier stages still lack without blocking the business', async () => {
    const id = await add({ listingNumber: 'L-7', publicTitle: 'Pharmacy', askingPriceCents: 100 });
    await setStage(id, 'on_market');
    const gate = await getGate(id);
    expect(gate.isOpen).toBe(true);
    expect(gate.earlier.map(({ key }: { key: string }) => key)).toEqual([
      'conflict_check',
      'recast',
      'valuation',
      'engagement',
      'documents',
      'teaser',
      'cim',
    ]);
    expect((await move(staff, id, { stage: 'under_offer' })).status).toBe(200);
  });

  it('accepts only data for checked requirements, and can withdraw a confirmation', async () => {
    const id = await add();
    const confirm = (requirement: string) =>
      staff.post(`/businesses/${id}/gate/confirmations`, { requirement });
    expect((await confirm('broker_license')).status).toBe(400);
    expect((await confirm('recast')).status).toBe(400);
    expect((await confirm('conflict_check')).status).toBe(201);
    const path = `/businesses/${id}/gate/confirmations/conflict_check`;
    expect(mapStates((await staff.delete(path)).body.gate.requirements).conflict_check).toBe('missing');
    expect((await staff.delete(path)).status).toBe(404);
  });
});

it('asks once whether a business is home health or a hospice', async () => {
  const id = await add({ type: 'home_health' });
  expect((await getBusiness(id)).asksType).toBe(false);
  await api.db
    .updateTable('businesses')
    .set({ asks_type: true })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .execute();
  const { version, asksType } = await getBusiness(id);
  expect(asksType).toBe(true);
  await staff.patch(`/businesses/${id}`, { version, city: 'Austin' });
  expect((await getBusiness(id)).asksType).toBe(true);
  await staff.patch(`/businesses/${id}`, { version: version + 1, type: 'home_health' });
  expect(await getBusiness(id)).toMatchObject({ type: 'home_health', asksType: false });
});
