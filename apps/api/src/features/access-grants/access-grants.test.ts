import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { listJobs } from '#registry.ts';
import type { Caller } from '#test/caller.ts';
import { startApi, type TestApi } from '#test/harness.ts';

let api: TestApi;
let workspaceId: string;
let admin: Caller;
let customerId: string;
let businessId: string;
/** A customer of the same workspace that is not shared with anyone. */
let otherCustomerId: string;
beforeAll(async () => {
  api = await startApi();
  // Merging queues a job.
  await api.booted.jobs.start(listJobs(api.booted.platform));
});
afterAll(() => api.close());
beforeEach(async () => {
  workspaceId = await api.makeWorkspace({ recordScope: 'own' });
  admin = await api.signIn({ role: 'ADMIN', workspaceId });
  customerId = await api.makeCustomer(workspaceId, { name: 'Shared Clinic', brokerId: admin.userId });
  otherCustomerId = await api.makeCustomer(workspaceId, { name: 'Hidden Clinic', brokerId: admin.userId });
  await api.signIn({ role: 'CLIENT', workspaceId, customerId });
  businessId = await makeBusiness('Shared Practice', customerId);
  await makeBusiness('Hidden Practice', otherCustomerId);
});

async function makeBusiness(name: string, ownerId: string): Promise<string> {
  const { body } = await admin.post('/businesses', { name, type: 'dental', ownerId });
  return body.business.id;
}

function share(
  grantee: { userId: string } | { email: string },
  parts: Record<string, unknown> = {},
  by: Caller = admin,
) {
  return by.post('/access-grants', { recordType: 'customer', recordId: customerId, ...grantee, ...parts });
}

/** The customers and businesses that a caller can read through any endpoint. */
async function loadView(caller: Caller) {
  const businesses = await caller.get('/businesses');
  const profile = await caller.get('/auth/profile');
  return {
    customer: (await caller.get(`/users/${customerId}`)).status,
    otherCustomer: (await caller.get(`/users/${otherCustomerId}`)).status,
    timeline: (await caller.get(`/users/${customerId}/activities`)).status,
    tasks: (await caller.get(`/users/${customerId}/tasks`)).status,
    emails: (await caller.get(`/users/${customerId}/emails`)).status,
    business: (await caller.get(`/businesses/${businessId}`)).status,
    businesses: businesses.body.businesses.map(({ name }: { name: string }) => name),
    businessCount: businesses.body.total,
    profile: profile.body.user.customers.map(({ name }: { name: string }) => name),
  };
}

async function exportAll(caller: Caller): Promise<string> {
  const { body } = await caller.post('/users/export', { filter: {} });
  return (await caller.get(body.ticket.url.replace('/api', ''))).text;
}

const nothing = {
  customer: 404,
  otherCustomer: 404,
  timeline: 404,
  tasks: 404,
  emails: 404,
  business: 404,
  businesses: [],
  businessCount: 0,
  profile: [],
};
const customerAndItsBusiness = {
  ...nothing,
  customer: 200,
  timeline: 200,
  tasks: 200,
  emails: 200,
  business: 200,
  businesses: ['Shared Practice'],
  businessCount: 1,
  profile: ['Shared Clinic'],
};

it('without a mail server, a client gets one answer for addresses with and without a login', async () => {
  const owner = await api.signIn({ role: 'CLIENT', workspaceId, customerId });
  await api.signIn({ role: 'CLIENT', workspaceId, email: 'member@example.com' });
  const shareOwn = (email: string) =>
    owner.post('/own-access-grants', {
      recordType: 'business',
      recordId: businessId,
      email,
      expiresAt: new Date(Date.now() + 86_400_000).toISOString(),
    });
  for (const email of ['member@example.com', 'stranger@example.com'])
    expect(await shareOwn(email)).toMatchObject({
      status: 422,
      body: { detail: expect.stringMatching(/^No mail server is set up, so your advisor cannot be invited/) },
    });
});

