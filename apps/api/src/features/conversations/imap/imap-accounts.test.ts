import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startApi, type TestApi } from '#test/harness.ts';
import { accountOf, connect, serverInput, startReading, subjectsIn } from '#test/mail/imap-fixture.ts';
import { startImapServer, type ImapServer } from '#test/mail/imap-server.ts';
import { createMailFixture, rawMail, type MailFixture } from '#test/mail/mail-fixture.ts';
import { startMailboxSync } from './sync/mailbox-sync.ts';

vi.setConfig({ testTimeout: 60_000 });
const patience = { timeout: 30_000 };

let api: TestApi;
let server: ImapServer;
let desk: MailFixture;
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
  desk = await createMailFixture(api);
});
afterEach(() => server.close());

const put = (input: Record<string, unknown>) =>
  desk.admin.put('/imap-accounts/workspace', { ...serverInput(server), ...input });
const synced = async () => {
  await expect
    .poll(async () => (await accountOf(desk.staff, 'me'))?.lastSyncedAt ?? null, patience)
    .not.toBeNull();
};
const conversation = async (caller: MailFixture['staff']) =>
  (await caller.get(`/users/${desk.customerId}/emails`)).body.emails.map(
    ({ subject }: { subject: string }) => subject,
  );
const accountRows = () =>
  api.db.selectFrom('imap_accounts').selectAll().where('workspace_id', '=', desk.workspaceId).execute();

