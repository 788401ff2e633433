import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startImapServer, type ImapServer as FakeServer } from '#test/mail/imap-server.ts';
import { createRawMail } from '#test/mail/mail-fixture.ts';
import { connectImap } from './imapflow.ts';
import type { ImapServer } from './imap.ts';

let fake: FakeServer;
beforeEach(async () => {
  fake = await startImapServer();
});
afterEach(() => fake.close());

const timeouts = { connect: 2_000, greeting: 500, idle: 500, open: 2_500, command: 3_000 };
const createServerInput = (change: Partial<ImapServer> = {}): ImapServer => ({
  host: '127.0.0.1',
  address: '127.0.0.1',
  port: fake.port,
  security: 'none',
  username: 'office',
  password: 'secret',
  rejectUnauthorized: false,
  ...change,
});
const connect = (change: Partial<ImapServer> = {}) =>
  connectImap({ server: createServerInput(change), timeouts });
const forever = new AbortController().signal;

describe('a mailbox by IMAP', () => {
  it('lists the folders that mail can be imported from', async () => {
    const connection = await connect();
    expect(await connection.listFolders()).toEqual([
      { path: 'INBOX', name: 'INBOX', role: 'inbox' },
      { path: 'Sent', name: 'Sent', role: 'sent' },
      { path: 'Projects', name: 'Projects', role: 'other' },
    ]);
    connection.close();
  });

  it('recognizes several folders of sent mail', async () => {
    await fake.close();
    fake = await startImapServer({ moreFolders: ['Sent Items', 'Sent to Bob'] });
    const connection = await connect();
    expect((await connection.listFolders()).map(({ path, role }) => [path, role])).toEqual([
      ['INBOX', 'inbox'],
      ['Sent', 'sent'],
      ['Projects', 'other'],
      ['Sent Items', 'sent'],
      ['Sent to Bob', 'other'],
    ]);
    connection.close();
  });

  it('reads headers and messages above a UID, and marks nothing as read', async () => {
    fake.deliver('INBOX', createRawMail({ From: 'old@x.test', 'Message-ID': '<0@x.test>' }));
    const raw = createRawMail({
      From: 'Ann <ann@x.test>',
      To: 'office@crm.test, bob@x.test',
      Cc: 'eve@x.test',
      Subject: 'A question',
      'Message-ID': '<1@x.test>',
      'In-Reply-To': '<b@x.test>',
      References: '<a@x.test>\r\n <b@x.test>',
    });
    const receivedAt = new Date('2026-11-20T10:00:00Z');
    const uid = fake.deliver('INBOX', raw, { receivedAt });
    const connection = await connect();
    expect(await connection.open('INBOX')).toEqual({ uidValidity: 100, uidNext: 3 });
    expect(await connection.listUids({ after: 1, since: null })).toEqual([uid]);
    expect(await connection.listUids({ after: 2, since: null })).toEqual([]);
    expect(await connection.readHeads([uid])).toEqual([
      {
        uid,
        sizeBytes: raw.length,
        receivedAt,
        messageId: '<1@x.test>',
        from: ['ann@x.test'],
        to: ['office@crm.test', 'bob@x.test', 'eve@x.test'],
        subject: 'A question',
        answers: ['<b@x.test>', '<b@x.test>', '<a@x.test>'],
        isReport: false,
      },
    ]);
    expect((await connection.readMessage(uid, 1_000_000))?.toString()).toBe(raw);
    expect((await connection.readMessage(uid, 10))?.length).toBe(10);
    expect(await connection.readMessage(99, 10)).toBeNull();
    expect(fake.commands.some((command) => /^SELECT|STORE|BODY\[/.test(command))).toBe(false);
    connection.close();
  });

  it('has no folder that the server does not list', async () => {
    const connection = await connect();
    fake.rename('Projects', 'Clients');
    expect(await connection.open('Projects')).toBeNull();
    expect(await connection.open('Clients')).toMatchObject({ uidNext: 1 });
    connection.close();
  });

  it('asks for the next UID if the server leaves it out', async () => {
    await fake.close();
    fake = await startImapServer({ hasUidNext: false });
    const connection = await connect();
    expect(await connection.open('INBOX')).toMatchObject({ uidNext: 1 });
    fake.deliver('INBOX', createRawMail({ From: 'a@x.test' }));
    expect(await connection.open('INBOX')).toMatchObject({ uidNext: 2 });
    connection.close();
  });

  it('is notified of new mail, also of mail from before it listened', async () => {
    const connection = await connect();
    await connection.open('INBOX');
    const heard = connection.waitForNews({ timeoutMs: 10_000, signal: forever });
    await expect.poll(() => fake.listening).toBe(1);
    fake.deliver('INBOX', createRawMail({ From: 'a@x.test' }));
    await heard;
    expect((await connection.open('INBOX'))?.uidNext).toBe(2);
    connection.close();
  });

  it('stops listening on request, and continues with the next call', async () => {
    const connection = await connect();
    await connection.open('INBOX');
    const stop = new AbortController();
    const heard = connection.waitForNews({ timeoutMs: 10_000, signal: stop.signal });
    await expect.poll(() => fake.listening).toBe(1);
    stop.abort();
    await heard;
    expect(await connection.listUids({ after: 0, since: null })).toEqual([]);
    connection.close();
  });
});

describe('what is wrong with a mailbox', () => {
  it.each([
    [
      'a wrong password',
      { password: 'wrong' },
      'sign-in',
      /rejected the user name or password.*Authentication failed/,
    ],
    ['a port where nobody listens', { port: 9 }, 'other', /No mail server responds at 127.0.0.1, port 9/],
    ['no STARTTLS', { security: 'starttls' }, 'other', /A secure connection .* failed/],
    ['no TLS', { security: 'tls' }, 'other', /A secure connection .* failed/],
  ] as const)('is said: %s', async (_, change, kind, message) => {
    const failed = connect(change);
    await expect(failed).rejects.toMatchObject({ name: 'ImapError', kind });
    await expect(failed).rejects.toThrow(message);
  });

  it('does not blame the password while the server rejects everyone', async () => {
    fake.behave('unavailable');
    await expect(connect()).rejects.toMatchObject({ kind: 'other' });
  });

  it('reports a server that never sends a greeting', async () => {
    const silent = createServer(() => undefined).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    await expect(connect({ port: (silent.address() as AddressInfo).port })).rejects.toThrow(
      /did not respond in time/,
    );
    silent.close();
  });

  it('reports a server that never finishes the sign-in', async () => {
    const slow = createServer((socket) => socket.on('error', () => undefined).write('* OK Ready\r\n'));
    await once(slow.listen(0, '127.0.0.1'), 'listening');
    const { port } = slow.address() as AddressInfo;
    const patient = { connect: 60_000, greeting: 60_000, idle: 60_000, command: 60_000 };
    const opening = connectImap({ server: createServerInput({ port }), timeouts: { ...patient, open: 500 } });
    await expect(opening).rejects.toThrow(/did not respond in time/);
    slow.close();
  });

  it.each([
    ['cut-in-literal', /was lost/],
    ['hang', /in time|was lost/],
    ['trickle', /did not respond in time/],
    ['garbage', /valid IMAP|was lost|in time/],
  ] as const)('is said when it misbehaves while a message is read: %s', async (behavior, message) => {
    const uid = fake.deliver('INBOX', createRawMail({ From: 'a@x.test' }, 'x'.repeat(10_000)));
    const connection = await connect();
    await connection.open('INBOX');
    fake.behave(behavior);
    await expect(connection.readMessage(uid, 1_000_000)).rejects.toThrow(message);
    connection.close();
  });

  it('reports a server that closes the connection', async () => {
    const connection = await connect();
    await connection.open('INBOX');
    fake.behave('bye-in-idle');
    await expect(connection.waitForNews({ timeoutMs: 10_000, signal: forever })).rejects.toThrow(
      /maintenance/,
    );
  });
});
