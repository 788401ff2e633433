import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Caller } from '#test/caller.ts';
import { startApi, type TestApi } from '#test/harness.ts';
import { hashSecret, newId } from '#lib/ids.ts';
import { authenticate } from '#platform/session/authenticate.ts';
import type { Notice } from '#platform/work.ts';
import { allRecords, otherLive } from '#registry.ts';
import { createAudience } from './audience.ts';
import { deliver } from './hub.ts';

let api: TestApi;
let workspaceId: string;
let admin: Caller;
beforeAll(async () => {
  api = await startApi();
  await api.startJobs();
});
afterAll(() => api.close());
beforeEach(async () => {
  workspaceId = await api.makeWorkspace();
  admin = await api.signIn({ role: 'ADMIN', workspaceId });
});

/** The data that a caller's stream sends for a notice; null if nothing. */
async function listNoticesFor(caller: Caller, notice: Omit<Notice, 'workspaceId'>, workspace = workspaceId) {
  const by = { tokenHash: hashSecret(caller.token ?? '') };
  const actor = await authenticate(api.db, { by, workspaceId: workspace, now: new Date() });
  if (actor?.membership == null) throw new Error('Not a member');
  const heard: unknown[] = [];
  await deliver({
    db: api.db,
    audience: createAudience(allRecords, otherLive),
    subscriber: {
      member: actor.membership,
      hasSameRights: () => Promise.resolve(true),
      deliver: (_event, data) => void heard.push(data),
      end: () => void heard.push('end'),
    },
    notices: [{ ...notice, workspaceId: workspace }],
  });
  return heard[0] ?? null;
}

it('removes record ids that the member cannot read from notices', async () => {
  const own = await api.makeWorkspace({ recordScope: 'own' });
  const boss = await api.signIn({ role: 'ADMIN', workspaceId: own });
  const broker = await api.signIn({ role: 'STAFF', workspaceId: own });
  const customerId = await api.makeCustomer(own, { brokerId: broker.userId });
  const client = await api.signIn({ role: 'CLIENT', workspaceId: own, customerId });
  const input = { name: 'Not theirs', type: 'dental' };
  const businessId = (await boss.post('/businesses', input)).body.business.id;
  const dealId = (await boss.post('/deals', { businessId, buyerId: await api.makeCustomer(own) })).body.deal
    .id;
  const notice = { noun: 'note', id: newId(), customerId, businessId, dealId } as const;
  expect(await listNoticesFor(boss, notice, own)).toMatchObject({ customerId, businessId, dealId });
  expect(await listNoticesFor(broker, notice, own)).toMatchObject({
    customerId,
    businessId: null,
    dealId: null,
  });
  expect(await listNoticesFor(client, { ...notice, isForClient: true }, own)).toMatchObject({
    customerId,
    businessId: null,
    dealId: null,
  });
  expect(
    await listNoticesFor(broker, { ...notice, customerId: await api.makeCustomer(own) }, own),
  ).toBeNull();
});

it('names nothing of an area that is closed to staff', async () => {
  const closed = await api.makeWorkspace({ staffAccess: ['users'] });
  const boss = await api.signIn({ role: 'ADMIN', workspaceId: closed });
  const staff = await api.signIn({ role: 'STAFF', workspaceId: closed });
  const customerId = await api.makeCustomer(closed);
  const businessId = (await boss.post('/businesses', { name: 'Closed', type: 'dental' })).body.business.id;
  expect(await listNoticesFor(staff, { noun: 'business', id: businessId }, closed)).toBeNull();
  expect(await listNoticesFor(staff, { noun: 'note', id: newId(), businessId }, closed)).toBeNull();
  expect(
    await listNoticesFor(staff, { noun: 'note', id: newId(), customerId, businessId }, closed),
  ).toMatchObject({
    customerId,
    businessId: null,
  });
  expect(await listNoticesFor(boss, { noun: 'business', id: businessId }, closed)).toMatchObject({
    id: businessId,
  });
});

it('names a commission to administrators and those with a share', async () => {
  const businessId = (await admin.post('/businesses', { name: 'Sold', type: 'dental' })).body.business.id;
  const buyerId = await api.makeCustomer(workspaceId);
  const [agent, colleague] = [
    await api.signIn({ role: 'STAFF', workspaceId }),
    await api.signIn({ role: 'STAFF', workspaceId }),
  ];
  const deal = (await admin.post('/deals', { businessId, buyerId, brokerId: agent.userId })).body.deal;
  const notice = { noun: 'commission', id: deal.id, dealId: deal.id } as const;
  expect(await listNoticesFor(admin, notice)).toMatchObject({ id: deal.id });
  expect(await listNoticesFor(agent, notice)).toMatchObject({ id: deal.id });
  expect(await listNoticesFor(colleague, notice)).toBeNull();
});

it('names bulk runs, drafts, and what settings hold only to those who may see them; lists refresh all the same', async () => {
  const staff = await api.signIn({ role: 'STAFF', workspaceId });
  const client = await api.signIn({
    role: 'CLIENT',
    workspaceId,
    customerId: await api.makeCustomer(workspaceId),
  });
  const post = (await admin.post('/posts', { title: 'Secret plans' })).body.post;
  const selection = { filter: {}, ids: [await api.makeCustomer(workspaceId)] };
  const run = (
    await admin.post('/bulk-runs', { selection, input: { action: 'email', subject: 'Hello', text: 'Hi' } })
  ).body.bulkRun;
  for (const notice of [
    { noun: 'post', id: post.id },
    { noun: 'bulk', id: run.id },
  ] as const) {
    expect(await listNoticesFor(admin, notice), notice.noun).toMatchObject(notice);
    expect(await listNoticesFor(staff, notice), notice.noun).toMatchObject({ ...notice, id: workspaceId });
    expect(await listNoticesFor(client, notice), notice.noun).toBeNull();
  }
  const key = { noun: 'workspace', id: newId() } as const;
  expect(await listNoticesFor(admin, key)).toMatchObject(key);
  for (const caller of [staff, client])
    expect(await listNoticesFor(caller, key)).toMatchObject({ noun: 'workspace', id: workspaceId });
});

it('names the imports of others only to members who see the whole workspace', async () => {
  const own = await api.makeWorkspace({ recordScope: 'own' });
  const boss = await api.signIn({ role: 'ADMIN', workspaceId: own });
  const staff = await api.signIn({ role: 'STAFF', workspaceId: own });
  const { id } = (await boss.upload('/imports?name=list.csv', 'Name\nSomebody\n')).body.import;
  expect(await listNoticesFor(boss, { noun: 'import', id }, own)).toMatchObject({ id });
  expect(await listNoticesFor(staff, { noun: 'import', id }, own)).toMatchObject({ id: own });
});
