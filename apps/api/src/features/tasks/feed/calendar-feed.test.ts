import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Caller } from '#test/caller.ts';
import { startApi, type TestApi } from '#test/harness.ts';
import { toICalendar } from './icalendar.ts';

let api: TestApi;
let workspaceId: string;
let staff: Caller;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  workspaceId = await api.makeWorkspace({ timeZone: 'Pacific/Kiritimati' });
  staff = await api.signIn({ role: 'STAFF', workspaceId });
});

const makeLink = async (): Promise<string> => {
  const { body } = await staff.post('/calendar-feed');
  return String(body.url).replace('http://localhost:3000/api', '');
};
const unfold = (text: string): string[] => text.replaceAll('\r\n ', '').split('\r\n');

describe('the private calendar link', () => {
  it('returns the user’s open tasks as all-day events, without a session', async () => {
    const colleague = await api.signIn({ role: 'STAFF', workspaceId });
    const customerId = await api.makeCustomer(workspaceId, {
      name: 'Harbor; Clinic',
      email: 'owner@harbor.test',
    });
    await staff.post(`/users/${customerId}/tasks`, {
      title: 'Write to owner@harbor.test, soon',
      dueDate: '2026-12-31',
      priority: 'high',
    });
    await staff.post('/tasks', { title: 'No date' });
    await staff.post('/tasks', { title: 'Theirs', dueDate: '2026-12-30', assigneeId: colleague.userId });
    const { task } = (await staff.post('/tasks', { title: 'Done', dueDate: '2026-12-29' })).body;
    await staff.patch(`/tasks/${task.id}`, { version: 1, status: 'done' });
    const answer = await api.guest.get(await makeLink());
    expect([answer.status, answer.headers['content-type']]).toEqual([200, 'text/calendar; charset=utf-8']);
    const lines = unfold(answer.text);
    expect(lines.filter((line) => line === 'BEGIN:VEVENT')).toHaveLength(1);
    expect(lines).toEqual(
      expect.arrayContaining([
        'DTSTART;VALUE=DATE:20261231',
        'DTEND;VALUE=DATE:20270101',
        'SUMMARY:Write to …\\, soon',
        'DESCRIPTION:Harbor\\; Clinic',
        'PRIORITY:1',
      ]),
    );
    expect(answer.text).not.toContain('@');
  });

  it('names no customer that its owner may not read, or that is in the trash', async () => {
    const admin = await api.signIn({ role: 'ADMIN', workspaceId });
    const business = { name: 'Bright Dental', type: 'dental', brokerId: staff.userId };
    const businessId = (await admin.post('/businesses', business)).body.business.id;
    const hidden = await api.makeCustomer(workspaceId, { name: 'Hidden Clinic' });
    const removed = await api.makeCustomer(workspaceId, { name: 'Removed Clinic', brokerId: staff.userId });
    for (const customerId of [hidden, removed]) {
      const task = { title: 'Call', dueDate: '2026-12-31', assigneeId: staff.userId, customerId, businessId };
      expect((await admin.post('/tasks', task)).status).toBe(201);
    }
    await api.db
      .updateTable('workspaces')
      .set({ record_scope: 'own' })
      .where('id', '=', workspaceId)
      .execute();
    await admin.delete(`/users/${removed}`);
    const { text } = await api.guest.get(await makeLink());
    expect(unfold(text).filter((line) => line === 'SUMMARY:Call')).toHaveLength(2);
    expect(text).not.toContain('Clinic');
  });

  it('gets 304 until something changes', async () => {
    await staff.post('/tasks', { title: 'One', dueDate: '2026-12-31' });
    const link = await makeLink();
    const etag = String((await api.guest.get(link)).headers['etag']);
    const same = await api.guest.get(link, { headers: { 'if-none-match': etag } });
    expect([same.status, same.text]).toEqual([304, '']);
    await staff.post('/tasks', { title: 'Two', dueDate: '2026-12-31' });
    expect((await api.guest.get(link, { headers: { 'if-none-match': etag } })).status).toBe(200);
  });

  it('is stored as a hash only, stops with a new one, and when it is revoked', async () => {
    expect((await staff.get('/calendar-feed')).body.feed).toBeNull();
    const first = await makeLink();
    const rows = await api.db
      .selectFrom('calendar_feeds')
      .select('token_hash')
      .where('user_id', '=', staff.userId)
      .execute();
    expect(rows.map(({ token_hash }) => token_hash.length)).toEqual([32]);
    const second = await makeLink();
    expect([(await api.guest.get(first)).status, (await api.guest.get(second)).status]).toEqual([404, 200]);
    expect((await staff.get('/calendar-feed')).body.feed).toEqual({ createdAt: expect.any(String) });
    expect((await staff.delete('/calendar-feed')).status).toBe(204);
    expect((await api.guest.get(second)).status).toBe(404);
  });

  it('shows what its owner may currently see: nothing once the area is closed', async () => {
    const link = await makeLink();
    await api.db.updateTable('workspaces').set({ staff_access: [] }).where('id', '=', workspaceId).execute();
    expect((await api.guest.get(link)).status).toBe(404);
  });

  it.each([
    ['became a client', { role: 'CLIENT' }],
    ['were banned', { status: 'banned' }],
  ] as const)('opens nothing any more once its owner %s', async (_what, change) => {
    const link = await makeLink();
    await api.db
      .updateTable('memberships')
      .set(change)
      .where('workspace_id', '=', workspaceId)
      .where('user_id', '=', staff.userId)
      .execute();
    expect((await api.guest.get(link)).status).toBe(404);
  });

  it('shows one workspace only, under its name, with links that open it there', async () => {
    const elsewhere = await api.makeWorkspace();
    const admin = await api.signIn({ role: 'ADMIN', workspaceId: elsewhere });
    await admin.post('/tasks', { title: 'Elsewhere', dueDate: '2026-12-31', assigneeId: admin.userId });
    await api.db
      .updateTable('workspaces')
      .set({ name: 'Harbor Brokers' })
      .where('id', '=', workspaceId)
      .execute();
    const { task } = (await staff.post('/tasks', { title: 'Here', dueDate: '2026-12-31' })).body;
    const { text } = await api.guest.get(await makeLink());
    expect(unfold(text)).toContain('X-WR-CALNAME:Tasks of Harbor Brokers');
    expect(unfold(text)).toContain(
      `URL:http://localhost:3000/admin/tasks?task=${String(task.id)}&w=${workspaceId}`,
    );
    expect(text).not.toContain('Elsewhere');
  });

  it('is refused after many guesses', async () => {
    const guess = (): Promise<{ status: number }> => api.guest.get(`/calendar/${'x'.repeat(43)}.ics`);
    const statuses = [];
    for (let index = 0; index < 40; index += 1) statuses.push((await guess()).status);
    expect(statuses.at(-1)).toBe(429);
  });
});

describe('iCalendar text', () => {
  it('has lines of at most 75 octets, broken between characters, and escapes special characters', () => {
    const title = `${'Ärztehaus 🏥, '.repeat(20)}\nBEGIN:VEVENT\\;`;
    const moment = new Date('2026-03-08T07:30:00.123Z');
    const event = {
      uid: 'u',
      date: '2026-02-28',
      title,
      description: '',
      url: 'https://x.test/',
      createdAt: moment,
      changedAt: moment,
      sequence: 0,
      isUrgent: false,
    };
    const text = toICalendar({ name: 'Tasks', events: [event] });
    for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
    expect(text).not.toMatch(/\uFFFD/);
    const lines = unfold(text);
    expect(lines).toContain(`SUMMARY:${'Ärztehaus 🏥\\, '.repeat(20)}\\nBEGIN:VEVENT\\\\\\;`);
    expect(lines.filter((line) => line === 'BEGIN:VEVENT')).toHaveLength(1);
    expect(lines).toEqual(expect.arrayContaining(['DTSTAMP:20260308T073000Z', 'DTEND;VALUE=DATE:20260301']));
  });
});
