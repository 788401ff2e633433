import { afterAll, beforeAll, expect, it } from 'vitest';
import { expectedByOperation } from '../authorization/personas.ts';
import { requestByOperation } from '../authorization/requests.ts';
import { createScenario } from '../authorization/scenarios.ts';
import { startApi, type TestApi } from '../harness.ts';
import { describeFigures } from '../sizes.ts';
import { listOperationsFrom, send } from './operations.ts';

const clicks = 4;
let api: TestApi;
beforeAll(async () => {
  api = await startApi({ env: { REQUESTS_PER_MINUTE: '10000000' } });
  await api.startJobs();
});
afterAll(() => api.close());

it('answers writes that arrive at the same moment, without an idempotency key, and never with an error of its own', async () => {
  const writes = listOperationsFrom(0).filter(([, { method }]) => method !== 'GET');
  const failures: unknown[] = [];
  for (const [name, endpoint] of writes) {
    const persona = (expectedByOperation[name]?.admin ?? 500) < 400 ? 'admin' : 'superadmin';
    const { caller, fixture } = await createScenario(api, persona, requestByOperation[name]);
    const request = requestByOperation[name]?.(fixture) ?? { path: '/' };
    const answers = await Promise.all(Array.from({ length: clicks }, () => send(caller, endpoint, request)));
    for (const { status, text } of answers)
      if (status >= 500) failures.push({ name, status, text: text.slice(0, 300) });
    await api.db.deleteFrom('rate_limits').execute();
  }
  describeFigures({
    'writes sent four times at once': writes.length,
    'of them answered 5xx': failures.length,
  });
  expect(failures).toEqual([]);
}, 900_000);
