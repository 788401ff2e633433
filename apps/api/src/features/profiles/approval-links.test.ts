import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { up } from '#db/migrations/0945-approval-link-customers.ts';
import type { Caller } from '#test/caller.ts';
import { type TestApi, startApi } from '#test/harness.ts';
import { newId } from '#lib/ids.ts';

let api: TestApi;
/** Bypasses the app, whose guard blocks queries across workspaces. */
let owner: Kysely<unknown>;
let workspaceId: string;
let admin: Caller;
let ownerId: string;
let businessId: string;
let token: string;
let path: string;

beforeAll(async () => {
  api = await startApi();
  const pool = new pg.Pool({ connectionString: api.connectionString });
  owner = new Kysely({ dialect: new PostgresDialect({ pool }) });
});
afterAll(async () => {
  await owner.destroy();
  await api.close();
});

beforeEach(async () => {
  workspaceId = await api.makeWorkspace();
  admin = await api.signIn({ role: 'ADMIN', workspaceId });
  ownerId = await api.makeCustomer(workspaceId, { name: 'Miriam Seller', email: 'miriam@sellers.test' });
  const { body } = await admin.post('/businesses', { name: 'Brightwillow', type: 'dental', ownerId });
  businessId = body.business.id;
  const { profile } = (await admin.post(`/businesses/${businessId}/profiles`, { kind: 'teaser' })).body;
  const sections = [{ heading: 'Overview', text: 'A dental practice with six operatories.' }];
  path = `/profiles/${String(profile.id)}`;
  const saved = await admin.put(path, { version: profile.version, title: 'Dental practice', sections });
  const sent = await admin.post(`${path}/approval`, {
    version: saved.body.profile.version,
    delivery: 'link',
  });
  token = String(sent.body.link).split('#')[1] ?? '';
});

const open = () => api.guest.post('/approving/open', { token });
const answerApproval = () =>
  api.guest.post('/approving/answer', { token, name: 'Miriam', decision: 'approved' });
const release = () => admin.post(`${path}/release`, { number: 1 });
const setOwner = async (id: string) => {
  const { business } = (await admin.get(`/businesses/${businessId}`)).body;
  const patch = { version: business.version, ownerId: id };
  expect((await admin.patch(`/businesses/${businessId}`, patch)).status).toBe(200);
};

it('is gone once somebody else owns the business', async () => {
  expect((await open()).status).toBe(200);
  await setOwner(await api.makeCustomer(workspaceId, { name: 'New Owner' }));
  expect(await open()).toMatchObject({ status: 410, body: { code: 'LINK_INVALID' } });
  expect((await answerApproval()).status).toBe(410);
  await setOwner(ownerId);
  expect((await answerApproval()).status).toBe(200);
  await setOwner(await api.makeCustomer(workspaceId, { name: 'Next Owner' }));
  expect((await open()).status).toBe(410);
});

it('emailed to an address is gone once that address is not the owner’s', async () => {
  await api.db
    .updateTable('one_time_links')
    .set({ email: 'Miriam@sellers.test' })
    .where('workspace_id', '=', workspaceId)
    .where('kind', '=', 'approve')
    .execute();
  const setEmail = async (email: string) => {
    const { version } = (await admin.get(`/users/${ownerId}`)).body.user;
    expect((await admin.patch(`/users/${ownerId}`, { version, email })).status).toBe(200);
  };
  expect((await open()).status).toBe(200);
  await setEmail('miriam@right.test');
  expect(await open()).toMatchObject({ status: 410, body: { code: 'LINK_INVALID' } });
  expect((await answerApproval()).status).toBe(410);
  await setEmail('miriam@sellers.test');
  expect((await answerApproval()).status).toBe(200);
});

it('that a restore ended says to ask for a new one', async () => {
  await api.db
    .updateTable('one_time_links')
    .set({ consumed_at: new Date() })
    .where('workspace_id', '=', workspaceId)
    .execute();
  expect(await open()).toMatchObject({
    status: 410,
    body: { detail: 'This link no longer works. Ask your broker for a new one.' },
  });
});

