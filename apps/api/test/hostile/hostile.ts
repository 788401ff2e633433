import { routeTable } from '@handover/contract/route-table.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createRandom, type Random } from '#workflows/sample-data/random.ts';
import { marker, type Fixture, type Sent } from '../authorization/fixture.ts';
import { makeRecords } from '../authorization/records.ts';
import { requestByOperation } from '../authorization/requests.ts';
import type { Answer, Caller } from '../caller.ts';
import { startApi, type TestApi } from '../harness.ts';
import { describeFigures, readSize } from '../sizes.ts';
import { hostileValues, spoil, spoilPath, toText } from './hostile-values.ts';

const perOperation = readSize('HOSTILE_PER_OPERATION', 25);
const seed = readSize('TORTURE_SEED', 1);
const maxAnswerMs = 10_000;

/** How many test files share the operations. */
const shards = 2;

/** Operations that end the caller's own session, or never end. */
const unsuitable = new Set(['logout', 'revokeOtherSessions', 'streamEvents']);

type Finding = {
  readonly operation: string;
  readonly seed: number;
  readonly sent: string;
  readonly status: number;
  readonly answer: string;
};

/** Defines the test of one shard, from 1 to `shards`: every `shards`-th operation gets hostile input. */
export function describeShard(shard: number): void {
  const operations = Object.keys(routeTable)
    .filter((operation) => !unsuitable.has(operation))
    .filter((_, index) => index % shards === shard - 1);
  let api: TestApi;
  beforeAll(async () => {
    api = await startApi();
    await api.startJobs();
  });
  afterAll(() => api.close());

  it(
    `answers hostile input without a 5xx or a hang and with a problem document, part ${String(shard)} of ${String(shards)}`,
    { timeout: 60_000 + perOperation * 5_000 },
    async () => {
      const workspaceId = await api.makeWorkspace();
      const caller = await api.signIn({ role: 'ADMIN', workspaceId });
      const customerId = await api.makeCustomer(workspaceId, { name: marker });
      const fixture = await makeRecords(api, { admin: caller, workspaceId, customerId });
      const { findings, inputs, slowestMs } = await attack(operations, { caller, fixture });
      describeFigures({
        'endpoints attacked': operations.length,
        'hostile inputs': inputs,
        'slowest answer in ms': Math.round(slowestMs),
        'inputs answered wrongly': findings.length,
      });
      expect(findings).toEqual([]);
      expect(inputs).toBe(operations.length * perOperation);
    },
  );
}

/**
 * Sends `perOperation` generated inputs to each operation as a signed-in admin and finds what no input
 * may cause: a 5xx, an answer that takes over ten seconds, a stack in an answer, or an error that is no
 * problem document. The seed of a finding replays it.
 */
async function attack(
  operations: readonly string[],
  { caller, fixture }: { caller: Caller; fixture: Fixture },
): Promise<{ inputs: number; slowestMs: number; findings: Finding[] }> {
  const findings: Finding[] = [];
  let slowestMs = 0;
  let inputs = 0;
  for (const operation of operations) {
    for (let round = 0; round < perOperation; round += 1) {
      const roundSeed = seed + round;
      const random = createRandom(roundSeed * 7919 + operation.length);
      const sent = makeHostile(requestByOperation[operation]?.(fixture) ?? { path: '/' }, random);
      const sentAt = performance.now();
      const answer = await send(caller, routeTable[operation]?.method ?? 'GET', sent);
      const tookMs = performance.now() - sentAt;
      inputs += 1;
      slowestMs = Math.max(slowestMs, tookMs);
      if (!isAcceptable(answer) || tookMs > maxAnswerMs)
        findings.push({
          operation,
          seed: roundSeed,
          sent: JSON.stringify(sent).slice(0, 500),
          status: answer.status,
          answer: answer.text.slice(0, 500),
        });
    }
  }
  return { inputs, slowestMs, findings };
}

function makeHostile(request: Sent, random: Random): Sent {
  const path = random.chance(0.4) ? spoilPath(request.path, random) : request.path;
  if (request.bytes !== undefined)
    return {
      path,
      bytes: random.chance(0.5)
        ? toText(random.pick(hostileValues))
        : `${String(request.bytes.slice(0, random.below(request.bytes.length)))}\u0000"`,
    };
  return { path, body: spoil(request.body ?? {}, random) };
}

function send(caller: Caller, method: string, { path, body, bytes }: Sent): Promise<Answer> {
  if (bytes !== undefined) return caller.upload(path, bytes);
  if (method === 'GET') return caller.get(path);
  if (method === 'DELETE') return caller.delete(path);
  // A bare string or number is sent as the JSON text it is.
  const payload = JSON.stringify(body ?? null);
  const headers = { 'content-type': 'application/json' };
  return method === 'PATCH'
    ? caller.patch(path, payload, { headers })
    : caller.post(path, payload, { headers });
}

function isAcceptable(answer: Answer): boolean {
  if (answer.status >= 500) return false;
  if (answer.status < 400) return true;
  const isProblem =
    String(answer.headers['content-type']).startsWith('application/problem+json') &&
    typeof answer.body?.detail === 'string';
  return isProblem && !/\bat .*\.(ts|js):\d+|node_modules/.test(answer.text);
}
