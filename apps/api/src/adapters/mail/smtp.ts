import { isIP } from 'node:net';
import { Readable } from 'node:stream';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import type { Logger } from '#lib/logger.ts';
import {
  type DeliveryOutcome,
  MailServerError,
  type MailSession,
  type MailTransport,
  type OutgoingMessage,
} from './transport.ts';

/**
 * In milliseconds. `open` limits everything before the first command of a message, however busy the server is;
 * `deliver` limits one message from the first command to the final response.
 */
export type SmtpTimeouts = {
  readonly connect: number;
  readonly greeting: number;
  readonly idle: number;
  readonly open: number;
  readonly deliver: number;
};

const defaultTimeouts: SmtpTimeouts = {
  connect: 20_000,
  greeting: 30_000,
  idle: 5 * 60_000,
  open: 60_000,
  deliver: 10 * 60_000,
};
const quitMs = 2_000;

type Options = {
  readonly server: SmtpServer;
  readonly logger: Logger;
  readonly timeouts?: SmtpTimeouts;
  /** Resolves and checks the host address. Throws MailServerError. */
  readonly pin?: (server: SmtpServer) => Promise<string>;
};
type SmtpError = SMTPConnection.SMTPError;
type SendResult = { readonly error: SmtpError } | { readonly info: SMTPConnection.SentMessageInfo };

/** Sends mail through an SMTP server. */
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
      const connection = createConnection(server, { address, timeouts });
      // Errors reach the pending call; an error event without a listener would end the process.
      connection.on('error', (error: SmtpError) =>
        logger.debug({ code: error.code, responseCode: error.responseCode }, 'mail server connection'),
      );
      await greet(connection, server, timeouts.open);
      return createSession(connection, timeouts);
    },
  };
}

/** Connects to the address; the certificate must match the host. */
function createConnection(
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

/** Connects, secures, and signs in. Throws MailServerError. */
async function greet(connection: SMTPConnection, { auth }: SmtpServer, deadlineMs: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  try {
    await new Promise<void>((resolve, reject) => {
      const finish = (error?: SmtpError | null): void => (error ? reject(error) : resolve());
      connection.once('error', reject);
      const timeout = Object.assign(new Error('The server took too long'), { code: 'ETIMEDOUT' });
      timer = setTimeout(reject, deadlineMs, timeout);
      connection.once('end', () => reject(new Error('The connection was closed')));
      connection.connect((error) => {
        if (error || auth === null) finish(error);
        else if (!connection.allowsAuth)
          reject(Object.assign(new Error('No sign-in offered'), { code: 'ENOAUTH' }));
        else connection.login(auth, finish);
      });
    });
  } catch (error) {
    connection.close();
    throw new MailServerError(describeOpening(error), { cause: error });
  } finally {
    clearTimeout(timer);
  }
}

function createSession(connection: SMTPConnection, timeouts: SmtpTimeouts): MailSession {
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
  if ('info' in result) {
    const { response, rejected, rejectedErrors = [] } = result.info;
    const isTemporary = rejectedErrors.some(({ permanent }) => permanent !== true);
    return { kind: 'sent', response, rejected, isTemporary };
  }
  const { error } = result;
  if (error.responseCode !== undefined) {
    return {
      kind: error.permanent === true ? 'failed' : 'retry',
      reason: `The mail server rejected it: ${error.response ?? error.message}`,
    };
  }
  // Without a final response the session cannot continue.
  connection.close();
  source.stream.destroy();
  if (error.code === 'EENVELOPE') return { kind: 'failed', reason: `Invalid address: ${error.message}` };
  if (source.hasEnded())
    return {
      kind: 'uncertain',
      reason:
        'The connection to the mail server was lost after the message was sent. It may have been delivered.',
    };
  return {
    kind: 'retry',
    reason: `The connection to the mail server was lost before the message was sent (${error.message}).`,
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
    const timer = setTimeout(lose, deadlineMs, 'no response in time');
    // The connection can close without an error during a send; a send error takes precedence.
    connection.once('end', () => setImmediate(lose, 'connection closed'));
    connection.send({ from: envelope.from, to: [...envelope.to] }, stream, (error, info) => {
      clearTimeout(timer);
      resolve(error ? { error } : { info });
    });
  });
}

/**
 * Once the source has been read completely, the end-of-data mark follows immediately, so the server may have the whole
 * message; before that, it certainly does not.
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
  const code = getErrorCode(error);
  if (code === 'EAUTH')
    return 'The mail server rejected the sign-in. An administrator needs to check the mail settings.';
  if (code === 'ENOAUTH')
    return 'The mail server does not allow sign-in on this connection. An administrator needs to check the mail settings.';
  if (code === 'ETLS')
    return 'A secure connection to the mail server failed. An administrator needs to check the mail settings.';
  if (code === 'EPROTOCOL')
    return 'The mail server rejected the connection. An administrator needs to check the mail settings.';
  return `The mail server cannot be reached (${code}).`;
}

function getErrorCode(error: unknown): string {
  if (typeof error !== 'object' || error === null) return 'unknown';
  if ('originalCode' in error && typeof error.originalCode === 'string') return error.originalCode;
  return 'code' in error ? String(error.code) : 'connection closed';
}

export type SmtpServer = {
  readonly host: string;
  readonly port: number;
  /** TLS from the start. */
  readonly isSecure: boolean;
  readonly ignoreTls: boolean;
  readonly requireTls: boolean;
  readonly rejectUnauthorized: boolean;
  readonly auth: { readonly user: string; readonly pass: string } | null;
  readonly isLocal: boolean;
};

/**
 * Parses `smtp://user:password@host:port` (STARTTLS if offered) or `smtps://…` (TLS from the start).
 * Passwords
 * are sent encrypted only, unless `?ignoreTLS=true`; `?requireTLS=true` requires encryption for mail as well;
 * `?rejectUnauthorized=false` accepts any certificate, as is always the case for this machine. Throws for
 * anything else.
 */
export function readSmtpUrl(text: string): SmtpServer {
  const url = new URL(text);
  if (url.protocol !== 'smtp:' && url.protocol !== 'smtps:')
    throw new Error('SMTP_URL must start with smtp:// or smtps://');
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const isSecure = url.protocol === 'smtps:';
  const isLocal = isLoopback(host);
  const ignoreTls = isSet(url, 'ignoreTLS');
  const auth =
    url.username === ''
      ? null
      : { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) };
  return {
    host,
    port: url.port === '' ? getDefaultPort(isSecure, isLocal) : Number(url.port),
    isSecure,
    ignoreTls,
    requireTls: isSet(url, 'requireTLS') || (auth !== null && !isLocal && !ignoreTls),
    rejectUnauthorized: !isLocal && url.searchParams.get('rejectUnauthorized') !== 'false',
    auth,
    isLocal,
  };
}

/** Whether a host name or address is this machine, without resolving it. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
}

function getDefaultPort(isSecure: boolean, isLocal: boolean): number {
  if (isSecure) return 465;
  return isLocal ? 25 : 587;
}

function isSet(url: URL, option: string): boolean {
  return url.searchParams.get(option) === 'true';
}
