import { addDays, addMonths } from '@handover/domain/calendar-dates.ts';
import { toInstant } from '@handover/domain/local-time.ts';
import { getLatestEnd } from './own-grants.service.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { listJobs } from '#registry.ts';
import { listSystemMails } from '#test/account/system-mails.ts';
import type { Caller } from '#test/caller.ts';
import { startApi, type TestApi } from '#test/harness.ts';

let api: TestApi;
let workspaceId: string;
let admin: Caller;
let owner: Caller;
let buyer: Caller;
let advisor: Caller;
let ownerId: string;
let buyerId: string;
let businessId: string;
let dealId: string;
const advisorEmail = 'cpa@advisors.test';
beforeAll(async () => {
  // No mail server listens there, so emails stay queued, where the tests read them.
  api = await startApi({ env: { SMTP_URL: 'smtp://127.0.0.1:9' } });
  await api.booted.jobs.start(listJobs(api.booted.platform));
});
afterAll(() => api.close());
beforeEach(async () => {
  workspaceId = await api.makeWorkspace();
  admin = await api.signIn({ role: 'ADMIN', workspaceId });
  [ownerId, buyerId] = [await api.makeCustomer(workspaceId), await api.makeCustomer(workspaceId)];
  owner = await api.signIn({
    role: 'CLIENT',
    workspaceId,
    customerId: ownerId,
    displayName: 'Olivia Owner',
  });
  buyer = await api.signIn({ role: 'CLIENT', workspaceId, customerId: buyerId });
  const email = `${workspaceId.slice(-6)}-${advisorEmail}`;
  advisor = await api.signIn({ role: 'CLIENT', workspaceId, email });
  await api.db
    .updateTable('users')
    .set({ email_verified_at: new Date() })
    .where('id', '=', advisor.userId)
    .execute();
  const business = { name: 'Bright Dental', type: 'dental', ownerId, brokerId: admin.userId };
  businessId = (await admin.post('/businesses', business)).body.business.id;
  dealId = (await admin.post('/deals', { businessId, buyerId, brokerId: admin.userId })).body.deal.id;
});

const getDateInDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString();
const share = (by: Caller, change: Record<string, unknown> = {}) =>
  by.post('/own-access-grants', {
    recordType: 'business',
    recordId: businessId,
    email: `${workspaceId.slice(-6)}-${advisorEmail}`,
    expiresAt: getDateInDays(30),
    ...change,
  });
const listGrants = async (by: Caller, of = `recordType=business&recordId=${businessId}`) =>
  (await by.get(`/own-access-grants?${of}`)).body.accessGrants;

