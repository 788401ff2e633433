import { isIP } from 'node:net';
import { Readable } from 'node:stream';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import type { Logger } from '#lib/logger.ts';
import type { SmtpServer } from './smtp-url.ts';
import {
  MailServerError,
  type DeliveryOutcome,
  type MailSession,
  type MailTransport,
  type OutgoingMessage,
} from './transport.ts';

/** Milliseconds. `deliver` bounds one message from its first command to the server's last word. */
export type SmtpTimeouts = {
  readonly connect: number;
  readonly greeting: number;
  readonly idle: number;
  readonly deliver: number;
};

const defaultTimeouts: SmtpTimeouts = {
  connect: 20_000,
  greeting: 30_000,
  idle: 5 * 60_000,
  deliver: 10 * 60_000,
};
const quitMs = 2_000;

type Options = {
  readonly server: SmtpServer;
  readonly logger: Logger;
  readonly timeouts?: SmtpTimeouts;
  /** The address to connect to, where the host may not lead everywhere. Throws MailServerError. */
  readonly pin?: (server: SmtpServer) => Promise<string>;
};
type SmtpError = SMTPConnection.SMTPError;
type SendResult =
  | { readonly error: SmtpError }
  | { readonly info: { readonly response: string; readonly rejected: string[] } };

/** Mail through an SMTP server. */
export function createSmtpTransport({
  server,
  logger,
  timeouts = defaultTimeouts,
  pin,
}: Options): MailTransport {
  return {
    kind: 'smtp',
    isLocal: server.isLocal,
    open: async () => {
      const address = (await pin?.(server)) ?? server.host;
      const connection = connectionTo(server, { address, timeouts });
      // What breaks is told to whoever waits for it; an error without a listener would end the process.
      connection.on('error', (error: SmtpError) =>
        logger.debug({ code: error.code, responseCode: error.responseCode }, 'mail server connection'),
      );
      await greet(connection, server);
      return sessionOn(connection, timeouts);
    },
  };
}

/** Connects to the address; the certificate has to be the host's. */
function connectionTo(
  server: SmtpServer,
  { address, timeouts }: { address: string; timeouts: SmtpTimeouts },
): SMTPConnection {
  return new SMTPConnection({
    host: address,
    port: server.port,
    secure: server.isSecure,
    ignoreTLS: server.ignoreTls,
    requireTLS: server.requireTls,
    allowInternalNetworkInterfaces: server.isLocal,
    tls: {
      rejectUnauthorized: server.rejectUnauthorized,
      ...(isIP(server.host) === 0 && { servername: server.host }),
    },
    connectionTimeout: timeouts.connect,
    greetingTimeout: timeouts.greeting,
    dnsTimeout: timeouts.connect,
    socketTimeout: timeouts.idle,
  });
}

/** Connects, secures and signs in. Throws MailServerError. */
async function greet(connection: SMTPConnection, { auth }: SmtpServer): Promise<void> {
  try {
    await new Promise<void>((resolve, reject) => {
      const settle = (error?: SmtpError | null): void => (error ? reject(error) : resolve());
      connection.once('error', reject);
      connection.once('end', () => reject(new Error('The connection was closed')));
      connection.connect((error) => {
        if (error || auth === null) settle(error);
        else if (!connection.allowsAuth)
          reject(Object.assign(new Error('No sign-in offered'), { code: 'ENOAUTH' }));
        else connection.login(auth, settle);
      });
    });
  } catch (error) {
    connection.close();
    throw new MailServerError(describeOpening(error), { cause: error });
  }
}

function sessionOn(connection: SMTPConnection, timeouts: SmtpTimeouts): MailSession {
  return {
    deliver: (message) => deliver(connection, message, timeouts.deliver),
    close: () => {
      if (connection.destroyed) return;
      connection.quit();
      setTimeout(() => connection.close(), quitMs).unref();
    },
  };
}

async function deliver(
  connection: SMTPConnection,
  { envelope, raw }: OutgoingMessage,
  deadlineMs: number,
): Promise<DeliveryOutcome> {
  const source = watchEnd(raw);
  const result = await send(connection, { envelope, stream: source.stream, deadlineMs });
  if ('info' in result)
    return { kind: 'sent', response: result.info.response, rejected: result.info.rejected };
  const { error } = result;
  if (error.responseCode !== undefined) {
    return {
      kind: error.permanent === true ? 'failed' : 'retry',
      reason: `The mail server refused it: ${error.response ?? error.message}`,
    };
  }
  // Without a last word from the server the dialogue cannot go on.
  connection.close();
  source.stream.destroy();
  if (error.code === 'EENVELOPE')
    return { kind: 'failed', reason: `An address cannot be used: ${error.message}` };
  if (source.hasEnded())
    return {
      kind: 'uncertain',
      reason: 'The connection to the mail server broke after the message had left. It may have arrived.',
    };
  return {
    kind: 'retry',
    reason: `The connection to the mail server broke before the message had left (${error.message}).`,
  };
}

function send(
  connection: SMTPConnection,
  {
    envelope,
    stream,
    deadlineMs,
  }: { envelope: OutgoingMessage['envelope']; stream: Readable; deadlineMs: number },
): Promise<SendResult> {
  return new Promise((resolve) => {
    const lose = (reason: string): void => resolve({ error: new Error(reason) });
    const timer = setTimeout(lose, deadlineMs, 'no answer in time');
    // The connection can end without a word to a pending send; where there is one, it comes first.
    connection.once('end', () => setImmediate(lose, 'connection closed'));
    connection.send({ from: envelope.from, to: [...envelope.to] }, stream, (error, info) => {
      clearTimeout(timer);
      resolve(error ? { error } : { info });
    });
  });
}

/**
 * The end-of-data mark follows at once when the source has been read to its end, so from then on the
 * server may have the whole message; before that it certainly has not.
 */
function watchEnd(raw: OutgoingMessage['raw']): { stream: Readable; hasEnded: () => boolean } {
  let hasEnded = false;
  async function* read(): AsyncGenerator<unknown> {
    yield* Buffer.isBuffer(raw) ? [raw] : raw;
    hasEnded = true;
  }
  return { stream: Readable.from(read(), { objectMode: false }), hasEnded: () => hasEnded };
}

function describeOpening(error: unknown): string {
  const code = codeOf(error);
  if (code === 'EAUTH')
    return 'The mail server refused the sign-in; an administrator has to check the mail settings.';
  if (code === 'ENOAUTH')
    return 'The mail server takes no sign-in on this connection; an administrator has to check the mail settings.';
  if (code === 'ETLS')
    return 'No secure connection to the mail server could be made; an administrator has to check the mail settings.';
  if (code === 'EPROTOCOL')
    return 'The mail server turned us away; an administrator has to check the mail settings.';
  return `The mail server cannot be reached (${code}).`;
}

function codeOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return 'unknown';
  if ('originalCode' in error && typeof error.originalCode === 'string') return error.originalCode;
  return 'code' in error ? String(error.code) : 'connection closed';
}
