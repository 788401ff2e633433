import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Caller } from '#test/caller.ts';
import { startApi, type TestApi } from '#test/harness.ts';
import { sendBuyerProfileReminders } from './send-buyer-profile-reminders.ts';

let api: TestApi;
let workspaceId: string;
let broker: Caller;
let client: Caller;
let admin: Caller;
let buyerId: string;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  workspaceId = await api.makeWorkspace();
  admin = await api.signIn({ role: 'ADMIN', workspaceId });
  broker = await api.signIn({ role: 'STAFF', workspaceId });
  const customerId = await api.makeCustomer(workspaceId, {
    name: 'Dana Roe',
    brokerId: broker.userId,
  });
  client = await api.signIn({ role: 'CLIENT', workspaceId, customerId });
  const { body } = await broker.post('/buyers', { customerId });
  buyerId = body.buyer.id;
  await broker.post(`/buyers/${buyerId}/confirm`);
});

async function setConfirmed(before: string): Promise<void> {
  await sql`UPDATE buyer_profiles SET confirmed_at = ${api.clock.now()}::timestamptz - ${before}::interval
    WHERE workspace_id = ${workspaceId}`.execute(api.db);
}
async function listTitles(caller: Caller): Promise<string[]> {
  await sendBuyerProfileReminders(api.booted.platform);
  const { notifications } = (await caller.get('/notifications')).body;
  return notifications.map(({ title }: { title: string }) => title);
}

it('reminds broker and buyer once of a profile that expires within two weeks', async () => {
  await setConfirmed('6 months -15 days');
  expect(await listTitles(broker)).toEqual([]);
  await setConfirmed('6 months -13 days');
  expect(await listTitles(broker)).toEqual([
    expect.stringMatching(/^Dana Roe’s buyer profile expires on [A-Z][a-z]+ \d+, 20/),
  ]);
  expect(await listTitles(client)).toHaveLength(1);
  expect(await listTitles(broker)).toHaveLength(1);
  expect(await listTitles(admin)).toEqual([]);
});

it('reminds again after a new confirmation, and never of a profile in the trash', async () => {
  await setConfirmed('6 months -1 days');
  expect(await listTitles(client)).toEqual([expect.stringMatching(/^Confirm your buyer profile by/)]);
  await client.post(`/buyers/${buyerId}/confirm`);
  expect(await listTitles(client)).toHaveLength(1);
  await setConfirmed('6 months -1 days');
  expect(await listTitles(client)).toHaveLength(2);
  await client.post(`/buyers/${buyerId}/confirm`);
  await broker.delete(`/buyers/${buyerId}`);
  await setConfirmed('6 months -1 days');
  expect(await listTitles(client)).toHaveLength(2);
});
