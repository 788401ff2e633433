import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Caller } from '#test/caller.ts';
import { startApi, type TestApi } from '#test/harness.ts';
import { startMailServer, type MailServer } from '#test/mail/mail-server.ts';
import { sendDueReminders } from './send-due-reminders.ts';

let api: TestApi;
let mails: MailServer;
let workspaceId: string;
let staff: Caller;
beforeAll(async () => {
  mails = await startMailServer();
  api = await startApi({ env: { SMTP_URL: mails.url } });
  await api.startJobs();
});
afterAll(async () => {
  await api.close();
  await mails.close();
});
beforeEach(async () => {
  await api.db.deleteFrom('task_reminders').execute();
  await use('America/New_York', '2026-03-06T12:00:00Z');
});

async function use(timeZone: string, now: string): Promise<void> {
  api.clock.set(new Date(now));
  workspaceId = await api.makeWorkspace({ timeZone });
  staff = await api.signIn({ role: 'STAFF', workspaceId, displayName: 'Sam Staff' });
}
const sendAt = async (instant: string): Promise<number> => {
  api.clock.set(new Date(instant));
  return sendDueReminders(api.booted.background);
};
const add = async (body: Record<string, unknown>) =>
  (await staff.post('/tasks', { title: 'Call back', ...body })).body.task;
const listReminderTitles = async (who = staff): Promise<string[]> =>
  (
    await api.db
      .selectFrom('notifications')
      .select('title')
      .where('workspace_id', '=', workspaceId)
      .where('user_id', '=', who.userId)
      .where('type', '=', 'task.reminder')
      .execute()
  ).map(({ title }) => title);
const onDueDay = { kind: 'dueDay', time: '09:00', byEmail: false };

