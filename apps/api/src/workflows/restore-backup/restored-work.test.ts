import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BulkAction } from '@handover/contract/records/bulk.ts';
import type { RecordType } from '@handover/contract/records/records.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { backUp, restoreIntoNewFolder, type Elsewhere } from '#test/backups/restore-fixture.ts';
import type { Caller } from '#test/caller.ts';
import { startApi, type TestApi } from '#test/harness.ts';
import { listJobs } from '#registry.ts';
import { addMinutes } from '#lib/clock.ts';
import { newId } from '#lib/ids.ts';

const secretKey = 'a key that two installations have in turn';

let api: TestApi;
let folder: string;
let file: string;
let elsewhere: Elsewhere;
let workspaceId: string;
let boss: Caller;

beforeAll(async () => {
  api = await startApi({ env: { SECRET_KEY: secretKey } });
  folder = await mkdtemp(join(tmpdir(), 'handover-archives-'));
  await api.booted.jobs.start(listJobs(api.booted.background));
});
afterAll(async () => {
  await api.close();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  workspaceId = await api.makeWorkspace();
  boss = await api.signIn({ role: 'SUPERADMIN', workspaceId });
  file = join(folder, `${newId()}.tar.gz`);
  elsewhere = await restoreIntoNewFolder({ secretKey });
});
afterEach(() => elsewhere.remove());

const createSource = () => ({ connectionString: api.connectionString, config: api.booted.platform.config });

describe('a restored installation', { timeout: 60_000 }, () => {
  it('sends nothing that may have been sent since, and keeps what has its time to come', async () => {
    const mail = async (
      status: 'queued' | 'sending' | 'scheduled',
      scheduledAt: Date | null,
    ): Promise<string> => {
      const customerId = await api.makeCustomer(workspaceId, { email: `${newId()}@clients.test` });
      const { email } = (
        await boss.post(`/users/${customerId}/send-email`, { subject: status, text: 'Hello' })
      ).body;
      await api.db
        .updateTable('messages')
        .set({ status, scheduled_at: scheduledAt, sending_since: status === 'sending' ? new Date() : null })
        .where('workspace_id', '=', workspaceId)
        .where('id', '=', email.id)
        .execute();
      return email.id;
    };
    const tomorrow = addMinutes(new Date(), 24 * 60);
    const ids = {
      queued: await mail('queued', null),
      sending: await mail('sending', null),
      overdue: await mail('scheduled', addMinutes(new Date(), -1)),
      later: await mail('scheduled', tomorrow),
    };
    await backUp(createSource(), file);
    expect(await elsewhere.restore(file)).toEqual({ uncertainMails: expect.any(Number), lost: null });
    const rows = await elsewhere.query<{ id: string; status: string }>('SELECT id, status FROM messages');
    const statusOf = (id: string) => rows.find((row) => row.id === id)?.status;
    expect(Object.values(ids).map(statusOf)).toEqual(['uncertain', 'uncertain', 'uncertain', 'scheduled']);
    const jobs = await elsewhere.query<{ name: string; data: { messageId: string }; start_after: Date }>(
      `SELECT name, data, start_after FROM pgboss.job WHERE name LIKE 'mail.%'`,
    );
    expect(jobs.map(({ name, data }) => [name, data.messageId])).toEqual([['mail.deliver', ids.later]]);
    expect(jobs[0]?.start_after).toEqual(tomorrow);
  });

  it('ends bulk actions that send mail, and resumes others', async () => {
    const customerId = await api.makeCustomer(workspaceId);
    const tagId = (await boss.post('/tags', { name: 'Bulk' })).body.tag.id;
    const queue = async (run: { record_type: RecordType; action: BulkAction }): Promise<void> => {
      const input = { action: 'tag', tagIds: [tagId] };
      const { body } = await boss.post('/bulk-runs', { selection: { filter: {}, ids: [customerId] }, input });
      await api.db
        .updateTable('bulk_runs')
        .set(run)
        .where('workspace_id', '=', workspaceId)
        .where('id', '=', body.bulkRun.id)
        .execute();
    };
    await queue({ record_type: 'customer', action: 'email' });
    await queue({ record_type: 'customer', action: 'tag' });
    await queue({ record_type: 'buyer', action: 'invite' });
    await queue({ record_type: 'agreement', action: 'remind' });
    await backUp(createSource(), file);
    await elsewhere.restore(file);
    const runs = await elsewhere.query<{ action: string; status: string }>(
      `SELECT action, status FROM bulk_runs WHERE workspace_id = '${workspaceId}' ORDER BY id`,
    );
    expect(runs.map(({ action, status }) => [action, status])).toEqual([
      ['email', 'failed'],
      ['tag', 'queued'],
      ['invite', 'failed'],
      ['remind', 'failed'],
    ]);
  });

  it('resumes internal jobs, such as scheduled posts', async () => {
    const key = { workspaceId, postId: newId() };
    const startAfter = addMinutes(new Date(), 600);
    await api.booted.platform.runner.transact((work) => work.enqueue('blog.publish', key, { startAfter }));
    await backUp(createSource(), file);
    await elsewhere.restore(file);
    expect(
      await elsewhere.query(`SELECT data, start_after FROM pgboss.job WHERE name = 'blog.publish'`),
    ).toEqual([{ data: key, start_after: startAfter }]);
  });

  it('ends sessions and links, but not API keys', async () => {
    const calendar = (await boss.post('/calendar-feed')).body.url.split('/api')[1];
    expect((await api.guest.get(calendar)).status).toBe(200);
    const { key } = (await boss.post('/api-keys', { name: 'Sync', scopes: ['tasks:read'], days: 30 })).body;
    await backUp(createSource(), file);
    await elsewhere.restore(file);
    await elsewhere.use(async ({ as, guest }) => {
      expect((await as(String(boss.token)).get('/auth/profile')).status).toBe(401);
      expect((await guest.get(calendar)).status).toBe(404);
      expect((await as(String(key)).get('/tasks')).status).toBe(200);
    });
  });
});
