import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Endpoint } from '@handover/contract/http/endpoint.ts';
import { routeTable } from '@handover/contract/http/route-table.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createRandom } from '#workflows/sample-data/random.ts';
import type { Persona } from '../authorization/callers.ts';
import type { Sent } from '../authorization/fixture.ts';
import { expectedByOperation } from '../authorization/personas.ts';
import { requestByOperation } from '../authorization/requests.ts';
import { createScenario, type Scene } from '../authorization/scenarios.ts';
import type { ApiResponse, Caller } from '../caller.ts';
import { startApi, type TestApi } from '../harness.ts';
import { describeFigures, readSize } from '../sizes.ts';
import { watchChanges, type CommittedChanges } from './committed-changes.ts';
import { hostileValues } from './hostile-values.ts';
import { findName, listTargets, withHostile, type HostileRequest, type Target } from './targets.ts';

/** Each target gets at least one value. */
const perOperation = readSize('HOSTILE_PER_OPERATION', 1);
const seed = readSize('TORTURE_SEED', 1);
const maxResponseMs = 10_000;

/** How many test files share the operations. */
const shards = 2;

/** Its stream does not end once it is accepted. */
const unsuitable = new Set(['streamEvents']);

/**
 * Changes that a rejected request may make: the session's last use and the attempt count. Failed sign-ins are audited,
 * too.
 */
const traces = new Set(['sessions', 'rate_limits']);

type Finding = {
  readonly operation: string;
  readonly target: string;
  readonly problem: string;
  readonly sent: string;
  readonly status: number;
  readonly answer: string;
};

let api: TestApi;
let changes: CommittedChanges;

/** Defines the test of one shard, from 1 to `shards`: every `shards`-th operation gets hostile input. */
export function describeShard(shard: number): void {
  const operations = Object.entries(routeTable)
    .filter(([operation]) => !unsuitable.has(operation))
    .filter((_, index) => index % shards === shard - 1);
  beforeAll(async () => {
    // All calls come from one address.
    api = await startApi({ areFilesChecked: true, env: { REQUESTS_PER_MINUTE: '10000000' } });
    await api.startJobs();
    changes = await watchChanges(api.connectionString);
  });
  afterAll(async () => {
    await changes.stop();
    await api.close();
  });

  it(
    `refuses hostile input in each parameter, header, and field by name and without a trace, part ${String(shard)} of ${String(shards)}`,
    { timeout: 360_000 + perOperation * 20_000 },
    async () => {
      const findings: Finding[] = [];
      const figures = { inputs: 0, slowestMs: 0 };
      for (const [operation, endpoint] of operations)
        findings.push(...(await attack(operation, { endpoint, figures })));
      describeFigures({
        'endpoints attacked': operations.length,
        'hostile inputs': figures.inputs,
        'slowest answer in ms': Math.round(figures.slowestMs),
        'inputs answered wrongly': findings.length,
      });
      expect(findings).toEqual([]);
      expect(figures.inputs).toBeGreaterThanOrEqual(operations.length * perOperation);
      expect(await readdir(join(api.dataDir, 'files', 'incoming'))).toEqual([]);
    },
  );
}

type Attack = { readonly endpoint: Endpoint; readonly figures: { inputs: number; slowestMs: number } };