describe('reminders', () => {
  it.each([
    // The Sunday clocks go forward, the Sunday they go back, a month’s end and the leap day.
    ['America/New_York', '2026-03-08', '2026-03-08T13:00:00.000Z'],
    ['America/New_York', '2026-03-07', '2026-03-07T14:00:00.000Z'],
    ['America/New_York', '2026-11-01', '2026-11-01T14:00:00.000Z'],
    ['America/New_York', '2026-12-31', '2026-12-31T14:00:00.000Z'],
    ['America/New_York', '2028-02-29', '2028-02-29T14:00:00.000Z'],
    ['Pacific/Kiritimati', '2026-03-01', '2026-02-28T19:00:00.000Z'],
    ['Pacific/Pago_Pago', '2026-02-28', '2026-02-28T20:00:00.000Z'],
  ])(
    'in %s on %s at 09:00 come at %s, not a millisecond before, and once',
    async (zone, dueDate, instant) => {
      await use(zone, '2026-02-20T12:00:00Z');
      const task = await add({ dueDate, reminder: onDueDay });
      expect(task.remindsAt).toBe(instant);
      expect(await sendAt(new Date(Date.parse(instant) - 1).toISOString())).toBe(0);
      expect(await sendAt(instant)).toBe(1);
      expect(await listReminderTitles()).toEqual(['Reminder: Call back']);
      expect(await sendAt(new Date(Date.parse(instant) + 86_400_000).toISOString())).toBe(0);
      expect(await listReminderTitles()).toHaveLength(1);
    },
  );

  it('at a time skipped by daylight saving are sent when it would have been', async () => {
    const task = await add({ reminder: { kind: 'at', at: '2026-03-08T02:30', byEmail: false } });
    expect(task.remindsAt).toBe('2026-03-08T07:30:00.000Z');
  });

  it('are sent once even if the clock jumps, and late rather than never', async () => {
    await add({ dueDate: '2026-03-10', reminder: onDueDay });
    // No server was running for a month.
    expect(await sendAt('2026-04-10T00:00:00Z')).toBe(1);
    expect(await sendAt('2026-03-01T00:00:00Z')).toBe(0);
    expect(await sendAt('2026-03-10T13:00:00Z')).toBe(0);
    expect(await listReminderTitles()).toHaveLength(1);
  });

  it('are sent once when several servers run at the same time', async () => {
    for (const title of ['a', 'b', 'c', 'd']) await add({ title, dueDate: '2026-03-10', reminder: onDueDay });
    api.clock.set(new Date('2026-03-10T14:00:00Z'));
    const fired = await Promise.all([1, 2, 3].map(() => sendDueReminders(api.booted.background)));
    expect(fired.reduce((sum, count) => sum + count)).toBe(4);
    expect((await listReminderTitles()).toSorted()).toEqual(
      ['a', 'b', 'c', 'd'].map((title) => `Reminder: ${title}`),
    );
  });

  it('leave no trace when they fail midway, and are retried a minute later, after the others', async () => {
    await add({ title: 'Fails', dueDate: '2026-03-10', reminder: { ...onDueDay, byEmail: true } });
    await add({ title: 'Works', dueDate: '2026-03-10', reminder: { ...onDueDay, time: '09:01' } });
    const { background } = api.booted;
    const broken = {
      ...background,
      keyring: {
        ...background.keyring,
        encrypt: () => {
          throw new Error('cut off');
        },
      },
    };
    api.clock.set(new Date('2026-03-10T14:00:00Z'));
    await sendDueReminders(broken);
    expect(await listReminderTitles()).toEqual(['Reminder: Works']);
    expect(await sendAt('2026-03-10T14:01:00Z')).toBe(1);
    expect((await listReminderTitles()).toSorted()).toEqual(['Reminder: Fails', 'Reminder: Works']);
  });

  it('are also emailed on request, with a link to the task', async () => {
    const task = await add({
      title: 'Mail me',
      reminder: { kind: 'at', at: '2026-03-10T08:15', byEmail: true },
    });
    expect(await sendAt('2026-03-10T12:15:00Z')).toBe(1);
    await expect
      .poll(() => mails.received.filter(({ raw }) => raw.includes('Reminder: Mail me')).length, {
        timeout: 15_000,
      })
      .toBe(1);
    const mail = mails.received.find(({ raw }) => raw.includes('Mail me'))?.raw ?? '';
    const text = mail.replaceAll('=\r\n', '').replaceAll('=3D', '=');
    expect(text).toContain(`/admin/tasks?task=${String(task.id)}&w=${workspaceId}`);
  });

  it('follow the due date, and are not sent while the task is done or deleted', async () => {
    const task = await add({ dueDate: '2026-03-10', reminder: onDueDay });
    const moved = await staff.patch(`/tasks/${task.id}`, { version: 1, dueDate: '2026-03-12' });
    expect(moved.body.task.remindsAt).toBe('2026-03-12T13:00:00.000Z');
    const done = await staff.patch(`/tasks/${task.id}`, { version: 2, status: 'done' });
    expect(done.body.task.remindsAt).toBeNull();
    const open = await staff.patch(`/tasks/${task.id}`, { version: 3, status: 'waiting' });
    expect(open.body.task.remindsAt).toBe('2026-03-12T13:00:00.000Z');
    await staff.delete(`/tasks/${task.id}`);
    expect(await sendAt('2026-03-12T14:00:00Z')).toBe(0);
    api.clock.set(new Date('2026-03-11T00:00:00Z'));
    staff = await api.signIn({ role: 'STAFF', workspaceId });
    expect((await staff.post(`/tasks/${task.id}/restore`)).body.task.remindsAt).toBe(
      '2026-03-12T13:00:00.000Z',
    );
  });

  it('are not sent again when something else about the task changes', async () => {
    const task = await add({ dueDate: '2026-03-10', reminder: onDueDay });
    await sendAt('2026-03-10T13:00:00Z');
    api.clock.set(new Date('2026-03-01T00:00:00Z'));
    await staff.patch(`/tasks/${task.id}`, { version: 1, title: 'Another name', reminder: onDueDay });
    expect(await sendAt('2026-03-11T13:00:00Z')).toBe(0);
  });

  it('keep their wall-clock time when the workspace moves to another time zone', async () => {
    const admin = await api.signIn({ role: 'ADMIN', workspaceId });
    const task = await add({ dueDate: '2026-03-10', reminder: onDueDay, assigneeId: admin.userId });
    const { version } = (await admin.get('/workspace')).body.workspace;
    await admin.patch('/workspace', { version, timeZone: 'Pacific/Kiritimati' });
    expect(await sendAt('2026-03-09T18:59:59Z')).toBe(0);
    staff = await api.signIn({ role: 'STAFF', workspaceId });
    expect((await staff.get(`/tasks/${task.id}`)).body.task.remindsAt).toBe('2026-03-09T19:00:00.000Z');
    expect(await sendAt('2026-03-09T19:00:00Z')).toBe(1);
  });

  it('go to the assignee, else to the creator, and only to members who can still see the task', async () => {
    const colleague = await api.signIn({ role: 'STAFF', workspaceId });
    await add({ title: 'Theirs', assigneeId: colleague.userId, dueDate: '2026-03-10', reminder: onDueDay });
    await add({ title: 'Nobody’s', assigneeId: null, dueDate: '2026-03-10', reminder: onDueDay });
    const left = await api.signIn({ role: 'STAFF', workspaceId });
    await add({ title: 'Left', assigneeId: left.userId, dueDate: '2026-03-10', reminder: onDueDay });
    await api.db
      .updateTable('memberships')
      .set({ status: 'banned' })
      .where('workspace_id', '=', workspaceId)
      .where('user_id', '=', left.userId)
      .execute();
    await sendAt('2026-03-10T13:00:00Z');
    expect([
      await listReminderTitles(colleague),
      await listReminderTitles(),
      await listReminderTitles(left),
    ]).toEqual([['Reminder: Theirs'], ['Reminder: Nobody’s'], []]);
  });

  it('are rejected, with the field named, if they could never be sent', async () => {
    const past = await staff.post('/tasks', {
      title: 'x',
      reminder: { kind: 'at', at: '2026-03-06T06:59', byEmail: false },
    });
    expect([past.status, past.body.errors]).toEqual([
      400,
      [{ path: 'reminder', message: 'This time has passed' }],
    ]);
    const undated = await staff.post('/tasks', { title: 'x', reminder: onDueDay });
    expect(undated.body.errors).toMatchObject([{ path: 'dueDate' }]);
    const unreal = { kind: 'at', at: '2026-02-30T09:00', byEmail: false };
    expect((await staff.post('/tasks', { title: 'x', reminder: unreal })).status).toBe(400);
    // A reminder at 09:00 today is valid even after 09:00, because the task may be rescheduled.
    api.clock.set(new Date('2026-03-06T20:00:00Z'));
    const late = await staff.post('/tasks', { title: 'x', dueDate: '2026-03-06', reminder: onDueDay });
    expect([late.status, late.body.task.remindsAt]).toEqual([201, null]);
  });
});
