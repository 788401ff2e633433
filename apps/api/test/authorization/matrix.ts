import { routeTable } from '@handover/contract/http/route-table.ts';
import type { Endpoint } from '@handover/contract/http/endpoint.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ApiResponse, Caller } from '../caller.ts';
import { startApi, type TestApi } from '../harness.ts';
import { marker, type Fixture } from './fixture.ts';
import { personas, type Persona } from './callers.ts';
import { expectedByOperation } from './personas.ts';
import { requestByOperation } from './requests.ts';
import { createScenario, createScenes, type Scene } from './scenarios.ts';

/** How many test files share the matrix, so that several workers can run it. */
export const shards = 4;

type Operation = readonly [name: string, endpoint: Endpoint];

/** Every `shards`-th operation, so that neighbors, which cost about the same, are spread evenly. */
export function listOperations(shard: number): Operation[] {
  return Object.entries(routeTable).filter((_, index) => index % shards === shard - 1);
}

let api: TestApi;

/** Defines the tests of one shard, from 1 to `shards`: each operation is called by every persona. */
export function describeShard(shard: number): void {
  const operations = listOperations(shard).filter(([name]) => name !== 'streamEvents');

  beforeAll(async () => {
    api = await startApi({ areFilesChecked: true });
    await api.startJobs();
    const apart: Persona[] = ['staffOutOfScope', 'staffClosed'];
    const together = personas.filter((persona) => !apart.includes(persona));
    for (const group of [together, ...apart.map((persona) => [persona])])
      for (const [persona, scene] of await createScenes(api, group)) sharedScenes.set(persona, scene);
  }, 240_000);
  afterAll(() => api.close());

  describe(`authorization matrix, part ${String(shard)} of ${String(shards)}`, () => {
    it.each(operations)('%s answers each persona as product.md says', async (name, endpoint) => {
      const answers: Record<string, number> = {};
      const leaks: string[] = [];
      const bareRefusals: string[] = [];
      for (const persona of personas) {
        const { caller, fixture } = await createScene(persona, { name, endpoint });
        const answer = await send({ caller, endpoint, name, fixture });
        answers[persona] = answer.status;
        if (!canRead(persona, answer, name) && answer.text.includes(marker)) leaks.push(persona);
        if (answer.status >= 400 && answer.body?.requestId === undefined) bareRefusals.push(persona);
      }
      expect(answers).toEqual(expectedByOperation[name]);
      expect(leaks, 'personas that saw the record without a right to').toEqual([]);
      expect(bareRefusals, 'personas refused without a problem document').toEqual([]);
    });

    it.each(operations.filter(([, endpoint]) => endpoint.access.kind === 'member'))(
      '%s refuses a workspace that the caller is not a member of',
      async (name, endpoint) => {
        const { caller, fixture } = getSharedScene('staffElsewhere');
        const foreign = await api.makeWorkspace();
        const answer = await send({ caller, endpoint, name, fixture, workspaceId: foreign });
        expect(answer.status).toBe(403);
        expect(answer.text).not.toContain(marker);
      },
    );
  });
}

function canRead(persona: Persona, answer: ApiResponse, operation: string): boolean {
  const readers = ['client', 'advisor', 'staff', 'admin', 'superadmin'];
  const isOfBuyer = persona === 'buyer' && ['getBusiness', 'listBusinesses'].includes(operation);
  return answer.status < 300 && (readers.includes(persona) || isOfBuyer);
}

function send({
  caller,
  endpoint,
  name,
  fixture,
  workspaceId,
}: {
  caller: Caller;
  endpoint: Endpoint;
  name: string;
  fixture: Fixture;
  workspaceId?: string;
}): Promise<ApiResponse> {
  const request = requestByOperation[name]?.(fixture);
  if (request === undefined) throw new Error(`No request for ${name}`);
  const { headers = {} } = request;
  const extras = workspaceId === undefined ? { headers } : { headers, workspaceId };
  const { method } = endpoint;
  if (request.bytes !== undefined) return caller.upload(request.path, request.bytes, { ...extras, method });
  if (endpoint.method === 'GET') return caller.get(request.path, extras);
  if (endpoint.method === 'DELETE') return caller.delete(request.path, extras);
  if (endpoint.method === 'PUT') return caller.put(request.path, request.body, extras);
  return endpoint.method === 'PATCH'
    ? caller.patch(request.path, request.body, extras)
    : caller.post(request.path, request.body, extras);
}

const sharedScenes = new Map<Persona, Scene>();

/** Reads and rejected requests change nothing, so they share a scene; each write gets a separate scene. */
async function createScene(
  persona: Persona,
  { name, endpoint }: { name: string; endpoint: Endpoint },
): Promise<Scene> {
  const isRefused = (expectedByOperation[name]?.[persona] ?? 0) >= 400;
  return endpoint.method === 'GET' || isRefused
    ? getSharedScene(persona)
    : createScenario(api, persona, requestByOperation[name]);
}

function getSharedScene(persona: Persona): Scene {
  const scene = sharedScenes.get(persona);
  if (scene === undefined) throw new Error(`No scene for ${persona}`);
  return scene;
}
