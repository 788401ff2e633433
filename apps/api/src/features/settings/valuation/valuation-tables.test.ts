import { businessTypes } from '@handover/contract/businesses/business-list.ts';
import {
  getDefaultMultiple,
  defaultFinancingRules,
  defaultSurvey,
} from '@handover/contract/businesses/default-tables.ts';
import { sourced, type MarketSurvey } from '@handover/contract/businesses/valuation-tables.ts';
import { valuationMethods } from '@handover/domain/valuation/valuation.ts';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { up as rewriteNote } from '#db/migrations/0980-note-on-veterinarians.ts';
import { up as addTitles } from '#db/migrations/0990-titles-of-sources.ts';
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

const dental = '/valuation-tables/multiples/dental/sde';
const ownDeals = {
  low: 1.8,
  high: 2.75,
  source: 'Our last twelve closings',
  asOf: '2026-10-31',
  confidence: 'high',
  note: null,
};
const conventional = {
  name: 'Conventional',
  maxLoanCents: 2_000_000_00,
  months: 84,
  realEstateMonths: 240,
  minInjectionPercent: 20,
  standbySharePercent: 0,
  floorDscr: 1.2,
  usualDscr: 1.35,
  ratePercent: 9.125,
  source: 'First Bank',
  asOf: '2026-10-31',
  confidence: 'medium',
  note: 'Ask for Ms. Ito.',
};
const getTables = async (as: Caller = staff) => (await as.get('/valuation-tables')).body;
const getMultiple = async (type = 'dental', method = 'sde') =>
  (await getTables()).multiples.find(
    (row: { type: string; method: string }) => row.type === type && row.method === method,
  );
const listRows = async (): Promise<{ source: string; isDelivered: boolean }[]> => {
  const { multiples, marketSurvey, financingRules } = await getTables();
  return [...multiples, marketSurvey, ...financingRules];
};
const listFinancingRules = async () => (await getTables()).financingRules;
const listPaths = (answer: { body: { errors: { path: string }[] } }) =>
  answer.body.errors.map(({ path }) => path);

/** Bypasses the app, whose guard blocks queries across workspaces. */
async function migrate(up: (db: Kysely<unknown>) => Promise<void>): Promise<void> {
  const pool = new pg.Pool({ connectionString: api.connectionString });
  const owner = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  await up(owner);
  await owner.destroy();
}

