import { afterAll, beforeAll, expect, it } from 'vitest';
import { marker, type Fixture, type Sent } from '../authorization/fixture.ts';
import { requestByOperation } from '../authorization/requests.ts';
import { createScenario } from '../authorization/scenarios.ts';
import { startApi, type TestApi } from '../harness.ts';
import { describeFigures } from '../sizes.ts';
import { listOperationsFrom, send } from './operations.ts';

const uuid = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/;
/** Selections skip ids that the caller cannot access. */
const selections = new Set(['ids']);

let api: TestApi;
let foreign: Fixture;
beforeAll(async () => {
  api = await startApi({ env: { REQUESTS_PER_MINUTE: '10000000' } });
  await api.startJobs();
  foreign = (await createScenario(api, 'admin')).fixture;
}, 120_000);
afterAll(() => api.close());

it('refuses the id of another workspace in each field and parameter', async () => {
  const findings: unknown[] = [];
  let tried = 0;
  for (const [name, endpoint] of listOperationsFrom(5)) {
    const request = requestByOperation[name];
    if (request === undefined) continue;
    const { caller, fixture } = await createScenario(api, 'admin', request);
    for (const attempt of withForeignIds(request(fixture), request(foreign))) {
      tried += 1;
      const { status, text } = await send(caller, endpoint, attempt.sent);
      const isSelection = selections.has(attempt.field.split('.').find((key) => selections.has(key)) ?? '');
      const isRefused = status >= 400 && status < 500;
      if ((!isRefused && !isSelection) || status >= 500)
        findings.push({ name, field: attempt.field, status, text: text.slice(0, 200) });
      if (text.includes(marker) && !isSelection && status < 300)
        findings.push({ name, field: attempt.field, leak: text.slice(0, 200) });
    }
  }
  describeFigures({ 'ids of another workspace sent': tried, 'of them not refused': findings.length });
  expect(findings).toEqual([]);
}, 900_000);

/**
 * The request once for each ID in its body and query, with that ID replaced by the one in the other workspace's
 * request.
 */
function* withForeignIds(own: Sent, other: Sent): Generator<{ sent: Sent; field: string }> {
  for (const [keys, id] of listIds(other.body))
    yield { sent: { ...own, body: replaceValue(own.body, keys, id) }, field: keys.join('.') };
  const [route = '', search = ''] = own.path.split('?');
  for (const [key, id] of new URLSearchParams(other.path.split('?')[1] ?? '')) {
    if (!uuid.test(id)) continue;
    const query = new URLSearchParams(search);
    query.set(key, id);
    yield { sent: { ...own, path: `${route}?${query.toString()}` }, field: key };
  }
}

function listIds(value: unknown, keys: string[] = []): [string[], string][] {
  if (typeof value === 'string') return uuid.test(value) ? [[keys, value]] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => listIds(inner, [...keys, key]));
}

function replaceValue(body: unknown, [key, ...rest]: string[], id: string): unknown {
  if (key === undefined) return id;
  const copy = structuredClone(body) as Record<string, unknown>;
  copy[key] = replaceValue(copy[key], rest, id);
  return copy;
}