describe('an owner', () => {
  it('lets an advisor view the business, notifies the broker, and ends it again', async () => {
    const { status, body } = await share(owner);
    expect(status).toBe(201);
    expect(body.accessGrant).toMatchObject({ isByClient: true, name: expect.stringContaining(advisorEmail) });
    expect((await advisor.get(`/businesses/${businessId}`)).body.business).toMatchObject({
      id: businessId,
      abilities: { canUpdate: false },
    });
    expect((await admin.get('/notifications')).body.notifications[0]).toMatchObject({
      type: 'access.shared',
      businessId,
      title: expect.stringMatching(/^Bright Dental: Olivia Owner shared it with /),
    });
    const { entries } = (await admin.get('/audit?action=createOwnAccessGrant')).body;
    expect(entries).toHaveLength(1);
    expect((await owner.delete(`/own-access-grants/${String(body.accessGrant.id)}`)).status).toBe(204);
    expect((await advisor.get(`/businesses/${businessId}`)).status).toBe(404);
    expect(await listGrants(owner)).toEqual([]);
  });

  it('shares once with the same person at the same moment, and so does the broker', async () => {
    const shareAsBroker = (level: string) =>
      admin.post('/access-grants', {
        recordType: 'business',
        recordId: businessId,
        userId: advisor.userId,
        level,
      });
    const shared = await Promise.all([share(owner), share(owner), share(owner)]);
    expect(shared.map(({ status }) => status).toSorted()).toEqual([201, 422, 422]);
    await Promise.all(['view', 'contribute', 'view'].map(shareAsBroker));
    const grants = await listGrants(owner);
    expect(grants).toHaveLength(1);
    expect((await owner.delete(`/own-access-grants/${String(grants[0].id)}`)).status).toBe(204);
    expect((await advisor.get(`/businesses/${businessId}`)).status).toBe(404);
  });

  it('shares until a date within a year, with a limited number of people, each once', async () => {
    expect((await share(owner, { expiresAt: getDateInDays(-1) })).status).toBe(400);
    expect((await share(owner, { expiresAt: getDateInDays(400) })).status).toBe(400);
    expect((await share(owner)).status).toBe(201);
    expect((await share(owner)).status).toBe(422);
    for (let index = 1; index < 10; index += 1)
      await api.db
        .insertInto('access_grants')
        .values({
          workspace_id: workspaceId,
          id: crypto.randomUUID(),
          record_type: 'business',
          record_id: businessId,
          user_id: null,
          email_key: `a${String(index)}@x.test`,
          level: 'view',
          granted_by: owner.userId,
          created_at: new Date(),
          expires_at: null,
          revoked_at: null,
        })
        .execute();
    const other = await api.signIn({ role: 'CLIENT', workspaceId });
    const { email } = await api.db
      .selectFrom('users')
      .select('email')
      .where('id', '=', other.userId)
      .executeTakeFirstOrThrow();
    expect(await share(owner, { email })).toMatchObject({ status: 422, body: { code: 'RULE_BROKEN' } });
  });

  it('has advisors emailed at most 20 times a day, and one address 10 times', async () => {
    const shareAndEnd = async (email: string) => {
      const { status, body } = await share(owner, { email });
      if (status === 201) await owner.delete(`/own-access-grants/${String(body.accessGrant.id)}`);
      return status;
    };
    const address = (index: number) => `${workspaceId.slice(-6)}-${String(index)}@advisors.test`;
    for (let index = 0; index < 10; index += 1) expect(await shareAndEnd(address(0))).toBe(201);
    expect(await shareAndEnd(address(0))).toBe(429);
    for (let index = 1; index < 10; index += 1) expect(await shareAndEnd(address(index))).toBe(201);
    expect(await shareAndEnd(address(10))).toBe(429);
    expect(await listSystemMails(api, address(10))).toEqual([]);
  });

  it('identifies an advisor by email address, also after they accept the invitation', async () => {
    const email = `${workspaceId.slice(-6)}-new-${advisorEmail}`;
    const { accessGrant } = (await share(owner, { email })).body;
    const [mail] = await listSystemMails(api, email);
    const acceptance = { displayName: 'Casey Advisor', password: 'a quite unusual passphrase' };
    const token = /#(\S+)/.exec(mail?.text ?? '')?.[1];
    expect((await api.guest.post('/auth/accept-invite', { token, ...acceptance })).status).toBe(200);
    expect(await listGrants(owner)).toMatchObject([{ name: email, isByClient: true }]);
    expect((await share(owner, { email })).body.detail).toBe('This email address already has access.');
    expect((await owner.delete(`/own-access-grants/${String(accessGrant.id)}`)).status).toBe(204);
    const { notifications } = (await admin.get('/notifications')).body;
    expect(notifications.map(({ title }: { title: string }) => title)).toContain(
      `Bright Dental: Olivia Owner removed access for ${email}`,
    );
  });

  it('sees people added by staff, but cannot remove them', async () => {
    const { body } = await admin.post('/access-grants', {
      recordType: 'business',
      recordId: businessId,
      userId: advisor.userId,
    });
    expect(await listGrants(owner)).toMatchObject([{ isByClient: false }]);
    expect((await owner.delete(`/own-access-grants/${String(body.accessGrant.id)}`)).status).toBe(404);
    expect((await advisor.get(`/businesses/${businessId}`)).status).toBe(200);
  });
});

