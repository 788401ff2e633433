import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Caller } from '#test/caller.ts';
import { startApi, type TestApi } from '#test/harness.ts';
import { startMailServer, type MailServer } from '#test/mail/mail-server.ts';
import { notify } from '#platform/notifications.ts';
import { sendDueReminders } from '#features/tasks/reminders/send-due-reminders.ts';
import { clearPending, listPending, lockPending } from './digests.queries.ts';
import { sendDueDigests } from './send-due-digests.ts';

let api: TestApi;
let mails: MailServer;
let workspaceId: string;
let staff: Caller;
let admin: Caller;
beforeAll(async () => {
  mails = await startMailServer();
  api = await startApi({ env: { SMTP_URL: mails.url } });
  await api.startJobs();
});
afterAll(async () => {
  await api.close();
  await mails.close();
});
beforeEach(() => use('America/New_York', '2026-03-04T15:00:00Z'));
afterEach(async () => {
  // Digests are sent for everyone: exclude those of earlier tests.
  await api.db.updateTable('memberships').set({ status: 'banned', deactivated_at: null }).execute();
});

async function use(timeZone: string, now: string): Promise<void> {
  api.clock.set(new Date(now));
  workspaceId = await api.makeWorkspace({ timeZone });
  staff = await api.signIn({ role: 'STAFF', workspaceId, displayName: 'Sam Staff' });
  admin = await api.signIn({ role: 'ADMIN', workspaceId, displayName: 'Ada Admin' });
  await sendDueDigests(api.booted.background);
}
const sendAt = async (instant: string): Promise<number> => {
  api.clock.set(new Date(instant));
  return sendDueDigests(api.booted.background);
};
const assignTask = (title: string, to = staff) => admin.post('/tasks', { title, assigneeId: to.userId });
const choose = async (change: Record<string, unknown>, who = staff) => {
  const { choices } = (await who.get('/notifications/choices')).body;
  const { version, digest } = choices;
  return who.put('/notifications/choices', { version, kinds: [], digest, ...change });
};
const createDigest = (change: Record<string, unknown>) => ({
  digest: { hour: 8, weekdays: [1, 2, 3, 4, 5, 6, 7], withTasks: false, ...change },
});
/** Queued emails by recipient; the queue is encrypted, so delivered emails are read instead. */
const listArrivedMail = async (who: Caller, count: number): Promise<string[]> => {
  const { email } = await api.db
    .selectFrom('users')
    .select('email')
    .where('id', '=', who.userId)
    .executeTakeFirstOrThrow();
  const mine = () => mails.received.filter(({ to }) => to.includes(email)).map(({ raw }) => raw);
  await expect.poll(() => mine().length, { timeout: 15_000 }).toBe(count);
  return mine().map((raw) => raw.replaceAll('=\r\n', '').replaceAll('=3D', '='));
};
const countQueued = async (): Promise<number> =>
  Number(
    (
      await api.db
        .selectFrom('pgboss.job' as never)
        .select((eb) => eb.fn.countAll().as('count'))
        .where('name' as never, '=', 'mail.system' as never)
        .executeTakeFirstOrThrow()
    ).count,
  );

describe('a kind that is emailed at once and not shown in the app', () => {
  it('is emailed again after its email was sent, and once while it waits', async () => {
    const about = (title: string) => ({
      workspaceId,
      userIds: [staff.userId],
      type: 'mention' as const,
      title,
      customerId: null,
      renewsUnread: true,
    });
    const { runner } = api.booted.platform;
    await runner.transact((work) => notify(work, about('Shown before')));
    await choose({ kinds: [{ type: 'mention', inApp: false, email: 'now' }] });
    await runner.transact((work) => notify(work, about('Shown before')));
    await listArrivedMail(staff, 1);
    await runner.transact((work) => notify(work, about('New')));
    await listArrivedMail(staff, 2);
    await runner.transact(async (work) => {
      await notify(work, about('New'));
      await notify(work, about('New'));
    });
    const mails = await listArrivedMail(staff, 3);
    expect(mails.map((raw) => /Subject: (.*)\r/.exec(raw)?.[1])).toEqual(['Shown before', 'New', 'New']);
    expect((await staff.get('/notifications')).body.total).toBe(1);
  });
});

