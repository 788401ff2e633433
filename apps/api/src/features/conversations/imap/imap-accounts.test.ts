import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startApi, type TestApi } from '#test/harness.ts';
import {
  getAccount,
  connect,
  createServerInput,
  startReading,
  listMessages,
  listSubjectsIn,
} from '#test/mail/imap-fixture.ts';
import { startImapServer, type ImapServer } from '#test/mail/imap-server.ts';
import { createMailFixture, createRawMail, type MailFixture } from '#test/mail/mail-fixture.ts';
import { startMailboxSync } from './mailbox-sync.ts';

vi.setConfig({ testTimeout: 60_000 });
const patience = { timeout: 30_000 };

let api: TestApi;
let server: ImapServer;
let fixture: MailFixture;
let sync: { stop(): Promise<void> };
beforeAll(async () => {
  api = await startApi({ env: { OUTGOING_ALLOW: '127.0.0.1' } });
  await api.startJobs();
  sync = startMailboxSync(api.booted.background, { everyMs: 50 });
});
afterAll(async () => {
  await sync.stop();
  await api.close();
});
beforeEach(async () => {
  server = await startImapServer();
  fixture = await createMailFixture(api);
});
afterEach(() => server.close());

const put = (input: Record<string, unknown>) =>
  fixture.admin.put('/imap-accounts/workspace', { ...createServerInput(server), ...input });
const waitUntilSynced = async () => {
  await expect
    .poll(async () => (await getAccount(fixture.staff, 'me'))?.lastSyncedAt ?? null, patience)
    .not.toBeNull();
};
const getConversation = async (caller: MailFixture['staff']) =>
  (await caller.get(`/users/${fixture.customerId}/emails`)).body.emails.map(
    ({ subject }: { subject: string }) => subject,
  );
const listAccountRows = () =>
  api.db.selectFrom('imap_accounts').selectAll().where('workspace_id', '=', fixture.workspaceId).execute();