describe('an advisor', () => {
  it('reads a shared customer and its businesses, and nothing once the grant is revoked', async () => {
    const advisor = await api.signIn({ role: 'CLIENT', workspaceId });
    expect(await loadView(advisor)).toEqual(nothing);
    const { status, body } = await share({ userId: advisor.userId });
    expect([status, body.invite]).toEqual([201, null]);
    expect(await loadView(advisor)).toEqual(customerAndItsBusiness);

    expect((await admin.delete(`/access-grants/${body.accessGrant.id}`)).status).toBe(204);
    expect(await loadView(advisor)).toEqual(nothing);
    expect((await admin.delete(`/access-grants/${body.accessGrant.id}`)).status).toBe(404);
  });

  it('loses access when the grant expires', async () => {
    const advisor = await api.signIn({ role: 'CLIENT', workspaceId });
    const expiresAt = new Date(Date.now() + 60_000).toISOString();
    expect((await share({ userId: advisor.userId }, { expiresAt })).status).toBe(201);
    expect((await loadView(advisor)).customer).toBe(200);
    await sql`UPDATE access_grants SET created_at = now() - interval '2 hours', expires_at = now() - interval '1 hour'
      WHERE workspace_id = ${workspaceId}`.execute(api.db);
    expect(await loadView(advisor)).toEqual(nothing);
  });

  it('writes to a customer only with a grant to contribute', async () => {
    const advisor = await api.signIn({ role: 'CLIENT', workspaceId });
    const write = () => advisor.post(`/users/${customerId}/messages`, { subject: 'Tax', text: 'Attached' });
    expect((await write()).status).toBe(404);
    await share({ userId: advisor.userId });
    const refused = await write();
    expect([refused.status, refused.body.detail]).toEqual([
      403,
      'You can view this record but not change it.',
    ]);
    await share({ userId: advisor.userId }, { level: 'contribute' });
    expect((await write()).status).toBe(201);
    const { body } = await admin.get(`/access-grants?recordType=customer&recordId=${customerId}`);
    expect(body.accessGrants.map(({ level }: { level: string }) => level)).toEqual(['contribute']);
  });

  it('keeps no higher access by login when shared with by address before it is verified', async () => {
    const email = 'lowered@example.com';
    const advisor = await api.signIn({ role: 'CLIENT', workspaceId, email });
    await share({ userId: advisor.userId }, { level: 'contribute' });
    expect((await share({ email })).body.accessGrant.level).toBe('view');
    const { accessGrants } = (await admin.get(`/access-grants?recordType=customer&recordId=${customerId}`))
      .body;
    expect(accessGrants).toMatchObject([{ level: 'view', state: 'active', person: { id: advisor.userId } }]);
  });

  it('has access through a verified email address only', async () => {
    const advisor = await api.signIn({ role: 'CLIENT', workspaceId, email: 'cpa@example.com' });
    const { body } = await share({ email: 'CPA@example.com' });
    expect(body).toMatchObject({ invite: null, accessGrant: { person: null, email: 'cpa@example.com' } });
    expect(await loadView(advisor)).toEqual(nothing);
    const state = async () => {
      const grants = await admin.get(`/access-grants?recordType=customer&recordId=${customerId}`);
      return grants.body.accessGrants.map((grant: { person: { id: string } | null; state: string }) => [
        grant.person?.id,
        grant.state,
      ]);
    };
    expect(await state()).toEqual([[undefined, 'unverified']]);
    await sql`UPDATE users SET email_verified_at = now() WHERE id = ${advisor.userId}`.execute(api.db);
    expect(await loadView(advisor)).toEqual(customerAndItsBusiness);
    expect(await state()).toEqual([[advisor.userId, 'active']]);
    // The same person by their login: still one grant.
    await share({ userId: advisor.userId }, { level: 'contribute' });
    expect(await state()).toEqual([[advisor.userId, 'active']]);
  });
  it('lists what is shared with them, and by whom', async () => {
    const advisor = await api.signIn({ role: 'CLIENT', workspaceId });
    const mine = async () => (await advisor.get('/access-grants/mine')).body.accessGrants;
    expect(await mine()).toEqual([]);
    await share({ userId: advisor.userId }, { expiresAt: '2099-01-01T00:00:00.000Z' });
    await share({ userId: advisor.userId }, { recordType: 'business', recordId: businessId });
    await share({ userId: admin.userId });
    expect(await mine()).toMatchObject([
      { recordType: 'business', recordId: businessId, level: 'view', expiresAt: null },
      {
        recordType: 'customer',
        recordId: customerId,
        grantedBy: { id: admin.userId },
        expiresAt: '2099-01-01T00:00:00.000Z',
      },
    ]);
  });
  it('gets one email when they have a login already, and none for a changed level', async () => {
    const advisor = await api.signIn({ role: 'CLIENT', workspaceId });
    const queued = async () => {
      const { rows } = await sql<{ count: number }>`
        SELECT count(*)::integer AS count FROM pgboss.job WHERE name = 'mail.system'`.execute(api.db);
      return rows[0]?.count ?? 0;
    };
    const before = await queued();
    await share({ userId: advisor.userId });
    await share({ userId: advisor.userId }, { level: 'contribute' });
    expect(await queued()).toBe(before + 1);
  });

  it('is invited by email address and has access after accepting', async () => {
    const { status, body } = await share({ email: 'new-cpa@example.com' });
    expect([status, body.invite.email]).toEqual([201, 'new-cpa@example.com']);
    const token = new URL(body.invite.link).hash.slice(1);
    const accepted = await api.guest.post('/auth/accept-invite', {
      token: new URLSearchParams(token).get('token') ?? token,
      displayName: 'New Advisor',
      password: 'a quite unusual passphrase',
    });
    expect(accepted.status).toBe(200);
    expect(accepted.body.user.customers).toEqual([
      { id: customerId, name: 'Shared Clinic', isOwn: false, broker: null },
    ]);
    expect(accepted.body.user.customerId).toBeNull();
    expect((await admin.post(`/access-grants/${body.accessGrant.id}/invite`)).status).toBe(422);
  });
  it('can use the latest invitation only, and none once nothing is shared with them', async () => {
    const tokenOf = (link: string) => new URL(link).hash.slice(1);
    const preview = async (link: string) =>
      (await api.guest.post('/auth/invite-preview', { token: tokenOf(link) })).status;
    const first = (await share({ email: 'Late-CPA@example.com' })).body;
    const second = (await admin.post(`/access-grants/${first.accessGrant.id}/invite`)).body;
    expect([await preview(first.invite.link), await preview(second.invite.link)]).toEqual([410, 200]);
    // A changed level sends no further invitation.
    const changed = (await share({ email: 'late-cpa@example.com' }, { level: 'contribute' })).body;
    expect([changed.invite, await preview(second.invite.link)]).toEqual([null, 200]);
    const onBusiness = { recordType: 'business', recordId: businessId };
    const other = (await share({ email: 'late-cpa@example.com' }, onBusiness)).body;
    expect(await preview(second.invite.link)).toBe(410);
    await admin.delete(`/access-grants/${changed.accessGrant.id}`);
    expect(await preview(other.invite.link)).toBe(200);
    await admin.delete(`/access-grants/${other.accessGrant.id}`);
    expect(await preview(other.invite.link)).toBe(410);
    expect(await preview(second.invite.link)).toBe(410);
  });
});

