import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Caller } from '#test/caller.ts';
import { startApi, type TestApi } from '#test/harness.ts';
import { startMailServer, type MailServer } from '#test/mail/mail-server.ts';

const password = 'a password of the server';

let api: TestApi;
let own: MailServer;
let installations: MailServer;
let workspaceId: string;
let admin: Caller;
beforeAll(async () => {
  own = await startMailServer({ login: { user: 'office', pass: password }, offersTls: true });
  installations = await startMailServer();
  api = await startApi({ env: { SMTP_URL: installations.url, OUTGOING_ALLOW: '127.0.0.1' } });
  await api.startJobs();
});
afterAll(async () => {
  await api.close();
  await own.close();
  await installations.close();
});
beforeEach(async () => {
  workspaceId = await api.makeWorkspace();
  admin = await api.signIn({ role: 'ADMIN', workspaceId });
});

const createServerInput = (change: Record<string, unknown> = {}) => ({
  host: '127.0.0.1',
  port: own.port,
  security: 'starttls',
  username: 'office',
  password,
  ...change,
});
const getAccount = async () => (await admin.get('/mail-account')).body.mailAccount;
const save = async (change: Record<string, unknown>) =>
  admin.patch('/mail-account', { version: (await getAccount()).version, ...change });
const getMailbox = () =>
  api.db
    .selectFrom('mailboxes')
    .select(['smtp_sealed_password', 'address'])
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirstOrThrow();
const runTest = async () => {
  await admin.post('/mail-account/test');
  await expect.poll(async () => (await getAccount()).lastTest.status).not.toBe('running');
  return (await getAccount()).lastTest;
};

describe('a mail server of the workspace', () => {
  it('sends email to customers, from the configured address', async () => {
    expect(await getAccount()).toMatchObject({ server: null, delivery: 'installation' });
    await save({ name: 'Front desk', address: 'desk@harbor.test', server: createServerInput() });
    expect(await getAccount()).toMatchObject({ delivery: 'own', sentAs: 'desk@harbor.test' });
    expect((await admin.get('/auth/profile')).body.user.deliversEmail).toBe(true);
    const customerId = await api.makeCustomer(workspaceId, { email: 'ann@clients.test' });
    await admin.post(`/users/${customerId}/send-email`, { subject: 'Hello', text: 'Hi' });
    await expect.poll(() => own.received.at(-1)?.to).toEqual(['ann@clients.test']);
    expect(own.received.at(-1)).toMatchObject({ from: 'desk@harbor.test', isEncrypted: true });
    expect(own.received.at(-1)?.raw).toContain('From: Front desk <desk@harbor.test>');
    expect(installations.received).toEqual([]);
    await save({ server: null });
    await admin.post(`/users/${customerId}/send-email`, { subject: 'Again', text: 'Hi' });
    await expect.poll(() => installations.received.length).toBe(1);
  });

  it('stores its password encrypted and never returns it', async () => {
    const answer = await save({ server: createServerInput() });
    const sealed = (await getMailbox()).smtp_sealed_password ?? '';
    const entries = await api.db
      .selectFrom('audit_entries')
      .select('detail')
      .where('workspace_id', '=', workspaceId)
      .execute();
    const texts = [answer.text, (await admin.get('/mail-account')).text, sealed, JSON.stringify(entries)];
    for (const text of texts) expect(text).not.toContain(password);
    expect(entries[0]?.detail).toMatchObject({ changed: ['server'], server: { host: '127.0.0.1' } });
    expect(sealed).not.toBe('');
  });

  it('keeps the stored password for the same server, and requires it for another one', async () => {
    await save({ server: createServerInput() });
    const { password: _kept, ...rest } = createServerInput();
    expect((await save({ server: rest })).status).toBe(200);
    expect((await runTest()).status).toBe('sent');
    for (const change of [
      { port: installations.port },
      { username: 'other' },
      { host: 'localhost' },
      { security: 'none' },
    ])
      expect(await save({ server: { ...rest, ...change } }), JSON.stringify(change)).toMatchObject({
        status: 400,
        body: { errors: [{ path: 'server.password' }] },
      });
    expect((await save({ server: { ...rest, username: null } })).status).toBe(200);
    expect((await getMailbox()).smtp_sealed_password).toBeNull();
  });

  it.each([
    ['10.0.0.8', 'server.host', /private or reserved/],
    ['169.254.169.254', 'server.host', /private or reserved/],
    ['[::1]', 'server.host', /private or reserved/],
    ['a b', 'server.host', /host name/],
  ])('at %s is refused', async (host, path, message) => {
    const { body, status } = await save({ server: createServerInput({ host }) });
    expect(status).toBe(400);
    expect(body.errors[0]).toEqual({ path, message: expect.stringMatching(message) });
  });

  it('gets no password without encryption', async () => {
    const { body } = await save({ server: createServerInput({ host: '1.1.1.1', security: 'none' }) });
    expect(body.errors).toEqual([{ path: 'server.security', message: expect.stringContaining('encrypted') }]);
  });

  it('is on this machine only for a sample workspace', async () => {
    workspaceId = await api.makeWorkspace({ isSample: true });
    admin = await api.signIn({ role: 'ADMIN', workspaceId, isSample: true });
    expect((await save({ server: createServerInput({ host: '1.1.1.1' }) })).body.errors[0].message).toMatch(
      /this machine/,
    );
    expect((await save({ server: createServerInput() })).status).toBe(200);
  });

  it('cannot be set in a sample workspace with real members', async () => {
    workspaceId = await api.makeWorkspace({ isSample: true });
    admin = await api.signIn({ role: 'ADMIN', workspaceId });
    expect((await save({ server: createServerInput() })).body.errors).toEqual([
      { path: 'server.host', message: expect.stringMatching(/real members/) },
    ]);
  });

  it('is changed by one person at a time', async () => {
    const first = await admin.patch('/mail-account', { version: 1, name: 'First' });
    expect(first.body.mailAccount.version).toBe(2);
    expect(await admin.patch('/mail-account', { version: 1, name: 'Second' })).toMatchObject({
      status: 409,
      body: { current: { name: 'First' } },
    });
  });
});

