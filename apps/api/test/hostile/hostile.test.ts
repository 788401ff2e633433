import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeRecords, marker } from '../authorization/records.ts';
import { startApi, type TestApi } from '../harness.ts';
import { attack } from './hostile.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
  await api.startJobs();
});
afterAll(() => api.close());

it(
  'answers generated hostile input without a 5xx and always with a problem document',
  { timeout: 120_000 },
  async () => {
    const workspaceId = await api.makeWorkspace();
    const caller = await api.signIn({ role: 'ADMIN', workspaceId });
    const customerId = await api.makeCustomer(workspaceId, { name: marker });
    const world = await makeRecords(api, { admin: caller, workspaceId, customerId });
    expect(await attack({ caller, world, perOperation: 25, seed: 1 })).toEqual([]);
  },
);
