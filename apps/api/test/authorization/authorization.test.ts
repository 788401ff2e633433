import { routeTable } from '@handover/contract/route-table.ts';
import type { Endpoint } from '@handover/contract/endpoint.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Answer, Caller } from '../caller.ts';
import { startApi, type TestApi } from '../harness.ts';
import { expectedByOperation, people, type Person } from './personas.ts';
import { makeRecords } from './records.ts';
import { requestByOperation } from './requests.ts';
import { marker, type Sent, type World } from './fixture.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
  await api.startJobs();
  for (const person of people) await sharedScene(person);
}, 120_000);
afterAll(() => api.close());

describe('authorization matrix', () => {
  it('has an expectation and a request for every operation, and none without one', () => {
    expect(Object.keys(expectedByOperation).toSorted()).toEqual(Object.keys(routeTable).toSorted());
    expect(Object.keys(requestByOperation).toSorted()).toEqual(Object.keys(routeTable).toSorted());
  });

  it.each(Object.entries(routeTable).filter(([name]) => name !== 'streamEvents'))(
    '%s answers each person as product.md says',
    async (name, endpoint) => {
      const answers: Record<string, number> = {};
      const leaks: string[] = [];
      const bareRefusals: string[] = [];
      for (const person of people) {
        const { caller, world } = await sceneFor(person, { name, endpoint });
        const answer = await send({ caller, endpoint, name, world });
        answers[person] = answer.status;
        if (!mayRead(person, answer) && answer.text.includes(marker)) leaks.push(person);
        if (answer.status >= 400 && answer.body?.requestId === undefined) bareRefusals.push(person);
      }
      expect(answers).toEqual(expectedByOperation[name]);
      expect(leaks, 'who saw the record without a right to').toEqual([]);
      expect(bareRefusals, 'who was refused without a problem document').toEqual([]);
    },
  );

  it('opens the event stream to members only', async () => {
    const refused = people.filter((person) => expectedByOperation['streamEvents']?.[person] !== 200);
    for (const person of refused) {
      const { caller } = await sharedScene(person);
      expect((await caller.get('/events')).status, person).toBe(
        expectedByOperation['streamEvents']?.[person],
      );
    }
    expect(refused).toEqual(['guest', 'banned', 'nobody']);
  });

  it.each(Object.entries(routeTable).filter(([, endpoint]) => endpoint.access.kind === 'member'))(
    '%s refuses a workspace that is not the caller’s',
    async (name, endpoint) => {
      const { caller, world } = await sharedScene('staffElsewhere');
      const foreign = await api.makeWorkspace();
      const answer = await send({ caller, endpoint, name, world, workspaceId: foreign });
      expect(answer.status).toBe(403);
      expect(answer.text).not.toContain(marker);
    },
  );
});

function mayRead(person: Person, answer: Answer): boolean {
  return answer.status < 300 && ['client', 'staff', 'admin', 'superadmin'].includes(person);
}

function send({
  caller,
  endpoint,
  name,
  world,
  workspaceId,
}: {
  caller: Caller;
  endpoint: Endpoint;
  name: string;
  world: World;
  workspaceId?: string;
}): Promise<Answer> {
  const request = requestByOperation[name]?.(world);
  if (request === undefined) throw new Error(`No request for ${name}`);
  const extras = workspaceId === undefined ? {} : { workspaceId };
  if (request.bytes !== undefined) return caller.upload(request.path, request.bytes, extras);
  if (endpoint.method === 'GET') return caller.get(request.path, extras);
  if (endpoint.method === 'DELETE') return caller.delete(request.path, extras);
  if (endpoint.method === 'PUT') return caller.put(request.path, request.body, extras);
  return endpoint.method === 'PATCH'
    ? caller.patch(request.path, request.body, extras)
    : caller.post(request.path, request.body, extras);
}

const sharedScenes = new Map<Person, ReturnType<typeof makeScene>>();

/** Reads and refusals leave nothing behind, so they share a scene; what changes something gets one of its own. */
function sceneFor(
  person: Person,
  { name, endpoint }: { name: string; endpoint: Endpoint },
): ReturnType<typeof makeScene> {
  const isRefused = (expectedByOperation[name]?.[person] ?? 0) >= 400;
  return endpoint.method === 'GET' || isRefused
    ? sharedScene(person)
    : makeScene(person, requestByOperation[name]);
}

function sharedScene(person: Person): ReturnType<typeof makeScene> {
  const scene = sharedScenes.get(person) ?? makeScene(person);
  sharedScenes.set(person, scene);
  return scene;
}

/** Workspace A with one customer and what the request names of all that hangs on it, and the person who calls. */
async function makeScene(
  person: Person,
  request?: (world: World) => Sent,
): Promise<{ caller: Caller; world: World }> {
  const workspaceId = await api.makeWorkspace({
    ...(person === 'staffOutOfScope' ? { recordScope: 'own' as const } : {}),
    ...(person === 'staffClosed' ? { staffAccess: [] } : {}),
  });
  const admin = await api.signIn({ role: 'ADMIN', workspaceId, displayName: 'Ada Admin' });
  const customerId = await api.makeCustomer(workspaceId, { name: marker, brokerId: admin.userId });
  const caller = await makeCaller(person, { workspaceId, customerId, admin });
  if (person !== 'client') await api.signIn({ role: 'CLIENT', workspaceId, customerId });
  return { caller, world: await makeRecords(api, { admin, workspaceId, customerId, request }) };
}

async function makeCaller(
  person: Person,
  { workspaceId, customerId, admin }: { workspaceId: string; customerId: string; admin: Caller },
): Promise<Caller> {
  const elsewhere = await api.makeWorkspace();
  switch (person) {
    case 'guest':
      return api.guest;
    case 'banned': {
      const banned = await api.signIn({ role: 'STAFF', workspaceId });
      await api.db.updateTable('users').set({ status: 'banned' }).where('id', '=', banned.userId).execute();
      return banned;
    }
    case 'nobody':
      return api.signIn({});
    case 'client':
      return api.signIn({ role: 'CLIENT', workspaceId, customerId });
    case 'clientElsewhere':
      return api.signIn({
        role: 'CLIENT',
        workspaceId: elsewhere,
        customerId: await api.makeCustomer(elsewhere),
      });
    case 'staffElsewhere':
      return api.signIn({ role: 'STAFF', workspaceId: elsewhere });
    case 'staff':
    case 'staffOutOfScope':
    case 'staffClosed':
      return api.signIn({ role: 'STAFF', workspaceId });
    case 'admin':
      return admin;
    default:
      return { ...(await api.signIn({ role: 'SUPERADMIN', workspaceId })), workspaceId };
  }
}
