import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeRecords } from '../authorization/records.ts';
import { marker } from '../authorization/fixture.ts';
import { startApi, type TestApi } from '../harness.ts';
import { readSize, describeFigures } from '../sizes.ts';
import { attack } from './hostile.ts';

const perOperation = readSize('HOSTILE_PER_OPERATION', 25);
const seed = readSize('TORTURE_SEED', 1);

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
  await api.startJobs();
});
afterAll(() => api.close());

it(
  'answers generated hostile input without a 5xx or a hang and always with a problem document',
  { timeout: 60_000 + perOperation * 5_000 },
  async () => {
    const workspaceId = await api.makeWorkspace();
    const caller = await api.signIn({ role: 'ADMIN', workspaceId });
    const customerId = await api.makeCustomer(workspaceId, { name: marker });
    const world = await makeRecords(api, { admin: caller, workspaceId, customerId });
    const { findings, operations, inputs, slowestMs } = await attack({ caller, world, perOperation, seed });
    describeFigures({
      'endpoints attacked': operations,
      'hostile inputs': inputs,
      'slowest answer in ms': Math.round(slowestMs),
      'inputs answered wrongly': findings.length,
    });
    expect(findings).toEqual([]);
    expect(inputs).toBe(operations * perOperation);
  },
);
