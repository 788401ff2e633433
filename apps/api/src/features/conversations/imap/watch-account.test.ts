import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startApi, type TestApi } from '#test/harness.ts';
import { getAccount, startFrequentSync, startReading, listSubjectsIn } from '#test/mail/imap-fixture.ts';
import { startImapServer, type ImapServer } from '#test/mail/imap-server.ts';
import { createMailFixture, createRawMail, type MailFixture } from '#test/mail/mail-fixture.ts';

vi.setConfig({ testTimeout: 60_000 });
const patience = { timeout: 30_000 };

let api: TestApi;
let server: ImapServer;
let fixture: MailFixture;
let stops: (() => Promise<void>)[];
beforeAll(async () => {
  api = await startApi({ env: { OUTGOING_ALLOW: '127.0.0.1' } });
  await api.startJobs();
});
afterAll(async () => {
  await api.close();
});
beforeEach(async () => {
  server = await startImapServer();
  fixture = await createMailFixture(api);
  stops = [];
});
afterEach(async () => {
  for (const stop of stops) await stop();
  await server.close();
  await api.db.deleteFrom('imap_turns').execute();
});

const startSync = (options = {}) => {
  const sync = startFrequentSync(api, options);
  stops.push(() => sync.stop());
  return sync;
};
const listSubjects = () => listSubjectsIn(api, fixture.workspaceId);
const waitUntilWatching = async () => {
  await expect.poll(() => server.listening, patience).toBe(1);
};

it('reads more mailboxes than there are connections, in turn', async () => {
  startSync({ maxAccounts: 1, pollMs: 200 });
  await startReading(fixture.admin, { server, since: 'now' });
  await startReading(fixture.staff, { server, of: 'me', since: 'now' });
  const read = async () => [
    (await getAccount(fixture.admin)).lastSyncedAt !== null,
    (await getAccount(fixture.staff, 'me')).lastSyncedAt !== null,
  ];
  await expect.poll(read, patience).toEqual([true, true]);
  server.deliver('INBOX', createRawMail({ From: fixture.address, Subject: 'Later' }));
  await expect.poll(listSubjects, patience).toContain('Later');
});

describe('the folders of a mailbox', () => {
  it('keeps the start date when the first pass is interrupted', async () => {
    const deliver = (subject: string, days: number) =>
      server.deliver('INBOX', createRawMail({ From: fixture.address, Subject: subject }), {
        receivedAt: new Date(Date.now() - days * 24 * 3_600_000),
      });
    deliver('First', 3);
    deliver('Moved here', 400);
    server.breakAt(deliver('Second', 2), 'body');
    startSync();
    await startReading(fixture.admin, { server });
    await expect.poll(async () => (await getAccount(fixture.admin)).error, patience).not.toBeNull();
    expect(await listSubjects()).toEqual(['First']);
    server.repair();
    await fixture.admin.post('/imap-accounts/workspace/sync');
    await waitUntilWatching();
    expect(await listSubjects()).toEqual(['First', 'Second']);
  });

  it('reads the others when a folder was renamed, and says to choose folders again', async () => {
    startSync();
    await startReading(fixture.admin, { server, folders: ['INBOX', 'Projects', 'Sent'] });
    await waitUntilWatching();
    server.rename('Projects', 'Clients');
    const sent = createRawMail({ From: 'office@crm.test', To: fixture.address, Subject: 'Answer' });
    server.deliver('Sent', sent);
    await fixture.admin.post('/imap-accounts/workspace/sync');
    await expect.poll(listSubjects, patience).toEqual(['Answer']);
    await waitUntilWatching();
    const account = await getAccount(fixture.admin);
    const text = 'The folder “Projects” no longer exists. Choose the folders again.';
    expect(account).toMatchObject({ status: 'active', activity: 'watching', error: { text } });
    expect(account.folders.map(({ path }: { path: string }) => path)).toEqual(['INBOX', 'Sent', 'Clients']);
    const { version } = account;
    const folders = ['INBOX', 'Sent', 'Clients'];
    await fixture.admin.patch('/imap-accounts/workspace', { version, folders });
    expect((await getAccount(fixture.admin)).error).toBeNull();
  });
});
