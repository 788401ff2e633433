import { readdir } from 'node:fs/promises';
import { routeTable } from '@handover/contract/http/route-table.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApi, type TestApi } from '../harness.ts';
import { listOperations, shards } from './matrix.ts';
import { personas } from './callers.ts';
import { expectedByOperation } from './personas.ts';
import { requestByOperation } from './requests.ts';
import { createScenario } from './scenarios.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi({ areFilesChecked: true });
});
afterAll(() => api.close());

describe('authorization matrix', () => {
  it('has an expectation and a request for every operation, and no others', () => {
    expect(Object.keys(expectedByOperation).toSorted()).toEqual(Object.keys(routeTable).toSorted());
    expect(Object.keys(requestByOperation).toSorted()).toEqual(Object.keys(routeTable).toSorted());
  });

  it('has a test file for each shard, and each operation in one shard', async () => {
    const numbers = Array.from({ length: shards }, (_, index) => index + 1);
    const files = await readdir(import.meta.dirname);
    expect(files.filter((file) => /^authorization\.\d+\.test\.ts$/.test(file)).toSorted()).toEqual(
      numbers.map((shard) => `authorization.${String(shard)}.test.ts`),
    );
    expect(numbers.flatMap((shard) => listOperations(shard).map(([name]) => name)).toSorted()).toEqual(
      Object.keys(routeTable).toSorted(),
    );
  });

  it('opens the event stream to members only', async () => {
    const refused = personas.filter((persona) => expectedByOperation['streamEvents']?.[persona] !== 200);
    expect(refused).toEqual(['guest', 'banned', 'nobody']);
    for (const persona of refused) {
      const { caller } = await createScenario(api, persona, requestByOperation['streamEvents']);
      expect((await caller.get('/events')).status, persona).toBe(
        expectedByOperation['streamEvents']?.[persona],
      );
    }
  });
});
