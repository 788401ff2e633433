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

/** A shared link that somebody is reading. */
const openSharedLink = async (): Promise<void> => {
  const { document } = (await boss.upload('/documents?name=a.txt', 'text')).body;
  const now = new Date();
  const ids = { workspace_id: workspaceId, created_at: now };
  const linkId = newId();
  await api.db
    .insertInto('shared_links')
    .values({
      ...ids,
      id: linkId,
      document_id: document.id,
      token_hash: Buffer.from(linkId),
      allowed: [],
      denied: [],
      can_download: false,
      created_by: boss.userId,
      expires_at: addMinutes(now, 60),
    })
    .execute();
  await api.db
    .insertInto('shared_link_sessions')
    .values({
      ...ids,
      id: newId(),
      link_id: linkId,
      email: 'reader@buyers.test',
      code_signature: '',
      code_expires_at: now,
      token_hash: Buffer.from(linkId),
      verified_at: now,
      expires_at: addMinutes(now, 60),
      ip_address: '127.0.0.1',
    })
    .execute();
};

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
    expect(await elsewhere.restore(file)).toMatchObject({ uncertainMails: expect.any(Number), lost: null });
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
    const customerId = await api.makeCustomer(workspaceId);
    const business = { name: 'Smiles', type: 'dental', publicTitle: 'Dental practice' };
    const businessIds = [(await boss.post('/businesses', business)).body.business.id];
    const templateId = (await boss.get('/agreement-templates')).body.templates[0].id;
    const sent = await boss.post('/agreements', { customerId, templateId, businessIds, delivery: 'link' });
    const token = String(sent.body.link).split('#')[1];
    expect((await api.guest.post('/signing/open', { token })).status).toBe(200);
    await openSharedLink();
    await backUp(createSource(), file);
    const { access } = await elsewhere.restore(file);
    expect(access).toMatchObject({ pendingNdas: 1, pendingApprovals: 0, apiKeys: 1, sharedLinks: 1 });
    expect(await elsewhere.query('SELECT expires_at <= now() AS is_over FROM shared_link_sessions')).toEqual([
      { is_over: true },
    ]);
    await elsewhere.use(async ({ as, guest }) => {
      expect(await guest.post('/signing/open', { token })).toMatchObject({
        status: 410,
        body: { detail: 'This link no longer works. Ask your broker for a new one.' },
      });
      expect((await as(String(boss.token)).get('/auth/profile')).status).toBe(401);
      expect((await guest.get(calendar)).status).toBe(404);
      expect((await as(String(key)).get('/tasks')).status).toBe(200);
    });
  });
});
