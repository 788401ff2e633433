import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Caller } from '#test/caller.ts';
import { startApi, type TestApi } from '#test/harness.ts';
import { newId } from '#lib/ids.ts';

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
  admin = await api.signIn({ role: 'ADMIN', workspaceId, displayName: 'Ada' });
});

const getPerson = async (id: string) =>
  (await admin.get('/people')).body.people.find((one: { id: string }) => one.id === id);
const audit = (action: string) =>
  api.db
    .selectFrom('audit_entries')
    .select(['detail', 'subject_id'])
    .where('workspace_id', '=', workspaceId)
    .where('action', '=', action)
    .execute();

describe('a role', () => {
  it('changes at once for the sessions that the person has', async () => {
    const sam = await api.signIn({ role: 'STAFF', workspaceId });
    expect((await sam.get('/people')).status).toBe(403);
    const answer = await admin.patch(`/people/${sam.userId}`, { version: 1, role: 'ADMIN' });
    expect(answer.body.person).toMatchObject({ role: 'ADMIN', version: 2 });
    expect((await sam.get('/people')).status).toBe(200);
    expect(await audit('changeRole')).toEqual([
      { subject_id: sam.userId, detail: { from: 'STAFF', to: 'ADMIN' } },
    ]);
  });

  it('of the last administrator cannot be changed, even if two step down at once', async () => {
    const step = (who: Caller) => who.patch(`/people/${who.userId}`, { version: 1, role: 'STAFF' });
    expect(await step(admin)).toMatchObject({ status: 422, body: { code: 'RULE_BROKEN' } });
    const other = await api.signIn({ role: 'ADMIN', workspaceId });
    const statuses = (await Promise.all([step(admin), step(other)])).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([200, 422]);
  });

  it('above the caller’s own cannot be changed, and a stale version is rejected', async () => {
    const boss = await api.signIn({ role: 'ADMIN', workspaceId });
    await api.db.updateTable('users').set({ is_superadmin: true }).where('id', '=', boss.userId).execute();
    expect((await admin.patch(`/people/${boss.userId}`, { version: 1, role: 'STAFF' })).status).toBe(403);
    expect((await getPerson(boss.userId)).can).toEqual({
      changeRole: false,
      deactivate: false,
      reactivate: false,
      removeSecondFactor: false,
    });
    const sam = await api.signIn({ role: 'STAFF', workspaceId });
    expect(await admin.patch(`/people/${sam.userId}`, { version: 7, role: 'ADMIN' })).toMatchObject({
      status: 409,
      body: { current: { role: 'STAFF', version: 1 } },
    });
    expect((await admin.patch(`/people/${sam.userId}`, { version: 1, role: 'SUPERADMIN' })).status).toBe(400);
  });
});

