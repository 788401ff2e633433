import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Caller } from '#test/caller.ts';
import { startApi, type TestApi } from '#test/harness.ts';
import { createMailFixture, createRawMail } from '#test/mail/mail-fixture.ts';
import { runJob } from '#test/run-job.ts';
import { claimLeases, releaseLease } from '#features/conversations/imap/sync.queries.ts';
import { mailJobs } from '#features/conversations/outgoing/delivery.ts';
import { listJobs } from '#registry.ts';
import { sendDueReminders } from '#features/tasks/reminders/send-due-reminders.ts';
import { addMinutes } from '#lib/clock.ts';
import { newId } from '#lib/ids.ts';
import { hashPassword } from '#lib/password-hash.ts';

let api: TestApi;
let home: string;
let workspaceId: string;
let boss: Caller;
let admin: Caller;
beforeAll(async () => {
  api = await startApi();
  await api.booted.jobs.start(listJobs(api.booted.platform));
  home = await api.makeWorkspace({ name: 'Home' });
});
afterAll(() => api.close());
beforeEach(async () => {
  workspaceId = await api.makeWorkspace({ name: 'Closing' });
  boss = await api.signIn({ role: 'SUPERADMIN', workspaceId: home });
  admin = await api.signIn({ role: 'ADMIN', workspaceId });
});

const getPath = (id = workspaceId) => `/installation/workspaces/${id}`;
const archive = async (id = workspaceId) => {
  const { version } = await findWorkspace(id);
  return boss.post(`${getPath(id)}/archive`, { version });
};
const restore = async () =>
  boss.post(`${getPath()}/restore`, { version: (await findWorkspace(workspaceId)).version });
const findWorkspace = (id: string) =>
  api.db.selectFrom('workspaces').select('version').where('id', '=', id).executeTakeFirstOrThrow();

describe('an archived workspace', () => {
  it('is closed to members, superadmins, and API keys until it is restored', async () => {
    const customerId = await api.makeCustomer(workspaceId);
    const { key } = (await admin.post('/api-keys', { name: 'Sync', scopes: ['customers:read'], days: 30 }))
      .body;
    const byKey = () => api.guest.get('/users', { headers: { authorization: `Bearer ${String(key)}` } });
    expect((await byKey()).status).toBe(200);
    expect((await archive()).body.workspace).toMatchObject({ archivedAt: expect.any(String), version: 2 });
    expect((await admin.get('/users')).status).toBe(403);
    expect((await boss.get('/users', { workspaceId })).status).toBe(403);
    expect((await byKey()).status).toBe(403);
    expect((await admin.get('/auth/profile')).body.user).toMatchObject({ workspaceId: null, workspaces: [] });
    expect((await boss.get('/auth/profile')).body.user.workspaces).not.toContainEqual(
      expect.objectContaining({ id: workspaceId }),
    );
    expect((await restore()).body.workspace).toMatchObject({ archivedAt: null });
    expect((await admin.get(`/users/${customerId}`)).status).toBe(200);
    expect((await byKey()).status).toBe(200);
  });

  it('is in the list of archived ones only, and in the audit log of the installation', async () => {
    await archive();
    const ids = async (state: string) =>
      (await boss.get(`/installation/workspaces?q=Closing&state=${state}&limit=100`)).body.workspaces.map(
        ({ id }: { id: string }) => id,
      );
    expect(await ids('active')).not.toContain(workspaceId);
    expect(await ids('archived')).toContain(workspaceId);
    await restore();
    const actions = (await boss.get(`/installation/audit?subjectId=${workspaceId}`)).body.entries.map(
      ({ action }: { action: string }) => action,
    );
    expect(actions).toEqual(['restoreWorkspace', 'archiveWorkspace']);
  });

  it('rejects sign-in with the reason; members of another workspace are signed in there', async () => {
    const password = 'a long and winding word';
    const passwordHash = await hashPassword(password);
    const email = `sam-${newId().slice(-8)}@people.test`;
    const sam = await api.signIn({ role: 'STAFF', workspaceId, email, passwordHash });
    await archive();
    const signIn = () => api.guest.post('/auth/login', { email, password });
    expect(await signIn()).toMatchObject({
      status: 403,
      body: { code: 'FORBIDDEN', detail: 'Your workspace is archived. Contact the brokerage.' },
    });
    await api.db
      .insertInto('memberships')
      .values({ workspace_id: home, user_id: sam.userId, role: 'STAFF', created_at: new Date() })
      .execute();
    expect((await signIn()).body.user).toMatchObject({ workspaceId: home });
  });

  it('cannot be joined by an invitation', async () => {
    const { link } = (await admin.post('/invitations', { email: 'new@people.test', role: 'STAFF' })).body;
    const preview = () => api.guest.post('/auth/invite-preview', { token: link.split('#')[1] });
    await archive();
    expect((await preview()).status).toBe(410);
    await restore();
    expect((await preview()).status).toBe(200);
  });
});

