import type { Caller } from '../caller.ts';
import type { TestApi } from '../harness.ts';
import { marker, type Sent, type Fixture } from './fixture.ts';
import type { Persona } from './callers.ts';
import { makeRecords } from './records.ts';

export type Scene = { readonly caller: Caller; readonly fixture: Fixture };

/** Workspace A with one customer, the records that the request names (all without a request), and the caller. */
export async function makeScene(
  api: TestApi,
  persona: Persona,
  request?: (fixture: Fixture) => Sent,
): Promise<Scene> {
  const workspaceId = await api.makeWorkspace({
    ...(persona === 'staffOutOfScope' ? { recordScope: 'own' as const } : {}),
    ...(persona === 'staffClosed' ? { staffAccess: [] } : {}),
  });
  const admin = await api.signIn({ role: 'ADMIN', workspaceId, displayName: 'Ada Admin' });
  const customerId = await api.makeCustomer(workspaceId, { name: marker, brokerId: admin.userId });
  const caller = await makeCaller(api, persona, { workspaceId, customerId, admin });
  if (persona !== 'client') await api.signIn({ role: 'CLIENT', workspaceId, customerId });
  const fixture = await makeRecords(api, { admin, workspaceId, customerId, request });
  if (persona === 'adviser') await share(admin, caller, { recordType: 'customer', recordId: customerId });
  if (persona === 'buyer')
    for (const recordId of [fixture.businessId, fixture.valuedBusinessId])
      if (recordId !== undefined) await share(admin, caller, { recordType: 'business', recordId });
  return { caller, fixture };
}

async function share(
  admin: Caller,
  { userId }: Caller,
  record: { recordType: string; recordId: string },
): Promise<void> {
  await admin.post('/access-grants', { ...record, userId });
}

async function makeCaller(
  api: TestApi,
  persona: Persona,
  { workspaceId, customerId, admin }: { workspaceId: string; customerId: string; admin: Caller },
): Promise<Caller> {
  const elsewhere = await api.makeWorkspace();
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
    case 'clientElsewhere':
      return api.signIn({
        role: 'CLIENT',
        workspaceId: elsewhere,
        customerId: await api.makeCustomer(elsewhere),
      });
    case 'otherClient':
      return api.signIn({ role: 'CLIENT', workspaceId, customerId: await api.makeCustomer(workspaceId) });
    case 'adviser':
    case 'buyer':
      return api.signIn({ role: 'CLIENT', workspaceId });
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
