import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Caller } from '#test/caller.ts';
import { startApi, type TestApi } from '#test/harness.ts';
import { sendLicenseReminders } from './licenses.service.ts';

let api: TestApi;
let workspaceId: string;
let admin: Caller;
let staff: Caller;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  workspaceId = await api.makeWorkspace();
  admin = await api.signIn({ role: 'ADMIN', workspaceId });
  staff = await api.signIn({ role: 'STAFF', workspaceId });
});

const addBusiness = async () =>
  (await staff.post('/businesses', { name: 'Cedar Pharmacy', type: 'pharmacy', brokerId: staff.userId })).body
    .business.id;
const license = { state: 'texas', board: 'Board of Pharmacy', number: 'P-1', expiresOn: '2027-03-01' };
/** Read from the database, because sessions have expired at the times that the tests move to. */
const listTitles = async ({ userId }: Caller) => {
  const rows = await api.db
    .selectFrom('notifications')
    .select('title')
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute();
  return rows.map(({ title }) => title);
};

describe('a license of a business', () => {
  it('is added with its state as a code, changed, listed by expiry, and deleted', async () => {
    const businessId = await addBusiness();
    const { status, body } = await staff.post('/licenses', { businessId, ...license });
    expect(status).toBe(201);
    expect(body.license).toMatchObject({ state: 'TX', business: { id: businessId, name: 'Cedar Pharmacy' } });
    await staff.post('/licenses', { businessId, ...license, state: 'OK', expiresOn: '2026-12-01' });
    const list = async (query: string) =>
      (await staff.get(`/licenses?${query}`)).body.licenses.map((one: { state: string }) => one.state);
    expect(await list(`businessId=${businessId}`)).toEqual(['OK', 'TX']);
    expect(await list('expiresBefore=2027-01-01')).toEqual(['OK']);
    const path = `/licenses/${String(body.license.id)}`;
    const change = { ...license, number: 'P-2', version: 1 };
    expect((await staff.patch(path, change)).body.license).toMatchObject({ number: 'P-2', version: 2 });
    expect(await staff.patch(path, change)).toMatchObject({
      status: 409,
      body: { current: { number: 'P-2' } },
    });
    expect((await staff.delete(path)).status).toBe(204);
    expect((await staff.delete(path)).status).toBe(404);
  });

  it('needs a state that exists', async () => {
    const answer = await staff.post('/licenses', { businessId: null, ...license, state: 'Ontario' });
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ path: 'state' }] } });
  });

  it('is not found by staff out of scope', async () => {
    const own = await api.makeWorkspace({ recordScope: 'own' });
    const broker = await api.signIn({ role: 'STAFF', workspaceId: own });
    const other = await api.signIn({ role: 'STAFF', workspaceId: own });
    const { body } = await broker.post('/businesses', { name: 'Own', type: 'dental' });
    const businessId = body.business.id;
    const added = (await broker.post('/licenses', { businessId, ...license })).body.license;
    expect((await other.get(`/licenses?businessId=${String(businessId)}`)).status).toBe(404);
    expect((await other.get('/licenses?expiresBefore=2030-01-01')).body.licenses).toEqual([]);
    expect((await other.delete(`/licenses/${String(added.id)}`)).status).toBe(404);
  });
});

it('of the brokerage is changed by administrators only', async () => {
  expect((await staff.post('/licenses', { businessId: null, ...license })).status).toBe(403);
  const { license: added } = (await admin.post('/licenses', { businessId: null, ...license })).body;
  expect(added.business).toBeNull();
  expect((await staff.get('/licenses')).body.licenses).toEqual([added]);
  expect((await staff.delete(`/licenses/${String(added.id)}`)).status).toBe(403);
});

it('reminds the broker 60 and 7 days before it expires, each once, and again after a new date', async () => {
  const businessId = await addBusiness();
  const on = async (day: string) => {
    api.clock.set(new Date(`${day}T17:00:00Z`));
    await sendLicenseReminders(api.booted.platform);
    await sendLicenseReminders(api.booted.platform);
    return (await listTitles(staff)).length;
  };
  try {
    api.clock.set(new Date('2026-11-23T17:00:00Z'));
    const { body } = await staff.post('/licenses', { businessId, ...license });
    expect(await on('2026-12-30')).toBe(0);
    expect(await on('2026-12-31')).toBe(1);
    expect(await listTitles(staff)).toEqual([
      'Cedar Pharmacy: TX license (Board of Pharmacy) expires on March 1, 2027',
    ]);
    expect(await on('2027-02-22')).toBe(2);
    expect(await on('2027-03-05')).toBe(2);

    api.clock.set(new Date('2026-11-23T17:00:00Z'));
    const renewed = { ...license, expiresOn: '2027-04-01', version: 1 };
    expect((await staff.patch(`/licenses/${String(body.license.id)}`, renewed)).status).toBe(200);
    expect(await on('2027-03-05')).toBe(3);
  } finally {
    api.clock.set(new Date());
  }
});

it('reminds the administrators of a license of the brokerage', async () => {
  await admin.post('/licenses', { businessId: null, ...license, expiresOn: '2020-01-01' });
  await sendLicenseReminders(api.booted.platform);
  expect(await listTitles(admin)).toEqual([
    'Brokerage: TX license (Board of Pharmacy) expires on January 1, 2020',
  ]);
  expect(await listTitles(staff)).toEqual([]);
});
