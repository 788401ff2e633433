import { defaultFeeTables } from '@handover/contract/commission/commission-settings.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Caller } from '#test/caller.ts';
import { startApi, type TestApi } from '#test/harness.ts';

let api: TestApi;
let workspaceId: string;
let admin: Caller;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  workspaceId = await api.makeWorkspace();
  admin = await api.signIn({ role: 'ADMIN', workspaceId });
});

const [lehman] = defaultFeeTables;
const listPaths = (answer: { body: { errors: { path: string }[] } }) =>
  answer.body.errors.map(({ path }) => path);
const getSettings = async () => (await admin.get('/commission-settings')).body.commissionSettings;

describe('the commission settings', () => {
  it('start with defaults, and are changed by administrators, one at a time', async () => {
    const before = await getSettings();
    expect(before.feeTables).toEqual(defaultFeeTables);
    const body = {
      version: 1,
      feeTables: [{ ...lehman, name: 'Ours' }],
      stageWeights: { ...before.stageWeights, loi: 5_500 },
    };
    const staff = await api.signIn({ role: 'STAFF', workspaceId });
    expect((await staff.get('/commission-settings')).status).toBe(200);
    expect((await staff.put('/commission-settings', body)).status).toBe(403);
    expect((await admin.put('/commission-settings', body)).body.commissionSettings).toEqual({
      ...body,
      version: 2,
    });
    expect((await admin.put('/commission-settings', body)).status).toBe(409);
    expect(
      (await admin.put('/commission-settings', { ...body, version: 2 })).body.commissionSettings.version,
    ).toBe(3);
  });

  it('refuse two tables of one name, a table that ends, and a weight above 100%', async () => {
    const { stageWeights } = await getSettings();
    const put = (change: object) =>
      admin.put('/commission-settings', { version: 1, feeTables: [], stageWeights, ...change });
    expect(listPaths(await put({ feeTables: [lehman, { ...lehman, name: 'LEHMAN' }] }))).toEqual([
      'feeTables',
    ]);
    const ending = { ...lehman, steps: [{ upToCents: 1, rateBps: 1 }] };
    expect(listPaths(await put({ feeTables: [ending] }))).toEqual(['feeTables.0.steps']);
    expect(listPaths(await put({ stageWeights: { ...stageWeights, loi: 10_001 } }))).toEqual([
      'stageWeights.loi',
    ]);
  });
});