describe('access that a client gave', () => {
  const ban = (customerId: string) =>
    admin.post(`/users/${customerId}/ban`, { version: 1, reason: 'Breach' });
  const update = async (path: string, change: object) => {
    const { business } = (await admin.get(path)).body;
    expect((await admin.patch(path, { version: business.version, ...change })).status).toBe(200);
  };
  const listForStaff = async () =>
    (await admin.get(`/access-grants?recordType=business&recordId=${businessId}`)).body.accessGrants;

  it('ends while the client is banned', async () => {
    await share(owner);
    await share(buyer, { recordType: 'deal', recordId: dealId });
    const read = async () => [
      (await advisor.get(`/businesses/${businessId}`)).status,
      (await advisor.get(`/deals/${dealId}`)).status,
    ];
    expect(await read()).toEqual([200, 200]);
    const { version } = (await ban(ownerId)).body.user;
    await ban(buyerId);
    expect(await read()).toEqual([404, 404]);
    expect(await listForStaff()).toEqual([]);
    await admin.post(`/users/${ownerId}/unban`, { version });
    expect(await read()).toEqual([200, 404]);
  });

  it('ends once somebody else owns the record, unlike what staff gave', async () => {
    await share(owner);
    const nextOwnerId = await api.makeCustomer(workspaceId);
    const nextOwner = await api.signIn({ role: 'CLIENT', workspaceId, customerId: nextOwnerId });
    await update(`/businesses/${businessId}`, { ownerId: nextOwnerId });
    expect((await advisor.get(`/businesses/${businessId}`)).status).toBe(404);
    expect(await listGrants(nextOwner)).toEqual([]);
    await admin.post('/access-grants', {
      recordType: 'business',
      recordId: businessId,
      userId: advisor.userId,
    });
    await update(`/businesses/${businessId}`, { ownerId });
    await update(`/businesses/${businessId}`, { ownerId: nextOwnerId });
    expect(await listGrants(nextOwner)).toMatchObject([{ isByClient: false }]);
    expect((await advisor.get(`/businesses/${businessId}`)).status).toBe(200);
  });

  it('is shown to a co-owner by address, who can remove it', async () => {
    const { id, name } = (await share(owner)).body.accessGrant;
    const coOwnerId = await api.makeCustomer(workspaceId);
    const coOwner = await api.signIn({ role: 'CLIENT', workspaceId, customerId: coOwnerId });
    await update(`/businesses/${businessId}`, {
      coOwners: [{ customerId: coOwnerId, shareBasisPoints: 4_000 }],
    });
    expect(await listGrants(coOwner)).toMatchObject([{ id, name, isByClient: true }]);
    expect((await coOwner.delete(`/own-access-grants/${String(id)}`)).status).toBe(204);
    expect((await advisor.get(`/businesses/${businessId}`)).status).toBe(404);
  });
});

