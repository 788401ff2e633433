import { createServer, type AddressInfo, type Server } from 'node:net';
import { Readable } from 'node:stream';
import { afterEach, describe, expect, it } from 'vitest';
import { startMailServer, type MailServer } from '#test/mail/mail-server.ts';
import { createLogger } from '#lib/logger.ts';
import { composeMail, type MailContent } from './compose.ts';
import { createOutbox, type DeliveryOutcome, MailServerError, type MailTransport } from './transport.ts';
import { createSmtpTransport, readSmtpUrl, type SmtpTimeouts } from './smtp.ts';

const logger = createLogger('silent');
const quick: SmtpTimeouts = { connect: 4_000, greeting: 2_000, idle: 2_000, open: 3_000, deliver: 3_000 };
const content: MailContent = {
  from: { name: 'Meridian, Office', address: 'office@meridian.test' },
  to: ['ann@clients.test'],
  cc: [],
  bcc: [],
  subject: 'Your practice ✓',
  text: 'Hello Ann\n.\nbye',
  html: null,
  messageId: '<one@meridian.test>',
  inReplyTo: null,
  references: [],
  date: new Date('2026-03-01T10:00:00Z'),
  attachments: [],
};

const running: { close: () => Promise<void> }[] = [];
afterEach(async () => {
  for (const server of running.splice(0)) await server.close();
});

async function start(options: Parameters<typeof startMailServer>[0] = {}): Promise<MailServer> {
  const server = await startMailServer(options);
  running.push(server);
  return server;
}

const transportTo = (url: string): MailTransport =>
  createSmtpTransport({ server: readSmtpUrl(url), logger, timeouts: quick });

async function deliverTo(url: string, parts: Partial<MailContent> = {}): Promise<DeliveryOutcome> {
  const session = await transportTo(url).open();
  try {
    return await session.deliver(composeMail({ ...content, ...parts }));
  } finally {
    session.close();
  }
}

describe('a mail transport', () => {
  const transports: [name: string, make: () => Promise<MailTransport>][] = [
    ['smtp', async () => transportTo((await start()).url)],
    ['outbox', async () => createOutbox()],
  ];

  it.each(transports)(
    '%s describes itself, and opens a session or explains why it cannot',
    async (kind, make) => {
      const transport = await make();
      expect(transport.kind).toBe(kind);
      expect(transport.isLocal).toBe(true);
      const opened = await transport.open().catch((error: unknown) => error);
      if (opened instanceof Error) {
        expect(opened).toBeInstanceOf(MailServerError);
        expect(opened.message).toMatch(/^No mail server is set up/);
        return;
      }
      const session = opened as Awaited<ReturnType<MailTransport['open']>>;
      expect(await session.deliver(composeMail(content))).toMatchObject({ kind: 'sent' });
      session.close();
    },
  );
});

