import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startApi, type TestApi } from '#test/harness.ts';
import { withOwnerConnection } from '#test/import-fixture.ts';
import { getAccount, startReading, listSubjectsIn } from '#test/mail/imap-fixture.ts';
import { startImapServer, type ImapServer } from '#test/mail/imap-server.ts';
import { createMailFixture, createRawMail, type MailFixture } from '#test/mail/mail-fixture.ts';
import { updateSkippedMessage } from './skipped-messages.queries.ts';
import type { SyncParts } from './ingest.ts';
import { startMailboxSync } from './mailbox-sync.ts';

vi.setConfig({ testTimeout: 60_000 });
const patience = { timeout: 30_000 };

let api: TestApi;
let server: ImapServer;
let fixture: MailFixture;
let stop: () => Promise<void>;
beforeAll(async () => {
  api = await startApi({ env: { OUTGOING_ALLOW: '127.0.0.1' } });
  await api.startJobs();
});
afterAll(() => api.close());
beforeEach(async () => {
  server = await startImapServer();
  fixture = await createMailFixture(api);
  stop = () => Promise.resolve();
});
afterEach(async () => {
  await stop();
  await server.close();
  await removePoison();
  await api.db.deleteFrom('imap_turns').execute();
});

/** A constraint that fails for a single message. */
const rejectPoison = () =>
  withOwnerConnection(api, (owner) =>
    owner.query(`ALTER TABLE messages ADD CONSTRAINT no_poison CHECK (subject <> 'Poison') NOT VALID`),
  );
const removePoison = () =>
  withOwnerConnection(api, (owner) =>
    owner.query('ALTER TABLE messages DROP CONSTRAINT IF EXISTS no_poison'),
  );
const startSync = (parts: Partial<SyncParts> = {}) => {
  const sync = startMailboxSync({ ...api.booted.background, ...parts }, { everyMs: 50, pollMs: 200 });
  stop = () => sync.stop();
};
const createMailFromAnn = (subject: string) =>
  createRawMail({ From: fixture.address, To: 'office@crm.test', Subject: subject });
const hoursAgo = (hours: number) => ({ receivedAt: new Date(Date.now() - hours * 3_600_000) });
/** Delivers a failing message between two good ones. Returns its UID. */
const deliverThree = () => {
  server.deliver('INBOX', createMailFromAnn('Good 1'), hoursAgo(3));
  const uid = server.deliver('INBOX', createMailFromAnn('Poison'), hoursAgo(2));
  server.deliver('INBOX', createMailFromAnn('Good 2'), hoursAgo(1));
  return uid;
};
const listSubjects = () => listSubjectsIn(api, fixture.workspaceId);
const loadAccount = () => getAccount(fixture.admin);
const getSkippedMessages = async () => (await loadAccount()).setAside;
const waitUntilSynced = async () => {
  await expect.poll(async () => (await loadAccount()).lastSyncedAt, patience).not.toBeNull();
};
const retry = () => fixture.admin.post('/imap-accounts/workspace/set-aside/retry');
const removeSkipped = (message: object, by = fixture.admin, of = 'workspace') =>
  by.post(`/imap-accounts/${of}/set-aside/forget`, message);
const getRow = () =>
  api.db
    .selectFrom('imap_set_aside')
    .select(['uid', 'tries', 'try_at'])
    .where('workspace_id', '=', fixture.workspaceId)
    .executeTakeFirst();
const getMailboxId = async () => {
  const found = await api.db
    .selectFrom('imap_set_aside')
    .select('mailbox_id')
    .where('workspace_id', '=', fixture.workspaceId)
    .executeTakeFirstOrThrow();
  return found.mailbox_id;
};
const makeDue = async () => {
  await api.db
    .updateTable('imap_set_aside')
    .set({ try_at: new Date() })
    .where('workspace_id', '=', fixture.workspaceId)
    .execute();
};