describe('a buyer', () => {
  it('reads one shared business without its owner, and nothing after the grant ended', async () => {
    const buyer = await api.signIn({ role: 'CLIENT', workspaceId });
    const record = { recordType: 'business', recordId: businessId };
    const { body } = await share({ userId: buyer.userId }, record);
    const businesses = { business: 200, businesses: ['Shared Practice'], businessCount: 1 };
    expect(await loadView(buyer)).toEqual({ ...nothing, ...businesses });
    expect((await buyer.get(`/businesses/${businessId}`)).body.business.owner).toBeNull();
    await admin.delete(`/access-grants/${body.accessGrant.id}`);
    expect(await loadView(buyer)).toEqual(nothing);
  });
});

describe('another client of the workspace', () => {
  it('reads neither the customer nor the business, nor who has access', async () => {
    const other = await api.signIn({ role: 'CLIENT', workspaceId, customerId: otherCustomerId });
    await share({ userId: (await api.signIn({ role: 'CLIENT', workspaceId })).userId });
    expect(await loadView(other)).toEqual({
      ...nothing,
      otherCustomer: 200,
      businesses: ['Hidden Practice'],
      businessCount: 1,
      profile: ['Hidden Clinic'],
    });
    const list = await other.get(`/access-grants?recordType=customer&recordId=${customerId}`);
    expect(list.status).toBe(403);
  });
});