describe('the tables of a workspace', () => {
  it('begin with what is delivered: every type by every method, and SBA 7(a)', async () => {
    const { multiples, financingRules } = await getTables();
    expect(multiples).toEqual(
      businessTypes.flatMap((type) =>
        valuationMethods.map((method) => ({
          ...getDefaultMultiple(type, method),
          isDelivered: true,
          version: 1,
        })),
      ),
    );
    const [{ key: _key, ...sba }] = defaultFinancingRules as [(typeof defaultFinancingRules)[number]];
    expect(financingRules).toEqual([{ id: expect.any(String), ...sba, isDelivered: true, version: 1 }]);
    expect(await getMultiple('dental')).toMatchObject({ low: 1.5, high: 3 });
    expect(await getMultiple('laboratory')).toMatchObject({ low: null, high: null });
    expect(sba).toMatchObject({ maxLoanCents: 5_000_000_00, months: 120, minInjectionPercent: 10 });
  });

  it('cite each source by its publisher, and by its title where the page is known', async () => {
    const sources = (await listRows()).map(({ source }) => source);
    const citations = [...new Set(sources.flatMap((source) => source.split('; ')))];
    for (const citation of citations) expect(citation).toMatch(/^[^“”]+(?:, “[^“”]+”)?$/);
    expect(citations.filter((citation) => !citation.includes('“'))).toEqual([
      'BizBuySell (Learning Center)',
      'iconic.co',
      'behavioralhealthbusinessbroker.com',
      'sovdoc.com',
      'dealflow-os.com',
      'launchadvisor.co',
    ]);
    for (const source of sources) expect(sourced.source.safeParse(source)).toMatchObject({ data: source });
  });

  it('have the delivered note on veterinarians as a sentence, unless somebody has changed it', async () => {
    const { note } = await getMultiple('veterinary', 'ebitda');
    const setNote = (text: string) =>
      api.db
        .updateTable('valuation_multiples')
        .set({ note: text })
        .where('workspace_id', '=', workspaceId)
        .where('type', '=', 'veterinary')
        .where('method', '=', 'ebitda')
        .execute();
    await setNote('With several doctors 8 to 12.');
    await migrate(rewriteNote);
    expect((await getMultiple('veterinary', 'ebitda')).note).toBe(note);
    await setNote('With several doctors 8 to 13.');
    await migrate(rewriteNote);
    expect((await getMultiple('veterinary', 'ebitda')).note).toBe('With several doctors 8 to 13.');
  });

  describe('from before their sources had titles', () => {
    const dentists =
      'thedentalpracticemarket.com, precisiondentalanalytics.com, BizBuySell (Learning Center)';
    const survey = 'IBBA 3Q25, per murphybusiness.com';
    const sba = 'SBA SOP 50 10 8, per whitefordlaw.com; minimum DSCR per loanbox.com';
    const setSource = (table: 'valuation_multiples' | 'market_surveys' | 'financing_rules', source: string) =>
      api.db.updateTable(table).set({ source }).where('workspace_id', '=', workspaceId);
    beforeEach(async () => {
      await setSource('valuation_multiples', dentists).where('type', '=', 'dental').execute();
      await setSource('valuation_multiples', 'joeyfriedmancpa.com')
        .where('type', '=', 'veterinary')
        .execute();
      await setSource('market_surveys', survey).execute();
      await setSource('financing_rules', sba).execute();
    });

    it('get the titles', async () => {
      const edited = async () => (await listRows()).filter(({ isDelivered }) => !isDelivered);
      expect(await edited()).toHaveLength(8);
      await migrate(addTitles);
      expect(await edited()).toEqual([]);
    });

    it('keep each row that somebody has changed', async () => {
      const { multiples, marketSurvey, financingRules } = await getTables();
      const [{ type: _type, method: _method, isDelivered: _sde, ...sde }] = multiples;
      await admin.put(dental, { ...sde, note: 'Ours.' });
      const { isDelivered: _survey, ...values } = marketSurvey;
      const band = { ...values.bands[2], fromCents: 5_000_000_00, toCents: 6_000_000_00 };
      await admin.put('/valuation-tables/market-survey', { ...values, bands: [...values.bands, band] });
      const [{ id, isDelivered: _rule, ...rule }] = financingRules;
      await admin.put(`/financing-rules/${id}`, { ...rule, ratePercent: 9 });
      await migrate(addTitles);
      const after = await getTables();
      expect(after.multiples[0]).toMatchObject({ source: dentists, note: 'Ours.' });
      expect(after.multiples[1]).toMatchObject({ isDelivered: true });
      expect(after.marketSurvey).toMatchObject({ source: survey, bands: [{}, {}, {}, band] });
      expect(after.financingRules[0]).toMatchObject({ source: sba, ratePercent: 9 });
    });
  });

  it('are its own: another workspace keeps what was delivered, and reaches none of its rules', async () => {
    await admin.put(dental, { version: 1, ...ownDeals });
    const { financingRule: rule } = (await admin.post('/financing-rules', conventional)).body;
    const elsewhere = await api.signIn({ role: 'ADMIN', workspaceId: await api.makeWorkspace() });
    const theirs = await getTables(elsewhere);
    expect(theirs.multiples[0]).toMatchObject({ low: 1.5, isDelivered: true });
    expect(theirs.financingRules).toHaveLength(1);
    const update = { version: 1, ...conventional };
    expect((await elsewhere.put(`/financing-rules/${rule.id}`, update)).status).toBe(404);
    expect((await elsewhere.post(`/financing-rules/${rule.id}/reset`, { version: 1 })).status).toBe(404);
    expect((await elsewhere.delete(`/financing-rules/${rule.id}`)).status).toBe(404);
    expect(await listFinancingRules()).toHaveLength(2);
  });

  it('are for administrators to set, and closed to clients', async () => {
    expect((await staff.put(dental, { version: 1, ...ownDeals })).status).toBe(403);
    expect((await staff.post(`${dental}/reset`, { version: 1 })).status).toBe(403);
    expect((await staff.post('/financing-rules', conventional)).status).toBe(403);
    const client = await api.signIn({ role: 'CLIENT', workspaceId });
    expect((await client.get('/valuation-tables')).status).toBe(403);
    expect((await api.guest.get('/valuation-tables')).status).toBe(401);
    expect(await getMultiple()).toMatchObject({ version: 1, isDelivered: true });
  });
});