describe('access that staff removed', () => {
  const remove = async (grantId: string) =>
    expect((await admin.delete(`/access-grants/${grantId}`)).status).toBe(204);
  const restore = (grantId: string, by = admin) => by.post(`/access-grants/${grantId}/restore`);

  it('is restored as the client gave it, who can still end it', async () => {
    const { id } = (await share(owner)).body.accessGrant;
    await remove(id);
    expect((await advisor.get(`/businesses/${businessId}`)).status).toBe(404);
    expect((await restore(id)).body.accessGrant).toMatchObject({
      id,
      grantedBy: { id: owner.userId },
      state: 'active',
    });
    expect((await advisor.get(`/businesses/${businessId}`)).status).toBe(200);
    expect(await listGrants(owner)).toMatchObject([{ id, isByClient: true }]);
    expect((await admin.get('/audit?action=restoreAccessGrant')).body.entries).toHaveLength(1);
    expect((await restore(id)).status).toBe(404);
    expect((await owner.delete(`/own-access-grants/${String(id)}`)).status).toBe(204);
    expect((await restore(id)).status).toBe(404);
  });

  it('opens its invitation again', async () => {
    const email = `${workspaceId.slice(-6)}-invited-${advisorEmail}`;
    const { id } = (await share(owner, { email })).body.accessGrant;
    const mails = await listSystemMails(api, email);
    const token = /#(\S+)/.exec(mails[0]?.text ?? '')?.[1];
    const preview = async () => (await api.guest.post('/auth/invite-preview', { token })).status;
    await remove(id);
    expect(await preview()).toBe(410);
    expect((await restore(id)).body.accessGrant).toMatchObject({ email, state: 'invited' });
    expect(await preview()).toBe(200);
    expect(await listSystemMails(api, email)).toEqual(mails);
  });

  it('is not restored after its last day, by somebody else, or beside new access', async () => {
    const { id } = (await share(owner)).body.accessGrant;
    await remove(id);
    const colleague = await api.signIn({ role: 'ADMIN', workspaceId });
    expect((await restore(id, colleague)).status).toBe(404);
    const again = (await share(owner)).body.accessGrant;
    expect((await restore(id)).body.detail).toBe('This person already has access to the record again.');
    await remove(again.id);
    await api.db
      .updateTable('access_grants')
      .set({ created_at: new Date(0), expires_at: new Date(1) })
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', id)
      .execute();
    expect((await restore(id)).body.detail).toMatch(/^This access has expired/);
    expect(await listGrants(owner)).toEqual([]);
  });
});

describe('nobody else', () => {
  it('shares the business: the advisor, the buyer, and staff are refused', async () => {
    await share(owner);
    for (const caller of [advisor, buyer, admin]) expect((await share(caller)).status).toBe(404);
    const { id } = (await listGrants(owner))[0];
    for (const caller of [advisor, buyer, admin])
      expect((await caller.delete(`/own-access-grants/${String(id)}`)).status).toBe(404);
  });

  it('shares it, or sees who has access, if they own another business', async () => {
    await share(owner);
    const advisorCustomerId = await api.makeCustomer(workspaceId);
    await api.db
      .updateTable('customers')
      .set({ user_id: advisor.userId })
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', advisorCustomerId)
      .execute();
    const own = { name: 'Advisor Dental', type: 'dental', ownerId: advisorCustomerId };
    const { id } = (await admin.post('/businesses', own)).body.business;
    expect((await advisor.get(`/businesses/${businessId}`)).status).toBe(200);
    expect(await listGrants(advisor)).toBeUndefined();
    expect((await share(advisor, { email: 'third@advisors.test' })).status).toBe(404);
    expect((await share(advisor, { email: 'third@advisors.test', recordId: id })).status).toBe(201);
  });

  it('but the buyer shares the purchase, and the seller does not', async () => {
    const deal = { recordType: 'deal', recordId: dealId };
    expect((await share(owner, deal)).status).toBe(404);
    expect((await share(buyer, deal)).status).toBe(201);
    expect((await advisor.get(`/deals/${dealId}`)).body.deal).toMatchObject({
      side: 'buyer',
      isOwn: false,
      abilities: { canUpdate: false },
    });
    expect((await advisor.get(`/businesses/${businessId}`)).status).toBe(404);
  });

  it('can share a record of a type that clients do not own', async () => {
    const { body } = await owner.get('/auth/profile');
    const customer = { recordType: 'customer', recordId: body.user.customerId };
    expect((await share(owner, customer)).status).toBe(404);
  });
});

it.each(['2027-02-20', '2028-10-30'])(
  'allows the last day that the form offers in the weeks after %s',
  (first) => {
    const timeZone = 'America/New_York';
    for (let day = 0; day < 14; day += 1) {
      const today = addDays(first, day);
      const morning = toInstant(`${today}T00:00`, timeZone);
      const end = toInstant(`${addDays(addMonths(today, 12), 1)}T00:00`, timeZone);
      expect(getLatestEnd(timeZone, morning)).toEqual(end);
      expect(getLatestEnd(timeZone, new Date(morning.getTime() + 22 * 3_600_000))).toEqual(end);
    }
  },
);