describe('connecting a mailbox', () => {
  it('tests the connection and preselects the inbox and the sent folder', async () => {
    expect(await getAccount(fixture.admin)).toBeNull();
    expect(await connect(fixture.admin, { server })).toMatchObject({
      status: 'ready',
      error: null,
      folders: [
        { path: 'INBOX', role: 'inbox', isChosen: true },
        { path: 'Sent', role: 'sent', isChosen: true },
        { path: 'Projects', role: 'other', isChosen: false },
      ],
    });
    expect(server.sent).toBe(0);
  });

  it.each([
    ['a wrong password', { password: 'wrong' }, /rejected the user name or password/],
    ['a port without a server', { port: 9 }, /No mail server responds at 127.0.0.1, port 9/],
    ['encryption that is not offered', { security: 'starttls' }, /A secure connection .* failed/],
  ])('describes the problem: %s', async (_, change, text) => {
    expect(await connect(fixture.admin, { server, change })).toMatchObject({
      status: 'failed',
      error: { text: expect.stringMatching(text) },
    });
  });

  it.each([
    ['10.0.0.5', 'tls', 'host', /private or reserved/],
    ['imap.example.com', 'none', 'security', /encrypted/],
  ])('rejects %s with encryption %s', async (host, security, path, message) => {
    const answer = await put({ host, security });
    expect(answer).toMatchObject({
      status: 400,
      body: { errors: [{ path, message: expect.stringMatching(message) }] },
    });
    expect(await listAccountRows()).toEqual([]);
  });

  it('allows a sample workspace to connect only to this machine, and nowhere with real members', async () => {
    const workspaceId = await api.makeWorkspace({ isSample: true });
    const admin = await api.signIn({ role: 'ADMIN', workspaceId, isSample: true });
    const connect = (change = {}) => admin.put('/imap-accounts/workspace', createServerInput(server, change));
    expect((await connect({ host: '1.1.1.1', security: 'tls' })).body.errors).toMatchObject([
      { path: 'host', message: expect.stringMatching(/only to this machine/) },
    ]);
    expect((await connect()).status).toBe(202);
    await api.signIn({ role: 'STAFF', workspaceId });
    expect((await connect()).body.errors).toMatchObject([
      { path: 'host', message: expect.stringMatching(/real members/) },
    ]);
  });

  it('encrypts the password and never returns it', async () => {
    const secret = 'a password like no other';
    const answer = await put({ password: secret });
    const entries = await api.db
      .selectFrom('audit_entries')
      .select('detail')
      .where('workspace_id', '=', fixture.workspaceId)
      .execute();
    const got = await fixture.admin.get('/imap-accounts/workspace');
    for (const text of [
      answer.text,
      got.text,
      JSON.stringify(entries),
      JSON.stringify(await listAccountRows()),
    ])
      expect(text).not.toContain(secret);
    expect(JSON.stringify(entries)).toContain('"username":"office"');
  });

  it('reuses the password for the same server, and requires it for another', async () => {
    await connect(fixture.admin, { server });
    const { password: _kept, ...rest } = createServerInput(server);
    expect((await fixture.admin.put('/imap-accounts/workspace', rest)).status).toBe(202);
    for (const change of [{ port: 9 }, { username: 'eve' }, { host: 'localhost' }]) {
      const answer = await fixture.admin.put('/imap-accounts/workspace', { ...rest, ...change });
      expect(answer.body.errors).toMatchObject([{ path: 'password' }]);
    }
  });

  it('resumes after a new password, and rereads a different mailbox from the beginning', async () => {
    server.deliver('INBOX', createRawMail({ From: fixture.address, Subject: 'One' }));
    await startReading(fixture.admin, { server });
    await expect.poll(() => listSubjectsIn(api, fixture.workspaceId), patience).toEqual(['One']);
    server.setPassword('new');
    expect(await connect(fixture.admin, { server, change: { password: 'new' } })).toMatchObject({
      status: 'active',
      importedCount: 1,
    });
    const other = await startImapServer();
    expect(await connect(fixture.admin, { server: other })).toMatchObject({
      status: 'ready',
      importedCount: 0,
    });
    await other.close();
  });

  it('starts once, with existing folders, from the current version', async () => {
    const { version } = await connect(fixture.admin, { server });
    const start = (body: Record<string, unknown>) =>
      fixture.admin.post('/imap-accounts/workspace/start', {
        version,
        since: 'now',
        folders: ['INBOX'],
        ...body,
      });
    expect((await start({ folders: ['Nowhere'] })).body.errors).toMatchObject([{ path: 'folders' }]);
    expect((await start({ folders: [] })).status).toBe(400);
    expect((await start({ version: version + 1 })).status).toBe(409);
    expect((await start({})).status).toBe(200);
    expect((await start({})).status).toBe(422);
    expect((await fixture.admin.post('/imap-accounts/workspace/resume')).status).toBe(422);
  });

  it('syncs newly selected folders', async () => {
    server.deliver('Projects', createRawMail({ From: fixture.address, Subject: 'Project' }));
    await startReading(fixture.admin, { server, folders: ['INBOX'] });
    await expect.poll(async () => (await getAccount(fixture.admin)).lastSyncedAt, patience).not.toBeNull();
    const { version } = await getAccount(fixture.admin);
    const answer = await fixture.admin.patch('/imap-accounts/workspace', {
      version,
      folders: ['INBOX', 'Projects'],
    });
    expect(answer.status).toBe(200);
    await expect.poll(() => listSubjectsIn(api, fixture.workspaceId), patience).toEqual(['Project']);
    expect(
      (await fixture.admin.patch('/imap-accounts/workspace', { version, folders: ['INBOX'] })).status,
    ).toBe(409);
  });
});

it('files answers about a business that were sent with another program, without customers', async () => {
  const { admin, workspaceId } = fixture;
  const business = { name: 'Bright Dental', type: 'dental' };
  const { id } = (await admin.post('/businesses', business)).body.business;
  const path = `/businesses/${String(id)}`;
  const question = { subject: 'Lease', text: 'Hello', to: ['attorney@x.test'] };
  const { email } = (await admin.post(`${path}/send-email`, question)).body;
  const headers = { From: 'office@crm.test', To: 'attorney@x.test' };
  const answered = `<${String(email.id)}@crm.test>`;
  server.deliver('Sent', createRawMail({ ...headers, Subject: 'Re: Lease', 'In-Reply-To': answered }));
  server.deliver('Sent', createRawMail({ ...headers, Subject: 'Lunch' }));
  await startReading(admin, { server });
  await expect.poll(async () => (await getAccount(admin)).lastSyncedAt, patience).not.toBeNull();
  expect((await listSubjectsIn(api, workspaceId)).toSorted()).toEqual(['Lease', 'Re: Lease']);
  const { emails } = (await admin.get(`${path}/emails`)).body;
  expect(emails.map(({ threadId }: { threadId: string }) => threadId)).toEqual([
    email.threadId,
    email.threadId,
  ]);
});

