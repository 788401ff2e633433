import { routeTable } from '@handover/contract/route-table.ts';
import { createRandom, type Random } from '#workflows/sample-data/random.ts';
import type { Answer, Caller } from '../caller.ts';
import { requestByOperation } from '../authorization/requests.ts';
import type { Sent, World } from '../authorization/fixture.ts';
import { hostileValues, spoil, spoilPath, toText } from './hostile-values.ts';

export type Finding = {
  readonly operation: string;
  readonly seed: number;
  readonly sent: string;
  readonly status: number;
  readonly answer: string;
};

export type AttackReport = {
  readonly operations: number;
  readonly inputs: number;
  readonly slowestMs: number;
  readonly findings: readonly Finding[];
};

const maxAnswerMs = 10_000;

/** Operations that end the caller's own session, or never end. */
const unsuitable = new Set(['logout', 'revokeOtherSessions', 'streamEvents']);

/**
 * Sends `perOperation` generated inputs to each operation as a signed-in admin and finds what no input
 * may cause: a 5xx, an answer that takes over ten seconds, a stack in an answer, or an error that is no
 * problem document. The seed of a finding replays it.
 */
export async function attack({
  caller,
  world,
  perOperation,
  seed,
}: {
  caller: Caller;
  world: World;
  perOperation: number;
  seed: number;
}): Promise<AttackReport> {
  const findings: Finding[] = [];
  const attacked = Object.entries(routeTable).filter(([operation]) => !unsuitable.has(operation));
  let slowestMs = 0;
  for (const [operation, endpoint] of attacked) {
    for (let round = 0; round < perOperation; round += 1) {
      const roundSeed = seed + round;
      const random = createRandom(roundSeed * 7919 + operation.length);
      const sent = makeHostile(requestByOperation[operation]?.(world) ?? { path: '/' }, random);
      const sentAt = performance.now();
      const answer = await send(caller, endpoint.method, sent);
      const tookMs = performance.now() - sentAt;
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
  return { operations: attacked.length, inputs: attacked.length * perOperation, slowestMs, findings };
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
