import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Caller } from '#test/caller.ts';
import { startApi, type TestApi } from '#test/harness.ts';
import { newId } from '#lib/ids.ts';

let api: TestApi;
let workspaceId: string;
let admin: Caller;
let staff: Caller;
let customerId: string;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  workspaceId = await api.makeWorkspace({ name: 'Harbor & Sons' });
  admin = await api.signIn({ role: 'ADMIN', workspaceId });
  staff = await api.signIn({
    role: 'STAFF',
    workspaceId,
    displayName: 'Bo Broker',
    email: `bo-${workspaceId}@b.test`,
  });
  customerId = await api.makeCustomer(workspaceId, {
    name: 'Dr. Ann <Abbott>',
    email: 'ann@clients.test',
    brokerId: staff.userId,
  });
});

const content = {
  name: 'Welcome',
  subject: 'Hi {{customer.firstName}}',
  html: '<p>Dear {{customer.name}}</p>',
};

async function make(caller: Caller, more: object = {}) {
  const { status, body } = await caller.post('/mail-templates', { ...content, ...more });
  expect(status, JSON.stringify(body)).toBe(201);
  return body.mailTemplate as { id: string; html: string; version: number };
}
const listNames = async (caller: Caller): Promise<string[]> =>
  (await caller.get('/mail-templates')).body.mailTemplates.map((one: { name: string }) => one.name);
const preview = (caller: Caller, mail: object) =>
  caller.post('/mail-templates/preview', { ...content, customerId, ...mail, name: undefined });

describe('templates', () => {
  it('are shared or personal, and personal ones are visible only to their owner', async () => {
    await make(admin, { name: 'Shared', isShared: true });
    await make(admin, { name: 'Of admin' });
    await make(staff, { name: 'Of staff' });
    expect(await listNames(staff)).toEqual(['Of staff', 'Shared']);
    expect(await listNames(admin)).toEqual(['Of admin', 'Shared']);
    const elsewhere = await api.signIn({ role: 'ADMIN', workspaceId: await api.makeWorkspace() });
    expect(await listNames(elsewhere)).toEqual([]);
  });

  it('can be shared and changed by administrators only', async () => {
    const { id } = await make(admin, { isShared: true });
    expect((await staff.post('/mail-templates', { ...content, isShared: true })).status).toBe(403);
    expect((await staff.patch(`/mail-templates/${id}`, { version: 1, name: 'x' })).status).toBe(403);
    expect((await staff.delete(`/mail-templates/${id}`)).status).toBe(403);
    expect(
      (await admin.patch(`/mail-templates/${id}`, { version: 1, name: 'New' })).body.mailTemplate,
    ).toMatchObject({ name: 'New', version: 2, isShared: true, abilities: { canUpdate: true } });
    const stale = await admin.patch(`/mail-templates/${id}`, { version: 1, name: 'Other' });
    expect(stale.status).toBe(409);
    expect(stale.body.current).toMatchObject({ name: 'New', version: 2 });
    expect((await admin.delete(`/mail-templates/${id}`)).status).toBe(204);
    expect(await listNames(admin)).toEqual([]);
  });

  it('contain only sanitized HTML', async () => {
    const html = '<p onclick="x()">Hello {{today}}</p><script>alert(1)</script><a href="javascript:x">x</a>';
    expect((await make(staff, { html })).html).toBe('<p>Hello {{today}}</p><a>x</a>');
    for (const empty of ['<script>x</script>', '<p> </p>'])
      expect((await staff.post('/mail-templates', { ...content, html: empty })).body.errors).toEqual([
        { path: 'html', message: 'Write a message' },
      ]);
  });

  it('reject unknown fields', async () => {
    const { id } = await make(staff);
    const wrong = { subject: 'Hi {{customer.nickname}}' };
    for (const answer of [
      await staff.post('/mail-templates', { ...content, ...wrong }),
      await staff.patch(`/mail-templates/${id}`, { version: 1, ...wrong }),
      await preview(staff, wrong),
    ]) {
      expect(answer.status).toBe(400);
      expect(answer.body.errors).toEqual([
        { path: 'subject', message: 'There is no field {{customer.nickname}}.' },
      ]);
    }
    const inLink = { html: '<a href="https://x.test/?{{customer.email}}">x</a>' };
    expect((await staff.post('/mail-templates', { ...content, ...inLink })).body.errors[0].path).toBe('html');
  });

  it('record changes in the audit log', async () => {
    const { id } = await make(staff);
    await staff.patch(`/mail-templates/${id}`, { version: 1, name: 'x' });
    await staff.delete(`/mail-templates/${id}`);
    const { entries } = (await admin.get('/audit')).body;
    expect(entries.map((entry: { action: string }) => entry.action).slice(0, 3)).toEqual([
      'deleteMailTemplate',
      'updateMailTemplate',
      'createMailTemplate',
    ]);
  });

  it('are limited to 200 per owner', async () => {
    const now = new Date();
    const rows = Array.from({ length: 200 }, () => ({
      ...content,
      id: newId(),
      workspace_id: workspaceId,
      owner_id: staff.userId,
      created_at: now,
      updated_at: now,
    }));
    await api.db.insertInto('mail_templates').values(rows).execute();
    expect((await staff.post('/mail-templates', content)).body.code).toBe('RULE_BROKEN');
    await make(admin);
  });
});