describe('a multiple', () => {
  it('is changed with its source and date, recorded in the audit log, and reset to the delivered values', async () => {
    const changed = await admin.put(dental, { version: 1, ...ownDeals });
    expect([changed.status, changed.body.multiple]).toEqual([
      200,
      { type: 'dental', method: 'sde', ...ownDeals, isDelivered: false, version: 2 },
    ]);
    expect(await getMultiple()).toEqual(changed.body.multiple);
    const { entries } = (await admin.get('/audit?action=updateValuationMultiple')).body;
    expect(entries).toMatchObject([
      {
        detail: { type: 'dental', method: 'sde', from: { low: 1.5, high: 3 }, to: { low: 1.8, high: 2.75 } },
      },
    ]);
    const reset = (await admin.post(`${dental}/reset`, { version: 2 })).body.multiple;
    expect(reset).toEqual({ ...getDefaultMultiple('dental', 'sde'), isDelivered: true, version: 3 });
  });

  it('can be set if none is published, and removed again', async () => {
    const path = '/valuation-tables/multiples/laboratory/sde';
    expect((await admin.put(path, { version: 1, ...ownDeals })).body.multiple.high).toBe(2.75);
    const empty = { version: 2, ...ownDeals, low: null, high: null };
    expect((await admin.put(path, empty)).body.multiple).toMatchObject({ low: null, high: null });
  });

  it('allows one writer at a time', async () => {
    await admin.put(dental, { version: 1, ...ownDeals });
    const second = await admin.put(dental, { version: 1, ...ownDeals, high: 4 });
    expect([second.status, second.body.code, second.body.current.high]).toEqual([409, 'STALE_VERSION', 2.75]);
    const reset = await admin.post(`${dental}/reset`, { version: 1 });
    expect([reset.status, reset.body.current.version]).toEqual([409, 2]);
    expect(await getMultiple()).toMatchObject({ high: 2.75, version: 2 });
  });

  it.each<[string, Record<string, unknown>, string]>([
    ['a low end above the high one', { low: 3, high: 2 }, 'high'],
    ['one end alone', { high: null }, 'high'],
    ['nothing for an end', { low: 0 }, 'low'],
    ['more than a hundred times', { high: 100.5 }, 'high'],
    ['four decimals', { low: 1.2345 }, 'low'],
    ['no source', { source: ' ' }, 'source'],
    ['a day that is none', { asOf: '2026-02-30' }, 'asOf'],
    ['an unknown confidence', { confidence: 'certain' }, 'confidence'],
  ])('cannot have %s', async (_what, change, path) => {
    const answer = await admin.put(dental, { version: 1, ...ownDeals, ...change });
    expect([answer.status, listPaths(answer)]).toEqual([400, [path]]);
    expect(await getMultiple()).toMatchObject({ version: 1 });
  });

  it('requires an existing type and method', async () => {
    for (const place of ['bakery/sde', 'dental/magic'])
      expect(
        (await admin.put(`/valuation-tables/multiples/${place}`, { version: 1, ...ownDeals })).status,
      ).toBe(404);
  });
});