describe('a digest', () => {
  it.each([
    // The Sunday clocks go forward, the Sunday they go back, a month’s end, and the ends of the day.
    ['America/New_York', '2026-03-07T18:00:00Z', '2026-03-08T12:00:00.000Z'],
    ['America/New_York', '2026-10-31T18:00:00Z', '2026-11-01T13:00:00.000Z'],
    ['America/New_York', '2026-12-31T18:00:00Z', '2027-01-01T13:00:00.000Z'],
    ['Pacific/Kiritimati', '2026-02-28T00:00:00Z', '2026-02-28T18:00:00.000Z'],
    ['Pacific/Pago_Pago', '2026-02-28T20:00:00Z', '2026-03-01T19:00:00.000Z'],
  ])('in %s, asked for at %s, comes at %s, not a millisecond before, and once', async (zone, now, at) => {
    await use(zone, now);
    await choose(createDigest({}));
    expect((await staff.get('/notifications/choices')).body.choices.nextDigestAt).toBe(at);
    await assignTask('Call the landlord');
    const before = await countQueued();
    await sendAt(new Date(Date.parse(at) - 1).toISOString());
    expect(await countQueued()).toBe(before);
    await sendAt(at);
    await sendAt(at);
    await sendAt(new Date(Date.parse(at) + 86_400_000).toISOString());
    expect(await countQueued()).toBe(before + 1);
  });

  it('lists unread notifications by type and due tasks, with links, as text and as HTML', async () => {
    await use('America/New_York', '2026-03-04T15:00:00Z');
    const { body } = await admin.post('/users', { name: 'Ann & Abbott', brokerId: staff.userId });
    const customerId = String(body.user.id);
    await admin.post('/tasks', { title: 'Order <forms>', assigneeId: staff.userId, dueDate: '2026-03-02' });
    await admin.post('/tasks', { title: 'Sign today', assigneeId: staff.userId, dueDate: '2026-03-05' });
    await admin.post('/tasks', { title: 'Not mine', assigneeId: admin.userId, dueDate: '2026-03-05' });
    await admin.post(`/users/${customerId}/notes`, { body: `@[Sam Staff](${staff.userId}) look` });
    await assignTask('Already read');
    const { notifications } = (await staff.get('/notifications')).body;
    const read = notifications.find(({ title }: { title: string }) => title.includes('Already read'));
    await staff.post(`/notifications/${read.id}/read`);
    await sendAt('2026-03-05T13:00:00Z');
    const [raw = ''] = await listArrivedMail(staff, 1);
    expect(raw).toMatch(/Content-Type: multipart\/alternative/i);
    for (const part of [
      'Overdue',
      'Order <forms> (due Mon, Mar 2)',
      'Due today',
      'Sign today',
      'Mentions of you',
      `/admin/users/view/${customerId}?tab=notes&w=${workspaceId}`,
      'Tasks assigned to you',
      `/account?w=${workspaceId}#notifications`,
      'Order &lt;forms&gt;',
    ])
      expect(raw).toContain(part);
    for (const part of ['Already read', 'Not mine']) expect(raw).not.toContain(part);
  });

  it('is not sent when empty, and repeats nothing', async () => {
    await choose(createDigest({}));
    const before = await countQueued();
    await sendAt('2026-03-05T13:00:00Z');
    expect(await countQueued()).toBe(before);
    await assignTask('Once');
    await sendAt('2026-03-06T13:00:00Z');
    await sendAt('2026-03-07T13:00:00Z');
    expect(await countQueued()).toBe(before + 1);
  });

  it('is sent once when several servers run at the same time', async () => {
    const colleague = await api.signIn({ role: 'STAFF', workspaceId });
    await sendDueDigests(api.booted.background);
    await assignTask('One');
    await assignTask('Two', colleague);
    const before = await countQueued();
    api.clock.set(new Date('2026-03-05T13:00:00Z'));
    await Promise.all([1, 2, 3].map(() => sendDueDigests(api.booted.background)));
    expect(await countQueued()).toBe(before + 2);
  });

  it('leaves no trace when it fails midway, and is sent a minute later', async () => {
    await assignTask('Held up');
    const { background } = api.booted;
    const encrypt = () => {
      throw new Error('cut off');
    };
    const before = await countQueued();
    api.clock.set(new Date('2026-03-05T13:00:00Z'));
    await sendDueDigests({ ...background, keyring: { ...background.keyring, encrypt } });
    expect(await countQueued()).toBe(before);
    await sendAt('2026-03-05T13:01:00Z');
    expect(await countQueued()).toBe(before + 1);
    expect((await listArrivedMail(staff, 1))[0]).toContain('Held up');
  });

  it('is sent once if it was due while no server ran, and then on schedule', async () => {
    await assignTask('While away');
    const before = await countQueued();
    await sendAt('2026-03-08T03:00:00Z');
    expect(await countQueued()).toBe(before + 1);
    const next = await api.db
      .selectFrom('notification_digests')
      .select('fires_at')
      .where('user_id', '=', staff.userId)
      .executeTakeFirst();
    expect(next?.fires_at.toISOString()).toBe('2026-03-09T12:00:00.000Z');
  });

  it('keeps its hour when the workspace moves to another time zone', async () => {
    await assignTask('Moved');
    const { version } = (await admin.get('/workspace')).body.workspace;
    await admin.patch('/workspace', { version, timeZone: 'Pacific/Kiritimati' });
    const before = await countQueued();
    await sendAt('2026-03-05T17:59:59Z');
    expect(await countQueued()).toBe(before);
    await sendAt('2026-03-05T18:00:00Z');
    expect(await countQueued()).toBe(before + 1);
  });

  it.each([
    ['membership', 'banned'],
    ['membership', 'deactivated'],
    ['user', 'banned'],
  ])('does not reach a %s that is %s', async (what, status) => {
    await assignTask('Gone');
    const isDeactivated = status === 'deactivated';
    if (what === 'membership')
      await api.db
        .updateTable('memberships')
        .set({ status: status as 'banned', deactivated_at: isDeactivated ? new Date() : null })
        .where('workspace_id', '=', workspaceId)
        .where('user_id', '=', staff.userId)
        .execute();
    else await api.db.updateTable('users').set({ status: 'banned' }).where('id', '=', staff.userId).execute();
    const before = await countQueued();
    await sendAt('2026-03-05T13:00:00Z');
    expect(await countQueued()).toBe(before);
  });

  it('is sent only to this machine in a sample workspace', async () => {
    await api.db.updateTable('workspaces').set({ is_sample: true }).where('id', '=', workspaceId).execute();
    await assignTask('Sample');
    const { background } = api.booted;
    const before = await countQueued();
    api.clock.set(new Date('2026-03-05T13:00:00Z'));
    await sendDueDigests({ ...background, mail: { ...background.mail, isLocal: false } });
    expect(await countQueued()).toBe(before);
  });

  it('lists tasks only for people who may still open them', async () => {
    await admin.post('/tasks', { title: 'Due', assigneeId: staff.userId, dueDate: '2026-03-05' });
    await staff.post('/notifications/read-all');
    await api.db.updateTable('workspaces').set({ staff_access: [] }).where('id', '=', workspaceId).execute();
    const before = await countQueued();
    await sendAt('2026-03-05T13:00:00Z');
    expect(await countQueued()).toBe(before);
  });

  it('excludes notifications turned off in the meantime', async () => {
    await assignTask('Unwanted');
    await choose({ ...createDigest({}), kinds: [{ type: 'task.assigned', inApp: true, email: 'no' }] });
    const before = await countQueued();
    await sendAt('2026-03-05T13:00:00Z');
    expect(await countQueued()).toBe(before);
  });

  it('includes notifications not shown in the app, which are then deleted', async () => {
    await choose({ ...createDigest({}), kinds: [{ type: 'task.assigned', inApp: false, email: 'digest' }] });
    await assignTask('Only by email');
    expect((await staff.get('/notifications')).body).toMatchObject({ total: 0, unreadCount: 0 });
    await sendAt('2026-03-05T13:00:00Z');
    expect((await listArrivedMail(staff, 1))[0]).toContain('Only by email');
    const left = await api.db
      .selectFrom('notifications')
      .select('id')
      .where('workspace_id', '=', workspaceId)
      .where('user_id', '=', staff.userId)
      .execute();
    expect(left).toEqual([]);
  });

  it('leaves a notification that arrives while it is written for the next one', async () => {
    await choose({ ...createDigest({}), kinds: [{ type: 'task.assigned', inApp: false, email: 'digest' }] });
    await assignTask('Early');
    const key = { workspaceId, userId: staff.userId };
    const read = { ...key, types: ['task.assigned' as const] };
    await api.booted.background.runner.transact(async ({ db }) => {
      const ids = await lockPending(db, key);
      await assignTask('Late');
      expect(await listPending(db, { ...read, ids })).toHaveLength(1);
      await clearPending(db, { ...key, ids });
    });
    await sendAt('2026-03-05T13:00:00Z');
    expect((await listArrivedMail(staff, 1))[0]).toContain('Late');
  });

  it('is sent to a client with their open requests', async () => {
    const { body } = await admin.post('/users', { name: 'Cleo Client' });
    const client = await api.signIn({ role: 'CLIENT', workspaceId });
    await api.db
      .updateTable('customers')
      .set({ user_id: client.userId })
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', body.user.id)
      .execute();
    await admin.post(`/users/${String(body.user.id)}/tasks`, { title: 'Send the lease', audience: 'client' });
    expect((await client.get('/notifications')).body.notifications).toMatchObject([
      { type: 'task.asked', title: 'New task from Ada Admin: Send the lease' },
    ]);
    await sendDueDigests(api.booted.background);
    await sendAt('2026-03-05T13:00:00Z');
    const [raw = ''] = await listArrivedMail(client, 1);
    expect(raw).toContain('Tasks for you');
    expect(raw).toContain(`/user/dashboard?w=${workspaceId}`);
  });
});

