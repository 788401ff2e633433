import { routeTable } from '@handover/contract/route-table.ts';
import type { Endpoint } from '@handover/contract/endpoint.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../src/lib/ids.ts';
import type { Answer, Caller } from '../caller.ts';
import { startApi, type TestApi } from '../harness.ts';
import { expectedByOperation, people, type Person } from './people.ts';
import { requestByOperation, type World } from './requests.ts';

const marker = 'Zebrafish Marker';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
  await api.startJobs();
});
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
      for (const person of people) {
        const { caller, world } = await makeScene(person);
        const answer = await send({ caller, endpoint, name, world });
        answers[person] = answer.status;
        const mayRead = answer.status < 300 && ['client', 'staff', 'admin', 'superadmin'].includes(person);
        if (!mayRead) expect(answer.text, `${name} leaks the record to ${person}`).not.toContain(marker);
        if (answer.status >= 400)
          expect(answer.body, `${name} refuses ${person} without a problem document`).toMatchObject({
            status: answer.status,
            code: expect.any(String),
            requestId: expect.any(String),
          });
      }
      expect(answers).toEqual(expectedByOperation[name]);
    },
  );

  it('opens the event stream to members only', async () => {
    for (const person of people) {
      const { caller } = await makeScene(person);
      const expected = expectedByOperation['streamEvents']?.[person];
      if (expected === 200) continue;
      expect((await caller.get('/events')).status, person).toBe(expected);
    }
  });

  it.each(Object.entries(routeTable).filter(([, endpoint]) => endpoint.access.kind === 'member'))(
    '%s refuses a workspace that is not the caller’s',
    async (name, endpoint) => {
      const { caller, world } = await makeScene('staffElsewhere');
      const foreign = await api.makeWorkspace();
      const answer = await send({ caller, endpoint, name, world, workspaceId: foreign });
      expect(answer.status).toBe(403);
      expect(answer.text).not.toContain(marker);
    },
  );
});

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
  return endpoint.method === 'PATCH'
    ? caller.patch(request.path, request.body, extras)
    : caller.post(request.path, request.body, extras);
}

/** Workspace A with one customer and everything that hangs on it, and the person who calls. */
async function makeScene(person: Person): Promise<{ caller: Caller; world: World }> {
  const workspaceId = await api.makeWorkspace({
    ...(person === 'staffOutOfScope' ? { recordScope: 'own' as const } : {}),
    ...(person === 'staffClosed' ? { staffAccess: [] } : {}),
  });
  const admin = await api.signIn({ role: 'ADMIN', workspaceId, displayName: 'Ada Admin' });
  const customerId = await api.makeCustomer(workspaceId, { name: marker, brokerId: admin.userId });
  const caller = await makeCaller(person, { workspaceId, customerId, admin });
  if (person !== 'client') await api.signIn({ role: 'CLIENT', workspaceId, customerId });
  return { caller, world: await makeRecords({ admin, workspaceId, customerId }) };
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
    case 'superadmin':
      return { ...(await api.signIn({ role: 'SUPERADMIN', workspaceId })), workspaceId };
  }
}

async function makeRecords({
  admin,
  workspaceId,
  customerId,
}: {
  admin: Caller;
  workspaceId: string;
  customerId: string;
}): Promise<World> {
  const note = await admin.post(`/users/${customerId}/notes`, { body: `${marker} said so` });
  const task = await admin.post(`/users/${customerId}/tasks`, { title: `Ask ${marker}` });
  const email = await admin.post(`/users/${customerId}/send-email`, {
    subject: `To ${marker}`,
    text: 'Text',
    scheduledAt: new Date(Date.now() + 3_600_000).toISOString(),
  });
  const file = await admin.upload('/files?name=zebra.txt', marker);
  const run = await admin.upload('/imports?name=zebra.csv', `Name,Email\n${marker},z@example.com\n`);
  const invitation = await admin.post('/invitations', {
    email: `invited-${newId()}@people.test`,
    role: 'STAFF',
  });
  const notificationId = newId();
  await api.db
    .insertInto('notifications')
    .values({
      workspace_id: workspaceId,
      id: notificationId,
      user_id: admin.userId,
      type: 'announcement',
      title: marker,
      created_at: new Date(),
    })
    .execute();
  const { id: adminSessionId } = await api.db
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', admin.userId)
    .executeTakeFirstOrThrow();
  const { version } = await api.db
    .selectFrom('customers')
    .select('version')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', customerId)
    .executeTakeFirstOrThrow();
  return {
    customerId,
    customerVersion: version,
    noteId: note.body.note.id,
    taskId: task.body.task.id,
    emailId: email.body.email.id,
    fileId: file.body.file.id,
    importId: run.body.import.id,
    invitationId: invitation.body.invitation.id,
    notificationId,
    adminSessionId,
  };
}
