import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { Caller } from '#test/caller.ts';
import { openEventStream, type EventStream } from '#test/event-stream.ts';
import { startApi, type TestApi } from '#test/harness.ts';
import { authenticate } from '#platform/session/authenticate.ts';
import { listJobs, allRecords, otherLive } from '#registry.ts';
import { createAudience } from './audience.ts';
import { createLiveHub } from './hub.ts';
import { createRecentNotices } from './recent-notices.ts';
import { hashSecret } from '#lib/ids.ts';

let api: TestApi;
let address: string;
beforeAll(async () => {
  api = await startApi();
  // Sharing a record queues an email.
  await api.booted.jobs.start(listJobs(api.booted.platform));
  address = await api.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => api.close());

const listen = (caller: Caller, query = ''): Promise<EventStream> => openEventStream(address, caller, query);

it('notifies other members of a change, but not clients, staff out of scope, or another workspace', async () => {
  const workspaceId = await api.makeWorkspace({ recordScope: 'own' });
  const admin = await api.signIn({ role: 'ADMIN', workspaceId });
  const customerId = await api.makeCustomer(workspaceId, { brokerId: admin.userId });
  const people = {
    otherAdmin: await api.signIn({ role: 'ADMIN', workspaceId }),
    outOfScope: await api.signIn({ role: 'STAFF', workspaceId }),
    client: await api.signIn({ role: 'CLIENT', workspaceId, customerId }),
    stranger: await api.signIn({ role: 'ADMIN', workspaceId: await api.makeWorkspace() }),
  };
  const streams = {
    otherAdmin: await listen(people.otherAdmin),
    outOfScope: await listen(people.outOfScope),
    client: await listen(people.client),
    stranger: await listen(people.stranger),
  };
  const note = (await admin.post(`/users/${customerId}/notes`, { body: 'Hello' })).body.note;
  await streams.otherAdmin.waitFor(note.id);
  // Once a later notice for everyone in the workspace has arrived, a leaked one would have arrived too.
  await admin.patch('/workspace', { version: 1, announcement: 'Hi' });
  await Promise.all([
    streams.outOfScope.waitFor('"noun":"workspace"'),
    streams.client.waitFor('"noun":"workspace"'),
  ]);
  for (const name of ['outOfScope', 'client', 'stranger'] as const)
    expect(streams[name].seen.join(''), name).not.toContain(note.id);
  for (const stream of Object.values(streams)) stream.stop();
});

it('notifies the broker of a business, its owner’s broker, and the client who owns it, and nobody else', async () => {
  const workspaceId = await api.makeWorkspace({ recordScope: 'own' });
  const admin = await api.signIn({ role: 'ADMIN', workspaceId });
  const [broker, ownersBroker, outOfScope] = [
    await api.signIn({ role: 'STAFF', workspaceId }),
    await api.signIn({ role: 'STAFF', workspaceId }),
    await api.signIn({ role: 'STAFF', workspaceId }),
  ];
  const ownerId = await api.makeCustomer(workspaceId, { brokerId: ownersBroker.userId });
  const owner = await api.signIn({ role: 'CLIENT', workspaceId, customerId: ownerId });
  const otherClient = await api.signIn({
    role: 'CLIENT',
    workspaceId,
    customerId: await api.makeCustomer(workspaceId),
  });
  const hearing = [await listen(broker), await listen(ownersBroker), await listen(owner)];
  const deaf = [await listen(outOfScope), await listen(otherClient)];
  const input = { name: 'Heard Of', type: 'dental', ownerId, brokerId: broker.userId };
  const { business } = (await admin.post('/businesses', input)).body;
  await Promise.all(hearing.map((stream) => stream.waitFor(business.id)));
  await admin.patch('/workspace', { version: 1, announcement: 'Hi' });
  await Promise.all(deaf.map((stream) => stream.waitFor('"noun":"workspace"')));
  for (const stream of deaf) expect(stream.seen.join('')).not.toContain(business.id);
  for (const stream of [...hearing, ...deaf]) stream.stop();
});

it('notifies clients and every workspace of changed client plans', async () => {
  const workspaceId = await api.makeWorkspace();
  const boss = await api.signIn({ role: 'SUPERADMIN', workspaceId });
  const elsewhere = await api.makeWorkspace();
  const customerId = await api.makeCustomer(elsewhere);
  const client = await api.signIn({ role: 'CLIENT', workspaceId: elsewhere, customerId });
  const stream = await listen(client);
  const { body } = await boss.post('/client-plans', { name: 'Basic', priceCents: 0, interval: 'month' });
  await stream.waitFor(`"noun":"clientPlan","id":"${String(body.clientPlan.id)}"`);
  stream.stop();
  expect(stream.seen.join('')).not.toContain('Basic');
});

it('notifies a user of their own changed profile, and nobody else', async () => {
  const workspaceId = await api.makeWorkspace();
  const [staff, admin] = [
    await api.signIn({ role: 'STAFF', workspaceId }),
    await api.signIn({ role: 'ADMIN', workspaceId }),
  ];
  const streams = [await listen(staff), await listen(admin)] as const;
  const notice = '"noun":"workspace"';
  const change = { version: 1, displayName: 'Sam', phone: null };
  expect((await staff.patch('/auth/profile', change)).status).toBe(200);
  await streams[0].waitFor(notice);
  await admin.patch('/workspace', { version: 1, announcement: 'Hi' });
  await streams[1].waitFor(notice);
  expect(streams[1].seen.join('').split(notice)).toHaveLength(2);
  for (const stream of streams) stream.stop();
});

it('notifies superadmins of workspaces in any workspace, and nobody else', async () => {
  const workspaceId = await api.makeWorkspace();
  const boss = await api.signIn({ role: 'SUPERADMIN', workspaceId });
  const other = await api.signIn({ role: 'SUPERADMIN', workspaceId: await api.makeWorkspace() });
  const admin = await api.signIn({ role: 'ADMIN', workspaceId });
  const streams = [await listen(other), await listen(admin)] as const;
  const wanted = { name: 'New', timeZone: 'UTC', currency: 'USD', plan: 'Free' };
  const { id } = (await boss.post('/installation/workspaces', wanted)).body.workspace;
  await streams[0].waitFor(id);
  await boss.patch('/workspace', { version: 1, announcement: 'Hi' });
  await streams[1].waitFor('"noun":"workspace"');
  expect(streams[1].seen.join('')).not.toContain(id);
  for (const stream of streams) stream.stop();
});

it('sends a reconnecting reader the changes they missed and may read', async () => {
  let nowMs = 0;
  const recent = createRecentNotices(() => nowMs);
  const audience = createAudience(allRecords, otherLive);
  const hub = createLiveHub({ db: api.db, logger: api.booted.platform.logger, audience, recent });
  const workspaceId = await api.makeWorkspace({ recordScope: 'own' });
  const broker = await api.signIn({ role: 'STAFF', workspaceId });
  const customerId = await api.makeCustomer(workspaceId, { brokerId: broker.userId });
  const stranger = await api.signIn({ role: 'STAFF', workspaceId });
  const heardBy = async (
    caller: Caller,
    { offlineMs, count }: { offlineMs?: number; count: number },
  ): Promise<string[]> => {
    const by = { tokenHash: hashSecret(caller.token ?? '') };
    const actor = await authenticate(api.db, { by, workspaceId, now: new Date() });
    if (actor?.membership == null) throw new Error('Not a member');
    const heard: string[] = [];
    const stop = hub.subscribe({
      member: actor.membership,
      offlineMs,
      hasSameRights: () => Promise.resolve(true),
      deliver: (event, data) => void heard.push(data?.noun ?? event),
      end: () => void heard.push('end'),
    });
    await vi.waitFor(() => expect(heard.length).toBeGreaterThanOrEqual(count));
    stop();
    return heard;
  };
  nowMs = 30_000;
  hub.dispatch([
    { noun: 'session', id: broker.userId, userId: broker.userId, workspaceId: null },
    { noun: 'customer', id: customerId, customerId, workspaceId },
    { noun: 'workspace', id: workspaceId, workspaceId },
  ]);
  nowMs = 32_000;
  expect(await heardBy(broker, { offlineMs: 1_000, count: 2 })).toEqual(['customer', 'workspace']);
  expect(await heardBy(stranger, { offlineMs: 1_000, count: 1 })).toEqual(['workspace']);
  expect(await heardBy(broker, { offlineMs: 60_000, count: 1 })).toEqual(['resync']);
  expect(await heardBy(broker, { count: 0 })).toEqual([]);
});

it('names a task on no record and a private view only to those who may read them', async () => {
  const workspaceId = await api.makeWorkspace({ recordScope: 'own' });
  const admin = await api.signIn({ role: 'ADMIN', workspaceId });
  const [owner, colleague] = [
    await api.signIn({ role: 'STAFF', workspaceId }),
    await api.signIn({ role: 'STAFF', workspaceId }),
  ];
  const streams = {
    admin: await listen(admin),
    owner: await listen(owner),
    colleague: await listen(colleague),
  };
  const { task } = (await owner.post('/tasks', { title: 'Alone', assigneeId: owner.userId })).body;
  const settings = { filter: {}, sort: null, columns: null, density: null };
  const draft = { name: 'Mine', isShared: false, settings };
  const view = (await owner.post('/saved-views', draft)).body.savedView;
  await Promise.all([
    streams.owner.waitFor(task.id),
    streams.owner.waitFor(view.id),
    streams.admin.waitFor(task.id),
  ]);
  const shared = (await owner.post('/saved-views', { ...draft, name: 'Ours', isShared: true })).body
    .savedView;
  await Promise.all([streams.admin.waitFor(shared.id), streams.colleague.waitFor(shared.id)]);
  expect(streams.colleague.seen.join('')).not.toContain(task.id);
  for (const name of ['admin', 'colleague'] as const)
    expect(streams[name].seen.join(''), name).not.toContain(view.id);
  for (const stream of Object.values(streams)) stream.stop();
});

it('removes what a member may no longer read by a notice about the list, which names nothing', async () => {
  const workspaceId = await api.makeWorkspace({ recordScope: 'own' });
  const admin = await api.signIn({ role: 'ADMIN', workspaceId });
  const [former, next] = [
    await api.signIn({ role: 'STAFF', workspaceId }),
    await api.signIn({ role: 'STAFF', workspaceId }),
  ];
  // The notices of the records created first must be sent before the two subscribe.
  const witness = await listen(admin);
  const { task } = (await admin.post('/tasks', { title: 'Handed on', assigneeId: former.userId })).body;
  const settings = { filter: {}, sort: null, columns: null, density: null };
  const shared = { name: 'Ours', isShared: true, settings };
  const view = (await admin.post('/saved-views', shared)).body.savedView;
  await witness.waitFor(task.id);
  await witness.waitFor(view.id);
  witness.stop();
  const streams = [await listen(former), await listen(next)] as const;
  await admin.patch(`/tasks/${task.id}`, { version: 1, assigneeId: next.userId });
  await admin.patch(`/saved-views/${view.id}`, { version: view.version, isShared: false });
  await streams[0].waitFor(`"noun":"task","id":"${workspaceId}"`);
  await streams[0].waitFor(`"noun":"view","id":"${workspaceId}"`);
  await streams[1].waitFor(task.id);
  expect(streams[0].seen.join('')).not.toContain(`"id":"${String(task.id)}"`);
  for (const stream of streams) {
    expect(stream.seen.join('')).not.toContain(view.id);
    stream.stop();
  }
});

it('removes a customer, business, or deal from the lists of a broker who loses it', async () => {
  const workspaceId = await api.makeWorkspace({ recordScope: 'own' });
  const admin = await api.signIn({ role: 'ADMIN', workspaceId });
  const former = await api.signIn({ role: 'STAFF', workspaceId });
  const customerId = await api.makeCustomer(workspaceId, { brokerId: former.userId });
  const dental = { name: 'Harbor', type: 'dental', brokerId: former.userId };
  const { business } = (await admin.post('/businesses', dental)).body;
  const parties = { businessId: business.id, buyerId: await api.makeCustomer(workspaceId) };
  const { deal } = (await admin.post('/deals', parties)).body;
  for (const [noun, path] of [
    ['deal', `/deals/${deal.id as string}`],
    ['business', `/businesses/${business.id as string}`],
    ['customer', `/users/${customerId}`],
  ] as const) {
    const stream = await listen(former);
    expect((await admin.patch(path, { version: 1, brokerId: null })).status).toBe(200);
    await stream.waitFor(`"noun":"${noun}","id":"${workspaceId}"`);
    stream.stop();
  }
});

it('accepts in the URL how long a browser has been disconnected, and nothing else', async () => {
  const admin = await api.signIn({ role: 'ADMIN', workspaceId: await api.makeWorkspace() });
  const stream = await listen(admin, '?offlineMs=3600000');
  await stream.waitFor('event: resync');
  stream.stop();
  expect((await admin.get('/events?offlineMs=x')).status).toBe(400);
});

it('sends nothing about a change that was rolled back', async () => {
  const workspaceId = await api.makeWorkspace();
  const admin = await api.signIn({ role: 'ADMIN', workspaceId });
  const customerId = await api.makeCustomer(workspaceId);
  const stream = await listen(await api.signIn({ role: 'ADMIN', workspaceId }));
  expect((await admin.patch(`/users/${customerId}`, { version: 9, city: 'Nowhere' })).status).toBe(409);
  await admin.patch(`/users/${customerId}`, { version: 1, city: 'Albany' });
  await stream.waitFor('"noun":"customer"');
  expect(stream.seen.join('').match(/"noun":"customer"/g)).toHaveLength(1);
  stream.stop();
});

it('ends the stream when its session is revoked', async () => {
  const workspaceId = await api.makeWorkspace();
  const member = await api.signIn({ role: 'STAFF', workspaceId });
  const stream = await listen(member);
  await member.post('/auth/logout');
  await stream.closed;
  expect((await member.get('/auth/profile')).status).toBe(401);
});

it('sends an advisor the changes of a shared customer, and ends the stream when the grant ends', async () => {
  const workspaceId = await api.makeWorkspace();
  const admin = await api.signIn({ role: 'ADMIN', workspaceId });
  const [customerId, otherId] = [await api.makeCustomer(workspaceId), await api.makeCustomer(workspaceId)];
  const advisor = await api.signIn({ role: 'CLIENT', workspaceId });
  const before = await listen(advisor);
  const grant = { recordType: 'customer', recordId: customerId, userId: advisor.userId };
  const { body } = await admin.post('/access-grants', grant);
  await before.closed;
  const stream = await listen(advisor);
  await admin.patch(`/users/${otherId}`, { version: 1, city: 'Troy' });
  await admin.patch(`/users/${customerId}`, { version: 1, city: 'Albany' });
  await stream.waitFor(customerId);
  expect(stream.seen.join('')).not.toContain(otherId);
  await admin.delete(`/access-grants/${String(body.accessGrant.id)}`);
  await stream.closed;
});

it('ends the stream of an advisor on the next notice after their access expired, or its giver lost it', async () => {
  const workspaceId = await api.makeWorkspace();
  const admin = await api.signIn({ role: 'ADMIN', workspaceId });
  const [ownerId, buyerId] = [await api.makeCustomer(workspaceId), await api.makeCustomer(workspaceId)];
  const owner = await api.signIn({ role: 'CLIENT', workspaceId, customerId: ownerId });
  const advisor = await api.signIn({ role: 'CLIENT', workspaceId });
  const input = { name: 'Harbor', type: 'dental', ownerId };
  const { business } = (await admin.post('/businesses', input)).body;
  const path = `/businesses/${String(business.id)}`;
  const grant = { record_type: 'business', record_id: business.id, user_id: advisor.userId };
  await api.db
    .insertInto('access_grants')
    .values({
      ...grant,
      workspace_id: workspaceId,
      id: crypto.randomUUID(),
      level: 'view',
      granted_by: owner.userId,
      is_by_client: true,
      created_at: new Date(),
    })
    .execute();
  const updateGrants = (change: { granted_by: string; is_by_client: boolean } | { expires_at: Date }) =>
    api.db.updateTable('access_grants').set(change).where('workspace_id', '=', workspaceId).execute();
  const given = await listen(advisor);
  expect((await admin.patch(path, { version: 1, ownerId: buyerId })).status).toBe(200);
  await given.closed;
  expect(given.seen.join('')).toContain('event: resync');
  await updateGrants({ granted_by: admin.userId, is_by_client: false });
  const expiring = await listen(advisor);
  await updateGrants({ expires_at: new Date() });
  expect((await admin.patch(path, { version: 2, city: 'Troy' })).status).toBe(200);
  await expiring.closed;
  expect(expiring.seen.join('')).not.toContain(business.id);
});
