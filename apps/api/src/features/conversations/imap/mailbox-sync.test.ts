import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startApi, type TestApi } from '#test/harness.ts';
import {
  getAccount,
  listMessages,
  startFrequentSync,
  startReading,
  listSubjectsIn,
} from '#test/mail/imap-fixture.ts';
import { startImapServer, type ImapServer } from '#test/mail/imap-server.ts';
import { createMailFixture, createRawMail, type MailFixture } from '#test/mail/mail-fixture.ts';
import { startMailServer, type MailServer } from '#test/mail/mail-server.ts';
import { ImapError } from '#adapters/imap/imap.ts';
import { addMinutes } from '#lib/clock.ts';
import { findAccount } from './imap-accounts.queries.ts';
import { markSynced, recordFailure } from './account-state.ts';

vi.setConfig({ testTimeout: 60_000 });
const patience = { timeout: 30_000 };

let api: TestApi;
let smtp: MailServer;
let server: ImapServer;
let fixture: MailFixture;
let stops: (() => Promise<void>)[];
beforeAll(async () => {
  smtp = await startMailServer();
  api = await startApi({ env: { SMTP_URL: smtp.url, OUTGOING_ALLOW: '127.0.0.1' } });
  await api.startJobs();
});
afterAll(async () => {
  await api.close();
  await smtp.close();
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
const createMailFromAnn = (subject: string, more: Record<string, string> = {}) =>
  createRawMail({ From: fixture.address, To: 'office@crm.test', Subject: subject, ...more });
const listSubjects = () => listSubjectsIn(api, fixture.workspaceId);
const waitUntilSynced = async () => {
  await expect.poll(async () => (await getAccount(fixture.admin)).lastSyncedAt, patience).not.toBeNull();
};
const waitUntilWatching = async () => {
  await expect.poll(() => server.listening, patience).toBe(1);
};
const getFolderRow = () =>
  api.db
    .selectFrom('imap_folders')
    .select(['uid_validity', 'last_uid'])
    .where('workspace_id', '=', fixture.workspaceId)
    .where('path', '=', 'INBOX')
    .executeTakeFirstOrThrow();
const listStatuses = async () => (await listMessages(api, fixture.workspaceId)).map(({ status }) => status);
const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 3_600_000);

describe('mailbox sync', () => {
  it('imports mail since the chosen day, in order, without notifications', async () => {
    server.deliver('INBOX', createMailFromAnn('Too old'), { receivedAt: daysAgo(40) });
    server.deliver('INBOX', createMailFromAnn('First'), { receivedAt: daysAgo(20) });
    const sent = createRawMail({ From: 'office@crm.test', To: fixture.address, Subject: 'Answer' });
    server.deliver('Sent', sent, { receivedAt: daysAgo(19) });
    server.deliver('INBOX', createMailFromAnn('Second'), { receivedAt: daysAgo(18) });
    server.deliver('INBOX', createRawMail({ From: 'who@x.test', Subject: 'Stranger' }), {
      receivedAt: daysAgo(17),
    });
    startSync();
    await startReading(fixture.admin, { server });
    await waitUntilSynced();
    expect(await listMessages(api, fixture.workspaceId)).toMatchObject([
      { subject: 'First', direction: 'inbound', status: 'received', is_triage: false },
      { subject: 'Answer', direction: 'outbound', status: 'sent', author_id: null },
      { subject: 'Second', direction: 'inbound' },
      { subject: 'Stranger', is_triage: true },
    ]);
    expect(await getAccount(fixture.admin)).toMatchObject({
      status: 'active',
      activity: 'watching',
      importedCount: 4,
      error: null,
    });
    expect((await fixture.admin.get('/notifications')).body.notifications).toEqual([]);
  });

  it('imports new mail at once and notifies those concerned', async () => {
    startSync();
    await startReading(fixture.admin, { server, since: 'now' });
    await waitUntilWatching();
    server.deliver('INBOX', createRawMail({ From: 'who@x.test', Subject: 'Stranger' }));
    await expect.poll(listSubjects, patience).toEqual(['Stranger']);
    await waitUntilWatching();
    server.deliver('INBOX', createMailFromAnn('News'));
    await expect.poll(listSubjects, patience).toEqual(['Stranger', 'News']);
    expect((await fixture.admin.get('/notifications')).body.notifications).toMatchObject([
      // The customer has no broker.
      { type: 'email.received' },
      { type: 'email.unknown' },
    ]);
  });

  it('polls servers that cannot push news', async () => {
    await server.close();
    server = await startImapServer({ hasIdle: false });
    startSync({ pollMs: 100 });
    await startReading(fixture.admin, { server, since: 'now' });
    await waitUntilSynced();
    server.deliver('INBOX', createMailFromAnn('News'));
    await expect.poll(listSubjects, patience).toEqual(['News']);
  });

  it('threads replies and mail sent from elsewhere, but skips mail sent by this app', async () => {
    const { email } = (
      await fixture.staff.post(`/users/${fixture.customerId}/send-email`, { subject: 'Offer', text: 'Hello' })
    ).body;
    const ours = `<${String(email.id)}@crm.test>`;
    server.deliver(
      'Sent',
      createRawMail({ From: 'office@crm.test', To: fixture.address, Subject: 'Offer', 'Message-ID': ours }),
    );
    server.deliver('INBOX', createMailFromAnn('Re: Offer', { 'In-Reply-To': ours }));
    server.deliver(
      'Sent',
      createRawMail({ From: 'office@crm.test', To: fixture.address, Subject: 'More', References: ours }),
    );
    server.deliver(
      'Sent',
      createRawMail({ From: 'office@crm.test', To: 'lawyer@x.test', Subject: 'Secret', References: ours }),
    );
    startSync();
    await startReading(fixture.admin, { server });
    await waitUntilSynced();
    const messages = await listMessages(api, fixture.workspaceId);
    expect(messages.map(({ subject }) => subject).toSorted()).toEqual(['More', 'Offer', 'Re: Offer']);
    expect(new Set(messages.map(({ thread_id: thread }) => thread)).size).toBe(1);
  });

  it('stores a delivery report on the original message', async () => {
    const { email } = (
      await fixture.staff.post(`/users/${fixture.customerId}/send-email`, { subject: 'Offer', text: 'Hello' })
    ).body;
    await expect.poll(listStatuses, patience).toEqual(['sent']);
    startSync();
    await startReading(fixture.admin, { server, since: 'now' });
    await waitUntilWatching();
    server.deliver('INBOX', createBounce(`<${String(email.id)}@crm.test>`, fixture.address));
    await expect
      .poll(
        async () =>
          (await listMessages(api, fixture.workspaceId)).find(({ subject }) => subject === 'Offer')
            ?.status_detail,
        patience,
      )
      .toMatch(/could not be delivered/);
  });

  it('imports a note instead of a message that is too large', async () => {
    server.deliver(
      'INBOX',
      createMailFromAnn('Huge', { 'X-Claimed-Size': String(42 * 1024 * 1024), 'Message-ID': '<big@x.test>' }),
    );
    startSync();
    await startReading(fixture.admin, { server });
    await waitUntilSynced();
    const [mail] = (await fixture.staff.get(`/users/${fixture.customerId}/emails`)).body.emails;
    expect(mail).toMatchObject({ subject: 'Huge', text: expect.stringContaining('is 42 MB') });
    expect(server.sent).toBe(0);
  });
});

describe('imports each message exactly once', () => {
  it('when the connection breaks in the middle of a message', async () => {
    for (const subject of ['One', 'Two', 'Three']) server.deliver('INBOX', createMailFromAnn(subject, {}));
    server.behave('cut-in-literal');
    startSync();
    await startReading(fixture.admin, { server });
    await expect
      .poll(async () => (await getAccount(fixture.admin)).error?.text, patience)
      .toMatch(/was lost/);
    await fixture.admin.post('/imap-accounts/workspace/sync');
    await expect.poll(listSubjects, patience).toEqual(['One', 'Two', 'Three']);
    await expect.poll(async () => (await getAccount(fixture.admin)).error, patience).toBeNull();
    expect((await getAccount(fixture.admin)).importedCount).toBe(3);
  });

  it('when the process stops and another continues', async () => {
    server.deliver('INBOX', createMailFromAnn('One'));
    const first = startSync();
    await startReading(fixture.admin, { server });
    await waitUntilSynced();
    await first.stop();
    server.deliver('INBOX', createMailFromAnn('Two'));
    startSync();
    await expect.poll(listSubjects, patience).toEqual(['One', 'Two']);
    expect(server.sent).toBe(2);
  });

  it('when the lease holder crashes: another takes over after the lease expires', async () => {
    startSync();
    await startReading(fixture.admin, { server });
    await waitUntilSynced();
    await stops.pop()?.();
    const dead = '00000000-0000-7000-8000-000000000000';
    await api.db
      .updateTable('imap_turns')
      .set({ holder_id: dead, held_until: new Date(Date.now() + 1_500) })
      .execute();
    server.deliver('INBOX', createMailFromAnn('Two'));
    startSync();
    expect(await listSubjects()).toEqual([]);
    await expect.poll(listSubjects, patience).toEqual(['Two']);
  });

  it('when two processes compete: one syncs', async () => {
    startSync();
    startSync();
    await startReading(fixture.admin, { server });
    await waitUntilSynced();
    server.deliver('INBOX', createMailFromAnn('One'));
    await expect.poll(listSubjects, patience).toEqual(['One']);
    await waitUntilWatching();
  });

  it('when the server renumbers the folder: only new messages are imported', async () => {
    server.deliver('INBOX', createMailFromAnn('Gone'));
    server.deliver('INBOX', createMailFromAnn('One'));
    startSync({ pollMs: 300 });
    await startReading(fixture.admin, { server });
    await waitUntilSynced();
    const { sent } = server;
    server.expunge('INBOX', 1);
    server.renumber('INBOX');
    server.deliver('INBOX', createMailFromAnn('Two'));
    await expect.poll(listSubjects, patience).toEqual(['Gone', 'One', 'Two']);
    expect(server.sent).toBe(sent + 1);
    await expect.poll(getFolderRow, patience).toEqual({ uid_validity: 1100, last_uid: 2 });
  });

  it('when the same mail is in two folders or also arrives by the inbound address', async () => {
    const same = createMailFromAnn('Same');
    await api.guest.upload(fixture.inboundPath, same, { headers: { 'content-type': 'message/rfc822' } });
    server.deliver('INBOX', same);
    server.deliver('Projects', same);
    startSync();
    await startReading(fixture.admin, { server, folders: ['INBOX', 'Projects'] });
    await waitUntilSynced();
    expect(await listSubjects()).toEqual(['Same']);
    expect(server.sent).toBe(0);
  });

  it('when the server drops the connection while idle', async () => {
    startSync();
    await startReading(fixture.admin, { server, since: 'now' });
    await waitUntilWatching();
    server.cut();
    server.deliver('INBOX', createMailFromAnn('Meanwhile'));
    await expect
      .poll(async () => (await getAccount(fixture.admin)).error?.text, patience)
      .toMatch(/closed the connection/);
    await fixture.admin.post('/imap-accounts/workspace/sync');
    await expect.poll(listSubjects, patience).toEqual(['Meanwhile']);
  });

  it('when it is disconnected: imported mail stays and nothing more arrives', async () => {
    server.deliver('INBOX', createMailFromAnn('One'));
    startSync();
    await startReading(fixture.admin, { server });
    await waitUntilWatching();
    expect((await fixture.admin.delete('/imap-accounts/workspace')).status).toBe(204);
    await expect.poll(() => server.listening, patience).toBe(0);
    server.deliver('INBOX', createMailFromAnn('Two'));
    expect(await getAccount(fixture.admin)).toBeNull();
    expect(await listSubjects()).toEqual(['One']);
    expect(await api.db.selectFrom('imap_turns').selectAll().execute()).toEqual([]);
  });
});

describe('sync problems', () => {
  it('stop the account after three rejected sign-ins until a person acts', async () => {
    startSync();
    await startReading(fixture.admin, { server, since: 'now' });
    await waitUntilWatching();
    const before = server.logins;
    server.setPassword('another');
    server.cut();
    for (const count of [1, 2, 3]) {
      await fixture.admin.post('/imap-accounts/workspace/sync');
      await expect.poll(() => server.logins, patience).toBeGreaterThanOrEqual(before + count);
    }
    await expect.poll(async () => (await getAccount(fixture.admin)).status, patience).toBe('refused');
    const account = await getAccount(fixture.admin);
    expect(account.error.text).toMatch(/rejected the user name or password/);
    expect((await fixture.admin.post('/imap-accounts/workspace/sync')).status).toBe(422);
    expect((await fixture.admin.get('/notifications')).body.notifications).toMatchObject([
      { type: 'shared-mailbox.refused' },
    ]);
    expect((await fixture.staff.get('/notifications')).body.notifications).toEqual([]);
    server.setPassword('secret');
    server.deliver('INBOX', createMailFromAnn('Meanwhile'));
    expect((await fixture.admin.post('/imap-accounts/workspace/resume')).status).toBe(200);
    await expect.poll(listSubjects, patience).toEqual(['Meanwhile']);
  });

  it('notify once when a server is unreachable for an hour, and again at the next outage', async () => {
    const account = async () => {
      const { id } = await api.db
        .selectFrom('mailboxes')
        .select('id')
        .where('workspace_id', '=', fixture.workspaceId)
        .where('is_default', '=', true)
        .executeTakeFirstOrThrow();
      const found = await findAccount(api.db, { workspaceId: fixture.workspaceId, mailboxId: id });
      if (found === null) throw new Error('There is no account');
      return found;
    };
    const notices = async () =>
      (await fixture.admin.get('/notifications')).body.notifications.map(
        ({ type, title }: { type: string; title: string }) => `${type}: ${title}`,
      );
    const { runner } = api.booted.background;
    const start = new Date();
    const failAfter = async (minutes: number) => {
      api.clock.set(addMinutes(start, minutes));
      await recordFailure(runner, await account(), new ImapError('Nobody answers.', { kind: 'other' }));
    };
    await startReading(fixture.admin, { server, since: 'now' });
    for (const minutes of [0, 59]) await failAfter(minutes);
    expect(await notices()).toEqual([]);
    for (const minutes of [60, 240]) await failAfter(minutes);
    const target = 'shared-mailbox.lost: No email received from office for an hour. Nobody answers.';
    expect(await notices()).toEqual([target.replace('office', (await account()).address)]);
    await markSynced(runner, await account());
    await failAfter(300);
    expect(await notices()).toHaveLength(1);
    await failAfter(360);
    expect(await notices()).toHaveLength(2);
    api.clock.set(new Date());
  });

  it('do not occur while paused; missed mail is imported afterwards', async () => {
    startSync();
    await startReading(fixture.admin, { server, since: 'now' });
    await waitUntilWatching();
    const paused = await fixture.admin.post('/imap-accounts/workspace/pause');
    expect(paused.body.imapAccount).toMatchObject({ status: 'paused', activity: 'none' });
    await expect.poll(() => server.listening, patience).toBe(0);
    server.deliver('INBOX', createMailFromAnn('Meanwhile'));
    await fixture.admin.post('/imap-accounts/workspace/resume');
    await expect.poll(listSubjects, patience).toEqual(['Meanwhile']);
  });
});

function createBounce(messageId: string, address: string): string {
  const report = [
    '--x',
    'Content-Type: text/plain',
    '',
    'Undeliverable',
    '--x',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.test',
    '',
    `Final-Recipient: rfc822; ${address}`,
    'Action: failed',
    'Status: 5.1.1',
    '',
    '--x',
    'Content-Type: text/rfc822-headers',
    '',
    `Message-ID: ${messageId}`,
    '',
    '--x--',
  ].join('\r\n');
  return createRawMail(
    {
      From: 'MAILER-DAEMON@mx.test',
      To: 'office@crm.test',
      Subject: 'Undelivered',
      'Content-Type': 'multipart/report; report-type=delivery-status; boundary=x',
    },
    report,
  );
}
