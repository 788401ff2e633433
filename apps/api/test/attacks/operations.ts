import type { Endpoint } from '@handover/contract/http/endpoint.ts';
import { routeTable } from '@handover/contract/http/route-table.ts';
import type { Sent } from '../authorization/fixture.ts';
import type { ApiResponse, Caller } from '../caller.ts';
import { readSize } from '../sizes.ts';

/** One in this many operations is attacked; the long run attacks all. */
const step = readSize('ATTACK_STEP', 12);

/** Its stream does not end once it is accepted. */
const unsuitable = new Set(['streamEvents']);

/** The operations of this run, starting at a different one for each kind of attack. */
export function listOperationsFrom(first: number): (readonly [name: string, endpoint: Endpoint])[] {
  return Object.entries<Endpoint>(routeTable)
    .filter(([name]) => !unsuitable.has(name))
    .filter((_, index) => index % step === first % step);
}

export function send(
  caller: Caller,
  { method }: Endpoint,
  { path, body, bytes }: Sent,
): Promise<ApiResponse> {
  if (bytes !== undefined) return caller.upload(path, bytes);
  if (method === 'GET') return caller.get(path);
  if (method === 'DELETE') return caller.delete(path);
  if (method === 'PUT') return caller.put(path, body);
  return method === 'PATCH' ? caller.patch(path, body) : caller.post(path, body);
}
