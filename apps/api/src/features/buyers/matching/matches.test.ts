import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { listJobs } from '#registry.ts';
import type { Caller } from '#test/caller.ts';
import { startApi, type TestApi } from '#test/harness.ts';
import { recordStatements } from '#test/statement-recorder.ts';

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

const search = {
  types: ['dental'],
  states: ['TX'],
  minPriceCents: 500_000_00,
  maxPriceCents: 1_500_000_00,
  minSdeCents: 300_000_00,
  cashCents: 220_000_00,
  timing: 'now',
  experience: 'owner',
};
const license = { type: 'dental', state: 'TX', kind: 'license', licenseNumber: null };

async function makeBuyer(name: string, part: object = {}, more: object = {}): Promise<string> {
  const customerId = await api.makeCustomer(workspaceId, { name });
  const body = { customerId, searches: [{ ...search, ...part }], eligibilities: [license], ...more };
  const answer = await admin.post('/buyers', body);
  expect(answer.status, answer.text).toBe(201);
  return answer.body.buyer.id;
}

/** On the market: 10% of $1.2M and 2 months of $600,000 operating cost are $220,000. */
async function makeBusiness(fields: object = {}): Promise<string> {
  const { body } = await admin.post('/businesses', {
    name: 'Bright Dental',
    type: 'dental',
    region: 'Texas',
    askingPriceCents: 1_200_000_00,
    revenueCents: 1_000_000_00,
    sdeCents: 400_000_00,
    ...fields,
  });
  await api.db
    .updateTable('businesses')
    .set({ stage: 'on_market' })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', body.business.id)
    .execute();
  return body.business.id;
}

type Match = { buyer: { name: string }; business: { name: string }; score: number; gates: string[] };

async function listBuyers(businessId: string, caller = admin): Promise<[string, number, string][]> {
  const { status, body, text } = await caller.get(`/businesses/${businessId}/matching-buyers?limit=100`);
  expect(status, text).toBe(200);
  return body.matches.map(({ buyer, score, gates }: Match) => [buyer.name, score, gates.join()]);
}

