import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Caller } from '#test/caller.ts';
import { startApi, type TestApi } from '#test/harness.ts';
import { listJobs } from '#registry.ts';
import { unsubscribeUrl } from '../customers.public.ts';

let api: TestApi;
let workspaceId: string;
let admin: Caller;
let staff: Caller;
let customerId: string;
beforeAll(async () => {
  api = await startApi();
  await api.booted.jobs.start(listJobs(api.booted.platform));
});
afterAll(() => api.close());
beforeEach(async () => {
  workspaceId = await api.makeWorkspace({ name: 'Harbor <Brokers>' });
  admin = await api.signIn({ role: 'ADMIN', workspaceId });
  staff = await api.signIn({ role: 'STAFF', workspaceId });
  customerId = await api.makeCustomer(workspaceId, { name: 'Ann Abbott' });
});

const getLink = (id: string, place = workspaceId): string => {
  const { keyring, config } = api.booted.platform;
  const url = unsubscribeUrl(
    { workspaceId: place, customerId: id },
    { keyring, publicUrl: config.publicUrl },
  );
  return url.replace('http://localhost:3000/api', '');
};
const findOptOutTime = async (id: string): Promise<string | null> =>
  (await admin.get(`/users/${id}`)).body.user.unsubscribedAt;
const getLastActivity = async () => (await admin.get(`/users/${customerId}/activities`)).body.activities[0];

describe('the link of a mail', () => {
  it('opens a page that names the brokerage, and opening it changes nothing', async () => {
    const link = getLink(customerId);
    const page = await api.guest.get(link);
    expect(page.status).toBe(200);
    expect(page.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy':
        "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
      'cache-control': 'private, no-store',
      'referrer-policy': 'no-referrer',
    });
    expect(page.text).toContain('Unsubscribe from Harbor &lt;Brokers&gt;?');
    expect(page.text).toContain(`<form method="post" action="/api${link}">`);
    expect(await findOptOutTime(customerId)).toBeNull();
  });

  it('unsubscribes by one POST, as mail programs send it, and once', async () => {
    const link = getLink(customerId);
    for (let time = 0; time < 2; time += 1) {
      const done = await api.guest.upload(link, 'List-Unsubscribe=One-Click', {
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      });
      expect(done.status).toBe(200);
      expect(done.text).toContain('You are unsubscribed');
    }
    expect(await findOptOutTime(customerId)).not.toBeNull();
    const { activities } = (await admin.get(`/users/${customerId}/activities`)).body;
    expect(activities.map((entry: { type: string }) => entry.type)).toEqual([
      'customer.unsubscribed',
      'customer.created',
    ]);
    expect(activities[0].actor).toBeNull();
    const { entries } = (await admin.get('/audit?action=unsubscribeByLink')).body;
    expect(entries).toHaveLength(1);
    expect(entries[0]).toMatchObject({ actor: null, subjectId: customerId });
  });

  it('can be undone', async () => {
    const link = getLink(customerId);
    await api.guest.upload(link, '');
    const back = await api.guest.upload(`${link}/undo`, '');
    expect([back.status, back.headers['location']]).toEqual([303, `/api${link}`]);
    expect(await findOptOutTime(customerId)).toBeNull();
    expect((await api.guest.get(link)).text).toContain('Unsubscribe from');
  });

  it('reveals nothing, and cannot be forged or changed', async () => {
    const link = getLink(customerId);
    const token = link.replace('/unsubscribe/', '');
    expect(Buffer.from(token, 'base64url').toString('latin1')).not.toContain(customerId.slice(0, 8));
    const [id = '', nonce = '', tag = '', sealed = ''] = token.split('.');
    const forged = [id, nonce, tag, sealed.startsWith('A') ? `B${sealed.slice(1)}` : `A${sealed.slice(1)}`];
    const other = api.booted.platform.keyring.encrypt(`${workspaceId} ${customerId}`, 'tickets');
    for (const wrong of [forged.join('.'), other, token.slice(0, -2), token.slice(0, 30), `${token}%3E`]) {
      const answer = await api.guest.upload(`/unsubscribe/${wrong}`, '', {
        headers: { accept: 'text/html,*/*' },
      });
      expect([answer.status, answer.text.includes('This link does not work')]).toEqual([410, true]);
    }
    expect((await api.guest.upload(`/unsubscribe/${other}`, '')).body.code).toBe('LINK_INVALID');
    expect(await findOptOutTime(customerId)).toBeNull();
  });

  it('is rate-limited', async () => {
    const tries = Array.from({ length: 80 }, () => api.guest.get(`/unsubscribe/${'x'.repeat(80)}`));
    const statuses = (await Promise.all(tries)).map(({ status }) => status);
    expect(statuses).toContain(429);
    await api.db.deleteFrom('rate_limits').execute();
  });

  it('applies to the survivor if its customer was merged', async () => {
    const other = await api.makeCustomer(workspaceId, { name: 'Anne' });
    const link = getLink(other);
    await admin.post(`/users/${customerId}/merge`, { version: 1, otherId: other, otherVersion: 1 });
    await api.guest.upload(link, '');
    expect(await findOptOutTime(customerId)).not.toBeNull();
  });
});