describe('a kind that goes by email at once', () => {
  const now = { type: 'task.assigned', inApp: true, email: 'now' };

  it('is emailed once with a link, and not repeated in the digest', async () => {
    await choose({ ...createDigest({}), kinds: [now] });
    await assignTask('Right away');
    const [raw = ''] = await listArrivedMail(staff, 1);
    expect(raw).toContain('Subject: Ada Admin assigned you a task: Right away');
    expect(raw).toMatch(new RegExp(`/admin/tasks\\?task=[0-9a-f-]{36}&w=${workspaceId}`));
    expect(raw).toContain(`/account?w=${workspaceId}#notifications`);
    const before = await countQueued();
    await sendAt('2026-03-05T13:00:00Z');
    expect(await countQueued()).toBe(before);
  });

  it('shows nothing in the app where that is off, and nothing at all where both are', async () => {
    await choose({ ...createDigest({}), kinds: [{ ...now, inApp: false }] });
    await assignTask('By email');
    await listArrivedMail(staff, 1);
    expect((await staff.get('/notifications')).body.total).toBe(0);
    await choose({ ...createDigest({}), kinds: [{ ...now, inApp: false, email: 'no' }] });
    await assignTask('Not at all');
    const rows = await api.db
      .selectFrom('notifications')
      .select('title')
      .where('workspace_id', '=', workspaceId)
      .where('user_id', '=', staff.userId)
      .execute();
    expect(rows.map(({ title }) => title)).toEqual(['Ada Admin assigned you a task: By email']);
  });

  it('does not affect a member of another workspace', async () => {
    const stranger = await api.signIn({ role: 'STAFF', workspaceId: await api.makeWorkspace() });
    await api.booted.background.runner.transact((work) =>
      notify(work, {
        workspaceId,
        userIds: [stranger.userId],
        type: 'mention',
        title: 'x',
        customerId: null,
      }),
    );
    expect((await stranger.get('/notifications')).body.total).toBe(0);
  });
});