describe('work that continues by itself', () => {
  it('pauses mail, reminders, mailbox sync, and inbound email', async () => {
    const desk = await createMailFixture(api);
    ({ workspaceId } = desk);
    const { email } = (
      await desk.admin.post(`/users/${desk.customerId}/send-email`, { subject: 'Hi', text: 'Hi' })
    ).body;
    const { task } = (
      await desk.admin.post(`/users/${desk.customerId}/tasks`, {
        title: 'Call',
        assigneeId: desk.admin.userId,
      })
    ).body;
    const now = new Date();
    await api.db
      .insertInto('task_reminders')
      .values({
        task_id: task.id,
        workspace_id: workspaceId,
        local_time: '2026-01-01T09:00',
        time_zone: 'America/New_York',
        fires_at: addMinutes(now, -1),
      })
      .execute();
    const mail = createRawMail({ From: desk.address, To: 'office@crm.test', Subject: 'In' });
    await archive();
    expect((await api.guest.upload(desk.inboundPath, mail)).status).toBeGreaterThanOrEqual(400);
    const [job] = mailJobs(api.booted.platform);
    await runJob(job, { workspaceId, messageId: email.id });
    await sendDueReminders(api.booted.platform);
    const status = async () =>
      (
        await api.db
          .selectFrom('messages')
          .select('status')
          .where('workspace_id', '=', workspaceId)
          .where('id', '=', email.id)
          .executeTakeFirstOrThrow()
      ).status;
    const reminders = () =>
      api.db.selectFrom('task_reminders').select('task_id').where('task_id', '=', task.id).execute();
    expect([await status(), (await reminders()).length]).toEqual(['queued', 1]);
    await restore();
    await runJob(job, { workspaceId, messageId: email.id });
    await sendDueReminders(api.booted.platform);
    expect([await status(), (await reminders()).length]).toEqual(['undelivered', 0]);
  });

  it('is skipped when mailboxes take turns', async () => {
    const { id: mailboxId } = await api.db
      .selectFrom('mailboxes')
      .select('id')
      .where('workspace_id', '=', workspaceId)
      .executeTakeFirstOrThrow();
    const now = new Date();
    await api.db
      .insertInto('imap_accounts')
      .values({
        workspace_id: workspaceId,
        mailbox_id: mailboxId,
        status: 'active',
        status_since: now,
        host: 'imap.invalid',
        port: 993,
        security: 'tls',
        username: 'office',
        sealed_password: 'x',
        takes_since: now,
        started_at: now,
        created_at: now,
      })
      .execute();
    await releaseLease(api.db, { workspaceId, mailboxId, now });
    const claim = async () => {
      const until = addMinutes(new Date(), 1);
      const turns = await claimLeases(api.db, { holderId: newId(), now: new Date(), until, limit: 100 });
      return turns.map((turn) => turn.mailbox_id);
    };
    await archive();
    expect(await claim()).not.toContain(mailboxId);
    await restore();
    expect(await claim()).toContain(mailboxId);
  });
});

describe('what stays open', () => {
  it('is the workspace of the public pages', async () => {
    expect(await archive(home)).toMatchObject({
      status: 422,
      body: { code: 'RULE_BROKEN', detail: expect.stringContaining('public pages use this workspace') },
    });
    expect((await admin.get('/users')).status).toBe(200);
  });

  it('is the last one, also when two are archived at once', async () => {
    const fresh = await startApi();
    try {
      const [one, two] = [await fresh.makeWorkspace(), await fresh.makeWorkspace()];
      const runner = await fresh.signIn({ role: 'SUPERADMIN', workspaceId: one });
      const close = (id: string) =>
        runner.post(`/installation/workspaces/${id}/archive`, { version: 1 }, { workspaceId: one });
      expect((await Promise.all([close(two), close(two)])).map(({ status }) => status).toSorted()).toEqual([
        200, 422,
      ]);
      expect((await close(one)).body.detail).toBe('This is the last workspace. Create another one first.');
    } finally {
      await fresh.close();
    }
  });

  it('is one in which an import runs', async () => {
    const { id, mapping } = (await admin.upload('/imports?name=people.csv', 'Name\nAnn')).body.import;
    await admin.post(`/imports/${String(id)}/start`, { mapping, mode: 'both', overwrite: 'all' });
    expect((await archive()).body.detail).toMatch(/An import or bulk action is running/);
  });

  it('is one that was changed since it was seen, or is not there; and what is open is not restored', async () => {
    expect((await boss.post(`${getPath()}/archive`, { version: 7 })).status).toBe(409);
    expect((await boss.post(`${getPath(newId())}/archive`, { version: 1 })).status).toBe(404);
    expect((await boss.post(`${getPath()}/restore`, { version: 1 })).status).toBe(422);
    await archive();
    expect((await archive()).body.detail).toBe('This workspace is already archived.');
  });
});