describe('buyers for a business', () => {
  it('are scored, best first, without those of another type, state, or price', async () => {
    const businessId = await makeBusiness();
    await makeBuyer('Perfect');
    await makeBuyer('Less cash', { cashCents: 110_000_00 });
    await makeBuyer('Any state', { states: [] });
    await makeBuyer('Other type', { types: ['pharmacy'] });
    await makeBuyer('Other state', { states: ['CA'] });
    await makeBuyer('Nearly', { maxPriceCents: 1_100_000_00 });
    await makeBuyer('Too dear', { maxPriceCents: 1_000_000_00 });
    expect(await listBuyers(businessId)).toEqual([
      ['Perfect', 100, ''],
      ['Nearly', 95, ''],
      ['Any state', 92, ''],
      ['Less cash', 90, ''],
    ]);
    const { body } = await admin.get(`/businesses/${businessId}/matching-buyers`);
    expect(body.matches[0]).toMatchObject({
      requiredCashCents: 220_000_00,
      search,
      parts: expect.arrayContaining([{ criterion: 'liquidity', points: 20, result: 'met' }]),
    });
  });

  it('are not compared with amounts in another currency, in either direction', async () => {
    // As numbers, 12 million pesos and 1.5 million dollars are far apart, but the prices cannot be compared.
    const businessId = await makeBusiness({ currency: 'MXN', askingPriceCents: 12_000_000_00 });
    const buyerId = await makeBuyer('Dollar buyer');
    const { matches } = (await admin.get(`/businesses/${businessId}/matching-buyers`)).body;
    const parts = [
      { criterion: 'price', points: 0, result: 'unknown' },
      { criterion: 'liquidity', points: 0, result: 'unknown' },
    ];
    const expected = { currency: 'USD', score: 60, requiredCashCents: null };
    expect(matches).toMatchObject([{ ...expected, parts: expect.arrayContaining(parts) }]);
    const back = (await admin.get(`/buyers/${buyerId}/matching-businesses`)).body.matches;
    expect(back).toMatchObject([
      {
        ...expected,
        currency: 'MXN',
        business: { priceCents: 12_000_000_00 },
        parts: expect.arrayContaining(parts),
      },
    ]);
  });

  it('have no score with a gate: license, block, exclusion by the seller, or the seller side', async () => {
    const ownerId = await api.makeCustomer(workspaceId, { name: 'Owner' });
    const businessId = await makeBusiness({ ownerId });
    await admin.post('/buyers', { customerId: ownerId, searches: [search], eligibilities: [license] });
    await makeBuyer('Fits');
    await makeBuyer('Unlicensed', {}, { eligibilities: [] });
    const blocked = await makeBuyer('Blocked');
    await admin.put(`/buyers/${blocked}/block`, { version: 1, reason: 'Shared documents' });
    const rival = await makeBuyer('Rival');
    const exclude = (reason: string | null) =>
      admin.put(`/buyers/${rival}/exclusions/${businessId}`, { reason });
    expect((await exclude('Competitor across the street')).status).toBe(204);
    const found = await listBuyers(businessId);
    expect(found[0]).toEqual(['Fits', 100, '']);
    expect(found.slice(1).toSorted()).toEqual([
      ['Blocked', 0, 'blocked'],
      ['Owner', 0, 'seller_side'],
      ['Rival', 0, 'competitor'],
      ['Unlicensed', 0, 'eligibility'],
    ]);
    const { activities } = (await admin.get(`/businesses/${businessId}/activities`)).body;
    expect(activities[0]).toMatchObject({ type: 'buyer.excluded', subject: { id: rival } });
    await exclude(null);
    expect(
      (await listBuyers(businessId))
        .slice(0, 2)
        .map(([name]) => name)
        .toSorted(),
    ).toEqual(['Fits', 'Rival']);
  });

  it('are on the seller side with access to the business', async () => {
    const businessId = await makeBusiness();
    const customerId = await api.makeCustomer(workspaceId, { name: 'Advisor' });
    const advisor = await api.signIn({ role: 'CLIENT', workspaceId, customerId });
    await admin.post('/buyers', { customerId, searches: [search], eligibilities: [license] });
    expect(await listBuyers(businessId)).toEqual([['Advisor', 100, '']]);
    const grant = { recordType: 'business', recordId: businessId, userId: advisor.userId, level: 'view' };
    const granted = await admin.post('/access-grants', grant);
    expect(granted.status, granted.text).toBe(201);
    expect(await listBuyers(businessId)).toEqual([['Advisor', 0, 'seller_side']]);
  });

  it('follow the rules of the workspace', async () => {
    const businessId = await makeBusiness();
    await makeBuyer('Unlicensed', {}, { eligibilities: [] });
    expect(await listBuyers(businessId)).toEqual([['Unlicensed', 0, 'eligibility']]);
    await admin.put('/matching-settings', { version: 1, workingCapitalMonths: 4, ownershipRules: [] });
    // 120,000 + 4 months of 50,000 are 320,000; cash of 220,000 is worth 13 of 20.
    expect(await listBuyers(businessId)).toEqual([['Unlicensed', 93, '']]);
  });

  it('are paged by score without losing one, and none for a closed business', async () => {
    const businessId = await makeBusiness();
    for (const name of ['A', 'B', 'C']) await makeBuyer(name);
    await makeBuyer('D', { timing: 'year' });
    const names: string[] = [];
    let cursor = '';
    do {
      const { body } = await admin.get(`/businesses/${businessId}/matching-buyers?limit=1${cursor}`);
      expect(body.total).toBe(4);
      names.push(body.matches[0].buyer.name);
      cursor = body.nextCursor === null ? '' : `&cursor=${encodeURIComponent(body.nextCursor)}`;
    } while (cursor !== '');
    expect(names.slice(0, 3).toSorted()).toEqual(['A', 'B', 'C']);
    expect(names[3]).toBe('D');
    await api.db
      .updateTable('businesses')
      .set({ stage: 'sold', stage_reason: 'Sold' })
      .where('workspace_id', '=', workspaceId)
      .execute();
    expect(await listBuyers(businessId)).toEqual([]);
  });

  it('include only the member’s own customers where the workspace limits access', async () => {
    const businessId = await makeBusiness();
    const staff = await api.signIn({ role: 'STAFF', workspaceId });
    const mine = await makeBuyer('Mine');
    await makeBuyer('Not mine');
    await sql`UPDATE customers SET broker_id = ${staff.userId} WHERE workspace_id = ${workspaceId}
      AND id = (SELECT customer_id FROM buyer_profiles WHERE workspace_id = ${workspaceId} AND id = ${mine})`.execute(
      api.db,
    );
    await sql`UPDATE businesses SET broker_id = ${staff.userId} WHERE workspace_id = ${workspaceId}`.execute(
      api.db,
    );
    await sql`UPDATE workspaces SET record_scope = 'own' WHERE id = ${workspaceId}`.execute(api.db);
    expect(await listBuyers(businessId, staff)).toEqual([['Mine', 100, '']]);
  });

  it('are found among 1,000 by type, state, and price, and scored one by one', async () => {
    const businessId = await makeBusiness();
    await makeBuyer('Perfect');
    await sql`
      WITH people AS (
        INSERT INTO customers (workspace_id, id, name, name_sort, account_type, joining_date, created_at, updated_at)
        SELECT ${workspaceId}, gen_random_uuid(), 'Buyer ' || n, 'buyer ' || n, 'Individual', '2026-01-01', now(), now()
        FROM generate_series(1, 1000) AS n RETURNING id
      ), profiles AS (
        INSERT INTO buyer_profiles (workspace_id, id, customer_id, created_at, updated_at)
        SELECT ${workspaceId}, gen_random_uuid(), id, now(), now() FROM people RETURNING id
      )
      INSERT INTO buyer_searches (workspace_id, id, buyer_id, position, types, states, max_price_cents, cash_cents)
      SELECT ${workspaceId}, gen_random_uuid(), id, 0,
        CASE WHEN row_number() OVER () % 5 = 0 THEN ARRAY['dental'] ELSE ARRAY['pharmacy'] END, ARRAY['TX'], 150000000, 10000000
      FROM profiles`.execute(api.db);
    await sql`SELECT analyze_buyers(), analyze_customers()`.execute(api.db);
    const statements: string[] = [];
    const stop = recordStatements(({ text }) => statements.push(text));
    const { body } = await admin.get(`/businesses/${businessId}/matching-buyers?limit=5`);
    stop();
    expect(body.total).toBe(201);
    expect(body.matches[0]).toMatchObject({ buyer: { name: 'Perfect' }, score: 100 });
    // The pass over all loads only what the score needs.
    const passes = statements.filter((text) => text.includes('FROM buyer_searches AS searches'));
    expect(passes).toHaveLength(1);
    expect(passes[0]).not.toMatch(/customers\.(name|email)\b(?!_key)/);
  });
});