describe('using a template', () => {
  it('inserts the customer’s values as text, and sorts templates by use', async () => {
    await make(staff, { name: 'Another' });
    const { id } = await make(staff, {
      subject: '{{customer.firstName}} / {{broker.name}} / {{workspace.name}}',
      html: '<p>{{customer.name}} {{customer.company|your practice}} {{broker.phone|our office}}</p>',
    });
    const { mail } = (await staff.post(`/mail-templates/${id}/use`, { customerId })).body;
    expect(mail).toEqual({
      subject: 'Ann / Bo Broker / Harbor & Sons',
      html: '<p>Dr. Ann &lt;Abbott&gt; your practice our office</p>',
      missing: [],
    });
    expect(await listNames(staff)).toEqual(['Welcome', 'Another']);
  });

  it('leaves missing fields to fill in; an email with an empty field is not sent', async () => {
    const { id } = await make(staff, { html: '<p>{{customer.company}}</p>' });
    const { mail } = (await staff.post(`/mail-templates/${id}/use`, { customerId })).body;
    expect(mail.missing).toEqual(['customer.company']);
    const refused = await staff.post(`/users/${customerId}/send-email`, { subject: 'x', html: mail.html });
    expect([refused.status, refused.body.errors]).toEqual([
      422,
      [{ path: 'html', message: 'Fill in {{customer.company}}.' }],
    ]);
  });

  it('uses the broker’s phone number from their profile', async () => {
    const { id } = await make(staff, { html: '<p>{{broker.phone}}</p>' });
    const use = async () => (await staff.post(`/mail-templates/${id}/use`, { customerId })).body.mail;
    expect(await use()).toMatchObject({ missing: ['broker.phone'] });
    await staff.patch('/auth/profile', { displayName: 'Bo Broker', phone: '+1 555 0100', version: 1 });
    expect(await use()).toMatchObject({ html: '<p>+1 555 0100</p>', missing: [] });
  });

  it('uses the workspace’s date', async () => {
    const place = await api.makeWorkspace({ timeZone: 'Pacific/Kiritimati' });
    const there = await api.signIn({ role: 'STAFF', workspaceId: place });
    const ann = await api.makeCustomer(place);
    const day = new Date().toISOString().slice(0, 10);
    api.clock.set(new Date(`${day}T11:00:00Z`));
    const { id } = await make(there, { subject: '{{today}}' });
    const { mail } = (await there.post(`/mail-templates/${id}/use`, { customerId: ann })).body;
    api.clock.set(new Date());
    const tomorrow = new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000);
    expect(mail.subject).toBe(tomorrow.toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' }));
  });
});

describe('the preview', () => {
  it('shows a page without scripts and marks missing fields', async () => {
    const { status, body } = await preview(staff, {
      html: '<p>{{customer.name}}, {{customer.company}}</p><img src="https://track.test/a.png" alt="logo"><script>x</script>',
    });
    expect(status).toBe(200);
    expect(body.preview).toMatchObject({ subject: 'Hi Ann', missing: ['customer.company'] });
    const page = await api.guest.get(String(body.preview.url).replace('/api', ''));
    expect(page.headers['content-security-policy']).toContain("default-src 'none'; img-src data:;");
    expect(page.text).toContain(
      '<p>Dr. Ann &lt;Abbott&gt;, <mark>{{customer.company}}</mark></p>[logo]'.replace(
        '[logo]',
        '<span>[logo]</span>',
      ),
    );
    expect(page.text).not.toMatch(/<script|track\.test/);
  });

  it('expires with the holder’s access to the customer', async () => {
    const { url } = (await preview(staff, {})).body.preview;
    const path = String(url).replace('/api', '');
    expect((await api.guest.get(path)).status).toBe(200);
    await api.db.updateTable('workspaces').set({ staff_access: [] }).where('id', '=', workspaceId).execute();
    expect((await api.guest.get(path)).status).toBe(404);
  });

  it('rejects customers out of scope', async () => {
    const { id } = await make(staff);
    const { url } = (await preview(staff, {})).body.preview;
    const foreign = await api.makeCustomer(await api.makeWorkspace());
    const statuses = async (caller: Caller, to: string) => [
      (await caller.post(`/mail-templates/${id}/use`, { customerId: to })).status,
      (await preview(caller, { customerId: to })).status,
    ];
    expect(await statuses(staff, foreign)).toEqual([404, 404]);
    await api.db
      .updateTable('workspaces')
      .set({ record_scope: 'own' })
      .where('id', '=', workspaceId)
      .execute();
    const page = () => api.guest.get(String(url).replace('/api', ''));
    expect([...(await statuses(staff, customerId)), (await page()).status]).toEqual([200, 200, 200]);
    await api.db
      .updateTable('customers')
      .set({ broker_id: admin.userId })
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', customerId)
      .execute();
    expect([...(await statuses(staff, customerId)), (await page()).status]).toEqual([404, 404, 404]);
  });
});