describe('staff who see their own customers only', () => {
  it('list, find, count, and export a shared customer, but do not change it', async () => {
    const staff = await api.signIn({ role: 'STAFF', workspaceId });
    const ownId = await api.makeCustomer(workspaceId, { name: 'Own Clinic', brokerId: staff.userId });
    await admin.post(`/users/${customerId}/notes`, { body: 'Called about Shared terms' });
    const names = async (query = '') => {
      const { body } = await staff.get(`/users?sort=name&limit=25${query}`);
      return [body.total, ...body.users.map(({ name }: { name: string }) => name)];
    };
    expect(await names()).toEqual([1, 'Own Clinic']);
    const { body } = await share({ userId: staff.userId });
    expect(await names()).toEqual([2, 'Own Clinic', 'Shared Clinic']);
    expect(await names('&status=active')).toEqual([2, 'Own Clinic', 'Shared Clinic']);
    expect((await staff.get('/users?limit=1')).body.total).toBe(2);
    expect((await staff.get('/dashboard/customers')).body).toMatchObject({ growth: { total: 2 } });
    expect((await staff.get(`/users/${customerId}`)).status).toBe(200);
    expect(await exportAll(staff)).toContain('Shared Clinic');
    const version = { version: 1, city: 'Albany' };
    expect((await staff.patch(`/users/${customerId}`, version)).status).toBe(403);
    expect((await staff.post(`/users/${customerId}/notes`, { body: 'No' })).status).toBe(403);
    expect((await staff.patch(`/users/${ownId}`, version)).status).toBe(200);

    await admin.delete(`/access-grants/${body.accessGrant.id}`);
    expect(await names()).toEqual([1, 'Own Clinic']);
    expect(await exportAll(staff)).not.toContain('Shared Clinic');
    await share({ userId: staff.userId }, { level: 'contribute' });
    expect((await staff.patch(`/users/${customerId}`, version)).status).toBe(200);
  });

  it('share what is theirs for viewing, and nothing else', async () => {
    const staff = await api.signIn({ role: 'STAFF', workspaceId });
    const advisor = await api.signIn({ role: 'CLIENT', workspaceId });
    const grantee = { userId: advisor.userId };
    expect((await share(grantee, {}, staff)).status).toBe(404);
    const ownId = await api.makeCustomer(workspaceId, { name: 'Own', brokerId: staff.userId });
    expect((await share(grantee, { recordId: ownId, level: 'contribute' }, staff)).status).toBe(403);
    expect((await share(grantee, { recordId: ownId }, staff)).status).toBe(201);
    expect((await advisor.get(`/users/${ownId}`)).status).toBe(200);
    const seen = await share({ userId: staff.userId });
    expect(seen.status).toBe(201);
    // They cannot share a record that they may only view.
    expect((await share(grantee, {}, staff)).status).toBe(404);
    const { body } = await staff.get(`/access-grants?recordType=customer&recordId=${customerId}`);
    expect(body).toMatchObject({ levels: [], accessGrants: [{ abilities: { canUpdate: false } }] });
  });

  it('cannot change or revoke “can contribute” access granted by an administrator', async () => {
    const staff = await api.signIn({ role: 'STAFF', workspaceId });
    const advisor = await api.signIn({ role: 'CLIENT', workspaceId });
    const record = { recordId: await api.makeCustomer(workspaceId, { name: 'Own', brokerId: staff.userId }) };
    const { body } = await share({ userId: advisor.userId }, { ...record, level: 'contribute' });
    const list = await staff.get(`/access-grants?recordType=customer&recordId=${record.recordId}`);
    expect(list.body).toMatchObject({
      levels: ['view'],
      accessGrants: [{ abilities: { canUpdate: false } }],
    });
    expect((await staff.delete(`/access-grants/${body.accessGrant.id}`)).status).toBe(403);
    expect((await share({ userId: advisor.userId }, record, staff)).status).toBe(403);
    expect((await share({ userId: advisor.userId }, record)).status).toBe(201);
    const { body: again } = await staff.get(`/access-grants?recordType=customer&recordId=${record.recordId}`);
    expect((await staff.delete(`/access-grants/${again.accessGrants[0].id}`)).status).toBe(204);
  });
});

