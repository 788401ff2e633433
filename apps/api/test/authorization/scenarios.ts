import type { Caller } from '../caller.ts';
import type { TestApi } from '../harness.ts';
import { marker, type Sent, type Fixture } from './fixture.ts';
import type { Persona } from './callers.ts';
import { makeRecords } from './records.ts';

export type Scene = { readonly caller: Caller; readonly fixture: Fixture };

type Request = (fixture: Fixture) => Sent;

/** Workspace A with one customer, the records that the request refers to (all without a request), and the caller. */
export async function createScenario(api: TestApi, persona: Persona, request?: Request): Promise<Scene> {
  const scene = (await createScenes(api, [persona], request)).get(persona);
  if (scene === undefined) throw new Error(`No scene for ${persona}`);
  return scene;
}

/** One workspace A for several personas, which must not need different policies. */
export async function createScenes(
  api: TestApi,
  personas: readonly Persona[],
  request?: Request,
): Promise<Map<Persona, Scene>> {
  const workspaceId = await api.makeWorkspace({
    ...(personas.includes('staffOutOfScope') ? { recordScope: 'own' as const } : {}),
    ...(personas.includes('staffClosed') ? { staffAccess: [] } : {}),
  });
  const admin = await api.signIn({ role: 'ADMIN', workspaceId, displayName: 'Ada Admin' });
  const customerId = await api.makeCustomer(workspaceId, { name: marker, brokerId: admin.userId });
  const callers = new Map<Persona, Caller>();
  for (const persona of personas)
    callers.set(persona, await makeCaller(api, persona, { workspaceId, customerId, admin }));
  if (!callers.has('client')) await api.signIn({ role: 'CLIENT', workspaceId, customerId });
  const fixture = await makeRecords(api, { admin, workspaceId, customerId, request });
  for (const [persona, caller] of callers)
    await grantAccess(api, { persona, caller, admin, workspaceId, fixture: { ...fixture, customerId } });
  return new Map([...callers].map(([persona, caller]) => [persona, { caller, fixture }]));
}

/** Shares with a persona what it may view, and ends this if the persona could view it formerly. */
async function grantAccess(
  api: TestApi,
  {
    persona,
    caller,
    admin,
    workspaceId,
    fixture,
  }: {
    persona: Persona;
    caller: Caller;
    admin: Caller;
    workspaceId: string;
    fixture: Partial<Fixture> & { customerId: string };
  },
): Promise<void> {
  const shared = sharedWith(persona, fixture);
  const grantIds = await Promise.all(shared.map((record) => share(admin, caller, record)));
  if (persona === 'formerBuyer') for (const id of grantIds) await admin.delete(`/access-grants/${id}`);
  if (persona === 'formerAdvisor')
    await api.db
      .updateTable('access_grants')
      .set({ created_at: new Date('2026-01-01'), expires_at: new Date('2026-02-01') })
      .where('workspace_id', '=', workspaceId)
      .where('id', 'in', grantIds)
      .execute();
}

type SharedRecord = { recordType: string; recordId: string };

/** The record that is, or was, shared with the persona for viewing. */
function sharedWith(
  persona: Persona,
  { customerId, businessId, valuedBusinessId }: Partial<Fixture> & { customerId: string },
): SharedRecord[] {
  if (persona === 'advisor' || persona === 'formerAdvisor')
    return [{ recordType: 'customer', recordId: customerId }];
  if (persona !== 'buyer' && persona !== 'formerBuyer') return [];
  return [businessId, valuedBusinessId].flatMap((recordId) =>
    recordId === undefined ? [] : [{ recordType: 'business', recordId }],
  );
}

async function share(admin: Caller, { userId }: Caller, record: SharedRecord): Promise<string> {
  return (await admin.post('/access-grants', { ...record, userId })).body.accessGrant.id;
}

async function makeCaller(
  api: TestApi,
  persona: Persona,
  { workspaceId, customerId, admin }: { workspaceId: string; customerId: string; admin: Caller },
): Promise<Caller> {
  switch (persona) {
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
    case 'clientElsewhere': {
      const elsewhere = await api.makeWorkspace();
      return api.signIn({
        role: 'CLIENT',
        workspaceId: elsewhere,
        customerId: await api.makeCustomer(elsewhere),
      });
    }
    case 'otherClient':
      return api.signIn({ role: 'CLIENT', workspaceId, customerId: await api.makeCustomer(workspaceId) });
    case 'advisor':
    case 'buyer':
    case 'formerAdvisor':
    case 'formerBuyer':
      return api.signIn({ role: 'CLIENT', workspaceId });
    case 'staffElsewhere':
      return api.signIn({ role: 'STAFF', workspaceId: await api.makeWorkspace() });
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