describe('staff', () => {
  it('unsubscribe a customer from bulk email, and resubscribe them with a recorded reason', async () => {
    expect((await staff.post(`/users/${customerId}/unsubscribe`)).body.user.unsubscribedAt).not.toBeNull();
    expect((await staff.post(`/users/${customerId}/unsubscribe`)).status).toBe(422);
    expect((await staff.post(`/users/${customerId}/resubscribe`, {})).body.errors[0].path).toBe('reason');
    const reason = 'Asked for it on the phone';
    expect((await staff.post(`/users/${customerId}/resubscribe`, { reason })).body.user).toMatchObject({
      unsubscribedAt: null,
    });
    expect(await getLastActivity()).toMatchObject({
      type: 'customer.resubscribed',
      actor: { id: staff.userId },
      subject: { excerpt: reason },
    });
    const { entries } = (await admin.get('/audit?action=resubscribeCustomer')).body;
    expect(entries[0].detail).toMatchObject({ reason });
  });

  it('find them by the filter of the list', async () => {
    await api.makeCustomer(workspaceId, { name: 'Bob' });
    await staff.post(`/users/${customerId}/unsubscribe`);
    const found = async (flag: boolean) =>
      (await staff.get(`/users?isUnsubscribed=${String(flag)}`)).body.users.map(
        (user: { name: string }) => user.name,
      );
    expect([await found(true), await found(false)]).toEqual([['Ann Abbott'], ['Bob']]);
  });

  it('cannot change customers they cannot see or deleted customers', async () => {
    const elsewhere = await api.signIn({ role: 'ADMIN', workspaceId: await api.makeWorkspace() });
    expect((await elsewhere.post(`/users/${customerId}/unsubscribe`)).status).toBe(404);
    await admin.delete(`/users/${customerId}`);
    expect((await admin.post(`/users/${customerId}/unsubscribe`)).status).toBe(422);
  });
});

describe('a merge', () => {
  it('keeps the stricter setting of the two, and its undo restores both', async () => {
    const other = await api.makeCustomer(workspaceId, { name: 'Anne' });
    await staff.post(`/users/${other}/unsubscribe`);
    const merged = await admin.post(`/users/${customerId}/merge`, {
      version: 1,
      otherId: other,
      otherVersion: 1,
    });
    expect(merged.status, merged.text).toBe(201);
    expect(await findOptOutTime(customerId)).not.toBeNull();
    await admin.post(`/merges/${String(merged.body.merge.id)}/undo`);
    expect([await findOptOutTime(customerId), (await findOptOutTime(other)) === null]).toEqual([null, false]);
  });

  it('that is undone keeps customers unsubscribed who used either link in the meantime', async () => {
    const other = await api.makeCustomer(workspaceId, { name: 'Anne' });
    const link = getLink(other);
    const merged = await admin.post(`/users/${customerId}/merge`, {
      version: 1,
      otherId: other,
      otherVersion: 1,
    });
    await api.guest.upload(link, '');
    expect((await admin.post(`/merges/${String(merged.body.merge.id)}/undo`)).status).toBeLessThan(300);
    expect([(await findOptOutTime(customerId)) === null, (await findOptOutTime(other)) === null]).toEqual([
      false,
      false,
    ]);
  });
});
