import type { FeedEntry } from '@handover/contract/dashboard.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { mailJobs } from '#features/conversations/outgoing/delivery.ts';
import { bulkJobs } from '#platform/records/bulk/bulk.job.ts';
import { listJobs } from '#registry.ts';
import type { Caller } from '#test/caller.ts';
import { startApi, type TestApi } from '#test/harness.ts';
import { runJob } from '#test/run-job.ts';
import { handOverJob, handOverQueue } from '#workflows/deactivate-member/hand-over.job.ts';

let api: TestApi;
let workspaceId: string;
let admin: Caller;
let staff: Caller;
beforeAll(async () => {
  // Without a mail server.
  api = await startApi();
  await api.booted.jobs.start(listJobs(api.booted.platform));
  workspaceId = await api.makeWorkspace();
  admin = await api.signIn({ role: 'ADMIN', workspaceId });
  staff = await api.signIn({ role: 'STAFF', workspaceId });
});
afterAll(() => api.close());

/** The type and number of records of each feed entry, without those for customers that the test creates. */
async function listLines(): Promise<[string, number | undefined][]> {
  const { activities } = (await admin.get('/dashboard/activities')).body;
  return activities
    .filter(({ type }: FeedEntry) => type !== 'customer.created')
    .map(({ type, run }: FeedEntry) => [type, run?.count]);
}

it('shows one line for a bulk email, which gives its sender one notice, and for a handover', async () => {
  await api.db
    .updateTable('workspaces')
    .set({ postal_address: '1 Main St, Boston, MA' })
    .where('id', '=', workspaceId)
    .execute();
  for (const name of ['One', 'Two', 'Three'])
    await api.makeCustomer(workspaceId, { name, brokerId: staff.userId });
  const { body } = await admin.post('/bulk-runs', {
    selection: { filter: {} },
    input: { action: 'email', subject: 'News', text: 'Hello' },
  });
  await runJob(bulkJobs(api.booted.platform)[0], { workspaceId, runId: body.bulkRun.id });
  expect(await listLines()).toEqual([['email.queued', 3]]);
  const queued = await api.db
    .selectFrom('messages')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .execute();
  // There is no mail server.
  const deliver = async (messageId: string): Promise<void> =>
    runJob(mailJobs(api.booted.platform)[0], { workspaceId, messageId });
  await Promise.all(queued.map(({ id }) => deliver(id)));
  expect(await listLines()).toEqual([['email.failed', 3]]);
  const { notifications } = (await admin.get('/notifications')).body;
  const undelivered = notifications.filter(({ type }: { type: string }) => type === 'email.failed');
  expect(undelivered.map(({ title }: { title: string }) => title)).toEqual([
    'Some recipients did not get your bulk email',
  ]);

  const { people } = (await admin.get('/people')).body;
  const person = people.find(({ id }: { id: string }) => id === staff.userId);
  const left = await admin.post(`/people/${staff.userId}/deactivate`, {
    version: person.version,
    handOverTo: admin.userId,
  });
  expect(left.status).toBe(200);
  const { rows } = await sql<{ data: Record<string, unknown> }>`
    SELECT data FROM pgboss.job WHERE name = ${handOverQueue}`.execute(api.db);
  for (const { data } of rows) await runJob(handOverJob(api.booted.platform), data);
  expect(await listLines()).toEqual([
    ['customer.updated', 3],
    ['email.failed', 3],
  ]);
});