describe('a message that cannot be filed', () => {
  it('is skipped with a reason, and the others are imported once each', async () => {
    await rejectPoison();
    deliverThree();
    startSync();
    await startReading(fixture.admin, { server });
    await waitUntilSynced();
    expect(await listSubjects()).toEqual(['Good 1', 'Good 2']);
    expect(await loadAccount()).toMatchObject({
      activity: 'watching',
      error: null,
      importedCount: 2,
      setAside: {
        count: 1,
        messages: [
          {
            folder: 'INBOX',
            from: fixture.address,
            subject: 'Poison',
            reason: expect.stringMatching(/A value is out of range/),
            nextTryAt: expect.any(String),
          },
        ],
      },
    });
    expect(server.logins).toBe(2);
  });

  it('is imported in order when a retry succeeds', async () => {
    await rejectPoison();
    deliverThree();
    startSync();
    await startReading(fixture.admin, { server });
    await waitUntilSynced();
    await removePoison();
    expect((await retry()).status).toBe(202);
    await expect.poll(listSubjects, patience).toEqual(['Good 1', 'Poison', 'Good 2']);
    await expect.poll(getSkippedMessages, patience).toEqual({ count: 0, messages: [] });
    expect((await loadAccount()).importedCount).toBe(3);
    server.deliver('INBOX', createMailFromAnn('News'));
    await expect.poll(listSubjects, patience).toEqual(['Good 1', 'Poison', 'Good 2', 'News']);
  });

  it('is retried twice automatically, then only on request', async () => {
    await rejectPoison();
    deliverThree();
    startSync();
    await startReading(fixture.admin, { server });
    await waitUntilSynced();
    for (const tries of [2, 3]) {
      await makeDue();
      await expect.poll(async () => (await getRow())?.tries, patience).toBe(tries);
    }
    expect((await getRow())?.try_at).toBeNull();
    expect((await getSkippedMessages()).messages).toMatchObject([{ nextTryAt: null }]);
    const notices = async () => (await fixture.admin.get('/notifications')).body.notifications;
    expect(await notices()).toMatchObject([
      {
        type: 'shared-mailbox.set-aside',
        title: expect.stringMatching(`^Email from ${fixture.address} to .* could not be imported`),
      },
    ]);
    await retry();
    await expect.poll(async () => (await getRow())?.tries, patience).toBe(4);
    expect((await getRow())?.try_at).toBeNull();
    expect(await notices()).toHaveLength(1);
    expect((await fixture.staff.get('/notifications')).body.notifications).toEqual([]);
    expect(await listSubjects()).toEqual(['Good 1', 'Good 2']);
  });

  it('is forgotten when it is no longer in its folder', async () => {
    await rejectPoison();
    const uid = deliverThree();
    startSync();
    await startReading(fixture.admin, { server });
    await waitUntilSynced();
    server.expunge('INBOX', uid);
    await retry();
    await expect.poll(async () => (await getSkippedMessages()).count, patience).toBe(0);
    expect(await listSubjects()).toEqual(['Good 1', 'Good 2']);
  });

  it('is found under its new UID when the folder is renumbered', async () => {
    await rejectPoison();
    deliverThree();
    server.expunge('INBOX', 1);
    startSync();
    await startReading(fixture.admin, { server });
    await waitUntilSynced();
    server.renumber('INBOX');
    await expect.poll(async () => (await getRow())?.uid, patience).toBe(1);
    await removePoison();
    await retry();
    await expect.poll(listSubjects, patience).toEqual(['Poison', 'Good 2']);
    await expect.poll(async () => (await getSkippedMessages()).count, patience).toBe(0);
  });
});

describe('a message that breaks the connection', () => {
  it.each(['body', 'head'] as const)(
    'is skipped after three breaks, and the others are imported: %s',
    async (part) => {
      server.breakAt(deliverThree(), part);
      startSync();
      await startReading(fixture.admin, { server });
      // Triggers the next attempt without waiting for it.
      const hurry = async () => {
        await fixture.admin.post('/imap-accounts/workspace/sync');
        return (await getSkippedMessages()).count;
      };
      await expect.poll(hurry, { ...patience, interval: 300 }).toBe(1);
      const broken = await loadAccount();
      expect(broken.setAside.messages[0].reason).toMatch(/was lost/);
      expect(broken.setAside.messages[0].subject).toBe(part === 'body' ? 'Poison' : '');
      await expect.poll(listSubjects, patience).toEqual(['Good 1', 'Good 2']);
      await expect.poll(async () => (await loadAccount()).error, patience).toBeNull();
      server.repair();
      await retry();
      await expect.poll(listSubjects, patience).toEqual(['Good 1', 'Poison', 'Good 2']);
      await expect.poll(async () => (await getSkippedMessages()).count, patience).toBe(0);
    },
  );
});

