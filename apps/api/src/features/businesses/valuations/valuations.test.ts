import { businessTypes } from '@handover/contract/businesses/business-list.ts';
import { getDefaultMultiple } from '@handover/contract/businesses/default-tables.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Caller } from '#test/caller.ts';
import { startApi, type TestApi } from '#test/harness.ts';
import { createOpinionBlocks } from './opinion-of-value.ts';

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
  admin = await api.signIn({ role: 'ADMIN', workspaceId, displayName: 'Ada Admin' });
  staff = await api.signIn({ role: 'STAFF', workspaceId, displayName: 'Sam Staff' });
});

const add = async (input: Record<string, unknown> = {}) =>
  (
    await staff.post('/businesses', {
      name: 'Cedar Grove Dental',
      type: 'dental',
      askingPriceCents: 900_000_00,
      revenueCents: 1_200_000_00,
      sdeCents: 420_000_00,
      ebitdaCents: 300_000_00,
      ...input,
    })
  ).body.business;
const save = (business: { id: string; version: number }, input: object = {}, as: Caller = staff) =>
  as.post(`/businesses/${business.id}/valuations`, { version: business.version, ...input });
const listSavedValuations = async (business: { id: string }, query = '') =>
  (await staff.get(`/businesses/${business.id}/valuations${query}`)).body;
const setDental = (low: number, high: number, version = 1) =>
  admin.put('/valuation-tables/multiples/dental/sde', {
    version,
    low,
    high,
    source: 'Own deals',
    asOf: '2026-10-31',
    confidence: 'high',
    note: null,
  });