describe('businesses for a buyer', () => {
  it('are scored, open ones only, and never shown to the buyer', async () => {
    const businessId = await makeBusiness();
    await makeBusiness({ name: 'Far', region: 'CA' });
    await makeBusiness({ name: 'Unknown place', region: null });
    await makeBusiness({ name: 'Drugs', type: 'pharmacy' });
    const sold = await makeBusiness({ name: 'Sold' });
    await sql`UPDATE businesses SET stage = 'sold', stage_reason = 'Sold' WHERE workspace_id = ${workspaceId} AND id = ${sold}`.execute(
      api.db,
    );
    const customerId = await api.makeCustomer(workspaceId, { name: 'Dana' });
    const client = await api.signIn({ role: 'CLIENT', workspaceId, customerId });
    const { body } = await admin.post('/buyers', {
      customerId,
      searches: [search],
      eligibilities: [license],
    });
    const path = `/buyers/${body.buyer.id}/matching-businesses`;
    const { matches } = (await admin.get(path)).body;
    expect(matches.map(({ business, score }: Match) => [business.name, score])).toEqual([
      ['Bright Dental', 100],
      ['Unknown place', 80],
    ]);
    expect(matches[0]).toMatchObject({ business: { id: businessId, state: 'TX', priceCents: 1_200_000_00 } });
    expect((await client.get(path)).status).toBe(404);
  });
});

describe('the gate of a deal', () => {
  it('asks for a confirmed profile and verified funds of a buyer with a profile', async () => {
    const businessId = await makeBusiness();
    const id = await makeBuyer('Dana');
    const { customer } = (await admin.get(`/buyers/${id}`)).body.buyer;
    const { body } = await admin.post('/deals', { businessId, buyerId: customer.id });
    await sql`UPDATE deals SET stage = 'nda_signed' WHERE workspace_id = ${workspaceId}`.execute(api.db);
    const requirements = async (): Promise<Record<string, string>> => {
      const { gate } = (await admin.get(`/deals/${body.deal.id}/gate`)).body;
      return Object.fromEntries(
        gate.requirements.map(({ key, state }: { key: string; state: string }) => [key, state]),
      );
    };
    expect(await requirements()).toMatchObject({ buyer_profile: 'missing', proof_of_funds: 'missing' });
    await admin.post(`/buyers/${id}/confirm`);
    const proofOfFunds = { amountCents: 1, documentId: null, isVerified: true };
    await admin.put(`/buyers/${id}/proof-of-funds`, { version: 2, proofOfFunds });
    expect(await requirements()).toMatchObject({ buyer_profile: 'met', proof_of_funds: 'met' });
  });
});