describe('a message that cannot be parsed', () => {
  const unreadable = (subject: string, headers: Record<string, string>) => {
    const nested = Array.from({ length: 3_000 }, (_, depth) => {
      const name = `b${String(depth)}`;
      return `--${name}\r\nContent-Type: multipart/mixed; boundary=b${String(depth + 1)}\r\n\r\n`;
    }).join('');
    return createRawMail(
      { Subject: subject, 'Content-Type': 'multipart/mixed; boundary=b0', ...headers },
      nested,
    );
  };
  const conversation = async () =>
    (await fixture.staff.get(`/users/${fixture.customerId}/emails`)).body.emails;

  it('appears in its conversation with a note, whether received, a reply, or sent', async () => {
    server.deliver('INBOX', unreadable('Received', { From: fixture.address }), hoursAgo(4));
    server.deliver(
      'INBOX',
      createRawMail({ From: fixture.address, 'Message-ID': '<1@x.test>' }),
      hoursAgo(3),
    );
    const answer = unreadable('Answered', { From: 'private@x.test', 'In-Reply-To': '<1@x.test>' });
    server.deliver('INBOX', answer, hoursAgo(2));
    const sent = unreadable('Sent', { From: 'sam@crm.test', To: fixture.address });
    server.deliver('Sent', sent, hoursAgo(1));
    startSync();
    await startReading(fixture.staff, { server, of: 'me' });
    await expect.poll(async () => (await conversation()).length, patience).toBe(4);
    const text = expect.stringMatching(/could not be read. Open it in your mail program/);
    expect(await conversation()).toMatchObject([
      { subject: 'Sent', direction: 'outbound', text },
      { subject: 'Answered', direction: 'inbound', text },
      {},
      { subject: 'Received', direction: 'inbound', text },
    ]);
    expect((await getAccount(fixture.staff, 'me')).setAside.count).toBe(0);
  });
});

describe('problems beyond a single message', () => {
  it('skip no messages when the file store is unavailable', async () => {
    deliverThree();
    let isDown = true;
    const { storage } = api.booted.background;
    const failing: SyncParts['storage'] = {
      ...storage,
      read: (...what) => storage.read(...what),
      write: async (...what) => {
        if (isDown) throw new Error('the store is gone');
        return storage.write(...what);
      },
    };
    startSync({ storage: failing });
    await startReading(fixture.admin, { server });
    await expect
      .poll(async () => (await loadAccount()).error?.text, patience)
      .toMatch(/File storage is not responding/);
    const loginsAfterAnotherTry = async () => {
      await fixture.admin.post('/imap-accounts/workspace/sync');
      return server.logins;
    };
    await expect.poll(loginsAfterAnotherTry, { ...patience, interval: 300 }).toBeGreaterThan(6);
    expect((await getSkippedMessages()).count).toBe(0);
    isDown = false;
    await fixture.admin.post('/imap-accounts/workspace/sync');
    await expect.poll(listSubjects, patience).toEqual(['Good 1', 'Poison', 'Good 2']);
  });
});

describe('retrying', () => {
  it('fails while syncing is stopped, and without a connection', async () => {
    expect((await retry()).status).toBe(404);
    startSync();
    await startReading(fixture.admin, { server });
    await fixture.admin.post('/imap-accounts/workspace/pause');
    expect(await retry()).toMatchObject({ status: 422, body: { detail: 'Syncing is paused.' } });
    expect((await fixture.staff.post('/imap-accounts/workspace/set-aside/retry')).status).toBe(403);
  });

  it('is limited to the mailbox owner', async () => {
    await rejectPoison();
    deliverThree();
    startSync();
    await startReading(fixture.staff, { server, of: 'me' });
    await expect.poll(async () => (await getAccount(fixture.staff, 'me')).setAside.count, patience).toBe(1);
    expect(await getAccount(fixture.admin, 'me')).toBeNull();
    await removePoison();
    expect((await fixture.staff.post('/imap-accounts/me/set-aside/retry')).status).toBe(202);
    await expect.poll(listSubjects, patience).toEqual(['Good 1', 'Poison', 'Good 2']);
  });
});