describe('the market survey', () => {
  const path = '/valuation-tables/market-survey';
  const survey = async (of = staff): Promise<MarketSurvey> =>
    (await of.get('/valuation-tables')).body.marketSurvey;
  const band = {
    fromCents: 250_000_00,
    toCents: 750_000_00,
    months: 7,
    sdeMultiple: 2.55,
    ebitdaMultiple: null,
  };
  const own = { source: 'IBBA 4Q25', asOf: '2025-12-31', confidence: 'high', note: null } as const;

  it('is delivered with time and multiples of three price bands, changed, recorded, and reset', async () => {
    expect(await survey()).toEqual({ ...defaultSurvey, isDelivered: true, version: 1 });
    expect(
      defaultSurvey.bands.map(({ months, sdeMultiple, ebitdaMultiple }) => [
        months,
        sdeMultiple,
        ebitdaMultiple,
      ]),
    ).toEqual([
      [8, 2.8, null],
      [9, 3.3, null],
      [9, 3.3, 4],
    ]);
    const changed = await admin.put(path, { version: 1, bands: [band], ...own });
    expect([changed.status, changed.body.marketSurvey]).toEqual([
      200,
      { bands: [band], ...own, isDelivered: false, version: 2 },
    ]);
    expect(await survey()).toEqual(changed.body.marketSurvey);
    const { entries } = (await admin.get('/audit?action=updateMarketSurvey')).body;
    expect(entries).toMatchObject([
      { detail: { from: { source: defaultSurvey.source }, to: { bands: [band] } } },
    ]);
    const stale = await admin.put(path, { version: 1, bands: [], ...own });
    expect([stale.status, stale.body.current.bands]).toEqual([409, [band]]);
    const reset = (await admin.post(`${path}/reset`, { version: 2 })).body.marketSurvey;
    expect(reset).toEqual({ ...defaultSurvey, isDelivered: true, version: 3 });
  });

  it('is set by administrators only, in their own workspace', async () => {
    expect((await staff.put(path, { version: 1, bands: [], ...own })).status).toBe(403);
    expect((await staff.post(`${path}/reset`, { version: 1 })).status).toBe(403);
    await admin.put(path, { version: 1, bands: [], ...own });
    const elsewhere = await api.signIn({ role: 'ADMIN', workspaceId: await api.makeWorkspace() });
    expect(await survey(elsewhere)).toMatchObject({ isDelivered: true, version: 1 });
  });

  it.each<[string, Record<string, unknown>, string]>([
    ['a band that ends where it starts', { bands: [{ ...band, toCents: 250_000_00 }] }, 'bands.0.toCents'],
    ['bands that overlap', { bands: [band, { ...band, toCents: 900_000_00 }] }, 'bands.1.fromCents'],
    ['no months', { bands: [{ ...band, months: 0 }] }, 'bands.0.months'],
    ['a multiple of nothing', { bands: [{ ...band, sdeMultiple: 0 }] }, 'bands.0.sdeMultiple'],
    [
      'too many bands',
      { bands: Array.from({ length: 13 }, (_, at) => ({ ...band, fromCents: at, toCents: at + 1 })) },
      'bands',
    ],
    ['no source', { source: ' ' }, 'source'],
  ])('cannot have %s', async (_what, change, at) => {
    const answer = await admin.put(path, { version: 1, bands: [band], ...own, ...change });
    expect([answer.status, listPaths(answer)]).toEqual([400, [at]]);
  });
});