it('nothing is emailed while overdue two-step sign-in closes the workspace, and all of it after', async () => {
  const setRule = async (since: Date | null) =>
    api.db
      .updateTable('workspaces')
      .set({ admins_two_step_since: since, staff_two_step_since: since, two_step_grace_days: 0 })
      .where('id', '=', workspaceId)
      .execute();
  const now = { type: 'task.assigned', inApp: false, email: 'now' };
  await choose({ ...createDigest({}), kinds: [now] });
  await admin.post(`/tasks`, {
    title: 'Call the landlord',
    assigneeId: staff.userId,
    dueDate: '2026-03-05',
    reminder: { kind: 'at', at: '2026-03-04T15:00', byEmail: true },
  });
  await listArrivedMail(staff, 1);
  const { runner } = api.booted.background;
  const notifyOf = (type: 'mention' | 'task.assigned', title: string) =>
    runner.transact((work) =>
      notify(work, { workspaceId, userIds: [staff.userId], type, title, customerId: null }),
    );
  await setRule(new Date('2026-03-04T15:00:00Z'));
  await notifyOf('mention', 'Look here');
  await notifyOf('task.assigned', 'At once');
  api.clock.set(new Date('2026-03-04T20:00:00Z'));
  await sendDueReminders(api.booted.background);
  const listPending = async () =>
    (
      await api.db
        .selectFrom('notifications')
        .select('title')
        .where('workspace_id', '=', workspaceId)
        .where('waits_for', '=', 'digest')
        .orderBy('title')
        .execute()
    ).map(({ title }) => title);
  const all = ['At once', 'Look here', 'Reminder: Call the landlord'];
  await expect.poll(listPending, { timeout: 15_000 }).toEqual(all);
  await sendAt('2026-03-05T13:00:00Z');
  expect(await listPending()).toEqual(all);
  await setRule(null);
  await sendAt('2026-03-06T13:00:00Z');
  const [, digest = ''] = await listArrivedMail(staff, 2);
  for (const title of all) expect(digest).toContain(title);
});