describe('forgetting', () => {
  const numberOf = ({ folder, uid, uidValidity }: { folder: string; uid: number; uidValidity: number }) => ({
    folder,
    uid,
    uidValidity,
  });

  it('removes the message from the list for good, with an audit entry, and leaves it in the mailbox', async () => {
    await rejectPoison();
    const uid = deliverThree();
    startSync();
    await startReading(fixture.admin, { server });
    await waitUntilSynced();
    const [message] = (await getSkippedMessages()).messages;
    expect(message).toMatchObject({ folder: 'INBOX', uid, uidValidity: expect.any(Number) });
    const forgotten = await removeSkipped(numberOf(message));
    expect(forgotten).toMatchObject({
      status: 200,
      body: { imapAccount: { setAside: { count: 0, messages: [] } } },
    });
    expect(await getRow()).toBeUndefined();
    const entry = await api.db
      .selectFrom('audit_entries')
      .select(['actor_id', 'detail'])
      .where('workspace_id', '=', fixture.workspaceId)
      .where('action', '=', 'forgetSetAsideMail')
      .executeTakeFirstOrThrow();
    expect(entry).toEqual({
      actor_id: fixture.admin.userId,
      detail: { of: 'workspace', folder: 'INBOX', uid },
    });

    await removePoison();
    await retry();
    server.deliver('INBOX', createMailFromAnn('News'));
    await expect.poll(listSubjects, patience).toEqual(['Good 1', 'Good 2', 'News']);
    expect(server.commands.filter((command) => /STORE|EXPUNGE|MOVE/.test(command))).toEqual([]);
    expect((await removeSkipped(numberOf(message))).status).toBe(404);
  });

  it('survives a concurrent retry, and works while the mailbox is paused', async () => {
    await rejectPoison();
    deliverThree();
    startSync();
    await startReading(fixture.admin, { server });
    await waitUntilSynced();
    const [message] = (await getSkippedMessages()).messages;
    await fixture.admin.post('/imap-accounts/workspace/pause');
    const key = {
      workspace_id: fixture.workspaceId,
      mailbox_id: await getMailboxId(),
      path: message.folder,
      uid: message.uid,
    };
    expect((await removeSkipped(numberOf(message))).status).toBe(200);
    const tried = { uid_validity: message.uidValidity, from_address: '', subject: '', reason: 'x', tries: 2 };
    await updateSkippedMessage(api.db, { ...key, ...tried, received_at: new Date(), try_at: null });
    expect(await getRow()).toBeUndefined();
  });

  it('rejects messages not on the list, members without access to the mailbox, and invalid numbers', async () => {
    await rejectPoison();
    deliverThree();
    startSync();
    await startReading(fixture.staff, { server, of: 'me' });
    await expect.poll(async () => (await getAccount(fixture.staff, 'me')).setAside.count, patience).toBe(1);
    const [message] = (await getAccount(fixture.staff, 'me')).setAside.messages;
    const number = numberOf(message);
    expect((await removeSkipped(number, fixture.admin, 'me')).status).toBe(404);
    expect((await removeSkipped(number, fixture.staff)).status).toBe(403);
    expect(
      (await removeSkipped({ ...number, uidValidity: number.uidValidity + 1 }, fixture.staff, 'me')).status,
    ).toBe(404);
    expect(await removeSkipped({ ...number, uid: 0 }, fixture.staff, 'me')).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'uid' }] },
    });
    expect((await getAccount(fixture.staff, 'me')).setAside.count).toBe(1);
    expect((await removeSkipped(number, fixture.staff, 'me')).status).toBe(200);
  });
});