describe('a personal mailbox', () => {
  it('imports only customer mail and stores nothing else', async () => {
    const thread = '<first@x.test>';
    server.deliver('INBOX', createRawMail({ From: 'doctor@private.test', Subject: 'Your blood test' }));
    server.deliver('INBOX', createRawMail({ From: fixture.address, Subject: 'Offer', 'Message-ID': thread }));
    server.deliver(
      'INBOX',
      createRawMail({ From: 'lawyer@x.test', Subject: 'Re: Offer', 'In-Reply-To': thread }),
    );
    server.deliver(
      'INBOX',
      createRawMail(
        {
          From: 'd@x.test',
          Subject: 'Undelivered love letter',
          'Content-Type': 'multipart/report; boundary=x',
        },
        '--x--',
      ),
    );
    server.deliver(
      'Sent',
      createRawMail({ From: 'me@x.test', To: 'doctor@private.test', Subject: 'Thanks' }),
    );
    server.deliver('Sent', createRawMail({ From: 'me@x.test', To: fixture.address, Subject: 'To Ann' }));
    const files = () =>
      api.db.selectFrom('files').select('id').where('workspace_id', '=', fixture.workspaceId).execute();
    await startReading(fixture.staff, { server, of: 'me' });
    await waitUntilSynced();
    expect((await listSubjectsIn(api, fixture.workspaceId)).toSorted()).toEqual([
      'Offer',
      'Re: Offer',
      'To Ann',
    ]);
    expect(await files()).toHaveLength(3);
    // The three messages, and the bounce, because only its body names a customer.
    expect(server.sent).toBe(4);
    const kept = await getAccount(fixture.staff, 'me');
    expect(kept).toMatchObject({ importedCount: 3, isShared: false });
  });

  it('is private to its owner unless shared', async () => {
    server.deliver('INBOX', createRawMail({ From: fixture.address, Subject: 'Private' }));
    await startReading(fixture.staff, { server, of: 'me' });
    await waitUntilSynced();
    const colleague = await api.signIn({ role: 'STAFF', workspaceId: fixture.workspaceId });
    const views = async () => Promise.all([fixture.staff, colleague, fixture.admin].map(getConversation));
    expect(await views()).toEqual([['Private'], [], []]);
    const share = async (isShared: boolean) => {
      const { version } = await getAccount(fixture.staff, 'me');
      return fixture.staff.patch('/imap-accounts/me', { version, isShared });
    };
    expect((await share(true)).body.imapAccount).toMatchObject({ isShared: true });
    expect(await views()).toEqual([['Private'], ['Private'], ['Private']]);
    server.deliver('INBOX', createRawMail({ From: 'stranger@x.test', Subject: 'Still private' }));
    server.deliver('INBOX', createRawMail({ From: fixture.address, Subject: 'More' }));
    await expect.poll(() => getConversation(colleague), patience).toEqual(['More', 'Private']);
    expect(await listSubjectsIn(api, fixture.workspaceId)).not.toContain('Still private');
    await share(false);
    expect(await views()).toEqual([['More', 'Private'], [], []]);
  });

  it('cannot be seen or changed by anyone else, in any workspace', async () => {
    await startReading(fixture.staff, { server, of: 'me' });
    const elsewhere = await createMailFixture(api);
    for (const caller of [fixture.admin, elsewhere.staff, elsewhere.admin])
      expect(await getAccount(caller, 'me')).toBeNull();
    expect((await fixture.admin.post('/imap-accounts/me/pause')).status).toBe(404);
    expect((await fixture.staff.post('/imap-accounts/workspace/pause')).status).toBe(403);
    expect(await getAccount(elsewhere.admin)).toBeNull();
    expect(await getAccount(fixture.staff, 'me')).toMatchObject({ status: 'active' });
  });

  it('requires membership in the workspace', async () => {
    const superadmin = await api.signIn({ role: 'SUPERADMIN', workspaceId: fixture.workspaceId });
    const answer = await superadmin.put('/imap-accounts/me', createServerInput(server), {
      workspaceId: fixture.workspaceId,
    });
    expect(answer.status).toBe(422);
  });

  it('does not duplicate mail of the shared mailbox', async () => {
    const both = createRawMail({ From: fixture.address, Subject: 'To both' });
    await api.guest.upload(fixture.inboundPath, both, { headers: { 'content-type': 'message/rfc822' } });
    server.deliver('INBOX', both);
    await startReading(fixture.staff, { server, of: 'me' });
    await waitUntilSynced();
    expect(await getConversation(fixture.staff)).toEqual(['To both']);
  });

  it.each([
    ['with a handover', true],
    ['without a handover', false],
  ])('disconnects when its owner leaves, %s', async (_, isHandedOver) => {
    server.deliver('INBOX', createRawMail({ From: fixture.address, Subject: 'Private' }));
    await startReading(fixture.staff, { server, of: 'me' });
    await waitUntilSynced();
    await expect.poll(() => server.listening, patience).toBe(1);
    const answer = await fixture.admin.post(`/people/${fixture.staff.userId}/deactivate`, {
      version: 1,
      handOverTo: isHandedOver ? fixture.admin.userId : null,
    });
    expect(answer.status).toBe(200);
    await expect.poll(() => server.listening, patience).toBe(0);
    expect(await listAccountRows()).toEqual([]);
    expect(await getConversation(fixture.admin)).toEqual(isHandedOver ? ['Private'] : []);
  });

  describe('after a handover', () => {
    /** Hands over a mailbox with one email, and answers this email. */
    async function answer({ isShared, heir }: { isShared: boolean; heir?: 'tested' | 'connected' }) {
      const { staff, admin, customerId, address } = fixture;
      server.deliver('INBOX', createRawMail({ From: address, Subject: 'Offer' }));
      await startReading(staff, { server, of: 'me' });
      await waitUntilSynced();
      const { version } = await getAccount(staff, 'me');
      if (isShared) await staff.patch('/imap-accounts/me', { version, isShared });
      await admin.post(`/people/${staff.userId}/deactivate`, { version: 1, handOverTo: admin.userId });
      if (heir !== undefined) await connect(admin, { server, of: 'me', change: { address: 'kim@crm.test' } });
      if (heir === 'connected') {
        const start = { version: (await getAccount(admin, 'me')).version, folders: ['INBOX'], since: 'now' };
        expect((await admin.post('/imap-accounts/me/start', start)).status).toBe(200);
      }
      const { body } = await admin.get(`/users/${customerId}/emails`);
      const reply = { subject: 'Re: Offer', text: 'Hello', inReplyTo: body.emails[0].id };
      const sent = await admin.post(`/users/${customerId}/send-email`, reply);
      return { sent, threadId: body.emails[0].threadId };
    }

    const listMailboxes = async () => {
      const { workspaceId } = fixture;
      const rows = await api.db
        .selectFrom('mailboxes')
        .select(['id', 'is_default', 'keeper_id'])
        .where('workspace_id', '=', workspaceId)
        .execute();
      const messages = await api.db
        .selectFrom('messages')
        .select('mailbox_id')
        .where('workspace_id', '=', workspaceId)
        .where('direction', '=', 'outbound')
        .execute();
      return messages.map((message) => rows.find(({ id }) => id === message.mailbox_id));
    };

    it('is answered from the shared mailbox if it was shared', async () => {
      const { sent, threadId } = await answer({ isShared: true, heir: 'connected' });
      expect(sent.body.email.threadId).toBe(threadId);
      expect(await listMailboxes()).toMatchObject([{ is_default: true }]);
      const reply = { From: 'assistant@x.test', 'In-Reply-To': `<${sent.body.email.id}@crm.test>` };
      const headers = { headers: { 'content-type': 'message/rfc822' } };
      await api.guest.upload(fixture.inboundPath, createRawMail(reply), headers);
      const threads = (await listMessages(api, fixture.workspaceId)).map((message) => message.thread_id);
      expect(threads).toEqual(Array(3).fill(threadId));
    });

    it('is answered from the private mailbox of the new owner', async () => {
      const { sent, threadId } = await answer({ isShared: false, heir: 'connected' });
      expect(sent.body.email).toMatchObject({ from: { address: 'kim@crm.test' }, threadId });
      expect(await listMailboxes()).toMatchObject([{ keeper_id: fixture.admin.userId }]);
    });

    it.each([
      ['no mailbox of their own', undefined],
      ['a mailbox that is not read', 'tested'],
    ] as const)('is not answered where colleagues could read it by a new owner with %s', async (_, heir) => {
      const { sent } = await answer({ isShared: false, heir });
      expect(sent).toMatchObject({
        status: 422,
        body: { detail: expect.stringContaining('connect your own mailbox') },
      });
      expect(await listMailboxes()).toEqual([]);
    });
  });

  it('pauses when its owner is no longer on the staff', async () => {
    await startReading(fixture.staff, { server, of: 'me' });
    await waitUntilSynced();
    await api.db
      .updateTable('memberships')
      .set({ role: 'CLIENT' })
      .where('user_id', '=', fixture.staff.userId)
      .execute();
    await api.db
      .updateTable('imap_turns')
      .set({ wakes: 9 })
      .where('workspace_id', '=', fixture.workspaceId)
      .execute();
    await expect.poll(async () => (await listAccountRows())[0]?.status, patience).toBe('paused');
  });
});