describe('a valuation', () => {
  it('keeps three methods with metric, multiple, source and range, without a point where no score is assumed', async () => {
    const business = await add();
    const { status, body } = await save(business, { note: 'First talk' });
    expect(status).toBe(201);
    expect(body.valuation).toMatchObject({
      businessId: business.id,
      author: { id: staff.userId, displayName: 'Sam Staff' },
      businessType: 'dental',
      currency: 'USD',
      askingPriceCents: 900_000_00,
      assumedScore: null,
      note: 'First talk',
      affordability: null,
      methods: [
        {
          method: 'sde',
          metricCents: 420_000_00,
          low: 1.5,
          high: 3,
          asOf: '2026-11-22',
          lowCents: 630_000_00,
          highCents: 1_260_000_00,
          pointCents: null,
          missing: null,
        },
        { method: 'ebitda', lowCents: 1_050_000_00, highCents: 1_650_000_00, pointCents: null },
        { method: 'revenue', lowCents: 720_000_00, highCents: 1_020_000_00, pointCents: null },
      ],
    });
    expect(await listSavedValuations(business)).toEqual({
      valuations: [body.valuation],
      total: 1,
      nextCursor: null,
    });
  });

  it('has points where a score is assumed, and the reduced price where there is one', async () => {
    const business = await add({ reducedPriceCents: 850_000_00 });
    const { valuation } = (await save(business, { assumedScore: 60 })).body;
    expect(valuation).toMatchObject({ assumedScore: 60, askingPriceCents: 850_000_00 });
    expect(valuation.methods.map(({ pointCents }: { pointCents: number }) => pointCents)).toEqual([
      1_008_000_00, 1_410_000_00, 900_000_00,
    ]);
  });

  it('explains why a method has no value: no figure, a loss, or no multiple for the type', async () => {
    const lab = await add({ type: 'laboratory', ebitdaCents: 500_000_00 });
    const missing = async (business: { id: string; version: number }) =>
      (await save(business)).body.valuation.methods.map((method: { missing: string }) => method.missing);
    expect(await missing(lab)).toEqual(['no_multiple', null, 'no_multiple']);
    expect(await missing(await add({ sdeCents: -1, ebitdaCents: null }))).toEqual([
      'not_positive',
      'no_metric',
      null,
    ]);
    const bare = await save(await add({ sdeCents: null, ebitdaCents: 0, revenueCents: null }));
    expect([bare.status, bare.body.code]).toEqual([422, 'RULE_BROKEN']);
  });

  it('is unaffected by changes to the record and tables, and cannot be edited', async () => {
    const business = await add();
    const first = (await save(business)).body.valuation;
    await setDental(2, 2.5);
    const { version } = (
      await staff.patch(`/businesses/${business.id}`, { version: business.version, sdeCents: 500_000_00 })
    ).body.business;
    const second = (await save({ ...business, version })).body.valuation;
    expect(second.methods[0]).toMatchObject({
      source: 'Own deals',
      lowCents: 1_000_000_00,
      highCents: 1_250_000_00,
    });
    expect((await listSavedValuations(business)).valuations).toEqual([second, first]);
    const change = api.db
      .updateTable('valuations')
      .set({ snapshot: '{}' })
      .where('workspace_id', '=', workspaceId);
    await expect(change.execute()).rejects.toThrow(/permission denied/);
  });

  it('is counted by the server: figures and results that are sent are refused', async () => {
    const business = await add();
    for (const extra of [{ methods: [] }, { askingPriceCents: 1 }, { sdeCents: 9 }])
      expect((await save(business, extra)).status).toBe(400);
  });

  it('appears in the history of the business and of its owner, for staff only', async () => {
    const ownerId = await api.makeCustomer(workspaceId);
    const client = await api.signIn({ role: 'CLIENT', workspaceId, customerId: ownerId });
    const business = await add({ ownerId });
    const { valuation } = (await save(business, { note: 'Worth a secret' })).body;
    const history = await staff.get(`/businesses/${business.id}/activities`);
    expect(history.body.activities[0]).toMatchObject({
      type: 'business.valued',
      actor: { displayName: 'Sam Staff' },
      subject: { kind: 'business', id: business.id },
    });
    const { activities } = (await staff.get(`/users/${ownerId}/activities?type=businesses`)).body;
    expect(activities[0].type).toBe('business.valued');
    const { entries } = (await admin.get('/audit?action=saveValuation')).body;
    expect(entries).toMatchObject([{ subjectId: business.id, detail: { valuationId: valuation.id } }]);
    expect((await client.get(`/users/${ownerId}/activities`)).text).not.toMatch(/valued|secret/);
    expect((await client.get(`/businesses/${business.id}/valuations`)).status).toBe(404);
    expect((await save(business, {}, client)).status).toBe(404);
  });

  it.each<[string, object, string]>([
    ['a score above 100', { assumedScore: 101 }, 'assumedScore'],
    ['half a point of a score', { assumedScore: 50.5 }, 'assumedScore'],
    ['an empty note', { note: ' ' }, 'note'],
    ['no version', { version: undefined }, 'version'],
  ])('cannot have %s', async (_what, input, path) => {
    const answer = await save(await add(), input);
    expect([answer.status, answer.body.errors[0].path]).toEqual([400, path]);
  });

  it('requires current figures and a business that is not in the trash', async () => {
    const business = await add();
    await staff.patch(`/businesses/${business.id}`, { version: 1, sdeCents: 1_00 });
    const stale = await save(business);
    expect([stale.status, stale.body.current.sdeCents]).toEqual([409, 1_00]);
    await staff.delete(`/businesses/${business.id}`);
    expect((await save({ ...business, version: 3 })).status).toBe(422);
    expect((await listSavedValuations(business)).total).toBe(0);
  });

  it('is open to members with the business in scope, and closed to other workspaces', async () => {
    const business = await add({ brokerId: staff.userId });
    await save(business);
    await admin.patch('/workspace', { version: 1, recordScope: 'own' });
    const other = await api.signIn({ role: 'STAFF', workspaceId });
    const elsewhere = await api.signIn({ role: 'ADMIN', workspaceId: await api.makeWorkspace() });
    for (const caller of [other, elsewhere]) {
      expect((await caller.get(`/businesses/${business.id}/valuations`)).status).toBe(404);
      expect((await save(business, {}, caller)).status).toBe(404);
    }
    expect((await listSavedValuations(business)).total).toBe(1);
  });

  it('is listed newest first, a page at a time, with the exact total', async () => {
    const business = await add();
    const ids: string[] = [];
    for (let score = 0; score < 5; score += 1)
      ids.unshift((await save(business, { assumedScore: score })).body.valuation.id);
    const seen: string[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const page: { valuations: { id: string }[]; total: number; nextCursor: string | null } =
        await listSavedValuations(
          business,
          `?limit=2${cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`}`,
        );
      expect(page.total).toBe(5);
      seen.push(...page.valuations.map(({ id }) => id));
      cursor = page.nextCursor;
    }
    expect(seen).toEqual(ids);
  });

  it('is saved once however often the same request comes', async () => {
    const business = await add();
    const headers = { 'idempotency-key': 'valuation-1' };
    const body = { version: business.version };
    const path = `/businesses/${business.id}/valuations`;
    const first = await staff.post(path, body, { headers });
    expect((await staff.post(path, body, { headers })).body).toEqual(first.body);
    expect((await listSavedValuations(business)).total).toBe(1);
  });
});

describe('what a buyer can pay', () => {
  const buyer = {
    months: 120,
    ratePercent: 10.5,
    dscr: 1.25,
    replacementSalaryCents: 150_000_00,
    capexCents: 10_000_00,
    cashCents: 142_729_90,
    sellerNoteCents: 0,
    isNoteOnStandby: true,
    notePaymentsCents: 0,
    closingCostsCents: 20_000_00,
    workingCapitalCents: 30_000_00,
  };
  const ruleId = async () => (await staff.get('/valuation-tables')).body.financingRules[0].id;

  it('is counted from the record’s SDE and the stored rule, and kept with the rule as it read', async () => {
    const business = await add();
    const affordability = { ruleId: await ruleId(), ...buyer };
    const { valuation } = (await save(business, { affordability })).body;
    expect(valuation.affordability).toMatchObject({
      ruleName: 'SBA 7(a)',
      maxLoanCents: 5_000_000_00,
      minInjectionPercent: 10,
      sdeCents: 420_000_00,
      ...buyer,
      result: { cashFlowCents: 260_000_00, debtServiceCents: 208_000_00, limit: 'injection' },
    });
    const { loanCents, projectCents, priceCents } = valuation.affordability.result;
    expect(Math.round(loanCents / 100)).toBe(1_284_569);
    expect(Math.round(projectCents / 100)).toBe(1_427_299);
    expect(priceCents).toBe(projectCents - 50_000_00);
  });

  it('is counted from EBITDA where that is chosen, also without SDE', async () => {
    const business = await add({ sdeCents: null, ebitdaCents: 270_000_00 });
    const affordability = { ruleId: await ruleId(), ...buyer, basis: 'ebitda' };
    const { valuation } = (await save(business, { affordability })).body;
    expect(valuation.affordability).toMatchObject({
      basis: 'ebitda',
      sdeCents: null,
      ebitdaCents: 270_000_00,
      result: { cashFlowCents: 260_000_00, debtServiceCents: 208_000_00 },
    });
    const bare = await add({ ebitdaCents: null });
    expect((await save(bare, { affordability })).body.detail).toMatch(/^Add adjusted EBITDA/);
  });

  it('needs SDE on the record, and a rule of the workspace', async () => {
    const elsewhere = await api.signIn({ role: 'ADMIN', workspaceId: await api.makeWorkspace() });
    const foreign = (await elsewhere.get('/valuation-tables')).body.financingRules[0].id;
    const refused = await save(await add(), { affordability: { ruleId: foreign, ...buyer } });
    expect([refused.status, refused.body.errors[0].path]).toEqual([400, 'affordability.ruleId']);
    const bare = await add({ sdeCents: null });
    const without = await save(bare, { affordability: { ruleId: await ruleId(), ...buyer } });
    expect([without.status, without.body.code]).toEqual([422, 'RULE_BROKEN']);
  });

  it.each([
    ['cashCents', -1],
    ['dscr', 0.9],
    ['dscr', 1.14],
    ['months', 0],
    ['months', 301],
    ['ratePercent', 10.5555],
  ])('takes no %s of %f', async (field, value) => {
    const affordability = { ruleId: await ruleId(), ...buyer, [field]: value };
    const answer = await save(await add(), { affordability });
    expect([answer.status, answer.body.errors[0].path]).toEqual([400, `affordability.${field}`]);
  });
});

it('of a buyer’s case needs the payments on a note that is not on standby', async () => {
  const affordability = {
    ruleId: (await staff.get('/valuation-tables')).body.financingRules[0].id,
    months: 120,
    ratePercent: 10.5,
    dscr: 1.25,
    replacementSalaryCents: 150_000_00,
    capexCents: 0,
    cashCents: 150_000_00,
    sellerNoteCents: 300_000_00,
    isNoteOnStandby: false,
    notePaymentsCents: 0,
    closingCostsCents: 0,
    workingCapitalCents: 0,
  };
  const answer = await save(await add(), { affordability });
  expect([answer.status, answer.body.errors[0].path]).toEqual([400, 'affordability.notePaymentsCents']);
  const paid = { ...affordability, notePaymentsCents: 69_598_00 };
  expect((await save(await add(), { affordability: paid })).status).toBe(201);
});

describe('a broker opinion of value', () => {
  it('is a PDF of the saved valuation for anyone who may read the business', async () => {
    const business = await add();
    const { valuation } = (await save(business, { assumedScore: 70, note: 'For the first meeting' })).body;
    const { ticket } = (await staff.post(`/valuations/${valuation.id}/ticket`)).body;
    const file = await api.app.inject({ url: ticket.url });
    expect([file.statusCode, file.rawPayload.subarray(0, 5).toString()]).toEqual([200, '%PDF-']);
    expect(file.headers['content-disposition']).toContain('Broker opinion of value Cedar Grove Dental.pdf');
    const owner = await api.signIn({ role: 'CLIENT', workspaceId });
    expect((await owner.post(`/valuations/${valuation.id}/ticket`)).status).toBe(404);
    const other = await api.signIn({ role: 'ADMIN', workspaceId: await api.makeWorkspace() });
    expect((await other.post(`/valuations/${valuation.id}/ticket`)).status).toBe(404);
  });

  it('has the recommended range, what moved it, the methods with sources, and no cents', async () => {
    const business = await add();
    const { valuation } = (await save(business, { assumedScore: 70 })).body;
    const text = JSON.stringify(
      createOpinionBlocks(valuation, { businessName: 'Cedar Grove Dental', timeZone: 'UTC' }),
    );
    for (const part of [
      'Recommended range: $',
      'Readiness score of 70 (assumed)',
      'Asking $900,000',
      'Sensitivity to SDE and multiple',
      'It is not an appraisal',
      '1.50–3.00x',
      'BizBuySell (Learning Center), as of November 22, 2026',
    ])
      expect(text).toContain(part);
    expect(text).not.toMatch(/\$[\d,]+\.\d\d/);
    const [{ source }] = valuation.methods;
    expect(text.split(source)).toHaveLength(2);
    expect(text).toContain(`"Source: ${source}, as of November 22, 2026"`);
  });

  it('prints the delivered sources of each type with publisher, title, and date', async () => {
    for (const type of businessTypes) {
      const { valuation } = (await save(await add({ type }))).body;
      const blocks = createOpinionBlocks(valuation, { businessName: 'Cedar', timeZone: 'UTC' });
      const { source } = getDefaultMultiple(type, 'sde');
      const text = `Source: ${source}, as of November 22, 2026`;
      expect(blocks).toContainEqual({ kind: 'paragraph', style: 'small', text });
    }
  });

  it('prints the notes of the methods, each source once, and the inventory that a pharmacy is paid beside the value', async () => {
    const blocksOf = async (business: { id: string; version: number }) => {
      const { valuation } = (await save(business)).body;
      return JSON.stringify(createOpinionBlocks(valuation, { businessName: 'Cedar', timeZone: 'UTC' }));
    };
    await admin.put('/valuation-tables/multiples/pharmacy/sde', {
      version: 1,
      low: 2.45,
      high: 3.38,
      source: 'Own deals',
      asOf: '2026-10-31',
      confidence: 'high',
      note: 'Independents only',
    });
    const pharmacy = await blocksOf(
      await add({ type: 'pharmacy', typeFacts: { inventoryCents: 350_000_00 } }),
    );
    expect(pharmacy).toContain('SDE: Independents only');
    expect(pharmacy).toContain('"Source of SDE: Own deals, as of October 31, 2026"');
    expect(pharmacy).toMatch(/"Source of EBITDA and revenue: [^"]+, as of November 22, 2026"/);
    expect(pharmacy).toContain('Plus inventory at cost: $350,000, counted again at closing.');
    expect(await blocksOf(await add({ type: 'pharmacy' }))).toContain(
      'Plus inventory at cost, counted at closing.',
    );
    expect(await blocksOf(await add())).not.toContain('inventory');
  });
});