describe('a financing rule', () => {
  it('is added, changed, and removed, each recorded in the audit log', async () => {
    const added = await admin.post('/financing-rules', conventional);
    expect([added.status, added.body.financingRule]).toEqual([
      201,
      { id: expect.any(String), ...conventional, isDelivered: null, version: 1 },
    ]);
    const { id } = added.body.financingRule;
    const change = { ...conventional, name: 'Conventional, First Bank', ratePercent: 8.5 };
    const changed = (await admin.put(`/financing-rules/${id}`, { version: 1, ...change })).body.financingRule;
    expect(changed).toEqual({ id, ...change, isDelivered: null, version: 2 });
    expect((await listFinancingRules()).at(-1)).toEqual(changed);
    expect((await admin.delete(`/financing-rules/${id}`)).status).toBe(204);
    expect(await listFinancingRules()).toHaveLength(1);
    const { entries } = (await admin.get(`/audit?subjectId=${id}`)).body;
    expect(entries.map(({ action }: { action: string }) => action)).toEqual([
      'deleteFinancingRule',
      'updateFinancingRule',
      'createFinancingRule',
    ]);
    expect(entries[1].detail).toMatchObject({ from: { rate_percent: 9.125 }, to: { rate_percent: 8.5 } });
  });

  it('that is a default can be changed and reset, but not removed', async () => {
    const [{ id, isDelivered: _isDelivered, version, ...sba }] = await listFinancingRules();
    const changed = await admin.put(`/financing-rules/${id}`, { version, ...sba, ratePercent: 9.75 });
    expect(changed.body.financingRule).toMatchObject({ ratePercent: 9.75, isDelivered: false, version: 2 });
    expect((await admin.delete(`/financing-rules/${id}`)).status).toBe(422);
    const reset = (await admin.post(`/financing-rules/${id}/reset`, { version: 2 })).body.financingRule;
    expect(reset).toEqual({ id, ...sba, isDelivered: true, version: 3 });
    const own = (await admin.post('/financing-rules', conventional)).body.financingRule;
    expect((await admin.post(`/financing-rules/${own.id}/reset`, { version: 1 })).status).toBe(422);
  });

  it('allows one writer at a time', async () => {
    const [{ id, isDelivered: _isDelivered, version: _version, ...sba }] = await listFinancingRules();
    await admin.put(`/financing-rules/${id}`, { version: 1, ...sba, ratePercent: 9 });
    const second = await admin.put(`/financing-rules/${id}`, { version: 1, ...sba, ratePercent: 12 });
    expect([second.status, second.body.current.ratePercent]).toEqual([409, 9]);
    expect((await admin.post(`/financing-rules/${id}/reset`, { version: 1 })).status).toBe(409);
  });

  it.each<[string, Record<string, unknown>, string]>([
    ['the name of another', { name: 'sba 7(A)' }, 'name'],
    ['no loan', { maxLoanCents: 0 }, 'maxLoanCents'],
    ['a shorter term with real estate', { realEstateMonths: 60 }, 'realEstateMonths'],
    ['more than forty years', { realEstateMonths: 481 }, 'realEstateMonths'],
    ['a DSCR below one', { floorDscr: 0.9 }, 'floorDscr'],
    ['a usual DSCR below the floor', { usualDscr: 1.1 }, 'usualDscr'],
    ['three decimals of a DSCR', { usualDscr: 1.255 }, 'usualDscr'],
    ['more than the whole as injection', { minInjectionPercent: 101 }, 'minInjectionPercent'],
    ['a rate above forty percent', { ratePercent: 41 }, 'ratePercent'],
  ])('cannot have %s', async (_what, change, path) => {
    const answer = await admin.post('/financing-rules', { ...conventional, ...change });
    expect([answer.status, listPaths(answer)]).toEqual([400, [path]]);
    expect(await listFinancingRules()).toHaveLength(1);
  });

  it('is one of twenty at most', async () => {
    for (let number = 2; number <= 20; number += 1)
      await admin.post('/financing-rules', { ...conventional, name: `Rule ${String(number)}` });
    expect(await listFinancingRules()).toHaveLength(20);
    expect((await admin.post('/financing-rules', conventional)).status).toBe(422);
  });
});