describe('a grant', () => {
  it('is rejected for people outside the workspace, past dates, tasks, and two grantees at once', async () => {
    const outsider = await api.signIn({});
    const member = await api.signIn({ role: 'CLIENT', workspaceId });
    expect((await share({ userId: outsider.userId })).status).toBe(400);
    expect((await share({ userId: member.userId }, { expiresAt: '2020-01-01T00:00:00Z' })).status).toBe(400);
    expect((await share({ userId: member.userId }, { email: 'a@b.test' })).status).toBe(400);
    const { body } = await admin.post('/tasks', { title: 'Call' });
    const task = { recordType: 'task', recordId: body.task.id };
    expect((await share({ userId: member.userId }, task)).status).toBe(422);
  });

  it('is not changed once somebody else has changed or removed it', async () => {
    const advisor = await api.signIn({ role: 'CLIENT', workspaceId });
    const { userId } = advisor;
    const { body: first } = await share({ userId });
    const change = { grantId: first.accessGrant.id, level: 'contribute' };
    const { status, body: changed } = await share({ userId }, change);
    expect(status).toBe(201);
    const detail = 'This access has ended or was changed. Check the people with access.';
    const refused = { status: 409, body: { code: 'CONFLICT', detail } };
    expect(await share({ userId }, { grantId: change.grantId })).toMatchObject(refused);
    expect(await share({ userId: admin.userId }, { grantId: changed.accessGrant.id })).toMatchObject(refused);
    const { body } = await admin.get(`/access-grants?recordType=customer&recordId=${customerId}`);
    expect(body.accessGrants).toMatchObject([{ id: changed.accessGrant.id, level: 'contribute' }]);
    expect((await admin.delete(`/access-grants/${changed.accessGrant.id}`)).status).toBe(204);
    expect(await share({ userId }, { grantId: changed.accessGrant.id })).toMatchObject(refused);
    expect(await loadView(advisor)).toEqual(nothing);
  });

  it.each(['login', 'address'])('is not given to the %s of a buyer while their deal is open', async (by) => {
    const email = `buyer-${otherCustomerId}@crm.test`;
    await api.db
      .updateTable('customers')
      .set({ email, email_key: email })
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', otherCustomerId)
      .execute();
    const signIn = () => api.signIn({ role: 'CLIENT', workspaceId, customerId: otherCustomerId });
    const grantee = by === 'login' ? { userId: (await signIn()).userId } : { email: email.toUpperCase() };
    const grant = () => share(grantee, { recordType: 'business', recordId: businessId });
    const { body } = await grant();
    await admin.delete(`/access-grants/${body.accessGrant.id}`);
    const { deal } = (await admin.post('/deals', { businessId, buyerId: otherCustomerId })).body;
    const detail = 'This person has an open deal on this business. Share the deal instead, or end it first.';
    const refused = { status: 422, body: { detail } };
    expect(await grant()).toMatchObject(refused);
    expect(await admin.post(`/access-grants/${body.accessGrant.id}/restore`)).toMatchObject(refused);
    await admin.delete(`/deals/${deal.id}`);
    expect((await grant()).status).toBe(201);
  });

  it('moves to the customer that its customer is merged into, and back', async () => {
    const advisor = await api.signIn({ role: 'CLIENT', workspaceId });
    await share({ userId: advisor.userId });
    const { body } = await admin.post(`/users/${otherCustomerId}/merge`, {
      version: 1,
      otherId: customerId,
      otherVersion: 1,
    });
    expect((await advisor.get(`/users/${otherCustomerId}`)).status).toBe(200);
    await admin.post(`/merges/${body.merge.id}/undo`);
    expect((await advisor.get(`/users/${otherCustomerId}`)).status).toBe(404);
    expect((await advisor.get(`/users/${customerId}`)).status).toBe(200);
  });
});
