import { listDefaultStateRules } from '@handover/contract/businesses/default-state-rules.ts';
import type { StateRule } from '@handover/contract/businesses/state-rules.ts';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
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

const listRules = async (of = staff): Promise<StateRule[]> => (await of.get('/state-rules')).body.stateRules;
const getRule = async (state: string, of = staff) =>
  (await listRules(of)).find((rule) => rule.state === state);
const own = {
  brokerLicense: 'license',
  con: 'program',
  source: 'State bar, new act',
  asOf: '2026-10-01',
  confidence: 'high',
  note: null,
} as const;

it('a workspace starts with the delivered rules of every state and territory', async () => {
  expect(await listRules()).toEqual(
    listDefaultStateRules().map((rule) => ({ ...rule, isDelivered: true, version: 1 })),
  );
  expect(await getRule('IL')).toMatchObject({ brokerLicense: 'registration', con: 'program' });
  expect(await getRule('TX')).toMatchObject({ brokerLicense: 'none', con: 'none' });
});

it('a rule is changed with its source and date, recorded in the audit log, and reset', async () => {
  const changed = await admin.put('/state-rules/TX', { version: 1, ...own });
  expect([changed.status, changed.body.stateRule]).toEqual([
    200,
    { state: 'TX', ...own, isDelivered: false, version: 2 },
  ]);
  expect(await getRule('TX')).toEqual(changed.body.stateRule);
  const { entries } = (await admin.get('/audit?action=updateStateRule')).body;
  expect(entries).toMatchObject([
    { detail: { state: 'TX', from: { brokerLicense: 'none' }, to: { brokerLicense: 'license' } } },
  ]);
  const stale = await admin.put('/state-rules/TX', { version: 1, ...own, con: 'none' });
  expect([stale.status, stale.body.current.con]).toEqual([409, 'program']);
  const reset = (await admin.post('/state-rules/TX/reset', { version: 2 })).body.stateRule;
  expect(reset).toMatchObject({ brokerLicense: 'none', con: 'none', isDelivered: true, version: 3 });
});

it('is set by administrators only, in their own workspace', async () => {
  expect((await staff.put('/state-rules/TX', { version: 1, ...own })).status).toBe(403);
  expect((await staff.post('/state-rules/TX/reset', { version: 1 })).status).toBe(403);
  const client = await api.signIn({ role: 'CLIENT', workspaceId });
  expect((await client.get('/state-rules')).status).toBe(403);
  await admin.put('/state-rules/TX', { version: 1, ...own });
  const elsewhere = await api.signIn({ role: 'ADMIN', workspaceId: await api.makeWorkspace() });
  expect(await getRule('TX', elsewhere)).toMatchObject({ isDelivered: true, version: 1 });
});

it.each<[string, Record<string, unknown>, string]>([
  ['an unknown license rule', { brokerLicense: 'maybe' }, 'brokerLicense'],
  ['an unknown certificate rule', { con: 'maybe' }, 'con'],
  ['no source', { source: ' ' }, 'source'],
  ['a day that is none', { asOf: '2026-02-30' }, 'asOf'],
])('a rule cannot have %s', async (_what, change, path) => {
  const { status, body } = await admin.put('/state-rules/TX', { version: 1, ...own, ...change });
  expect([status, body.errors[0].path]).toEqual([400, path]);
});

it('is what the gate of a lead asks of the brokerage', async () => {
  const business = { name: 'Corner Pharmacy', type: 'pharmacy', region: 'TX' };
  const { id } = (await staff.post('/businesses', business)).body.business;
  const license = async () =>
    (await staff.get(`/businesses/${String(id)}/gate`)).body.gate.requirements.find(
      ({ key }: { key: string }) => key === 'broker_license',
    );
  expect(await license()).toMatchObject({ state: 'met', label: 'Brokerage license for Texas (none needed)' });
  await admin.put('/state-rules/TX', { version: 1, ...own, brokerLicense: 'registration' });
  expect(await license()).toMatchObject({ state: 'missing', label: 'Brokerage registration for Texas' });
});

it('is what the closing checklist says about the certificate of need', async () => {
  const business = { name: 'Harbor Home Health', type: 'home_health', region: 'Texas' };
  const businessId = (await admin.post('/businesses', business)).body.business.id;
  const buyerId = await api.makeCustomer(workspaceId);
  const { id } = (await admin.post('/deals', { businessId, buyerId })).body.deal;
  const hint = async () =>
    (await staff.get(`/deals/${String(id)}/closing`)).body.closing.checklist.find(
      ({ key }: { key: string }) => key === 'con',
    ).hint;
  expect(await hint()).toMatch(/^Texas has no certificate-of-need program, as of Nov 22, 2026/);
  await admin.put('/state-rules/TX', { version: 1, ...own });
  expect(await hint()).toMatch(/^Texas has a certificate-of-need program, as of Oct 1, 2026/);
});
