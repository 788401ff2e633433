import type { ClosingChecklist } from '@handover/contract/deals/closing-checklists.ts';
import {
  getDefaultChecklist,
  listDefaultChecklists,
} from '@handover/contract/deals/default-closing-checklists.ts';
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

type Line = ClosingChecklist['items'][number];
const listChecklists = async (of = staff): Promise<ClosingChecklist[]> =>
  (await of.get('/closing-checklists')).body.closingChecklists;
const getChecklist = async (type: string, of = staff) =>
  (await listChecklists(of)).find((one) => one.type === type);
const path = '/closing-checklists/pharmacy';
const defaultItems = getDefaultChecklist('pharmacy').items;
const own = { source: 'Own counsel', asOf: '2026-10-01', confidence: 'high', note: null } as const;
const added = { key: null, area: 'payer', title: 'Wholesaler account', hint: 'Ask early' } as const;

it('a workspace starts with the delivered checklists of every type', async () => {
  expect(await listChecklists()).toEqual(
    listDefaultChecklists().map((one) => ({ ...one, isDelivered: true, version: 1 })),
  );
});

it('lines are added, renamed, removed, and reordered, recorded in the audit log, and reset', async () => {
  const [board, dea, ...others] = defaultItems;
  const items = [{ ...dea, title: 'DEA told' }, added, board, ...others.slice(1)];
  const changed = await admin.put(path, { version: 1, items, ...own });
  const lines = [
    { ...dea, title: 'DEA told' },
    { ...added, key: expect.stringMatching(/^[0-9a-f-]{36}$/) },
    board,
    ...others.slice(1),
  ];
  expect([changed.status, changed.body.closingChecklist]).toEqual([
    200,
    { type: 'pharmacy', items: lines, ...own, isDelivered: false, version: 2 },
  ]);
  expect(await getChecklist('pharmacy')).toEqual(changed.body.closingChecklist);
  const { entries } = (await admin.get('/audit?action=updateClosingChecklist')).body;
  expect(entries).toMatchObject([
    { detail: { type: 'pharmacy', from: { items: defaultItems }, to: { source: 'Own counsel' } } },
  ]);
  const stale = await admin.put(path, { version: 1, items: [], ...own });
  expect([stale.status, stale.body.current.items]).toEqual([409, lines]);
  const reset = (await admin.post(`${path}/reset`, { version: 2 })).body.closingChecklist;
  expect(reset).toEqual({ ...getDefaultChecklist('pharmacy'), isDelivered: true, version: 3 });
});

it('a line with the key of another list, or of another line, gets one of its own', async () => {
  const [board] = defaultItems;
  const items = [board, { ...board, title: 'Again' }, { ...added, key: 'lease' }];
  const keys = (await admin.put(path, { version: 1, items, ...own })).body.closingChecklist.items.map(
    ({ key }: Line) => key,
  );
  expect(keys[0]).toBe('board');
  expect(new Set([...keys, 'lease']).size).toBe(4);
});

it('is set by administrators only, in their own workspace', async () => {
  expect((await staff.put(path, { version: 1, items: [], ...own })).status).toBe(403);
  expect((await staff.post(`${path}/reset`, { version: 1 })).status).toBe(403);
  const client = await api.signIn({ role: 'CLIENT', workspaceId });
  expect((await client.get('/closing-checklists')).status).toBe(403);
  await admin.put(path, { version: 1, items: [], ...own });
  const elsewhere = await api.signIn({ role: 'ADMIN', workspaceId: await api.makeWorkspace() });
  expect(await getChecklist('pharmacy', elsewhere)).toMatchObject({ isDelivered: true, version: 1 });
});

it.each<[string, Record<string, unknown>, string]>([
  ['a line without text', { items: [{ ...added, title: ' ' }] }, 'items.0.title'],
  ['a line of an unknown area', { items: [{ ...added, area: 'tax' }] }, 'items.0.area'],
  ['too many lines', { items: Array.from({ length: 41 }, () => added) }, 'items'],
  ['no source', { source: ' ' }, 'source'],
  ['a day that is none', { asOf: '2026-02-30' }, 'asOf'],
])('a checklist cannot have %s', async (_what, change, at) => {
  const { status, body } = await admin.put(path, { version: 1, items: defaultItems, ...own, ...change });
  expect([status, body.errors[0].path]).toEqual([400, at]);
});

describe('a deal', () => {
  const makeDeal = async (type: string) => {
    const business = { name: 'Corner Pharmacy', type };
    const businessId = (await admin.post('/businesses', business)).body.business.id;
    const buyerId = await api.makeCustomer(workspaceId);
    const { id } = (await admin.post('/deals', { businessId, buyerId })).body.deal;
    return { id: String(id), businessId: String(businessId) };
  };
  const linesOf = async (dealId: string): Promise<string[]> =>
    (await staff.get(`/deals/${dealId}/closing`)).body.closing.checklist.map(({ title }: Line) => title);
  const every = getDefaultChecklist('every').items.map(({ title }) => title);

  it('gets the lines of its type and of every type as they are then, and keeps them', async () => {
    const before = await makeDeal('pharmacy');
    const titles = [...defaultItems.map(({ title }) => title), ...every];
    expect(await linesOf(before.id)).toEqual(titles);
    await admin.put(path, { version: 1, items: [added], ...own });
    await admin.put('/closing-checklists/every', { version: 1, items: [], ...own });
    expect(await linesOf(before.id)).toEqual(titles);
    const after = await makeDeal('pharmacy');
    expect(await linesOf(after.id)).toEqual(['Wholesaler account']);
    const key = (await getChecklist('pharmacy'))?.items[0]?.key;
    const done = await staff.patch(`/deals/${after.id}/closing`, {
      version: 0,
      item: { key, state: 'done' },
    });
    expect(done.body.closing.checklist).toMatchObject([{ title: 'Wholesaler account', state: 'done' }]);
    expect((await staff.get(`/deals/${after.id}/activities`)).text).toContain('Wholesaler account');
  });

  it('gets the lines of the new type when its business has another', async () => {
    const { id, businessId } = await makeDeal('pharmacy');
    const { version } = (await admin.get(`/businesses/${businessId}`)).body.business;
    await admin.patch(`/businesses/${businessId}`, { version, type: 'dme' });
    expect(await linesOf(id)).toEqual([
      ...getDefaultChecklist('dme').items.map(({ title }) => title),
      ...every,
    ]);
  });

  it('of a home health agency leaves the 36-month rule to its gate', async () => {
    const { id } = await makeDeal('home_health');
    expect((await linesOf(id)).filter((title) => title.includes('36-month'))).toEqual([]);
  });
});