describe('a member who leaves', () => {
  it('loses access at once and hands over what was counted before', async () => {
    const sam = await api.signIn({ role: 'STAFF', workspaceId, displayName: 'Sam' });
    const kim = await api.signIn({ role: 'STAFF', workspaceId, displayName: 'Kim' });
    const customerId = await api.makeCustomer(workspaceId, { brokerId: sam.userId });
    await admin.post(`/users/${customerId}/tasks`, { title: 'Call', assigneeId: sam.userId });
    await admin.post('/businesses', {
      name: 'Smile',
      type: 'dental',
      ownerId: customerId,
      brokerId: sam.userId,
    });
    await api.db
      .insertInto('mailboxes')
      .values({
        workspace_id: workspaceId,
        id: newId(),
        address: 'sam@crm.test',
        name: 'Sam',
        owner_id: sam.userId,
        created_at: new Date(),
      })
      .execute();
    const counts = [
      { one: 'customer', many: 'customers', count: 1 },
      { one: 'business', many: 'businesses', count: 1 },
      { one: 'open task', many: 'open tasks', count: 1 },
      { one: 'mailbox', many: 'mailboxes', count: 1 },
    ];
    expect((await admin.get(`/people/${sam.userId}/holdings`)).body.holdings).toEqual(counts);
    const answer = await admin.post(`/people/${sam.userId}/deactivate`, {
      version: 1,
      handOverTo: kim.userId,
    });
    expect(answer.body).toMatchObject({ handedOver: counts, person: { status: 'deactivated' } });
    expect((await sam.get('/users')).status).toBe(403);
    await expect
      .poll(async () => (await admin.get(`/people/${kim.userId}/holdings`)).body.holdings, {
        timeout: 20_000,
      })
      .toEqual(counts);
    expect((await admin.get(`/users/${customerId}`)).body.user).toMatchObject({
      brokerId: kim.userId,
      version: 2,
    });
    const { activities } = (await admin.get(`/users/${customerId}/activities`)).body;
    expect(activities.some((one: { type: string }) => one.type === 'customer.updated')).toBe(true);
    expect((await kim.get('/notifications')).body.notifications[0].title).toBe(
      'Sam’s work was assigned to you: 1 customer, 1 business, 1 open task',
    );
    expect((await audit('deactivatePerson'))[0]?.detail).toEqual({
      handedOver: { customers: 1, businesses: 1, 'open tasks': 1, mailboxes: 1 },
      to: kim.userId,
    });
  });

  it('hands over what is in the trash or merged, without it being counted', async () => {
    const sam = await api.signIn({ role: 'STAFF', workspaceId });
    const kim = await api.signIn({ role: 'STAFF', workspaceId });
    const make = () => api.makeCustomer(workspaceId, { brokerId: sam.userId });
    const [deleted, merged] = [await make(), await make()];
    await admin.delete(`/users/${deleted}`);
    const survivor = await api.makeCustomer(workspaceId);
    const versions = { version: 1, otherId: merged, otherVersion: 1, fromOther: [] };
    expect((await admin.post(`/users/${survivor}/merge`, versions)).status).toBe(201);
    const left = { version: 1, handOverTo: kim.userId };
    expect((await admin.post(`/people/${sam.userId}/deactivate`, left)).body.handedOver).toEqual([]);
    const brokers = api.db
      .selectFrom('customers')
      .select('broker_id')
      .where('workspace_id', '=', workspaceId)
      .where('id', 'in', [deleted, merged]);
    await expect
      .poll(async () => (await brokers.execute()).map((row) => row.broker_id), { timeout: 20_000 })
      .toEqual([kim.userId, kim.userId]);
  });

  it('loses access even while a record cannot be handed over yet', async () => {
    const sam = await api.signIn({ role: 'STAFF', workspaceId });
    const customerId = await api.makeCustomer(workspaceId, { brokerId: sam.userId });
    const brokerOf = async () => (await admin.get(`/users/${customerId}`)).body.user.brokerId;
    await api.db.transaction().execute(async (db) => {
      await db
        .selectFrom('customers')
        .select('id')
        .where('workspace_id', '=', workspaceId)
        .where('id', '=', customerId)
        .forUpdate()
        .execute();
      const answer = await admin.post(`/people/${sam.userId}/deactivate`, { version: 1, handOverTo: null });
      expect(answer.body).toMatchObject({ handedOver: [{ many: 'customers', count: 1 }] });
      expect((await sam.get('/users')).status).toBe(403);
      expect(await brokerOf()).toBe(sam.userId);
    });
    await expect.poll(brokerOf, { timeout: 20_000 }).toBeNull();
  });

  it('moves nothing when the handover is refused', async () => {
    const sam = await api.signIn({ role: 'STAFF', workspaceId });
    await api.makeCustomer(workspaceId, { brokerId: sam.userId });
    const elsewhere = await api.signIn({ role: 'STAFF', workspaceId: await api.makeWorkspace() });
    for (const handOverTo of [elsewhere.userId, sam.userId]) {
      const answer = await admin.post(`/people/${sam.userId}/deactivate`, { version: 1, handOverTo });
      expect(answer).toMatchObject({ status: 400, body: { errors: [{ path: 'handOverTo' }] } });
    }
    expect((await getPerson(sam.userId)).status).toBe('active');
    expect((await admin.get(`/people/${sam.userId}/holdings`)).body.holdings).toMatchObject([
      { many: 'customers', count: 1 },
    ]);
  });

  it('hands over shared links, or ends them', async () => {
    const sam = await api.signIn({ role: 'STAFF', workspaceId });
    const kim = await api.signIn({ role: 'STAFF', workspaceId });
    const { document } = (await admin.upload('/documents?name=notes.txt', Buffer.from('Notes'))).body;
    const makeLink = (createdBy: string, change: { expires_at?: Date; revoked_at?: Date } = {}) =>
      api.db
        .insertInto('shared_links')
        .values({
          workspace_id: workspaceId,
          id: newId(),
          document_id: document.id,
          token_hash: Buffer.from(newId()),
          allowed: [],
          denied: [],
          can_download: false,
          created_by: createdBy,
          created_at: new Date(0),
          expires_at: new Date(Date.now() + 86_400_000),
          ...change,
        })
        .execute();
    await makeLink(sam.userId);
    await makeLink(sam.userId, { expires_at: new Date(1) });
    await makeLink(sam.userId, { revoked_at: new Date(1) });
    const listLinks = async () =>
      (await admin.get(`/documents/${String(document.id)}/links`)).body.links
        .map((link: { state: string; createdBy: { id: string } }) => [link.state, link.createdBy.id])
        .toSorted();
    const counts = [{ one: 'shared link', many: 'shared links', count: 1 }];
    expect((await admin.get(`/people/${sam.userId}/holdings`)).body.holdings).toEqual(counts);
    const left = { version: 1, handOverTo: kim.userId };
    expect((await admin.post(`/people/${sam.userId}/deactivate`, left)).body.handedOver).toEqual(counts);
    const ended = [
      ['expired', sam.userId],
      ['revoked', sam.userId],
    ];
    expect(await listLinks()).toEqual([ended[0], ['open', kim.userId], ended[1]]);
    await admin.post(`/people/${kim.userId}/deactivate`, { version: 1, handOverTo: null });
    expect(await listLinks()).toEqual([...ended, ['revoked', kim.userId]].toSorted());
  });

  it('returns with the earlier role, but without API keys or the calendar link', async () => {
    const sam = await api.signIn({ role: 'ADMIN', workspaceId });
    const { key } = (await sam.post('/api-keys', { name: 'Sync', scopes: ['tasks:read'], days: 30 })).body;
    const feed = String((await sam.post('/calendar-feed')).body.url).split('/api')[1] ?? '';
    expect((await api.guest.get(feed)).status).toBe(200);
    await admin.post(`/people/${sam.userId}/deactivate`, { version: 1, handOverTo: null });
    expect((await sam.get('/users')).status).toBe(403);
    const back = await admin.post(`/people/${sam.userId}/reactivate`, { version: 2 });
    expect(back.body.person).toMatchObject({ status: 'active', role: 'ADMIN' });
    expect((await sam.get('/users')).status).toBe(200);
    const headers = { authorization: `Bearer ${String(key)}` };
    expect((await api.guest.get('/tasks', { headers })).status).toBe(401);
    expect((await api.guest.get(feed)).status).toBe(404);
  });

  it('cannot be oneself', async () => {
    await api.signIn({ role: 'ADMIN', workspaceId });
    const answer = await admin.post(`/people/${admin.userId}/deactivate`, { version: 1, handOverTo: null });
    expect(answer.status).toBe(422);
  });
});

it('sends an invitation again with a new link, and the old one ends', async () => {
  const first = (await admin.post('/invitations', { email: 'new@people.test', role: 'STAFF' })).body;
  const again = await admin.post(`/invitations/${String(first.invitation.id)}/resend`);
  expect(again.body.invitation).toMatchObject({ email: 'new@people.test', role: 'STAFF' });
  const preview = (link: string) => api.guest.post('/auth/invite-preview', { token: link.split('#')[1] });
  expect((await preview(first.link)).status).toBe(410);
  expect((await preview(again.body.link)).status).toBe(200);
  expect((await admin.get('/invitations')).body.invitations).toHaveLength(1);
});