describe('the connection of a mailbox', () => {
  it('is tested, and offers its folders, the inbox and the sent mail chosen', async () => {
    expect(await accountOf(desk.admin)).toBeNull();
    expect(await connect(desk.admin, { server })).toMatchObject({
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
    ['a wrong password', { password: 'wrong' }, /refused the user name or the password/],
    ['a port without a server', { port: 9 }, /Nothing answers at 127.0.0.1, port 9/],
    ['encryption that is not offered', { security: 'starttls' }, /No secure connection/],
  ])('says what is wrong: %s', async (_, change, text) => {
    expect(await connect(desk.admin, { server, change })).toMatchObject({
      status: 'failed',
      error: { text: expect.stringMatching(text) },
    });
  });

  it.each([
    ['10.0.0.5', 'tls', 'host', /private or reserved/],
    ['imap.example.com', 'none', 'security', /encrypted/],
  ])('refuses %s with encryption %s', async (host, security, path, message) => {
    const answer = await put({ host, security });
    expect(answer).toMatchObject({
      status: 400,
      body: { errors: [{ path, message: expect.stringMatching(message) }] },
    });
    expect(await accountRows()).toEqual([]);
  });

  it('leads a sample workspace to this machine only', async () => {
    const sample = await createMailFixture(api, { isSample: true });
    const answer = await sample.admin.put(
      '/imap-accounts/workspace',
      serverInput(server, { host: '1.1.1.1', security: 'tls' }),
    );
    expect(answer.body.errors).toMatchObject([{ path: 'host', message: expect.stringMatching(/sample/) }]);
  });

  it('keeps its password sealed and tells it to nobody', async () => {
    const secret = 'a password like no other';
    const answer = await put({ password: secret });
    const entries = await api.db
      .selectFrom('audit_entries')
      .select('detail')
      .where('workspace_id', '=', desk.workspaceId)
      .execute();
    const got = await desk.admin.get('/imap-accounts/workspace');
    for (const text of [answer.text, got.text, JSON.stringify(entries), JSON.stringify(await accountRows())])
      expect(text).not.toContain(secret);
    expect(JSON.stringify(entries)).toContain('"username":"office"');
  });

  it('keeps the password for the same server, and asks for it anew for another', async () => {
    await connect(desk.admin, { server });
    const { password: _kept, ...rest } = serverInput(server);
    expect((await desk.admin.put('/imap-accounts/workspace', rest)).status).toBe(202);
    for (const change of [{ port: 9 }, { username: 'eve' }, { host: 'localhost' }]) {
      const answer = await desk.admin.put('/imap-accounts/workspace', { ...rest, ...change });
      expect(answer.body.errors).toMatchObject([{ path: 'password' }]);
    }
  });

  it('goes on by itself after a new password, and reads another mailbox from its beginning', async () => {
    server.deliver('INBOX', rawMail({ From: desk.address, Subject: 'One' }));
    await startReading(desk.admin, { server });
    await expect.poll(() => subjectsIn(api, desk.workspaceId), patience).toEqual(['One']);
    server.setPassword('new');
    expect(await connect(desk.admin, { server, change: { password: 'new' } })).toMatchObject({
      status: 'active',
      takenCount: 1,
    });
    const other = await startImapServer();
    expect(await connect(desk.admin, { server: other })).toMatchObject({ status: 'ready', takenCount: 0 });
    await other.close();
  });

  it('is started with folders that there are, once, from what was seen', async () => {
    const { version } = await connect(desk.admin, { server });
    const start = (body: Record<string, unknown>) =>
      desk.admin.post('/imap-accounts/workspace/start', {
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
    expect((await desk.admin.post('/imap-accounts/workspace/resume')).status).toBe(422);
  });

  it('takes mail from other folders when they are chosen', async () => {
    server.deliver('Projects', rawMail({ From: desk.address, Subject: 'Project' }));
    await startReading(desk.admin, { server, folders: ['INBOX'] });
    await expect.poll(async () => (await accountOf(desk.admin)).lastSyncedAt, patience).not.toBeNull();
    const { version } = await accountOf(desk.admin);
    const answer = await desk.admin.patch('/imap-accounts/workspace', {
      version,
      folders: ['INBOX', 'Projects'],
    });
    expect(answer.status).toBe(200);
    await expect.poll(() => subjectsIn(api, desk.workspaceId), patience).toEqual(['Project']);
    expect((await desk.admin.patch('/imap-accounts/workspace', { version, folders: ['INBOX'] })).status).toBe(
      409,
    );
  });
});

describe('a mailbox of one’s own', () => {
  it('takes in mail of customers only, whatever else lies in it, and stores nothing of the rest', async () => {
    const thread = '<first@x.test>';
    server.deliver('INBOX', rawMail({ From: 'doctor@private.test', Subject: 'Your blood test' }));
    server.deliver('INBOX', rawMail({ From: desk.address, Subject: 'Offer', 'Message-ID': thread }));
    server.deliver('INBOX', rawMail({ From: 'lawyer@x.test', Subject: 'Re: Offer', 'In-Reply-To': thread }));
    server.deliver(
      'INBOX',
      rawMail(
        {
          From: 'd@x.test',
          Subject: 'Undelivered love letter',
          'Content-Type': 'multipart/report; boundary=x',
        },
        '--x--',
      ),
    );
    server.deliver('Sent', rawMail({ From: 'me@x.test', To: 'doctor@private.test', Subject: 'Thanks' }));
    server.deliver('Sent', rawMail({ From: 'me@x.test', To: desk.address, Subject: 'To Ann' }));
    const files = () =>
      api.db.selectFrom('files').select('id').where('workspace_id', '=', desk.workspaceId).execute();
    await startReading(desk.staff, { server, of: 'me' });
    await synced();
    expect((await subjectsIn(api, desk.workspaceId)).toSorted()).toEqual(['Offer', 'Re: Offer', 'To Ann']);
    expect(await files()).toHaveLength(3);
    // The three, and the report, whose inside alone tells whom it concerns.
    expect(server.sent).toBe(4);
    const kept = await accountOf(desk.staff, 'me');
    expect(kept).toMatchObject({ takenCount: 3, isShared: false });
  });

  it('is read by its owner alone until they share it, and after they stop', async () => {
    server.deliver('INBOX', rawMail({ From: desk.address, Subject: 'Private' }));
    await startReading(desk.staff, { server, of: 'me' });
    await synced();
    const colleague = await api.signIn({ role: 'STAFF', workspaceId: desk.workspaceId });
    const views = async () => Promise.all([desk.staff, colleague, desk.admin].map(conversation));
    expect(await views()).toEqual([['Private'], [], []]);
    const share = async (isShared: boolean) => {
      const { version } = await accountOf(desk.staff, 'me');
      return desk.staff.patch('/imap-accounts/me', { version, isShared });
    };
    expect((await share(true)).body.imapAccount).toMatchObject({ isShared: true });
    expect(await views()).toEqual([['Private'], ['Private'], ['Private']]);
    server.deliver('INBOX', rawMail({ From: 'stranger@x.test', Subject: 'Still private' }));
    server.deliver('INBOX', rawMail({ From: desk.address, Subject: 'More' }));
    await expect.poll(() => conversation(colleague), patience).toEqual(['More', 'Private']);
    expect(await subjectsIn(api, desk.workspaceId)).not.toContain('Still private');
    await share(false);
    expect(await views()).toEqual([['More', 'Private'], [], []]);
  });

  it('is one’s own: nobody else sees or changes its connection, in this workspace or another', async () => {
    await startReading(desk.staff, { server, of: 'me' });
    const elsewhere = await createMailFixture(api);
    for (const caller of [desk.admin, elsewhere.staff, elsewhere.admin])
      expect(await accountOf(caller, 'me')).toBeNull();
    expect((await desk.admin.post('/imap-accounts/me/pause')).status).toBe(404);
    expect((await desk.staff.post('/imap-accounts/workspace/pause')).status).toBe(403);
    expect(await accountOf(elsewhere.admin)).toBeNull();
    expect(await accountOf(desk.staff, 'me')).toMatchObject({ status: 'active' });
  });

  it('is for who works in the workspace', async () => {
    const superadmin = await api.signIn({ role: 'SUPERADMIN', workspaceId: desk.workspaceId });
    const answer = await superadmin.put('/imap-accounts/me', serverInput(server), {
      workspaceId: desk.workspaceId,
    });
    expect(answer.status).toBe(422);
  });

  it('does not double what the workspace’s mailbox has', async () => {
    const both = rawMail({ From: desk.address, Subject: 'To both' });
    await api.guest.upload(desk.inboundPath, both, { headers: { 'content-type': 'message/rfc822' } });
    server.deliver('INBOX', both);
    await startReading(desk.staff, { server, of: 'me' });
    await synced();
    expect(await conversation(desk.staff)).toEqual(['To both']);
  });

  it.each([
    ['with a hand-over', true],
    ['without one', false],
  ])('ends when its owner leaves, %s', async (_, isHandedOver) => {
    server.deliver('INBOX', rawMail({ From: desk.address, Subject: 'Private' }));
    await startReading(desk.staff, { server, of: 'me' });
    await synced();
    await expect.poll(() => server.listening, patience).toBe(1);
    const answer = await desk.admin.post(`/people/${desk.staff.userId}/deactivate`, {
      version: 1,
      handOverTo: isHandedOver ? desk.admin.userId : null,
    });
    expect(answer.status).toBe(200);
    await expect.poll(() => server.listening, patience).toBe(0);
    expect(await accountRows()).toEqual([]);
    expect(await conversation(desk.admin)).toEqual(isHandedOver ? ['Private'] : []);
  });

  it('pauses by itself when its owner is no longer on the staff', async () => {
    await startReading(desk.staff, { server, of: 'me' });
    await synced();
    await api.db
      .updateTable('memberships')
      .set({ role: 'CLIENT' })
      .where('user_id', '=', desk.staff.userId)
      .execute();
    await api.db
      .updateTable('imap_turns')
      .set({ wakes: 9 })
      .where('workspace_id', '=', desk.workspaceId)
      .execute();
    await expect.poll(async () => (await accountRows())[0]?.status, patience).toBe('paused');
  });
});