describe('delivery by SMTP', () => {
  it('sends headers, both bodies, and attachments, with Bcc recipients in the envelope only', async () => {
    const server = await start();
    const outcome = await deliverTo(server.url, {
      cc: ['bo@clients.test'],
      bcc: ['hidden@clients.test'],
      html: '<p>Hello <b>Ann</b></p>',
      inReplyTo: '<zero@clients.test>',
      references: ['<first@clients.test>', '<zero@clients.test>'],
      attachments: [
        {
          name: 'größe.txt',
          contentType: 'text/plain',
          open: async () => Readable.from([Buffer.from('file bytes')]),
        },
      ],
    });
    expect(outcome).toMatchObject({ kind: 'sent', rejected: [] });
    const [mail] = server.received;
    expect(mail?.to).toEqual(['ann@clients.test', 'bo@clients.test', 'hidden@clients.test']);
    expect(mail?.from).toBe('office@meridian.test');
    expect(mail?.raw).toContain('Message-ID: <one@meridian.test>');
    expect(mail?.raw).toContain('In-Reply-To: <zero@clients.test>');
    expect(mail?.raw).toMatch(/References: <first@clients\.test>\s+<zero@clients\.test>/);
    expect(mail?.raw).toContain('From: "Meridian, Office" <office@meridian.test>');
    expect(mail?.raw).toContain('Date: Sun, 01 Mar 2026 10:00:00 +0000');
    expect(mail?.raw).toContain('multipart/alternative');
    expect(mail?.raw).toContain(Buffer.from('file bytes').toString('base64'));
    expect(mail?.raw).not.toContain('hidden@clients.test');
  });

  it('encrypts where the server offers it', async () => {
    const server = await start({ offersTls: true });
    await deliverTo(server.url);
    await deliverTo(`${server.url}?ignoreTLS=true`);
    expect(server.received.map(({ isEncrypted }) => isEncrypted)).toEqual([true, false]);
  });

  it('keeps lines that are a single dot', async () => {
    const server = await start();
    await deliverTo(server.url);
    expect(server.received[0]?.raw).toMatch(/Hello Ann\r\n\.\r\nbye/);
  });

  it('reports 4xx as retry and 5xx as failed, with the server’s response', async () => {
    const server = await start();
    server.behave('defer', 'refuse');
    expect(await deliverTo(server.url)).toMatchObject({
      kind: 'retry',
      reason: expect.stringContaining('451'),
    });
    expect(await deliverTo(server.url)).toMatchObject({
      kind: 'failed',
      reason: expect.stringContaining('550'),
    });
    expect(server.received).toEqual([]);
  });

  it('delivers to accepted recipients and names the rejected ones', async () => {
    const server = await start({ unknown: ['bo@clients.test'], busy: ['cy@clients.test'] });
    expect(await deliverTo(server.url, { cc: ['bo@clients.test', 'cy@clients.test'] })).toMatchObject({
      kind: 'sent',
      rejected: ['bo@clients.test', 'cy@clients.test'],
      isTemporary: true,
    });
    expect(await deliverTo(server.url, { cc: ['bo@clients.test'] })).toMatchObject({
      kind: 'sent',
      rejected: ['bo@clients.test'],
      isTemporary: false,
    });
    expect(await deliverTo(server.url, { to: ['bo@clients.test'] })).toMatchObject({ kind: 'failed' });
    expect(server.received).toHaveLength(2);
  });

  it('is uncertain when the connection breaks after the whole message has left', async () => {
    const server = await start();
    server.behave('cut-late');
    expect(await deliverTo(server.url)).toMatchObject({ kind: 'uncertain' });
  });

  it('retries when the connection breaks before the message has left', async () => {
    const server = await start();
    server.behave('cut-early');
    const bytes = Readable.from(
      (async function* endless() {
        for (let chunk = 0; chunk < 2_000; chunk += 1) yield Buffer.alloc(64 * 1024, chunk);
      })(),
    );
    const large = { name: 'large.bin', contentType: 'application/octet-stream', open: async () => bytes };
    expect(await deliverTo(server.url, { attachments: [large] })).toMatchObject({ kind: 'retry' });
  });

  it('aborts the message when an attachment cannot be read completely', async () => {
    const server = await start();
    const broken = Readable.from(
      (async function* half() {
        yield Buffer.alloc(200_000);
        throw new Error('the store is gone');
      })(),
    );
    const outcome = await deliverTo(server.url, {
      attachments: [{ name: 'a.bin', contentType: 'application/octet-stream', open: async () => broken }],
    });
    expect(outcome).toMatchObject({ kind: 'retry', reason: expect.stringContaining('the store is gone') });
    expect(server.received).toEqual([]);
  });

  it('is uncertain when the server takes everything and never answers', async () => {
    const { url } = await startSilent({
      greeting: '220 here\r\n',
      answers: { EHLO: '250 here\r\n', MAIL: '250 ok\r\n', RCPT: '250 ok\r\n', DATA: '354 go\r\n' },
    });
    expect(await deliverTo(url)).toMatchObject({ kind: 'uncertain' });
  });

  it('retries when the server stops answering before the message', async () => {
    const { url } = await startSilent({ greeting: '220 here\r\n', answers: { EHLO: '250 here\r\n' } });
    expect(await deliverTo(url)).toMatchObject({ kind: 'retry' });
  });
});

describe('opening a session', () => {
  const openingFails = async (url: string): Promise<string> => {
    const error = await transportTo(url)
      .open()
      .catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(MailServerError);
    return (error as Error).message;
  };

  it('signs in with the password of the URL', async () => {
    const server = await start({ login: { user: 'office', pass: 'p%40ss' } });
    expect(await deliverTo(server.url.replace('p%40ss', 'p%2540ss'))).toMatchObject({ kind: 'sent' });
    expect(await openingFails(server.url.replace('p%40ss', 'wrong'))).toMatch(/rejected the sign-in/);
  });

  it('reports a server without sign-in instead of sending the password', async () => {
    const server = await start();
    expect(await openingFails(server.url.replace('smtp://', 'smtp://office:secret@'))).toMatch(
      /does not allow sign-in/,
    );
  });

  it('reports a missing server and one that does not respond', async () => {
    const server = await startMailServer();
    await server.close();
    expect(await openingFails(server.url)).toMatch(/cannot be reached \(ECONNREFUSED\)/);
    const { url } = await startSilent({ greeting: '', answers: {} });
    expect(await openingFails(url)).toMatch(/cannot be reached \(ETIMEDOUT\)/);
  });

  it('closes a connection on which the server keeps sending responses', async () => {
    const { url, closed } = await startSilent({
      greeting: '220 here\r\n',
      answers: { EHLO: '250-here\r\n' },
      isEndless: true,
    });
    expect(await openingFails(url)).toMatch(/cannot be reached \(ETIMEDOUT\)/);
    await closed;
  });

  it('rejects a server without TLS where it is required', async () => {
    const server = await start();
    expect(await openingFails(`${server.url}?requireTLS=true`)).toMatch(/secure connection/);
  });
});

/** A server that sends these lines and nothing else, or repeats each answer until the connection is closed. */
async function startSilent({
  greeting,
  answers,
  isEndless = false,
}: {
  greeting: string;
  answers: Record<string, string>;
  isEndless?: boolean;
}): Promise<{ url: string; closed: Promise<void> }> {
  const closed = Promise.withResolvers<void>();
  const server: Server = createServer((socket) => {
    socket.on('error', () => undefined);
    if (greeting !== '') socket.write(greeting);
    socket.on('data', (chunk) => {
      const answer = answers[chunk.toString().slice(0, 4)];
      if (answer === undefined) return;
      socket.write(answer);
      const timer = isEndless ? setInterval(() => socket.write(answer), 100) : undefined;
      socket.once('close', () => {
        clearInterval(timer);
        closed.resolve();
      });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  running.push({ close: () => new Promise<void>((resolve) => server.close(() => resolve())) });
  const url = `smtp://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  return { url, closed: closed.promise };
}