it('is closed, and not sent again, while the owner is banned', async () => {
  const banned = await admin.post(`/users/${ownerId}/ban`, { version: 1, reason: 'Fraud' });
  expect(banned.status).toBe(200);
  expect(await open()).toMatchObject({ status: 410, body: { code: 'LINK_INVALID' } });
  expect((await answerApproval()).status).toBe(410);
  const { version } = (await admin.get(`/businesses/${businessId}/profiles`)).body.profiles[0];
  const again = await admin.post(`${path}/approval`, { version, delivery: 'link' });
  expect([again.status, again.body.detail]).toEqual([422, expect.stringContaining('owner is banned')]);
  await admin.post(`/users/${ownerId}/unban`, { version: banned.body.user.version });
  expect((await answerApproval()).status).toBe(200);
});

it('keeps the approval of a text until it is requested again', async () => {
  await answerApproval();
  const { version } = (await admin.get(`/businesses/${businessId}/profiles`)).body.profiles[0];
  const again = await admin.post(`${path}/approval`, { version, delivery: 'link' });
  expect(again).toMatchObject({ status: 422, body: { detail: 'The owner has already approved this text.' } });
  const key = { workspace_id: workspaceId, profile_id: path.split('/')[2] ?? '' };
  await api.db
    .insertInto('profile_approvals')
    .values({
      ...key,
      id: newId(),
      number: 1,
      status: 'pending',
      requested_by: admin.userId,
      requested_at: new Date(Date.now() + 1_000),
      sent_to: null,
      deadline: new Date(Date.now() + 1_000_000),
    })
    .execute();
  expect(await release()).toMatchObject({ status: 422, body: { code: 'RULE_BROKEN' } });
  await api.db
    .updateTable('profile_approvals')
    .set({ status: 'replaced' })
    .where('workspace_id', '=', workspaceId)
    .where('status', '=', 'pending')
    .execute();
  expect((await release()).status).toBe(200);
});

it('does not let a listing number give the business away', async () => {
  const setNumber = async (listingNumber: string) => {
    const { version } = (await admin.get(`/businesses/${businessId}`)).body.business;
    expect((await admin.patch(`/businesses/${businessId}`, { version, listingNumber })).status).toBe(200);
  };
  await answerApproval();
  await setNumber('BRIGHTWILLOW-01');
  expect(await release()).toMatchObject({
    status: 422,
    body: { detail: 'The listing number “BRIGHTWILLOW-01” reveals the business. Change it first.' },
  });
  await setNumber('L-7');
  expect((await release()).status).toBe(200);
  const shown = async () =>
    (await api.guest.post('/teasers/open', { workspaceId, teaserId: path.split('/')[2] })).body.teaser
      .listingNumber;
  expect(await shown()).toBe('L-7');
  await setNumber('Brightwillow 2');
  expect(await shown()).toBeNull();
});

it('is closed while the workspace is archived', async () => {
  expect((await open()).status).toBe(200);
  await api.db
    .updateTable('workspaces')
    .set({ archived_at: new Date() })
    .where('id', '=', workspaceId)
    .execute();
  expect((await open()).status).toBe(410);
  expect((await answerApproval()).status).toBe(410);
});

it('belongs to the owner if it predates customer ids, unless it was emailed to another address', async () => {
  const forget = (email: string | null) =>
    api.db
      .updateTable('one_time_links')
      .set({ customer_id: null, email })
      .where('workspace_id', '=', workspaceId)
      .where('kind', '=', 'approve')
      .execute();
  for (const [email, status] of [
    ['previous@sellers.test', 410],
    ['Miriam@Sellers.test', 200],
    [null, 200],
  ] as const) {
    await forget(email);
    expect((await open()).status).toBe(410);
    await up(owner);
    expect([email, (await open()).status]).toEqual([email, status]);
  }
});