/** Sends at least `perOperation` requests with one hostile value each to an operation, and one or more to each target. */
async function attack(operation: string, { endpoint, figures }: Attack): Promise<Finding[]> {
  const random = createRandom(seed * 7919 + operation.length * 31 + operation.charCodeAt(0));
  const request = (): Sent => requestByOperation[operation]?.(scene.fixture) ?? { path: '/' };
  const renew = (): Promise<Scene> =>
    createScenario(api, findAllowedPersona(operation), requestByOperation[operation]);
  const findings: Finding[] = [];
  let scene = await renew();
  let isUsed = false;
  const targets = listTargets(endpoint, request());
  for (let round = 0; round < Math.max(perOperation, targets.length); round += 1) {
    const target = pickNext(targets, round);
    const value = random.pick(hostileValues);
    const sendOnce = async (): Promise<Sending> => {
      await changes.take();
      const hostile = withHostile({ endpoint, request: request() }, target, value);
      const sentAt = performance.now();
      const answer = await send(scene.caller, endpoint, hostile);
      return { hostile, answer, tookMs: performance.now() - sentAt, left: await changes.take() };
    };
    let sending = await sendOnce();
    if (
      sending.answer.status === 429 ||
      (isUsed && (sending.answer.status > 400 || findProblem(target, sending) !== null))
    ) {
      // Resets the limits used up by earlier inputs.
      await api.db.deleteFrom('rate_limits').execute();
      scene = await renew();
      isUsed = false;
      sending = await sendOnce();
    }
    isUsed ||= endpoint.method !== 'GET' && sending.answer.status < 400;
    figures.inputs += 1;
    figures.slowestMs = Math.max(figures.slowestMs, sending.tookMs);
    const problem = findProblem(target, sending);
    if (problem !== null) findings.push(describeFinding({ operation, target, problem, sending }));
  }
  return findings;
}

type Sending = {
  readonly hostile: HostileRequest;
  readonly answer: ApiResponse;
  readonly tookMs: number;
  /** The tables that the request changed. */
  readonly left: readonly string[];
};

/** Each target in turn. */
function pickNext(targets: readonly Target[], round: number): Target {
  const target = targets[round % targets.length];
  if (target === undefined) throw new Error('An endpoint without a target for a value');
  return target;
}

/** A persona who may send the valid request. */
function findAllowedPersona(operation: string): Persona {
  const expected = expectedByOperation[operation];
  if (routeTable[operation]?.access.kind === 'public') return 'guest';
  return expected !== undefined && expected.admin === 403 ? 'superadmin' : 'admin';
}

function send(
  caller: Caller,
  endpoint: Endpoint,
  { path, body, bytes, headers }: HostileRequest,
): Promise<ApiResponse> {
  if (bytes !== undefined) return caller.upload(path, bytes, { headers, method: endpoint.method });
  if (endpoint.method === 'GET') return caller.get(path, { headers });
  if (endpoint.method === 'DELETE') return caller.delete(path, { headers });
  // As JSON text, so that a bare string or number can be sent too.
  const payload = JSON.stringify(body ?? {});
  const extras = { headers: { 'content-type': 'application/json', ...headers } };
  if (endpoint.method === 'PUT') return caller.put(path, payload, extras);
  return endpoint.method === 'PATCH'
    ? caller.patch(path, payload, extras)
    : caller.post(path, payload, extras);
}

/** The problem caused by a hostile input, or null. */
function findProblem(target: Target, { answer, tookMs, left }: Sending): string | null {
  if (tookMs > maxResponseMs) return 'took more than ten seconds';
  if (answer.status >= 500) return 'failed';
  if (answer.status < 400) return null;
  if (!String(answer.headers['content-type']).startsWith('application/problem+json'))
    return 'no problem document';
  if (/\bat .*\.(ts|js):\d+|node_modules/.test(answer.text)) return 'shows a stack';
  const changed = left.filter((table) => !traces.has(table));
  const isAudited = changed.every((table) => table.startsWith('audit_'));
  if (changed.length > 0 && !(isAudited && answer.body.code === 'INVALID_CREDENTIALS'))
    return `refused, and yet changed ${changed.join(', ')}`;
  const name = findName(target);
  if (answer.status !== 400 || answer.body.code !== 'INVALID_INPUT' || name === null) return null;
  const errors: { path: string }[] = answer.body.errors ?? [];
  const isNamed = errors.some(({ path }) => path === name || path.startsWith(`${name}.`) || name === '');
  return isNamed ? null : `does not name ${name}`;
}

function describeFinding({
  operation,
  target,
  problem,
  sending: { hostile, answer },
}: {
  operation: string;
  target: Target;
  problem: string;
  sending: Sending;
}): Finding {
  return {
    operation,
    target: JSON.stringify(target),
    problem,
    sent: JSON.stringify(hostile).slice(0, 300),
    status: answer.status,
    answer: answer.text.slice(0, 300),
  };
}