describe('a test mail', () => {
  it('is sent to the member who requests it, and confirms delivery', async () => {
    await save({ address: 'desk@harbor.test', server: createServerInput() });
    const { email } = (await admin.get('/auth/profile')).body.user;
    expect(await runTest()).toMatchObject({ status: 'sent', to: email, detail: null });
    expect(own.received.at(-1)).toMatchObject({ from: 'desk@harbor.test', to: [email] });
  });

  it('explains why it was not sent', async () => {
    await save({ server: createServerInput({ password: 'wrong' }) });
    expect(await runTest()).toMatchObject({
      status: 'failed',
      detail: expect.stringContaining('rejected the sign-in'),
    });
    await save({ server: createServerInput({ port: 1 }) });
    expect((await runTest()).detail).toMatch(/cannot be reached/);
  });

  it('is not sent to a server that now resolves to a private network', async () => {
    await save({ server: createServerInput() });
    await api.db
      .updateTable('mailboxes')
      .set({ smtp_host: '10.0.0.8' })
      .where('workspace_id', '=', workspaceId)
      .execute();
    expect((await runTest()).detail).toMatch(/private or reserved/);
  });

  it('is one at a time', async () => {
    // Accepts connections but never responds, so the first test stays in progress.
    const connections: Socket[] = [];
    const silent = createServer((socket) => connections.push(socket)).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    await save({ server: createServerInput({ port: (silent.address() as AddressInfo).port }) });
    const answers = await Promise.all([admin.post('/mail-account/test'), admin.post('/mail-account/test')]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([202, 422]);
    await expect.poll(() => connections.length).toBe(1);
    for (const socket of connections) socket.destroy();
    silent.close();
    await expect.poll(async () => (await getAccount()).lastTest.status).toBe('failed');
  });
});

it('shows since when the inbound email address is valid', async () => {
  expect((await getAccount()).inboundSince).toBeNull();
  await admin.post('/mailboxes/inbound-token');
  expect((await getAccount()).inboundSince).not.toBeNull();
});
